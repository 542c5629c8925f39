import type { Subscription } from '@stagedoor/contract/subscriptions';
import { useState } from 'react';
import { Link } from 'react-router';
import { useBoot } from '../../app/boot.tsx';
import { useAction } from '../../app/data.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { subscribeAddress } from '../checkout/interrupted-purchase.ts';
import { ResumeButton } from '../checkout/ResumeButton.tsx';
import { PlanActions } from './PlanActions.tsx';
import styles from './subscriptions.module.css';
import { Amount, useAmountText } from '../../ui/Amount.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { CardLine } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';

/** Why a renewal wasn't paid. */
const overdueTextOf = ({ renewsBy, renewalProblem }: Subscription) =>
  renewsBy === 'card'
    ? 'subscriptions.overdueCard'
    : renewalProblem === 'limit'
      ? 'subscriptions.overdueLimit'
      : renewalProblem === 'pause'
        ? 'subscriptions.overduePause'
        : 'subscriptions.overdue';

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
  const line =
    subscription.state === 'expired'
      ? t('subscriptions.ended', { date })
      : subscription.renewsBy === 'card' && !takesCards
        ? t('subscriptions.cardsOff', { date })
        : subscription.isOverdue
          ? t(overdueTextOf(subscription), { date })
          : subscription.renewsAt
            ? t('subscriptions.renews', { date: format.periodDay(subscription.renewsAt) })
            : t(subscription.isTrial ? 'subscriptions.free' : 'subscriptions.ends', { date });
  const isLimited = subscription.renewalProblem === 'limit' || subscription.renewalProblem === 'pause';
  // The gateway renews at the price agreed with it.
  const raisedTo = subscription.renewsBy === 'wallet' && subscription.renewsAt ? subscription.raisedTo : null;
  const agree = async () => {
    if (raisedTo === null || !(await change.run({ params: { id: subscription._id }, body: { price: raisedTo } }))) return;
    toast(t('subscriptions.agreed', { price: written(raisedTo) }), { tone: 'ok', stays: 5000 });
    onChange();
  };
  const isOver = subscription.state === 'expired';
  const press = async () => {
    if (!asking) return setAsking(true);
    if (!(await cancel.run({ params: { id: subscription._id } }))) return;
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
          {subscription.performer.name}
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
          <Button kind={asking ? 'bad' : 'lift'} size="sm" busy={cancel.busy} onClick={() => void press()}>
            {t(asking ? 'subscriptions.sure' : 'subscriptions.cancel')}
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
