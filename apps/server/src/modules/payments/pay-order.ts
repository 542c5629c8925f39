import type { Receipt } from '@stagedoor/contract/wallet';
import type { Idempotency } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Gateways } from '../../gateways/registry.ts';
import type { Platform } from '../../platform/platform.ts';
import { payFromWallet, renewOffer } from '../orders/index.ts';
import { closePage } from './payment-pages.ts';

/**
 * Pays the buyer's own open order from the wallet, at the order's price.
 * @throws CodedError NOT_FOUND for another's order, ORDER_STATE, PRICE_CHANGED, and those of `settle`
 */
export const payOrderFromWallet = async (
  platform: Platform,
  gateways: Pick<Gateways, 'find'>,
  buyerId: string,
  orderId: string,
  payment: { buyerCountry: string | null; idempotency: Idempotency | undefined },
): Promise<Receipt> => {
  let gateway: string | null = null;
  const receipt = await payFromWallet(platform, payment, async () => {
    const order = await platform.database
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', orderId)
      .where('buyer_id', '=', buyerId)
      .executeTakeFirst();
    if (!order) throw new CodedError('NOT_FOUND');
    gateway = order.gateway;
    if (order.state !== 'created') throw new CodedError('ORDER_STATE', { state: order.state });
    return { offer: await renewOffer(platform, order, payment.buyerCountry), orderId: order.id };
  });
  const company = gateway === null ? undefined : gateways.find(gateway);
  // Best effort: a payment on a page that stays open is refunded.
  if (company)
    await closePage(platform, company, orderId).catch((error: unknown) =>
      platform.log.warn({ err: error, orderId }, 'a card page stays open'),
    );
  return receipt;
};
