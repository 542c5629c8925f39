import type { ShowReceipt } from '@stagedoor/contract/paid-shows';
import { Amount } from '../../../ui/Amount.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { useText } from '../../../ui/text.ts';
import styles from './Receipt.module.css';
import { refundWords } from './receipt-words.ts';

type Minute = ShowReceipt['fans'][number]['minutes'][number];

const PROTOCOLS = { whep: 'WebRTC', hls: 'HLS', mp4: 'MP4' } as const;

/** Each minute with its time, its media and its price; those given back say why. @param performer their name; null for themselves */
export const MinuteGrid = ({ minutes, performer }: { minutes: readonly Minute[]; performer: string | null }) => {
  const t = useText();
  const format = useFormat();
  const refunded = ({ minute, refundReason }: Minute): string => {
    if (refundReason === null) return t('paid.minuteRefunded.unknown', { minute });
    if (performer === null) return t('paid.minuteRefunded.own', { minute, reason: t(refundWords(refundReason)!) });
    return refundReason === 'dropped'
      ? t('paid.minuteRefunded', { minute })
      : t(`paid.minuteRefunded.${refundReason}`, { minute, name: performer });
  };
  return (
    <ol className={styles.minutes}>
      {minutes.map((line) => {
        const { minute, startedAt, amount, isRefunded, connectedSeconds, protocols } = line;
        return (
          <li key={minute} className={isRefunded ? styles.refunded : styles.minute}>
            <span suppressHydrationWarning>{format.date(startedAt, 'time')}</span>
            {isRefunded ? <span className={styles.grow}>{refunded(line)}</span> : null}
            <Amount tokens={amount} />
            {connectedSeconds === null || protocols.length === 0 ? null : (
              <small className={styles.media}>
                {t('paid.minuteMedia', {
                  seconds: connectedSeconds,
                  protocols: protocols.map((protocol) => PROTOCOLS[protocol]).join(' + '),
                })}
              </small>
            )}
          </li>
        );
      })}
    </ol>
  );
};
