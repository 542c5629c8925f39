import { printAmount } from '../amounts.ts';
import { printDate } from '../dates.ts';
import { type Callback, withQuery } from '../delivery.ts';
import { type Fields, readFields } from '../double-server.ts';
import type { VerotelOrder } from './verotel-orders.ts';
import type { VerotelSettings, VerotelShop } from './verotel-options.ts';
import { isRecurring, type VerotelSale, type VerotelTransaction } from './verotel-sales.ts';
import { sign } from './verotel-signatures.ts';

const shopOfSale = (settings: VerotelSettings, shopID: string): VerotelShop => {
  const shop = settings.shops.find((one) => one.shopID === shopID);
  if (!shop) throw new Error(`There is no shop ${shopID}.`);
  return shop;
};

const without = (fields: Record<string, string | undefined>): Fields =>
  Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined));

/** The end of what is paid, under the name that it has for this kind of subscription. */
const endFields = (sale: VerotelSale): Fields => {
  if (sale.paidUntil === undefined) return {};
  return { [isRecurring(sale) && sale.status === 'active' ? 'nextChargeOn' : 'expiresOn']: printDate(sale.paidUntil) };
};

export const instrumentFields = ({ card, order }: Pick<VerotelSale, 'card' | 'order'>): Fields => ({
  paymentMethod: order.paymentMethod,
  ...(card ? { CCBrand: card.brand, truncatedPAN: `XXXXXXXXXXXX${card.last4}` } : {}),
});

const orderFields = ({ type, shopID, referenceID, customs, terms }: VerotelOrder): Fields =>
  without({ type, shopID, referenceID, ...customs, subscriptionType: terms?.subscriptionType });

/** Fields of the first payment: of a purchase, an initial or an upgrade postback. */
const firstFields = (settings: VerotelSettings, sale: VerotelSale): Fields => {
  const { terms, price, currency, upgrade } = sale.order;
  return without({
    ...orderFields(sale.order),
    saleID: sale.saleID,
    ...instrumentFields(sale),
    priceAmount: printAmount(price),
    priceCurrency: currency,
    transactionID: sale.transactions[0]?.transactionID,
    period: terms?.period,
    trialAmount: terms?.trial && printAmount(terms.trial.amount),
    trialPeriod: terms?.trial?.period,
    precededBySaleID: upgrade?.precedingSaleID,
    ...(isRecurring(sale) && (settings.reading.phaseInInitial || terms?.trial) ? { subscriptionPhase: sale.phase } : {}),
    ...endFields(sale),
  });
};

const creditFields = (settings: VerotelSettings, sale: VerotelSale, credit: VerotelTransaction): Fields => {
  const [amount, currency] = [printAmount(credit.amount), sale.order.currency];
  const { creditNames } = settings.reading;
  return {
    ...(creditNames === 'priceAmount' ? {} : { amount, currency }),
    ...(creditNames === 'amount' ? {} : { priceAmount: amount, priceCurrency: currency }),
    parentID: credit.parentID ?? '',
    transactionID: credit.transactionID,
  };
};

export type VerotelEvent =
  | { event: 'purchase' | 'initial' | 'upgrade' | 'expiry' | 'extend' }
  | { event: 'rebill' | 'credit' | 'chargeback'; transaction: VerotelTransaction }
  | { event: 'cancel' }
  | { event: 'uncancel'; by: string }
  | { event: 'downgrade' };

const eventFields = (settings: VerotelSettings, sale: VerotelSale, happened: VerotelEvent): Fields => {
  const { currency } = sale.order;
  switch (happened.event) {
    case 'purchase':
    case 'initial':
    case 'upgrade':
      return firstFields(settings, sale);
    case 'rebill':
      return {
        amount: printAmount(happened.transaction.amount),
        currency,
        paymentMethod: sale.order.paymentMethod,
        subscriptionPhase: sale.phase,
        transactionID: happened.transaction.transactionID,
        ...endFields(sale),
      };
    case 'credit':
    case 'chargeback':
      return creditFields(settings, sale, happened.transaction);
    case 'cancel':
      return { cancelledBy: sale.cancelledBy ?? 'user', ...endFields(sale) };
    case 'uncancel':
      return { uncancelledBy: happened.by, ...endFields(sale) };
    case 'downgrade':
      return { amount: printAmount(sale.rebillAmount), currency };
    case 'extend':
      return endFields(sale);
    case 'expiry':
      return {};
  }
};

/** Signs the fields of a postback as the reading of the reference has it. */
const signed = (settings: VerotelSettings, shop: VerotelShop, fields: Fields, email: string): Fields => {
  const { extraFields } = settings.reading;
  const extra: Fields = extraFields === 'none' ? {} : { email, version: '4' };
  const covered = extraFields === 'signed' ? { ...fields, ...extra } : fields;
  return { ...fields, ...extra, signature: sign(covered, shop.signatureKey, shop.hash) };
};

/** Composes a postback. A purchase is the one event without a name. */
export const composePostback = (settings: VerotelSettings, sale: VerotelSale, happened: VerotelEvent): Callback => {
  const { shopID } = sale.order;
  const fields: Fields = {
    ...orderFields(sale.order),
    saleID: sale.saleID,
    ...eventFields(settings, sale, happened),
    ...(happened.event === 'purchase' ? {} : { event: happened.event }),
  };
  return {
    event: happened.event,
    saleId: sale.saleID,
    account: shopID,
    method: 'GET',
    headers: { 'user-agent': 'Verotel-Postback-Double' },
    query: signed(settings, shopOfSale(settings, shopID), fields, sale.email),
    body: '',
  };
};

const returnTo = (settings: VerotelSettings, order: VerotelOrder, address: string, fields: Fields): string => {
  const { signatureKey, hash } = shopOfSale(settings, order.shopID);
  const own = settings.reading.returnSignature === 'all' ? readFields(new URL(address).search) : {};
  return withQuery(address, { ...fields, signature: sign({ ...own, ...fields }, signatureKey, hash) });
};

/** The address that a buyer who has paid is sent back to. */
export const successAddress = (settings: VerotelSettings, sale: VerotelSale): string | undefined =>
  sale.order.successURL && returnTo(settings, sale.order, sale.order.successURL, firstFields(settings, sale));

/** The address that a buyer who hasn't paid is sent back to. */
export const declineAddress = (settings: VerotelSettings, order: VerotelOrder): string | undefined =>
  order.declineURL && returnTo(settings, order, order.declineURL, orderFields(order));
