import { printAmount } from '../amounts.ts';
import type { Callback } from '../delivery.ts';
import type { Fields } from '../double-server.ts';
import { approvalDigest, denialDigest } from './ccbill-digests.ts';
import { saltOf } from './ccbill-events.ts';
import type { CcbillSettings } from './ccbill-options.ts';
import type { CcbillChallenge } from './ccbill-sales.ts';

/** Composes the older form of a sale's webhook, which names no event: an approval has a subscription, a denial has its own id. */
export const composeBackgroundPost = (
  settings: CcbillSettings,
  { order, customer }: Pick<CcbillChallenge, 'order' | 'customer'>,
  outcome: { subscriptionId: string } | { denialId: string },
): Callback => {
  const salt = saltOf(settings, order.clientSubacc);
  const prefix = settings.reading.backgroundNames === 'prefixed' ? 'X-' : '';
  const result: Fields =
    'subscriptionId' in outcome
      ? { subscription_id: outcome.subscriptionId, responseDigest: approvalDigest(outcome.subscriptionId, salt) }
      : { denialId: outcome.denialId, responseDigest: denialDigest(outcome.denialId, salt) };
  const fields: Fields = {
    ...customer,
    clientAccnum: settings.clientAccnum,
    clientSubacc: order.clientSubacc,
    initialPrice: printAmount(order.initialPrice),
    initialPeriod: String(order.initialPeriod),
    currencyCode: order.currencyCode,
    ...(order.recurring
      ? {
          recurringPrice: printAmount(order.recurring.price),
          recurringPeriod: String(order.recurring.period),
          rebills: String(order.recurring.rebills),
        }
      : {}),
    ...Object.fromEntries(Object.entries(order.passThrough).map(([name, value]) => [`${prefix}${name}`, value])),
    ...result,
  };
  return {
    event: 'subscriptionId' in outcome ? 'approval post' : 'denial post',
    saleId: 'subscriptionId' in outcome ? outcome.subscriptionId : outcome.denialId,
    account: order.clientSubacc,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'CCBill-Webhook-Double' },
    query: {},
    body: new URLSearchParams(fields).toString(),
  };
};
