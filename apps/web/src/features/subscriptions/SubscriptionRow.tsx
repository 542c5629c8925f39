import type { Subscription } from '@stagedoor/contract/subscriptions';
import { useState } from 'react';
import { Link } from 'react-router';
import { useBoot } from '../../app/boot.tsx';
import { useAction } from '../../app/data.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { subscribeAddress } from '../checkout/interrupted-purchase.ts';
import { ResumeButton } from '../checkout/ResumeButton.tsx';
import { CardPageButton } from './CardPageButton.tsx';
import { PlanActions } from './PlanActions.tsx';
import styles from './subscriptions.module.css';
import { Amount, useAmountText } from '../../ui/Amount.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { CardLine } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { type Format, useFormat } from '../../ui/format.tsx';
import { type Translate, useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';

/** Why a renewal wasn't paid from the wallet. */
const overdueTextOf = ({ renewalProblem }: Subscription) =>
  renewalProblem === 'limit'
    ? 'subscriptions.overdueLimit'
    : renewalProblem === 'pause'
      ? 'subscriptions.overduePause'
      : 'subscriptions.overdue';

/** The state of a subscription, in a line. */
const lineOf = (t: Translate, { periodDay }: Pick<Format, 'periodDay'>, subscription: Subscription, takesCards: boolean): string => {
  const { gateway, nextTryAt, periodDays, renewsAt, renewsBy } = subscription;
  const date = periodDay(subscription.expiresAt);
  if (subscription.state === 'expired') return t('subscriptions.ended', { date });
  if (renewsBy === 'card' && !takesCards) return t('subscriptions.cardsOff', { date });
  if (gateway) {
    const company = t(`gateways.name.${gateway}`);
    if (subscription.isOverdue)
      return nextTryAt ? t('cards.declinedNext', { company, next: periodDay(nextTryAt), date }) : t('cards.declined', { company, date });
    if (subscription.cancelAskedAt && renewsAt) return t('cards.unconfirmed', { company, date: periodDay(renewsAt) });
  }
  if (subscription.isOverdue) return t(overdueTextOf(subscription), { date });
  if (renewsAt && periodDays !== null) return t('cards.renewsDays', { date: periodDay(renewsAt), count: periodDays });
  if (renewsAt) return t('subscriptions.renews', { date: periodDay(renewsAt) });
  return t(subscription.isTrial ? 'subscriptions.free' : 'subscriptions.ends', { date });
};

/** One subscription; cancelled in two presses, with access until the end of the period. */
export const SubscriptionRow = ({ subscription, onChange }: { subscription: Subscription; onChange: () => void }) => {
  const t = useText();
  const written = useAmountText();
  const format = useFormat();
  const cancel = useAction('POST /subscriptions/cancel/{id}');
  const change = useAction('PUT /subscriptions/{id}');
  const [asking, setAsking] = useState(false);
  const { takesCards } = useBoot();
  const date = format.periodDay(subscription.expiresAt);
  const line = lineOf(t, format, subscription, takesCards);
  const company = subscription.gateway ? t(`gateways.name.${subscription.gateway}`) : '';
  const isLimited = subscription.renewalProblem === 'limit' || subscription.renewalProblem === 'pause';
  // The gateway renews at the price agreed with it.
  const raisedTo = subscription.renewsBy === 'wallet' && subscription.renewsAt ? subscription.raisedTo : null;
  const agree = async () => {
    if (raisedTo === null || !(await change.run({ params: { id: subscription._id }, body: { price: raisedTo } }))) return;
    toast(t('subscriptions.agreed', { price: written(raisedTo) }), { tone: 'ok', stays: 5000 });
    onChange();
  };
  const isOver = subscription.state === 'expired';
  const isUnconfirmed = subscription.cancelAskedAt !== null;
  const press = async () => {
    if (!asking && !isUnconfirmed) return setAsking(true);
    const answer = await cancel.run({ params: { id: subscription._id } });
    if (!answer) return;
    if (answer.redirectUrl) return location.assign(answer.redirectUrl);
    // Once it is resumed, cancelling takes two presses again.
    setAsking(false);
    toast(t('subscriptions.cancelled', { date }), { tone: 'ok', stays: 5000 });
    onChange();
  };
  return (
    <CardLine className={styles.seatLine}>
      <Link to={`/${subscription.performer.username}`} tabIndex={-1} aria-hidden="true">
        <Avatar src={subscription.performer.avatar} />
      </Link>
      <span className={styles.words}>
        <Link to={`/${subscription.performer.username}`} className={type.strong}>
          <bdi>{subscription.performer.name}</bdi>
        </Link>
        <span className={classes(type.small, subscription.isOverdue ? type.strong : type.quiet)}>{line}</span>
        {subscription.isOverdue && subscription.renewsBy === 'wallet' && !isOver ? (
          <span className={styles.agree}>
            {isLimited ? (
              <Button kind="outline" size="sm" to="/account">
                {t('limits.title')}
              </Button>
            ) : (
              <Button kind="gold" size="sm" to="/wallet">
                {t('wallet.topUp')}
              </Button>
            )}
          </span>
        ) : null}
        {subscription.isOverdue && subscription.gateway ? <CardPageButton id={subscription._id} company={company} /> : null}
        {raisedTo !== null ? (
          <>
            <span className={classes(type.small, type.quiet)}>{t('subscriptions.raised', { price: written(raisedTo) })}</span>
            <span className={styles.agree}>
              <Button kind="outline" size="sm" busy={change.busy} onClick={() => void agree()}>
                {t('subscriptions.agree', { price: written(raisedTo) })}
              </Button>
            </span>
          </>
        ) : null}
        {isOver || !subscription.nextPlan ? null : <PlanActions subscription={subscription} onChange={onChange} />}
        <FormError error={cancel.error ?? change.error} fields={[]} />
      </span>
      {subscription.price > 0 ? (
        <span className={styles.price}>
          <Amount tokens={subscription.price} stacked />
        </span>
      ) : null}
      <span className={styles.actions}>
        {isOver || subscription.nextPlan ? null : <PlanActions subscription={subscription} onChange={onChange} />}
        {!isOver && !subscription.renewsAt ? (
          <ResumeButton subscription={subscription} onResumed={onChange} />
        ) : !isOver && subscription.state === 'active' ? (
          <Button kind={asking || isUnconfirmed ? 'bad' : 'lift'} size="sm" busy={cancel.busy} onClick={() => void press()}>
            {isUnconfirmed ? t('cards.confirmCancel', { company }) : t(asking ? 'subscriptions.sure' : 'subscriptions.cancel')}
          </Button>
        ) : (
          <Button kind="lift" size="sm" to={subscribeAddress(subscription.performer.username)}>
            {t('subscriptions.again')}
          </Button>
        )}
      </span>
    </CardLine>
  );
};
