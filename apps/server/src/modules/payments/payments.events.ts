import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import { recordEvent } from '../../platform/database/database.ts';
import type { Outbox } from '../../platform/events/outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { stopAtGateway } from './renew-by-card.ts';

/** Notifies buyers of reversals and of what is theirs again, and cancels ended subscriptions at the gateways. */
export const registerPaymentEvents = (platform: Platform, outbox: Outbox, realtime: Realtime): void => {
  outbox.on('orders.reversed', async ({ payload: reversed }, trx) => {
    if (reversed.subscription)
      await recordEvent(trx, 'subscriptions.cancelled', {
        fanId: reversed.subscription.fanId,
        performerId: reversed.subscription.performerId,
      });
    return () => {
      if (reversed.orderId !== null)
        realtime.toAccount(reversed.buyerId, 'orders/changed', { orderId: reversed.orderId, state: reversed.state });
      if (reversed.balance !== null)
        realtime.toAccount(reversed.buyerId, 'wallet/changed', {
          balance: hundredthsToNumber(BigInt(reversed.balance)),
          transactionId: reversed.transactionId,
        });
    };
  });
  outbox.on('orders.reinstated', async ({ payload: { buyerId, orderId, balance, transactionId } }) => () => {
    realtime.toAccount(buyerId, 'orders/changed', { orderId, state: 'paid' });
    if (balance !== null) realtime.toAccount(buyerId, 'wallet/changed', { balance: hundredthsToNumber(BigInt(balance)), transactionId });
  });
  outbox.on('subscriptions.cancelled', ({ payload }, trx) => stopAtGateway(platform, trx, payload.fanId, payload.performerId));
};
