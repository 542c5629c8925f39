import { IconReceipt } from '@tabler/icons-react';
import type { ShowReceipt } from '@stagedoor/contract/paid-shows';
import type { ReactNode } from 'react';
import { useData } from '../../../app/data.ts';
import { Pending } from '../../../app/Pending.tsx';
import { Amount, Money } from '../../../ui/Amount.tsx';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { DownloadMinutes } from '../paid/DownloadMinutes.tsx';
import { fanLeftWords, refundWords } from '../paid/receipt-words.ts';
import styles from './PaidFans.module.css';

type Seat = ShowReceipt['fans'][number];

const isRefunded = (minute: Seat['minutes'][number]): boolean => minute.isRefunded;

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className={type.tiny}>{label}</dt>
    <dd className={type.num}>{children}</dd>
  </div>
);

/** The minutes of seats: connected, billed, refunded and missed ones. */
const Minutes = ({ seats, children }: { seats: readonly Seat[]; children?: ReactNode }) => {
  const t = useText();
  const format = useFormat();
  const minutes = seats.flatMap((seat) => seat.minutes);
  const sum = (of: (seat: Seat) => number): number => seats.reduce((total, seat) => total + of(seat), 0);
  const refunded = minutes.filter(isRefunded).length;
  return (
    <dl className={styles.facts}>
      <Fact label={t('paid.connected')}>{format.clock(sum(({ connectedSeconds }) => connectedSeconds))}</Fact>
      <Fact label={t('paid.minutesBilled')}>{format.count(minutes.length - refunded)}</Fact>
      <Fact label={t('paid.minutesRefunded')}>{format.count(refunded)}</Fact>
      <Fact label={t('paid.minutesMissed')}>{format.count(sum(({ missed }) => missed))}</Fact>
      {children}
    </dl>
  );
};

/** Why minutes were given back, each reason once. */
const RefundReasons = ({ seat }: { seat: Seat }) => {
  const t = useText();
  const reasons = new Set(seat.minutes.filter(isRefunded).flatMap(({ refundReason }) => refundWords(refundReason) ?? []));
  if (reasons.size === 0) return null;
  return (
    <p className={classes(type.tiny, styles.reasons)}>
      {t('paid.refundedBecause', { reason: [...reasons].map((key) => t(key)).join(', ') })}
    </p>
  );
};

/** For the performer of a paid show that is over: each fan's minutes and what they brought, the receipt, and the file. */
export const PaidFans = ({ show, level = 3 }: { show: { _id: string; type: 'private' | 'group' }; level?: 2 | 3 }) => {
  const t = useText();
  const Heading = `h${level}` as const;
  const answer = useData('GET /streaming/receipts/{id}', { params: { id: show._id } });
  const receipt = answer.data;
  if (!receipt)
    return (
      <Pending of={answer}>
        <RowsSkeleton rows={2} />
      </Pending>
    );
  return (
    <section className={styles.box} aria-label={t('paid.fans')}>
      <Heading className={type.heading}>{t('paid.fans')}</Heading>
      {receipt.fans.length === 0 ? <p className={type.quiet}>{t('paid.nobodyJoined')}</p> : null}
      {receipt.fans.length > 1 ? <Minutes seats={receipt.fans} /> : null}
      <ul className={styles.fans}>
        {receipt.fans.map((seat) => (
          <li key={seat.fan._id} className={styles.fan}>
            <div className={styles.who}>
              <Avatar src={seat.fan.avatar} size={40} />
              <span>
                <b>
                  <bdi>{seat.fan.name}</bdi>
                </b>
                <span className={classes(type.small, type.quiet)}>{t(fanLeftWords(receipt, seat.leftReason))}</span>
              </span>
            </div>
            <Minutes seats={[seat]}>
              <Fact label={t('paid.shareOfMinutes')}>
                <Money value={seat.net ?? 0} className={type.spot} />
              </Fact>
              <Fact label={t('paid.tips')}>
                <Amount tokens={seat.tips} />
              </Fact>
            </Minutes>
            <RefundReasons seat={seat} />
          </li>
        ))}
      </ul>
      <div className={styles.acts}>
        <Button kind="lift" to={`/live/${show.type}/${show._id}`} icon={<IconReceipt size={20} stroke={1.75} />}>
          {t('paid.receipt')}
        </Button>
        <DownloadMinutes showId={show._id} />
      </div>
    </section>
  );
};
