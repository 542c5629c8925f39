import type { Receipt } from '@stagedoor/contract/wallet';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Call } from '../../platform/http/call.ts';
import type { Platform } from '../../platform/platform.ts';
import { offerOfOrder, receiptOf, renewOffer, settleOffer } from '../orders/index.ts';

/**
 * Pays one's own open order from the wallet, at the price it was made for.
 * @throws CodedError NOT_FOUND for another's order, ORDER_STATE, PRICE_CHANGED, and those of `settle`
 */
export const payOrderFromWallet = async (platform: Platform, call: Pick<Call<AccountViewer>, 'viewer' | 'country' | 'idempotency'>, orderId: string): Promise<Receipt> => {
  const order = await platform.database.selectFrom('orders').selectAll().where('id', '=', orderId).where('buyer_id', '=', call.viewer.accountId).executeTakeFirst();
  if (!order) throw new CodedError('NOT_FOUND');
  // A repeated call must reach the ledger, which knows the first answer to its key.
  const repeated = order.state === 'paid' && call.idempotency !== undefined;
  if (order.state !== 'created' && !repeated) throw new CodedError('ORDER_STATE', { state: order.state });
  const offer = repeated ? offerOfOrder(order) : await renewOffer(platform, order);
  const settled = await settleOffer(platform, offer, { method: 'wallet', orderId: order.id, buyerCountry: call.country, idempotency: call.idempotency });
  return receiptOf(settled, offer);
};
