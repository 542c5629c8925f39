import { printAmount } from '../amounts.ts';
import { printDate } from '../dates.ts';
import type { Fields } from '../double-server.ts';
import { shopOf } from './verotel-orders.ts';
import type { VerotelSettings } from './verotel-options.ts';
import { instrumentFields } from './verotel-postbacks.ts';
import { isRecurring, type VerotelSale } from './verotel-sales.ts';

const yesNo = (is: boolean): string => (is ? 'yes' : 'no');

const subscriptionFields = (sale: VerotelSale): Record<string, string | undefined> => {
  const { terms, currency } = sale.order;
  if (!terms) return {};
  const renews = isRecurring(sale) && sale.status === 'active';
  const end = sale.paidUntil === undefined ? undefined : printDate(sale.paidUntil);
  return {
    subscriptionType: terms.subscriptionType,
    subscriptionPhase: isRecurring(sale) ? sale.phase : undefined,
    period: terms.period,
    trialAmount: terms.trial && printAmount(terms.trial.amount),
    trialPeriod: terms.trial?.period,
    amount: isRecurring(sale) ? printAmount(sale.rebillAmount) : undefined,
    currency: isRecurring(sale) ? currency : undefined,
    cancelled: yesNo(sale.cancelledAt !== undefined),
    cancelledOn: sale.cancelledAt === undefined ? undefined : printDate(sale.cancelledAt),
    cancelledBy: sale.cancelledBy,
    expired: yesNo(sale.status === 'expired'),
    nextChargeOn: renews ? end : undefined,
    expiresOn: renews ? undefined : end,
  };
};

const printFields = (settings: VerotelSettings, fields: Record<string, string | undefined>): string => {
  const lines = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
  return `${[...(settings.reading.statusDashes ? ['---'] : []), ...lines].join('\n')}\n`;
};

/** Answers `/salestatus` with lines of `name: value`. */
export const saleStatus = (settings: VerotelSettings, sales: readonly VerotelSale[], query: Fields): string => {
  const { words } = settings.reading;
  const refuse = (error: string): string => printFields(settings, { response: words.error, error });
  const shop = shopOf(settings, query);
  if ('problem' in shop) return refuse(shop.problem);
  const { saleID, referenceID } = query;
  if (!saleID === !referenceID) return refuse('Exactly one of saleID and referenceID is needed.');
  const sale = sales.findLast(
    (one) => one.order.shopID === shop.shopID && (saleID ? one.saleID === saleID : one.order.referenceID === referenceID),
  );
  if (!sale) return printFields(settings, { response: words.notFound });
  const { order } = sale;
  return printFields(settings, {
    response: words.found,
    saleResult: words.approved,
    saleID: sale.saleID,
    shopID: order.shopID,
    referenceID: order.referenceID,
    ...order.customs,
    type: order.type,
    priceAmount: printAmount(order.price),
    priceCurrency: order.currency,
    createdOn: printDate(sale.createdAt),
    ...instrumentFields(sale),
    ...subscriptionFields(sale),
    email: sale.email,
    country: 'NL',
    billingAddr_fullName: 'Test Buyer',
    billingAddr_country: 'NL',
  });
};
