import { IconArrowLeft } from '@tabler/icons-react';
import type { ShowReceipt } from '@stagedoor/contract/paid-shows';
import { useData } from '../../../app/data.ts';
import { Pending } from '../../../app/Pending.tsx';
import { Amount } from '../../../ui/Amount.tsx';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Beam } from '../../../ui/Beam.tsx';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from './Receipt.module.css';

type FanReceipt = ShowReceipt['fans'][number];

const PROTOCOLS = { whep: 'WebRTC', hls: 'HLS', mp4: 'MP4' } as const;

/** Each minute with its time, its media and its price; those given back say why. */
const MinuteGrid = ({ minutes, performer }: { minutes: FanReceipt['minutes']; performer: string }) => {
  const t = useText();
  const format = useFormat();
  const clock = new Intl.DateTimeFormat(format.locale, { hour: '2-digit', minute: '2-digit' });
  return (
    <ol className={styles.minutes}>
      {minutes.map(({ minute, startedAt, amount, isRefunded, refundReason, connectedSeconds, protocols }) => (
        <li key={minute} className={isRefunded ? styles.refunded : styles.minute}>
          <span suppressHydrationWarning>{clock.format(new Date(startedAt))}</span>
          {isRefunded ? (
            <span className={styles.grow}>
              {refundReason === null || refundReason === 'dropped'
                ? t('paid.minuteRefunded', { minute })
                : t(`paid.minuteRefunded.${refundReason}`, { minute, name: performer })}
            </span>
          ) : null}
          <b className={type.num}>{format.tokens(amount)}</b>
          {connectedSeconds === null || protocols.length === 0 ? null : (
            <small className={styles.media}>
              {t('paid.minuteMedia', {
                seconds: connectedSeconds,
                protocols: protocols.map((protocol) => PROTOCOLS[protocol]).join(' + '),
              })}
            </small>
          )}
        </li>
      ))}
    </ol>
  );
};

const Sum = ({ label, tokens, isGood }: { label: string; tokens: number; isGood?: boolean }) => {
  const format = useFormat();
  return (
    <div className={classes(styles.sum, isGood && styles.good)}>
      <dt>{label}</dt>
      <dd>
        <Amount tokens={tokens} /> <small>{format.worth(Math.abs(tokens))}</small>
      </dd>
    </div>
  );
};

/** After a paid show, for its fan: every minute, what was given back, and what it came to. */
export const Receipt = ({ showId, again }: { showId: string; again: { to: string; label: string } }) => {
  const t = useText();
  const format = useFormat();
  const answer = useData('GET /streaming/receipts/{id}', { params: { id: showId } });
  const receipt = answer.data;
  const mine = receipt?.fans[0];
  if (!receipt || !mine)
    return (
      <div className={styles.screen}>
        <Pending of={answer}>
          <RowsSkeleton rows={5} />
        </Pending>
      </div>
    );
  const { performer } = receipt;
  const refunded = mine.minutes.filter(({ isRefunded }) => isRefunded);
  const billed = mine.minutes.length - refunded.length;
  const sumOf = (minutes: FanReceipt['minutes']) => Math.round(minutes.reduce((sum, { amount }) => sum + amount, 0) * 100) / 100;
  return (
    <div className={styles.screen}>
      <Beam />
      <header className={styles.bar}>
        <IconButton to={`/${performer.username}`} label={t('shell.back')} icon={<IconArrowLeft size={20} stroke={1.75} />} />
        <Avatar src={performer.avatar} size={32} />
        <span className={type.small}>
          {t(receipt.type === 'private' ? 'paid.privateWith' : 'paid.groupWith', { name: performer.name })}
        </span>
      </header>
      <h1 className={classes(type.display, type.s46)}>{t(receipt.endedAt ? 'paid.receiptTitle' : 'paid.leftTitle')}</h1>
      {mine.leftReason === 'outOfTokens' || mine.leftReason === 'limitReached' ? (
        <p className={styles.reason}>{t(`paid.${mine.leftReason}`)}</p>
      ) : null}
      <section className={styles.paper} aria-label={t('paid.receipt')}>
        <div className={styles.lines}>
          <h2 className={type.heading}>{billed > 0 ? t('paid.billed', { count: billed }) : t('paid.noneBilled')}</h2>
          <MinuteGrid minutes={mine.minutes} performer={performer.name} />
          <p className={classes(type.tiny, type.faint)}>{t('paid.rule')}</p>
        </div>
        <div className={styles.sums}>
          <dl className={styles.sumList}>
            <Sum
              label={t('paid.minutesAt', { count: mine.minutes.length, price: format.tokens(mine.price) })}
              tokens={sumOf(mine.minutes)}
            />
            {refunded.length > 0 ? <Sum label={t('paid.refunded')} tokens={-sumOf(refunded)} isGood /> : null}
            <div className={classes(styles.sum, styles.total)}>
              <dt>{t('paid.total')}</dt>
              <dd>
                <Amount tokens={mine.total} className={styles.totalSum} /> <small>{format.money(mine.money)}</small>
              </dd>
            </div>
            {mine.tips > 0 ? <Sum label={t('paid.tips')} tokens={mine.tips} /> : null}
            {mine.balance === null ? null : <Sum label={t('paid.walletNow')} tokens={mine.balance} />}
          </dl>
          <Button kind="gold" wide to={again.to}>
            {again.label}
          </Button>
        </div>
      </section>
    </div>
  );
};
