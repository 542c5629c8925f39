import type { LinkOffer } from '@stagedoor/contract/offer-links';
import { OFFER_PARAMETER } from '@stagedoor/contract/offer-links.values';
import type { PerformerProfile } from '@stagedoor/contract/performers';
import { useState } from 'react';
import { useLocation } from 'react-router';
import type { ApiError } from '../../app/api.ts';
import { useData } from '../../app/data.ts';
import { useSession } from '../../app/session.tsx';
import { useSiteTime } from '../../app/site-time.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Switch } from '../../ui/Check.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { FormError } from '../../ui/forms/FormError.tsx';
import { missingFor } from '../wallet/fitting-top-up.ts';
import { TopUpSheet } from '../wallet/TopUpSheet.tsx';
import styles from './checkout.module.css';
import { withPurchase } from './interrupted-purchase.ts';
import { CheckoutFooter } from './CheckoutFooter.tsx';
import { PayTicket } from './PayTicket.tsx';
import { PaymentMethodPicker } from './PaymentMethodPicker.tsx';
import { PeriodOptions } from './PeriodOptions.tsx';
import { OfferBill, useOfferName } from './OfferBill.tsx';
import { cardLine, firstTerms, offerLine, type Period, renewalLine, type Terms } from './renewal-line.ts';
import { ResumeButton } from './ResumeButton.tsx';
import { useCardCompanies } from '../wallet/use-card-companies.ts';
import { useSubscribe } from './use-subscribe.ts';

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

interface OfferProps {
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
}

/** Keeps what is chosen, and computes its price. */
const useTerms = (offer: PerformerProfile['subscription'], first: Terms, link: LinkOffer | null) => {
  const user = useSession();
  const [chosen, setChoice] = useState(first.choice);
  const [renews, setRenews] = useState(first.renews);
  const [wanted, setMethod] = useState(first.method);
  const taken = chosen === 'offer' ? link : null;
  const choice = chosen === 'offer' && !link ? 'monthly' : chosen;
  const period: Period = choice === 'yearly' ? 'yearly' : 'monthly';
  const plain =
    period === 'monthly' || offer.yearlyPrice === null || offer.yearlyMoney === null
      ? { price: offer.monthlyPrice, money: offer.monthlyMoney }
      : { price: offer.yearlyPrice, money: offer.yearlyMoney };
  const { price: tokens, money } = taken?.first ?? plain;
  const isTrial = choice === 'trial' || taken?.kind === 'trial';
  const isFree = offer.monthlyPrice === 0 || isTrial;
  const plan = taken?.plan ?? period;
  const cards = useCardCompanies(
    isFree ? null : { money, period: plan === 'yearly' ? 'year' : 'month', ...(taken ? { renewal: taken.ordinary.money } : {}) },
  );
  const method = cards.isNone ? 'wallet' : wanted;
  const periodDays = method === 'card' ? (cards.chosen?.periodDays ?? null) : null;
  const missing = user && method === 'wallet' && !isFree ? missingFor(tokens, user.balance) : 0;
  return {
    choice,
    setChoice,
    period,
    taken,
    tokens,
    money,
    isTrial,
    isFree,
    missing,
    method,
    setMethod,
    renews,
    setRenews,
    cards,
    periodDays,
  };
};

const Offer = ({ profile, first, link, problem, onRefused, onClose, onSubscribed }: OfferProps) => {
  const t = useText();
  const format = useFormat();
  const user = useSession();
  const address = useLocation();
  const now = useSiteTime();
  const nameOf = useOfferName();
  const [toppingUp, setToppingUp] = useState(false);
  const { subscription: offer } = profile;
  const terms = useTerms(offer, first, link);
  const { choice, period, taken, tokens, money, isTrial, isFree, missing, method, renews, cards, periodDays } = terms;
  const { busy, error, subscribe } = useSubscribe(profile, { onRefused, onSubscribed });
  const press = () => (missing > 0 ? setToppingUp(true) : void subscribe({ ...terms, ...cards.body }));
  const kept = taken ? address : { pathname: address.pathname, search: withoutOffer(address.search) };
  const back = withPurchase(kept, { kind: 'subscribe', performer: profile.username, period, renews });
  if (toppingUp) return <TopUpSheet needed={tokens} returnTo={back} onClose={onClose} />;
  // Beside the button: what follows is read before it is agreed to.
  const line = taken
    ? offerLine({ t, format, now }, taken, { method, renews, periodDays })
    : isFree || method !== 'card'
      ? t(isFree ? 'checkout.noCharge' : 'checkout.onePress')
      : cardLine({ t, format, now }, offer, { period, money, periodDays });
  const payLabel = t(method === 'card' ? 'checkout.payByCard' : 'checkout.payAndSubscribe');
  return (
    <Sheet
      opened
      onClose={onClose}
      locked={busy}
      title={t('checkout.subscribeTo', { name: profile.name })}
      foot={
        <CheckoutFooter line={line} returnTo={back} joining={{ act: 'subscribe', name: profile.name }}>
          {isFree ? (
            <Button kind="gold" size="lg" wide busy={busy} onClick={press}>
              {t(isTrial ? 'checkout.startTrial' : 'profile.subscribeFree')}
            </Button>
          ) : (
            <PayTicket
              label={payLabel}
              tokens={tokens}
              money={money}
              missing={missing}
              busy={busy}
              disabled={method === 'card' && cards.isPending}
              onClick={press}
            />
          )}
        </CheckoutFooter>
      }
    >
      <div className={styles.stack}>
        <div className={styles.who}>
          <Avatar src={profile.avatar} live={profile.isLive} online={profile.isOnline} />
          <span className={classes(type.small, type.quiet)}>
            {taken
              ? t('offers.forYouIs', { offer: nameOf(taken) })
              : renewalLine({ t, format, now }, offer, { choice, method, renews, periodDays })}
          </span>
        </div>
        {problem ? (
          <p className={type.small} role="status">
            {problem.message} <span className={type.quiet}>{t('offers.refused')}</span>
          </p>
        ) : null}
        {offer.monthlyPrice === 0 ? null : (
          <PeriodOptions name={profile.name} offer={offer} link={link} value={choice} periodDays={periodDays} onChange={terms.setChoice} />
        )}
        {taken ? <OfferBill link={taken} renews={renews || (method === 'card' && taken.kind === 'discount')} /> : null}
        {user && !isFree ? <PaymentMethodPicker price={{ tokens, money }} value={method} onChange={terms.setMethod} cards={cards} /> : null}
        {user && (isTrial || (!isFree && method === 'wallet')) ? (
          <Switch
            label={t('checkout.renew')}
            hint={t('checkout.renewText')}
            checked={renews}
            onChange={({ currentTarget }) => terms.setRenews(currentTarget.checked)}
          />
        ) : null}
        <FormError error={error} fields={[]} />
      </div>
    </Sheet>
  );
};
