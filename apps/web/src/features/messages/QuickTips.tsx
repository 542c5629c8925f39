import { useSettings } from '../../app/boot.tsx';
import { useCurrentUser } from '../../app/session.tsx';
import { Amount, useAmountText } from '../../ui/Amount.tsx';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './compose.module.css';

const QUICK = [1, 5, 10] as const;

/** Preset tips to the performer, above the field: each opens the sheet that names the price before anything is paid. */
export const QuickTips = ({ onTip }: { onTip: (amount: string) => void }) => {
  const t = useText();
  const written = useAmountText();
  const { balance } = useCurrentUser();
  const { tipMinimum = 1, tipMaximum = 500 } = useSettings();
  return (
    <div className={styles.tips}>
      <span className={classes(type.tiny, type.faint)}>{t('messages.quickTip')}</span>
      {QUICK.filter((tokens) => tokens >= tipMinimum && tokens <= tipMaximum).map((tokens) => (
        <button key={tokens} type="button" className={styles.tipButton} onClick={() => onTip(String(tokens))}>
          <span className={type.hidden}>{t('profile.tip')} </span>
          <Amount tokens={tokens} trim />
        </button>
      ))}
      <span className={classes(type.tiny, type.faint)}>{t('messages.balance', { tokens: written(balance) })}</span>
    </div>
  );
};
