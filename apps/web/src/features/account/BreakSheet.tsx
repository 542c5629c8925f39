import type { SpendingLimits } from '@stagedoor/contract/spending-limits';
import { useState } from 'react';
import { useAction } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { OptionCards } from '../../ui/OptionCards.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';
import styles from './account.module.css';

const DAYS = ['1', '7', '30'] as const;

/** Begins a pause from buying, which cannot be taken back. */
export const BreakSheet = ({ onChange, onClose }: { onChange: (limits: SpendingLimits) => void; onClose: () => void }) => {
  const t = useText();
  const start = useAction('POST /spending-limits/cool-off');
  const [days, setDays] = useState<(typeof DAYS)[number]>('1');
  const send = async () => {
    const saved = await start.run({ body: { days: Number(days) as 1 | 7 | 30 } });
    if (!saved) return;
    toast(t('limits.started'), { tone: 'ok' });
    onChange(saved);
    onClose();
  };
  return (
    <Sheet
      opened
      onClose={onClose}
      locked={start.busy}
      title={t('limits.break')}
      width={440}
      foot={
        <Button kind="gold" size="lg" wide busy={start.busy} onClick={() => void send()}>
          {t('limits.startBreak')}
        </Button>
      }
    >
      <div className={styles.form}>
        <p className={classes(type.small, type.quiet)}>{t('limits.breakText')}</p>
        <OptionCards
          label={t('limits.break')}
          name="break"
          value={days}
          onChange={setDays}
          options={DAYS.map((value) => ({ value, body: <span className={type.strong}>{t(`limits.break.${value}`)}</span> }))}
        />
        <FormError error={start.error} fields={[]} />
        <p className={classes(type.tiny, type.faint)}>{t('limits.breakRule')}</p>
      </div>
    </Sheet>
  );
};
