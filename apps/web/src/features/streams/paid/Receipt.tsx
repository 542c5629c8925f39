import { IconArrowLeft, IconShieldCheck } from '@tabler/icons-react';
import { numberOf } from '@stagedoor/contract/numbers.values';
import type { ShowReceipt } from '@stagedoor/contract/paid-shows';
import type { StreamSession } from '@stagedoor/contract/streams';
import type { ReactNode } from 'react';
import { useData } from '../../../app/data.ts';
import { Pending } from '../../../app/Pending.tsx';
import { Amount, Money, useAmountText } from '../../../ui/Amount.tsx';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Beam } from '../../../ui/Beam.tsx';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { MinuteGrid } from './MinuteGrid.tsx';
import { NextShow, ReceiptActs } from './ReceiptActs.tsx';
import { fanEndWords, fanLeftWords, performerEndWords } from './receipt-words.ts';
import styles from './Receipt.module.css';
import { ShowRecording } from './ShowRecording.tsx';

type FanReceipt = ShowReceipt['fans'][number];

const Sum = ({ label, tokens, isGood }: { label: string; tokens: number; isGood?: boolean }) => {
  return (
    <div className={classes(styles.sum, isGood && styles.good)}>
      <dt>{label}</dt>
      <dd>
        <Amount tokens={tokens} />
      </dd>
    </div>
  );
};

const sumOf = (minutes: FanReceipt['minutes']): number => Math.round(minutes.reduce((sum, { amount }) => sum + amount, 0) * 100) / 100;

/** The wallet around the show; what else moved meanwhile makes the sums add up. */
const WalletSums = ({ seat }: { seat: FanReceipt }) => {
  const t = useText();
  const { walletBefore: before, walletAfter: after, total, tips } = seat;
  if (before === null || after === null) return null;
  const others = Math.round((after - before + total + tips) * 100) / 100;
  return (
    <>
      <Sum label={t('paid.walletBefore')} tokens={before} />
      {others === 0 ? null : <Sum label={t('paid.meanwhile')} tokens={others} />}
      <Sum label={t('paid.walletAfter')} tokens={after} />
    </>
  );
};

/** The minutes and sums of one fan. @param performer their name; null for themselves */
const Paper = ({
  receipt,
  seat,
  performer,
  head,
  children,
}: {
  receipt: ShowReceipt;
  seat: FanReceipt;
  performer: string | null;
  head?: ReactNode;
  children?: ReactNode;
}) => {
  const t = useText();
  const format = useFormat();
  const written = useAmountText();
  const refunded = seat.minutes.filter(({ isRefunded }) => isRefunded);
  const billed = seat.minutes.length - refunded.length;
  const words = billed > 0 ? t('paid.billed', { count: billed }) : t('paid.noneBilled');
  // A fan who couldn't pay the minute that began was in the show for a few seconds of it: the site didn't miss that one.
  const hasUnpaid = seat.missed > 0 && (seat.leftReason === 'outOfTokens' || seat.leftReason === 'limitReached');
  const missed = seat.missed - (hasUnpaid ? 1 : 0);
  const facts = [
    t('paid.connectedFor', { time: format.clock(seat.connectedSeconds) }),
    ...(missed > 0 ? [t('paid.missed', { count: missed })] : []),
    ...(hasUnpaid ? [t('paid.lastFree')] : []),
  ];
  return (
    <section className={styles.paper} aria-label={performer === null ? `${t('paid.receipt')}, ${seat.fan.name}` : t('paid.receipt')}>
      <div className={styles.lines}>
        {head}
        <div className={styles.linesHead}>
          {head ? <h3 className={type.heading}>{words}</h3> : <h2 className={type.heading}>{words}</h2>}
          {receipt.startedAt ? (
            <span className={classes(type.small, type.quiet)} suppressHydrationWarning>
              {format.date(receipt.startedAt, 'dayTime')}
              {receipt.endedAt ? ` – ${format.date(receipt.endedAt, 'time')}` : ''}
            </span>
          ) : null}
        </div>
        <p className={classes(type.small, type.quiet)}>{facts.join('. ')}</p>
        <MinuteGrid minutes={seat.minutes} performer={performer} />
        <p className={classes(type.tiny, type.faint)}>{t('paid.rule')}</p>
      </div>
      <div className={styles.sums}>
        <p className={classes(type.tiny, type.faint)}>{t('paid.number', { number: numberOf(receipt.type, receipt._id) })}</p>
        <dl className={styles.sumList}>
          <Sum label={t('paid.minutesAt', { count: seat.minutes.length, price: written(seat.price) })} tokens={sumOf(seat.minutes)} />
          {refunded.length > 0 ? <Sum label={t('paid.refunded')} tokens={-sumOf(refunded)} isGood /> : null}
          <div className={classes(styles.sum, styles.total)}>
            <dt>{t('paid.total')}</dt>
            <dd>
              <Amount tokens={seat.total} money={seat.money} className={styles.totalSum} />
            </dd>
          </div>
          {seat.net === null ? null : (
            <div className={styles.sum}>
              <dt>{t('paid.yourShare')}</dt>
              <dd>
                <Money value={seat.net} />
              </dd>
            </div>
          )}
          {seat.tips > 0 ? <Sum label={t('paid.tips')} tokens={seat.tips} /> : null}
          <WalletSums seat={seat} />
        </dl>
        {children}
      </div>
    </section>
  );
};

/** The frame of both sides' receipts: who with, how it ended, and the file. */
const Sheet = ({
  receipt,
  isOwn,
  title,
  reason,
  back,
  avatar,
  head,
  children,
}: {
  receipt: ShowReceipt;
  isOwn: boolean;
  title: string;
  reason: { text: string; isWarning: boolean } | null;
  back: string;
  avatar: string;
  head: string;
  children: ReactNode;
}) => {
  const t = useText();
  return (
    <div className={styles.screen}>
      <Beam />
      <header className={styles.bar}>
        <IconButton to={back} label={t('shell.back')} icon={<IconArrowLeft size={20} stroke={1.75} />} />
        <Avatar src={avatar} size={32} />
        <span className={type.small}>{head}</span>
      </header>
      <div className={styles.titleRow}>
        <h1 className={classes(type.display, type.s46)}>
          <bdi>{title}</bdi>
        </h1>
        <ReceiptActs showId={receipt._id} isOwn={isOwn} />
      </div>
      {reason ? (
        <p dir="auto" className={reason.isWarning ? styles.reason : type.quiet}>
          {reason.text}
        </p>
      ) : null}
      {children}
      <p className={classes(type.tiny, type.faint, styles.verify)}>
        {t('paid.verifyText')}
        <Button
          kind="text"
          size="sm"
          href="/verify-minutes.mjs"
          download="verify-minutes.mjs"
          icon={<IconShieldCheck size={18} stroke={1.75} />}
        >
          {t('statements.program')}
        </Button>
      </p>
    </div>
  );
};

/** After a paid show, for its performer: each fan's minutes, and what they brought. */
const PerformerReceipt = ({ receipt }: { receipt: ShowReceipt }) => {
  const t = useText();
  const [first] = receipt.fans;
  const name = first?.fan.name ?? '';
  const reason = performerEndWords(receipt);
  return (
    <Sheet
      receipt={receipt}
      isOwn
      title={t('paid.ownReceiptTitle')}
      reason={reason ? { text: t(reason, { name }), isWarning: false } : null}
      back="/model/live"
      avatar={receipt.type === 'private' && first ? first.fan.avatar : receipt.performer.avatar}
      head={receipt.type === 'private' ? t('paid.privateWith', { name }) : receipt.title || t('paid.group')}
    >
      {receipt.fans.length === 0 ? <p className={type.quiet}>{t('paid.nobodyJoined')}</p> : null}
      {receipt.fans.map((seat) => (
        <Paper
          key={seat.fan._id}
          receipt={receipt}
          seat={seat}
          performer={null}
          head={
            <div className={styles.fan}>
              <Avatar src={seat.fan.avatar} size={40} />
              <h2 className={type.heading}>
                <bdi>{seat.fan.name}</bdi>
              </h2>
              <span className={classes(type.small, type.quiet)}>{t(fanLeftWords(receipt, seat.leftReason))}</span>
            </div>
          }
        />
      ))}
    </Sheet>
  );
};

/** After a paid show, for its fan: every minute, what was given back, and what it came to. */
const FanReceiptScreen = ({
  receipt,
  mine,
  again,
  recording = null,
  onRenew,
}: { receipt: ShowReceipt; mine: FanReceipt } & Pick<ReceiptProps, 'again' | 'recording' | 'onRenew'>) => {
  const t = useText();
  const { performer } = receipt;
  const reason = fanEndWords(receipt, mine.leftReason);
  return (
    <Sheet
      receipt={receipt}
      isOwn={false}
      title={t(receipt.endedAt ? 'paid.receiptTitle' : 'paid.leftTitle')}
      reason={
        reason
          ? {
              text: t(reason, { name: performer.name }),
              isWarning: mine.leftReason === 'outOfTokens' || mine.leftReason === 'limitReached',
            }
          : null
      }
      back={`/${performer.username}`}
      avatar={performer.avatar}
      head={t(receipt.type === 'private' ? 'paid.privateWith' : 'paid.groupWith', { name: performer.name })}
    >
      <Paper receipt={receipt} seat={mine} performer={performer.name}>
        <div className={styles.next}>
          <Button kind="gold" wide to={again.to}>
            {again.label}
          </Button>
          <NextShow performerId={performer._id} />
        </div>
      </Paper>
      {recording ? <ShowRecording receipt={receipt} recording={recording} onRenew={onRenew} /> : null}
    </Sheet>
  );
};

interface ReceiptProps {
  showId: string;
  /** The show's recording, for a fan who paid for a minute of it; its address ends after a while. */
  recording?: StreamSession['recording'];
  /** Reads the show again. @returns its recording with a new address */
  onRenew?: () => Promise<StreamSession['recording']>;
  /** The performer of the show reads it. */
  isOwn?: boolean;
  /** For the fan: what to do next. */
  again: { to: string; label: string };
}

/** A paid show by the minute, once it is over or left. */
export const Receipt = ({ showId, isOwn = false, again, ...recorded }: ReceiptProps) => {
  const answer = useData('GET /streaming/receipts/{id}', { params: { id: showId } });
  const receipt = answer.data;
  const mine = receipt?.fans[0];
  if (receipt && isOwn) return <PerformerReceipt receipt={receipt} />;
  if (receipt && mine) return <FanReceiptScreen receipt={receipt} mine={mine} again={again} {...recorded} />;
  return (
    <div className={styles.screen}>
      <Pending of={answer}>
        <RowsSkeleton rows={5} />
      </Pending>
    </div>
  );
};
