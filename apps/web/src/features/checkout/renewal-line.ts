import type { LinkOffer } from '@stagedoor/contract/offer-links';
import type { PaymentMethod } from '@stagedoor/contract/payments.values';
import type { PerformerProfile } from '@stagedoor/contract/performers';
import type { Format } from '../../ui/format.tsx';
import type { Translate } from '../../ui/text.ts';

export type Period = 'monthly' | 'yearly';
/** `offer`: what the offer link in the address gives. */
export type Choice = Period | 'trial' | 'offer';

type Offer = Pick<
  PerformerProfile['subscription'],
  'monthlyPrice' | 'monthlyMoney' | 'yearlyPrice' | 'trialDays' | 'renewsAt' | 'yearlyRenewsAt'
>;

/** What a fan chooses on subscribing. */
export interface Terms {
  choice: Choice;
  method: PaymentMethod;
  /** From the wallet; by card the gateway always renews. */
  renews: boolean;
  /** Days of a period where the card company counts so. */
  periodDays?: number | null;
}

const DAY_MS = 86_400_000;

/**
 * The terms the sheet opens with: the free days if there are any, from the wallet, without renewal.
 * @param chosen the renewal chosen before a top-up, which interrupted a paid period: the free days aren't offered instead
 * @param link what the offer link in the address gives, which comes first
 */
export const firstTerms = (offer: Offer, period: Period, chosen: boolean | null = null, link: LinkOffer | null = null): Terms => ({
  choice: link ? 'offer' : offer.trialDays > 0 && chosen === null ? 'trial' : offer.yearlyPrice === null ? 'monthly' : period,
  method: 'wallet',
  renews: chosen ?? false,
});

/** What happens at the end of what an offer link gives: when, how much, and by what it is paid. */
export const offerLine = (
  { t, format, now }: { t: Translate; format: Pick<Format, 'periodDay' | 'money'>; now: number },
  link: Pick<LinkOffer, 'kind' | 'plan' | 'firstUntil' | 'ordinary'>,
  { method, renews, periodDays = null }: Omit<Terms, 'choice'>,
): string => {
  const values = {
    date: format.periodDay(link.firstUntil),
    price: t(`offers.price.${link.plan}`, { money: format.money(link.ordinary.money) }),
  };
  // Free days are never paid by card.
  if (link.kind === 'discount' && method === 'card')
    return periodDays === null
      ? t('offers.renewsByCard', values)
      : t('cards.offerLineDays', {
          date: format.periodDay(now + periodDays * DAY_MS),
          money: format.money(link.ordinary.money),
          count: periodDays,
        });
  return t(renews ? 'offers.renewsByWallet' : 'offers.ends', values);
};

/** The later charges of a card, as the buyer agrees to them. */
export const cardLine = (
  { t, format, now }: { t: Translate; format: Pick<Format, 'periodDay' | 'money'>; now: number },
  offer: Pick<Offer, 'renewsAt' | 'yearlyRenewsAt'>,
  { period, money, periodDays }: { period: Period; money: number; periodDays: number | null },
): string =>
  periodDays === null
    ? t('offers.renewsByCard', {
        date: format.periodDay(period === 'yearly' ? offer.yearlyRenewsAt : offer.renewsAt),
        price: t(`offers.price.${period}`, { money: format.money(money) }),
      })
    : t('cards.offerLineDays', { date: format.periodDay(now + periodDays * DAY_MS), money: format.money(money), count: periodDays });

/** What happens at the end of the first period, as the profile and the sheet both say it; of an offer link `offerLine` says it. */
export const renewalLine = (
  { t, format, now }: { t: Translate; format: Pick<Format, 'periodDay' | 'money'>; now: number },
  offer: Offer,
  { choice, method, renews, periodDays = null }: Terms,
): string => {
  const day = (instant: string | number) => format.periodDay(instant);
  if (offer.monthlyPrice === 0) return t('checkout.freeLine');
  if (choice === 'trial') {
    const date = day(now + offer.trialDays * DAY_MS);
    return renews ? t('checkout.trialRenewsLine', { date, price: format.money(offer.monthlyMoney) }) : t('checkout.trialLine', { date });
  }
  if (method === 'card' && periodDays !== null)
    return t('cards.renewLineDays', { date: day(now + periodDays * DAY_MS), count: periodDays });
  const date = day(choice === 'yearly' ? offer.yearlyRenewsAt : offer.renewsAt);
  return t(method === 'card' || renews ? 'profile.renewLine' : 'checkout.endsLine', { date });
};
