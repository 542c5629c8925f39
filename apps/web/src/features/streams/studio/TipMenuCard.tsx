import type { TipMenu } from '@stagedoor/contract/streams';
import { ACT_LENGTH, MAX_ACTS } from '@stagedoor/contract/streams.values';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Pending } from '../../../app/Pending.tsx';
import { useAction, useData } from '../../../app/data.ts';
import { useCurrentUser } from '../../../app/session.tsx';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classes } from '../../../ui/classes.ts';
import { TextField } from '../../../ui/Field.tsx';
import { FormError } from '../../../ui/forms/FormError.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { useText } from '../../../ui/text.ts';
import { TokenField } from '../../../ui/TokenField.tsx';
import { toast } from '../../../ui/toast.tsx';
import type from '../../../ui/type.module.css';
import styles from '../TipMenu.module.css';

const MENU = 'GET /streaming/tip-menu/{id}';
const AMOUNT = /^\d{1,7}([.,]\d{1,2})?$/;

/** The performer's tip menu in the studio: acts with their prices. */
export const TipMenuCard = () => {
  const t = useText();
  const user = useCurrentUser();
  const menu = useData(MENU, { params: { id: user._id } });
  const { data } = menu;
  return (
    <Card className={styles.card}>
      <div>
        <h2 className={type.heading}>{t('tipMenu.title')}</h2>
        <p className={classes(type.small, type.quiet)}>{t('tipMenu.lead')}</p>
      </div>
      {data ? (
        <Acts menu={data} performerId={user._id} />
      ) : (
        <Pending of={menu}>
          <RowsSkeleton rows={2} />
        </Pending>
      )}
    </Card>
  );
};

interface ActRow {
  key: string;
  title: string;
  price: string;
}

const Acts = ({ menu, performerId }: { menu: TipMenu; performerId: string }) => {
  const t = useText();
  const client = useQueryClient();
  const save = useAction('PUT /performer/tip-menu');
  const [acts, setActs] = useState<readonly ActRow[]>(() =>
    menu.acts.map(({ _id, title, price }) => ({ key: _id, title, price: String(price) })),
  );
  const [pressed, setPressed] = useState(false);
  const change = (key: string, part: Partial<ActRow>) =>
    setActs((known) => known.map((act) => (act.key === key ? { ...act, ...part } : act)));
  const isWrong = ({ price }: ActRow) => !AMOUNT.test(price) || Number(price.replace(',', '.')) <= 0;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setPressed(true);
    if (acts.some((act) => !act.title.trim() || isWrong(act))) return;
    const saved = await save.run({
      body: { acts: acts.map(({ title, price }) => ({ title: title.trim(), price: price.replace(',', '.') })) },
    });
    if (!saved) return;
    client.setQueryData([MENU, { params: { id: performerId } }], saved);
    toast(t('tipMenu.saved'), { tone: 'ok' });
  };
  return (
    <form className={styles.rows} onSubmit={(event) => void submit(event)} noValidate>
      {acts.length === 0 ? <p className={classes(type.small, type.quiet)}>{t('tipMenu.nothing')}</p> : null}
      {acts.map((act) => (
        <div key={act.key} className={styles.row}>
          <TextField
            label={t('tipMenu.act')}
            value={act.title}
            maxLength={ACT_LENGTH}
            error={pressed && !act.title.trim() ? t('validation.required') : undefined}
            onChange={(event) => change(act.key, { title: event.currentTarget.value })}
          />
          <TokenField
            isNarrow
            label={t('tipMenu.price')}
            value={act.price}
            error={pressed && isWrong(act) ? t('tipMenu.priceAboveZero') : undefined}
            onChange={(event) => change(act.key, { price: event.currentTarget.value })}
          />
          <IconButton
            label={t('tipMenu.remove', { title: act.title })}
            icon={<IconX size={20} stroke={1.75} />}
            onClick={() => setActs((known) => known.filter(({ key }) => key !== act.key))}
          />
        </div>
      ))}
      <FormError error={save.error} fields={[]} />
      <div className={styles.foot}>
        <Button
          kind="lift"
          size="sm"
          icon={<IconPlus size={18} stroke={1.75} />}
          disabled={acts.length >= MAX_ACTS}
          onClick={() => setActs((known) => [...known, { key: crypto.randomUUID(), title: '', price: '' }])}
        >
          {t('tipMenu.add')}
        </Button>
        <Button kind="gold" size="sm" type="submit" busy={save.busy}>
          {t('tipMenu.save')}
        </Button>
      </div>
    </form>
  );
};
