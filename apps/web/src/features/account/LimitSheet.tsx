import type { LimitKind, SpendingLimits } from '@stagedoor/contract/spending-limits';
import { useState } from 'react';
import { useAction } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { TextField } from '../../ui/Field.tsx';
import { useFormat } from '../../ui/format.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';
import styles from './account.module.css';

const AMOUNT = /^\d{1,7}([.,]\d{1,2})?$/;

interface LimitSheetProps {
  kind: LimitKind;
  limits: SpendingLimits;
  onChange: (limits: SpendingLimits) => void;
  onClose: () => void;
}

/** Sets, changes or removes one limit. */
export const LimitSheet = ({ kind, limits, onChange, onClose }: LimitSheetProps) => {
  const t = useText();
  const format = useFormat();
  const save = useAction('PUT /spending-limits');
  const { limit } = limits[kind];
  const [written, setWritten] = useState(limit === null ? '' : String(limit));
  const [isTried, setTried] = useState(false);
  const clean = written.trim().replace(',', '.');
  const isValid = AMOUNT.test(clean) && Number(clean) > 0 && Number(clean) <= 1_000_000;
  const send = async (amount: string | null) => {
    const saved = await save.run({ body: { [kind]: amount } });
    if (!saved) return;
    const { next } = saved[kind];
    toast(next ? t('limits.raised', { date: format.date(next.at, 'dayTime') }) : t('limits.saved'), { tone: 'ok' });
    onChange(saved);
    onClose();
  };
  const submit = () => {
    setTried(true);
    if (isValid) void send(clean);
  };
  return (
    <Sheet
      opened
      onClose={onClose}
      locked={save.busy}
      title={t(`limits.setTitle.${kind}`)}
      width={440}
      foot={
        <span className={styles.sheetActs}>
          {limit === null ? null : (
            <Button kind="lift" size="lg" busy={save.busy} onClick={() => void send(null)}>
              {t('limits.remove')}
            </Button>
          )}
          <Button kind="gold" size="lg" busy={save.busy} onClick={submit}>
            {t('limits.save')}
          </Button>
        </span>
      }
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          label={t('limits.amount')}
          inputMode="decimal"
          autoComplete="off"
          start={<span className={type.faint}>{format.currency}</span>}
          value={written}
          hint={t(kind === 'show' ? 'limits.showHint' : 'limits.days')}
          onChange={(event) => setWritten(event.currentTarget.value)}
          error={save.error?.fields[kind] ?? (isTried && !isValid ? t('limits.positive') : undefined)}
        />
        <FormError error={save.error} fields={[kind]} />
        <p className={classes(type.tiny, type.faint)}>{t('limits.cards')}</p>
      </form>
    </Sheet>
  );
};
