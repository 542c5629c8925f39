import { IconCoin, IconGift } from '@tabler/icons-react';
import { useSettings } from '../../app/boot.tsx';
import { Amount } from '../../ui/Amount.tsx';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './QuickTips.module.css';
import type { TipActions } from './use-tip.ts';

const QUICK = [1, 5, 10, 25] as const;

/** Preset tips, and buttons for any other amount and for gifts where nothing else at that place has them. */
export const QuickTips = ({
  desk,
  onOther,
  onGift,
  onDark,
}: {
  desk: TipActions;
  onOther?: () => void;
  onGift?: () => void;
  onDark?: boolean;
}) => {
  const t = useText();
  const { tipMinimum = 1, tipMaximum = 500 } = useSettings();
  return (
    <div className={classes(styles.tips, onDark && styles.onDark)} role="group" aria-label={t('room.tips')}>
      {QUICK.filter((tokens) => tokens >= tipMinimum && tokens <= tipMaximum).map((tokens) => (
        <button
          key={tokens}
          type="button"
          className={styles.ticket}
          disabled={desk.sending !== null}
          aria-busy={desk.sending === tokens || undefined}
          onClick={() => void desk.tip(tokens)}
        >
          <span className={type.hidden}>{t('room.tip')} </span>
          <Amount tokens={tokens} trim stacked className={styles.tokens} />
        </button>
      ))}
      {onOther ? (
        <button type="button" className={styles.other} onClick={onOther}>
          <IconCoin size={20} stroke={1.75} aria-hidden="true" />
          <span className={styles.otherText}>{t('room.otherAmount')}</span>
        </button>
      ) : null}
      {onGift ? (
        <button type="button" className={styles.gifts} aria-label={t('gifts.give')} title={t('gifts.give')} onClick={onGift}>
          <IconGift size={20} stroke={1.75} aria-hidden="true" />
        </button>
      ) : null}
    </div>
  );
};
