import type { Subscription } from '@stagedoor/contract/subscriptions';
import { useState } from 'react';
import { Link } from 'react-router';
import { useBoot } from '../app/boot.tsx';
import { useAction, useListData } from '../app/data.ts';
import { PageTitle } from '../app/PageTitle.tsx';
import { Page } from '../app/shell/Columns.tsx';
import { ListFilters } from '../features/lists/ListFilters.tsx';
import { ListPage } from '../features/lists/ListPage.tsx';
import { ListSearch } from '../features/lists/ListSearch.tsx';
import lists from '../features/lists/lists.module.css';
import { useListSearch } from '../features/lists/use-list-search.ts';
import { FormError } from '../ui/forms/FormError.tsx';
import { subscribeAddress } from '../features/checkout/interrupted-purchase.ts';
import { ResumeButton } from '../features/checkout/ResumeButton.tsx';
import { PerformerList } from '../features/performers/PerformerList.tsx';
import { PlanActions } from '../features/subscriptions/PlanActions.tsx';
import { SubscriptionTabs } from '../features/subscriptions/SubscriptionTabs.tsx';
import styles from '../features/subscriptions/subscriptions.module.css';
import { Amount, useAmountText } from '../ui/Amount.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { Button } from '../ui/Button.tsx';
import { Card, CardLine } from '../ui/Card.tsx';
import { classes } from '../ui/classes.ts';
import { Empty } from '../ui/Empty.tsx';
import { useFormat } from '../ui/format.tsx';
import { RowsSkeleton } from '../ui/Skeleton.tsx';
import { useText } from '../ui/text.ts';
import { toast } from '../ui/toast.tsx';
import type from '../ui/type.module.css';

const LIMIT = 25;
const STATES = ['active', 'cancelled', 'expired'] as const;

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
const Row = ({ subscription, onChange }: { subscription: Subscription; onChange: () => void }) => {
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

/** Everybody the account follows. */
const Following = () => {
  const t = useText();
  return (
    <Page>
      <PageTitle title={t('subscriptions.following')} />
      <header className={lists.head}>
        <h1 className={classes(type.display, type.s46)}>{t('subscriptions.title')}</h1>
      </header>
      <div className={lists.tools}>
        <SubscriptionTabs on="following" />
      </div>
      <PerformerList
        source={{ list: 'search', query: { followed: true } }}
        isFirst
        empty={
          <Empty
            title={t('subscriptions.followNone')}
            text={t('subscriptions.followNoneText')}
            action={
              <Button kind="gold" to="/discover">
                {t('home.lookAround')}
              </Button>
            }
          />
        }
      />
    </Page>
  );
};

/** All subscriptions: renewing, ending, ended. */
const Subscribed = () => {
  const t = useText();
  const { get, oneOf, offset } = useListSearch();
  const state = oneOf('state', STATES);
  const q = get('q') ?? '';
  const seats = useListData('GET /subscriptions/search', {
    query: { limit: LIMIT, offset, ...(state ? { state } : {}), ...(q ? { q } : {}) },
  });
  return (
    <ListPage
      title={t('subscriptions.title')}
      tools={
        <>
          <SubscriptionTabs on="subscriptions" />
          <ListSearch label={t('subscriptions.search')} />
          <ListFilters name="state" values={STATES} all={t('subscriptions.all')} textOf={(choice) => t(`subscriptions.state.${choice}`)} />
        </>
      }
      list={seats}
      limit={LIMIT}
      skeleton={<RowsSkeleton rows={4} />}
      empty={
        state || q ? (
          <Empty title={t('subscriptions.noMatch')} text={t('subscriptions.noMatchText')} />
        ) : (
          <Empty
            title={t('subscriptions.none')}
            text={t('subscriptions.noneText')}
            action={
              <Button kind="gold" to="/discover">
                {t('home.lookAround')}
              </Button>
            }
          />
        )
      }
    >
      {(rows) => (
        <Card pad="lg">
          {rows.map((subscription) => (
            <Row key={subscription._id} subscription={subscription} onChange={() => void seats.refetch()} />
          ))}
        </Card>
      )}
    </ListPage>
  );
};

/** Subscriptions, or whom the account follows: the address says which. */
const Subscriptions = () => {
  const { get } = useListSearch();
  return get('tab') === 'following' ? <Following /> : <Subscribed />;
};

export default Subscriptions;
