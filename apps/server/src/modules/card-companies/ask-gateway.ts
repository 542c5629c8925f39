import { CodedError } from '../../platform/errors.ts';
import { pollOrder } from '../payments/index.ts';
import type { Companies } from './gateway-cards.queries.ts';

/**
 * Asks the company of an open order how its payment ended; the answer has the effect of a callback.
 * @throws CodedError NOT_FOUND, ORDER_STATE when the order isn't open or is paid from a wallet, GATEWAY_UNAVAILABLE
 */
export const askGateway = async ({ platform, gateways }: Companies, orderId: string): Promise<{ state: string; isKnown: boolean }> => {
  const find = () => platform.database.selectFrom('orders').select(['state', 'gateway']).where('id', '=', orderId).executeTakeFirst();
  const order = await find();
  if (!order) throw new CodedError('NOT_FOUND');
  if (order.state !== 'created' || !order.gateway) throw new CodedError('ORDER_STATE', { state: order.state });
  const isKnown = await pollOrder(platform, gateways.get(order.gateway), orderId, gateways.ownAccounts);
  return { state: (await find())?.state ?? order.state, isKnown };
};
