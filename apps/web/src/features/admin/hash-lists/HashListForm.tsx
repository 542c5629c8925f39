import type { HashList } from '@stagedoor/contract/copies';
import { HASH_LIST_PROBLEMS, type HashListProblem } from '@stagedoor/contract/copies.values';
import { useRef, useState } from 'react';
import type { ApiError } from '../../../app/api.ts';
import { useAction } from '../../../app/data.ts';
import editor from '../../../ui/admin/editor.module.css';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Check.tsx';
import { FieldError, TextField } from '../../../ui/Field.tsx';
import { FormDraft } from '../../../ui/forms/FormDraft.tsx';
import { FormError } from '../../../ui/forms/FormError.tsx';
import { useForm } from '../../../ui/forms/use-form.ts';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from './hash-lists.module.css';

const FIELDS = ['name', 'address', 'token'] as const;

/** Why a refused change could not be saved. */
const problemOf = (refusal: ApiError | null): HashListProblem | null =>
  HASH_LIST_PROBLEMS.find((known) => known === refusal?.details['problem']) ?? null;

/** @param text reads a field by its name */
const entryOf = (text: (name: string) => string) => ({ address: text('address').trim(), token: text('token').trim() });

/** Adds or changes a list; tests it before. @param list null for a new one */
export const HashListForm = ({ list, onSaved }: { list: HashList | null; onSaved: () => Promise<void> }) => {
  const t = useText();
  const form = useRef<HTMLFormElement>(null);
  const create = useAction('POST /admin/hash-lists');
  const update = useAction('PUT /admin/hash-lists/{id}');
  const test = useAction('POST /admin/hash-lists/test');
  const [found, setFound] = useState<{ problem: HashListProblem | null; entries: number } | null>(null);
  const { onSubmit, kept } = useForm({
    async send({ text, ticked }) {
      test.reset();
      const body = { name: text('name'), ...entryOf(text) };
      const answer = list
        ? await update.run({ params: { id: list._id }, body: { ...body, isEnabled: ticked('isEnabled') } })
        : await create.run({ body });
      if (!answer) {
        const problem = problemOf(list ? update.refusal() : create.refusal());
        setFound(problem ? { problem, entries: 0 } : null);
      }
      return answer;
    },
    onDone: () => void onSaved(),
  });
  const tryNow = async () => {
    create.reset();
    update.reset();
    const values = new FormData(form.current!);
    const entry = entryOf((name) => String(values.get(name) ?? ''));
    setFound((await test.run({ body: { ...entry, listId: list?._id ?? null } })) ?? null);
  };
  const error = create.error ?? update.error ?? test.error;
  const isBusy = create.busy || update.busy;
  return (
    <form
      ref={form}
      className={editor.form}
      autoComplete="off"
      noValidate
      onChange={() => setFound(null)}
      onSubmit={(event) => void onSubmit(event)}
    >
      <FormDraft kept={kept} />
      <TextField label={t('hashLists.name')} name="name" error={error?.fields['name']} defaultValue={list?.name} maxLength={80} required />
      <TextField
        label={t('hashLists.address')}
        hint={t('hashLists.addressText')}
        name="address"
        error={error?.fields['address']}
        defaultValue={list?.address}
        inputMode="url"
        dir="ltr"
        spellCheck={false}
        maxLength={500}
        required
      />
      <TextField
        label={t('hashLists.token')}
        hint={t('hashLists.tokenText')}
        name="token"
        error={error?.fields['token']}
        type="password"
        autoComplete="new-password"
        spellCheck={false}
        maxLength={500}
        placeholder={list?.hasToken ? t('hashLists.tokenSet') : undefined}
      />
      {list ? <Checkbox label={t('hashLists.enabled')} name="isEnabled" defaultChecked={list.isEnabled} /> : null}
      <FormError error={error} fields={FIELDS} />
      {found?.problem ? <FieldError>{t(`hashLists.problem.${found.problem}`)}</FieldError> : null}
      <p className={type.small} role="status">
        {found && !found.problem ? t('hashLists.passes', { count: found.entries }) : null}
      </p>
      <div className={styles.acts}>
        <Button kind="outline" type="button" busy={test.busy} disabled={isBusy} onClick={() => void tryNow()}>
          {t('hashLists.test')}
        </Button>
        <Button kind="gold" type="submit" busy={isBusy} disabled={test.busy}>
          {t('hashLists.save')}
        </Button>
      </div>
    </form>
  );
};
