import type { PlannedShow } from '@stagedoor/contract/schedule';
import { SHOW_AUDIENCES, type ShowAudience } from '@stagedoor/contract/schedule.values';
import { type FormEvent, useId, useState } from 'react';
import { useAction, useData } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { fromLocal, toLocal } from '../../ui/forms/local-date-time.ts';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import styles from './schedule.module.css';

const FIELDS = ['title', 'startsAt', 'categoryId', 'audience'];

/** Plans a show, or changes a planned one. */
const PlanSheet = ({ show, onClose, onSaved }: { show: PlannedShow | null; onClose: () => void; onSaved: () => void }) => {
  const t = useText();
  const form = useId();
  const plan = useAction('POST /performer/schedule');
  const change = useAction('PUT /performer/schedule/{id}');
  const { data: categories } = useData('GET /categories/search', { query: {} });
  const [soonest] = useState(() => toLocal(new Date().toISOString()));
  const [title, setTitle] = useState(show?.title ?? '');
  const [startsAt, setStartsAt] = useState(toLocal(show?.startsAt ?? null));
  const [categoryId, setCategoryId] = useState(show?.category?._id ?? '');
  const [audience, setAudience] = useState<ShowAudience>(show?.audience ?? 'everyone');
  const { busy, error } = show ? change : plan;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const body = { title: title.trim(), startsAt: fromLocal(startsAt) ?? '', categoryId: categoryId || null, audience };
    if (await (show ? change.run({ params: { id: show._id }, body }) : plan.run({ body }))) onSaved();
  };
  return (
    <Sheet
      opened
      onClose={onClose}
      locked={busy}
      title={t(show ? 'schedule.edit' : 'schedule.plan')}
      width={460}
      foot={
        <Button kind="gold" size="lg" wide type="submit" form={form} busy={busy}>
          {t(show ? 'schedule.save' : 'schedule.planIt')}
        </Button>
      }
    >
      <form id={form} className={styles.fields} onSubmit={(event) => void submit(event)}>
        <TextField
          label={t('schedule.title')}
          value={title}
          required
          maxLength={100}
          error={error?.fields['title']}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <TextField
          label={t('schedule.when')}
          type="datetime-local"
          value={startsAt}
          required
          min={soonest}
          error={error?.fields['startsAt']}
          onChange={(event) => setStartsAt(event.currentTarget.value)}
        />
        <SelectField
          label={t('schedule.category')}
          optional
          value={categoryId}
          error={error?.fields['categoryId']}
          onChange={(event) => setCategoryId(event.currentTarget.value)}
          choices={[
            { value: '', text: t('schedule.noCategory') },
            ...(categories?.data ?? []).map(({ _id, name }) => ({ value: _id, text: name })),
          ]}
        />
        <SelectField
          label={t('schedule.audience')}
          value={audience}
          onChoose={setAudience}
          choices={SHOW_AUDIENCES.map((value) => ({ value, text: t(`schedule.audience.${value}`) }))}
        />
        <FormError error={error} fields={FIELDS} />
      </form>
    </Sheet>
  );
};
export default PlanSheet;
