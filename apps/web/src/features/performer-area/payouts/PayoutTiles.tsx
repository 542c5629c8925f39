import type { ResponseOf, Contract } from '@stagedoor/contract';
import { useState } from 'react';
import { useAction } from '../../../app/data.ts';
import { useSiteTime } from '../../../app/site-time.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import type from '../../../ui/type.module.css';
import { FormError } from '../../../ui/forms/FormError.tsx';
import { destinationOf } from './payout-state.tsx';
import styles from './payouts.module.css';
import type { Payout, Quote } from './use-payouts.ts';

type Held = ResponseOf<Contract['GET /payout-requests/held']>;

const DAY_MS = 86_400_000;
const DAYS = 7;

/** Why nothing can be requested, and what to do. */
const Obstacle = ({ quote }: { quote: Quote }) => {
  const t = useText();
  const format = useFormat();
  if (quote.obstacle === 'PAYOUT_FROZEN') return <p className={classes(type.small, styles.owed)}>{t('payouts.frozenText')}</p>;
  if (quote.obstacle === 'PAYOUT_PENDING') return <p className={classes(type.small, type.quiet)}>{t('payouts.pendingText')}</p>;
  if (quote.obstacle === 'PAYOUT_DETAILS_MISSING') return <p className={classes(type.small, type.quiet)}>{t('payouts.detailsText')}</p>;
  if (quote.available < 0) return <p className={classes(type.small, styles.owed)}>{t('model.belowZero')}</p>;
  if (quote.obstacle === 'AMOUNT_OUT_OF_BOUNDS')
    return <p className={classes(type.small, type.quiet)}>{t('payouts.minimumText', { money: format.money(quote.minimum) })}</p>;
  return null;
};

/** What is free to be paid out. */
export const AvailableTile = ({ quote, onRequest }: { quote: Quote; onRequest: () => void }) => {
  const t = useText();
  const format = useFormat();
  return (
    <Card pad="lg" beam="cone" className={styles.tile}>
      <span className={type.label}>{t('payouts.available')}</span>
      <span className={classes(type.num, styles.first)}>{format.money(quote.available)}</span>
      <Obstacle quote={quote} />
      <div className={styles.acts}>
        {quote.obstacle === 'PAYOUT_DETAILS_MISSING' ? (
          <Button kind="gold" to="/model/banking">
            {t('payouts.addDetails')}
          </Button>
        ) : null}
        {quote.obstacle === null ? (
          <Button kind="gold" onClick={onRequest}>
            {t('payouts.request')}
          </Button>
        ) : null}
        <Button kind="text" to="/model/earning">
          {t('payouts.seeEarnings')}
        </Button>
      </div>
    </Card>
  );
};

/** What is held, by the day on which it is free: the next seven days, and what waits for orders to arrive. */
export const HeldTile = ({ held, holdDays }: { held: Held; holdDays: number }) => {
  const t = useText();
  const format = useFormat();
  const now = useSiteTime();
  const days = Array.from({ length: DAYS }, (_, index) => {
    const day = new Date(now + index * DAY_MS).toISOString().slice(0, 10);
    return { day, net: held.byDay.find((one) => one.day === day)?.net ?? 0 };
  });
  const highest = Math.max(held.onDelivery, ...days.map(({ net }) => net));
  const heightOf = (net: number) => ({ height: `${highest > 0 && net > 0 ? Math.max(8, (net / highest) * 100) : 0}%` });
  const dayName = (day: string) => format.date(`${day}T12:00:00Z`, 'day', 'UTC');
  const told = [
    ...days.filter(({ net }) => net > 0).map(({ day, net }) => t('payouts.heldOn', { date: dayName(day), money: format.money(net) })),
    ...(held.onDelivery > 0 ? [t('payouts.heldOrders', { money: format.money(held.onDelivery) })] : []),
  ];
  return (
    <Card pad="lg" className={styles.tile}>
      <span className={type.label}>{t('payouts.held')}</span>
      <span className={classes(type.num, styles.second)}>{format.money(held.total)}</span>
      <p className={classes(type.small, type.quiet)}>
        {holdDays > 0 ? t('payouts.heldText', { count: holdDays }) : t('payouts.heldOrdersText')}
      </p>
      {held.total > 0 ? (
        <>
          <div className={styles.bars} role="img" aria-label={t('payouts.heldByDay', { days: told.join(', ') })}>
            {days.map(({ day, net }) => (
              <i
                key={day}
                className={classes(net === 0 && styles.none)}
                style={heightOf(net)}
                title={`${dayName(day)}: ${format.money(net)}`}
              />
            ))}
            <i className={classes(styles.orders, held.onDelivery === 0 && styles.none)} style={heightOf(held.onDelivery)} />
          </div>
          <div className={classes(styles.days, type.tiny, type.faint)} aria-hidden="true">
            {days.map(({ day }) => (
              <span key={day}>{Number(day.slice(8))}</span>
            ))}
            <span>{t('payouts.orders')}</span>
          </div>
        </>
      ) : null}
    </Card>
  );
};

const Step = ({ done, title, children }: { done: boolean; title: string; children: string }) => (
  <li className={classes(done && styles.done)} aria-current={done ? undefined : 'step'}>
    <b>{title}</b>
    {children}
  </li>
);

interface OpenPayoutProps {
  payout: Payout;
  /** Frozen payouts can only be cancelled. */
  isFrozen: boolean;
  onChange: () => void;
  onChanged: () => Promise<unknown>;
}

/** The payout on its way: where it stands, and its actions until it is approved. */
const OpenPayout = ({ payout, isFrozen, onChange, onChanged }: OpenPayoutProps) => {
  const t = useText();
  const format = useFormat();
  const update = useAction('PUT /payout-requests/{id}');
  const [isAsked, setAsked] = useState(false);
  const cancel = async () => {
    if (!(await update.run({ params: { id: payout._id }, body: { cancel: true } }))) return;
    setAsked(false);
    toast(t('payouts.cancelled'), { tone: 'ok' });
    await onChanged();
  };
  const isPending = payout.state === 'pending';
  return (
    <>
      <span className={classes(type.num, styles.second)}>{format.money(payout.amount)}</span>
      <p className={classes(type.small, type.quiet)}>{destinationOf(t, payout)}</p>
      <ol className={classes(styles.steps, type.tiny)}>
        <Step done title={t('payouts.step.requested')}>
          {format.date(payout.createdAt, 'day')}
        </Step>
        <Step done={!isPending} title={t('payouts.step.approved')}>
          {payout.approvedAt ? format.date(payout.approvedAt, 'day') : t('payouts.step.byTeam')}
        </Step>
        <Step done={false} title={t('payouts.step.paid')}>
          {t(`payouts.step.by.${payout.method}`)}
        </Step>
      </ol>
      {payout.heldUntil ? (
        <p className={classes(type.small, styles.reason)}>
          {t('payouts.heldUntilText', { date: format.date(payout.heldUntil, 'dayTime') })}
        </p>
      ) : null}
      {isPending ? (
        <div className={styles.acts}>
          {isFrozen ? null : (
            <Button kind="outline" onClick={onChange}>
              {t('payouts.change')}
            </Button>
          )}
          <Button kind="text" onClick={() => setAsked(true)}>
            {t('payouts.cancel')}
          </Button>
        </div>
      ) : null}
      <Sheet
        opened={isAsked}
        onClose={() => setAsked(false)}
        title={t('payouts.cancelTitle')}
        width={420}
        foot={
          <Button kind="bad" wide busy={update.busy} onClick={() => void cancel()}>
            {t('payouts.cancel')}
          </Button>
        }
      >
        <p className={type.quiet}>{t('payouts.cancelText', { money: format.money(payout.amount) })}</p>
        <FormError error={update.error} fields={[]} />
      </Sheet>
    </>
  );
};

interface NextTileProps {
  quote: Quote;
  pending: Payout | null;
  /** The last one that was paid. */
  last: Payout | undefined;
  onChange: () => void;
  onChanged: () => Promise<unknown>;
}

/** The next payout: on its way, or not requested yet. */
export const NextTile = ({ quote, pending, last, onChange, onChanged }: NextTileProps) => {
  const t = useText();
  const format = useFormat();
  const minimum = format.money(quote.minimum);
  return (
    <Card pad="lg" className={styles.tile}>
      <h2 className={type.label}>{t('payouts.next')}</h2>
      {pending ? (
        <OpenPayout payout={pending} isFrozen={quote.obstacle === 'PAYOUT_FROZEN'} onChange={onChange} onChanged={onChanged} />
      ) : (
        <>
          <span className={classes(type.display, styles.second)}>{t('payouts.notRequested')}</span>
          <p className={classes(type.small, type.quiet)}>
            {last?.paidAt
              ? t('payouts.last', {
                  money: format.money(last.net),
                  date: format.date(last.paidAt, 'day'),
                  to: t(`payouts.within.${last.method}`, { destination: last.destination }),
                })
              : t('payouts.lastNone')}
          </p>
          <p className={classes(type.tiny, type.faint, styles.foot)}>
            {quote.fee > 0 ? t('payouts.termsFee', { minimum, fee: format.money(quote.fee) }) : t('payouts.terms', { minimum })}
          </p>
        </>
      )}
    </Card>
  );
};
