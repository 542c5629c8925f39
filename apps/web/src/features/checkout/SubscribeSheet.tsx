import type { Offer as LinkOffer } from '@stagedoor/contract/offer-links';
import { OFFER_PARAMETER } from '@stagedoor/contract/offer-links.values';
import type { PerformerProfile } from '@stagedoor/contract/performers';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import type { ApiError } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { useAction, useData } from '../../app/data.ts';
import { useSession, useSessionStore } from '../../app/session.tsx';
import { useSiteTime } from '../../app/site-time.ts';
import { Amount } from '../../ui/Amount.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Switch } from '../../ui/Check.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { OptionCards } from '../../ui/OptionCards.tsx';
import { useFormat } from '../../ui/format.tsx';
import { aMonthOf } from '../../ui/tokens-to-money.ts';
import { Sheet } from '../../ui/Sheet.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';
import { FormError } from '../../ui/forms/FormError.tsx';
import { missingFor } from '../wallet/fitting-top-up.ts';
import { TopUpSheet } from '../wallet/TopUpSheet.tsx';
import styles from './checkout.module.css';
import { withPurchase } from './interrupted-purchase.ts';
import { CheckoutFooter } from './CheckoutFooter.tsx';
import { PayTicket } from './PayTicket.tsx';
import { PaymentMethodPicker } from './PaymentMethodPicker.tsx';
import { OfferBill, useOfferName } from './OfferBill.tsx';
import { firstTerms, offerLine, type Period, renewalLine, type Terms } from './renewal-line.ts';
import { ResumeButton } from './ResumeButton.tsx';

interface SubscribeSheetProps {
  username: string;
  period?: Period;
  /** Chosen before a top-up; null if nothing was. */
  renews?: boolean | null;
  onClose: () => void;
  onSubscribed: () => void;
}

/** A subscription in one sheet: period, final price, when it renews, wallet or card, one press. */
export const SubscribeSheet = ({ username, period = 'monthly', renews = null, onClose, onSubscribed }: SubscribeSheetProps) => {
  const t = useText();
  const { data: profile } = useData('GET /performers/{id}', { params: { id: username } });
  // The profile's address keeps the code, also through a log-in and a top-up.
  const code = new URLSearchParams(useLocation().search).get(OFFER_PARAMETER);
  const link = useData('GET /performers/{id}/offers/{code}', { params: { id: username, code: code ?? '' } }, { enabled: code !== null });
  if (!profile || (code !== null && link.isPending)) {
    return (
      <Sheet opened onClose={onClose} label={t('feed.subscribe')}>
        <RowsSkeleton rows={3} />
      </Sheet>
    );
  }
  // Subscribing anew is refused until the running period ends; only free days may be followed by a paid period at once.
  const own = profile.mySubscription;
  if (own && !own.isTrial) return <Running subscription={own} name={profile.name} onClose={onClose} />;
  const given = code === null || link.error ? null : (link.data ?? null);
  return (
    <Offer
      profile={profile}
      first={firstTerms(profile.subscription, period, renews, given)}
      link={given}
      problem={code === null ? null : link.error}
      onRefused={() => void link.refetch()}
      onClose={onClose}
      onSubscribed={onSubscribed}
    />
  );
};

const withoutOffer = (search: string): string => {
  const query = new URLSearchParams(search);
  query.delete(OFFER_PARAMETER);
  return `?${query}`;
};

/** What a subscriber gets instead of an offer: the end of access, and the renewal if there is none. */
const Running = ({
  subscription,
  name,
  onClose,
}: {
  subscription: NonNullable<PerformerProfile['mySubscription']>;
  name: string;
  onClose: () => void;
}) => {
  const t = useText();
  const format = useFormat();
  const date = format.periodDay(subscription.expiresAt);
  return (
    <Sheet opened onClose={onClose} title={t('checkout.subscribeTo', { name })}>
      <Empty
        title={t('profile.youHaveASeat')}
        text={t(subscription.renews ? 'subscriptions.renews' : 'profile.endsOn', { date })}
        action={
          subscription.renews ? (
            <Button kind="lift" onClick={onClose}>
              {t('ui.close')}
            </Button>
          ) : (
            <ResumeButton subscription={subscription} main onResumed={onClose} />
          )
        }
      />
    </Sheet>
  );
};

const Offer = ({
  profile,
  first,
  link,
  problem,
  onRefused,
  onClose,
  onSubscribed,
}: {
  profile: PerformerProfile;
  first: Terms;
  /** What the offer link in the address gives; null without one, and when it is refused. */
  link: LinkOffer | null;
  /** Why the link is refused. */
  problem: ApiError | null;
  /** The offer may have changed: it is read again. */
  onRefused: () => void;
  onClose: () => void;
  onSubscribed: () => void;
}) => {
  const t = useText();
  const format = useFormat();
  const user = useSession();
  const address = useLocation();
  const store = useSessionStore();
  const client = useQueryClient();
  const order = useAction('POST /payment/subscribe-performer');
  const pay = useAction('POST /wallet-transactions/pay-wallet/{id}');
  const free = useAction('POST /subscriptions/free-subscribe');
  const { subscription: offer } = profile;
  const hasTrial = offer.trialDays > 0 && link?.kind !== 'trial';
  const [chosen, setChoice] = useState(first.choice);
  const taken = chosen === 'offer' ? link : null;
  const choice = chosen === 'offer' && !link ? 'monthly' : chosen;
  const nameOf = useOfferName();
  const period: Period = choice === 'yearly' ? 'yearly' : 'monthly';
  const [renews, setRenews] = useState(first.renews);
  const now = useSiteTime();
  const [method, setMethod] = useState(first.method);
  const [toppingUp, setToppingUp] = useState(false);
  const plain =
    period === 'monthly' || offer.yearlyPrice === null || offer.yearlyMoney === null
      ? { price: offer.monthlyPrice, money: offer.monthlyMoney }
      : { price: offer.yearlyPrice, money: offer.yearlyMoney };
  const { price: tokens, money } = taken?.first ?? plain;
  const isTrial = choice === 'trial' || taken?.kind === 'trial';
  const code = taken ? { offer: taken.code } : {};
  const isFree = offer.monthlyPrice === 0 || isTrial;
  const missing = user && method === 'wallet' && !isFree ? missingFor(tokens, user.balance) : 0;
  const busy = order.busy || pay.busy || free.busy;

  const done = async (words = t('checkout.subscribedToast')) => {
    toast(words, { tone: 'ok' });
    store.set(await call('GET /users/me'));
    await client.invalidateQueries({ queryKey: ['GET /performers/{id}'] });
    await client.invalidateQueries({ queryKey: ['items'] });
    onSubscribed();
  };
  /** Another tab was faster. */
  const isThere = ({ refusal }: { refusal: () => ApiError | null }) => refusal()?.code === 'ALREADY_SUBSCRIBED';
  const press = async () => {
    if (isFree) {
      if (await free.run({ body: { performerId: profile._id, renews, ...code } })) await done();
      else if (isThere(free)) await done(t('profile.youHaveASeat'));
      else if (taken) onRefused();
      return;
    }
    if (missing > 0) return setToppingUp(true);
    const made = await order.run({
      body: {
        performerId: profile._id,
        type: taken?.plan ?? period,
        renews: renews && method === 'wallet',
        priceVersion: offer.priceVersion,
        method,
        returnTo: address.pathname + address.search,
        ...code,
      },
    });
    if (!made) {
      if (isThere(order)) await done(t('profile.youHaveASeat'));
      else if (taken) onRefused();
      return;
    }
    if (method === 'card') return location.assign(made.redirectUrl);
    if (await pay.run({ params: { id: made.orderId } })) await done();
    else if (isThere(pay)) await done(t('profile.youHaveASeat'));
  };
  const kept = taken ? address : { pathname: address.pathname, search: withoutOffer(address.search) };
  const back = withPurchase(kept, { kind: 'subscribe', performer: profile.username, period, renews });
  if (toppingUp) return <TopUpSheet needed={tokens} returnTo={back} onClose={onClose} />;
  // Beside the button: what follows is read before it is agreed to.
  const line = taken ? offerLine({ t, format }, taken, { method, renews }) : t(isFree ? 'checkout.noCharge' : 'checkout.onePress');
  const option = (label: string, { price, money: inMoney }: { price: number; money: number }, text: string) => (
    <span className={styles.period}>
      <span className={classes(type.small, type.strong)}>{label}</span>
      {price === 0 ? (
        <span className={styles.price}>{t('offers.free')}</span>
      ) : (
        <Amount tokens={price} money={inMoney} className={styles.price} />
      )}
      <span className={classes(type.tiny, type.faint)}>{text}</span>
    </span>
  );
  return (
    <Sheet
      opened
      onClose={onClose}
      locked={busy}
      title={t('checkout.subscribeTo', { name: profile.name })}
      foot={
        <CheckoutFooter line={line} returnTo={back}>
          {isFree ? (
            <Button kind="gold" size="lg" wide busy={busy} onClick={() => void press()}>
              {t(isTrial ? 'checkout.startTrial' : 'profile.subscribeFree')}
            </Button>
          ) : (
            <PayTicket
              label={t(method === 'card' ? 'checkout.payByCard' : 'checkout.payAndSubscribe')}
              tokens={tokens}
              money={money}
              missing={missing}
              busy={busy}
              onClick={() => void press()}
            />
          )}
        </CheckoutFooter>
      }
    >
      <div className={styles.stack}>
        <div className={styles.who}>
          <Avatar src={profile.avatar} live={profile.isLive} online={profile.isOnline} />
          <span className={classes(type.small, type.quiet)}>
            {taken ? t('offers.forYouIs', { offer: nameOf(taken) }) : renewalLine({ t, format, now }, offer, { choice, method, renews })}
          </span>
        </div>
        {problem ? (
          <p className={type.small} role="status">
            {problem.message} <span className={type.quiet}>{t('offers.refused')}</span>
          </p>
        ) : null}
        {offer.monthlyPrice === 0 ? null : (
          <OptionCards
            columns
            label={t('checkout.subscribeTo', { name: profile.name })}
            name="period"
            value={choice}
            onChange={setChoice}
            options={[
              ...(link
                ? [
                    {
                      value: 'offer' as const,
                      body: option(
                        nameOf(link),
                        link.first,
                        `${t('offers.from', { date: format.periodDay(link.firstUntil, 'day') })}: ${t(`offers.price.${link.plan}`, { money: format.money(link.ordinary.money) })}`,
                      ),
                    },
                  ]
                : []),
              ...(hasTrial
                ? [
                    {
                      value: 'trial' as const,
                      body: option(
                        t('checkout.trial', { count: offer.trialDays }),
                        { price: 0, money: 0 },
                        t('checkout.trialThen', { price: format.money(offer.monthlyMoney) }),
                      ),
                    },
                  ]
                : []),
              {
                value: 'monthly' as const,
                body: option(t('profile.monthly'), { price: offer.monthlyPrice, money: offer.monthlyMoney }, t('profile.eachMonth')),
              },
              ...(offer.yearlyPrice === null
                ? []
                : [
                    {
                      value: 'yearly' as const,
                      body: option(
                        t('profile.yearly'),
                        { price: offer.yearlyPrice, money: offer.yearlyMoney ?? 0 },
                        t('profile.eachYear', { money: format.money(aMonthOf(offer.yearlyMoney ?? 0)) }),
                      ),
                    },
                  ]),
            ]}
          />
        )}
        {taken ? <OfferBill link={taken} renews={renews || (method === 'card' && taken.kind === 'discount')} /> : null}
        {user && !isFree ? <PaymentMethodPicker price={{ tokens, money }} value={method} onChange={setMethod} /> : null}
        {user && (isTrial || (!isFree && method === 'wallet')) ? (
          <Switch
            label={t('checkout.renew')}
            hint={t('checkout.renewText')}
            checked={renews}
            onChange={({ currentTarget }) => setRenews(currentTarget.checked)}
          />
        ) : null}
        <FormError error={order.error ?? pay.error ?? free.error} fields={[]} />
      </div>
    </Sheet>
  );
};
