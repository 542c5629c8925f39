import type { CardCompany } from '@stagedoor/contract/payments';
import type { Locale } from '@stagedoor/contract/texts/text';
import type { CurrencyAmount } from '../../ledger/index.ts';
import type { Charge } from '../../gateways/gateway.ts';
import type { Gateways } from '../../gateways/registry.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { translate } from '../../platform/texts.ts';
import { openPage } from './payment-pages.ts';

interface WantedPayment {
  amount: CurrencyAmount;
  /** Length of a subscription's periods. */
  period?: 'month' | 'year' | undefined;
  /** Price of the later periods, if it isn't the first one's. */
  renewal?: CurrencyAmount | undefined;
}

/** The companies that take a payment now, with what the buyer agrees to, in the owner's order. */
export const listCardCompanies = (
  { settings }: Pick<Platform, 'settings'>,
  gateways: Pick<Gateways, 'taking'>,
  { amount, period, renewal = amount }: WantedPayment,
  locale: Locale,
): CardCompany[] => {
  const currency = settings.get('currency');
  const charge: Charge = { amount, currency, recurring: period ? { amount: renewal, period } : null };
  return gateways.taking().flatMap((gateway) => {
    const terms = gateway.termsOf(charge);
    if ('refusal' in terms) return [];
    return [{ name: gateway.name, title: translate(locale, `gateways.name.${gateway.name}`), ...terms, currency }];
  });
};

/**
 * The page where the buyer goes on paying an open order: the one that is open, or a new one in its place.
 * @throws CodedError NOT_FOUND for another's order, ORDER_STATE for one that can't be paid by card any more, GATEWAY_UNAVAILABLE
 */
export const reopenPage = async (
  platform: Platform,
  gateways: Pick<Gateways, 'get' | 'ownAccounts'>,
  buyerId: string,
  orderId: string,
  locale: Locale,
): Promise<string> => {
  const order = await platform.database
    .selectFrom('orders')
    .select(['state', 'gateway', 'expires_at'])
    .where('id', '=', orderId)
    .where('buyer_id', '=', buyerId)
    .executeTakeFirst();
  if (!order) throw new CodedError('NOT_FOUND');
  const isOver = order.expires_at !== null && order.expires_at <= platform.clock.now();
  if (order.state !== 'created' || order.gateway === null || isOver) throw new CodedError('ORDER_STATE');
  return openPage(platform, gateways, orderId, locale);
};
