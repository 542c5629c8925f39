import { readAmount } from '../amounts.ts';
import { leastDays, type Period, readPeriod } from '../dates.ts';
import type { Fields } from '../double-server.ts';
import { VEROTEL_CURRENCIES, type VerotelSettings, type VerotelShop } from './verotel-options.ts';
import { signRequest } from './verotel-signatures.ts';

/** A subscription's terms. Periods are kept as they were sent, for postbacks repeat them. */
export interface VerotelTerms {
  subscriptionType: 'one-time' | 'recurring';
  period: string;
  trial: { amount: number; period: string } | undefined;
  /** Offered to a buyer who is about to cancel, in percent. */
  cancelDiscount: number | undefined;
}

/** An order as the buyer's page was opened with it. Amounts are in hundredths. */
export interface VerotelOrder {
  shopID: string;
  type: 'purchase' | 'subscription';
  price: number;
  currency: string;
  description: string;
  /** A purchase has no terms. */
  terms: VerotelTerms | undefined;
  paymentMethod: string;
  referenceID: string | undefined;
  customs: Fields;
  successURL: string | undefined;
  declineURL: string | undefined;
  email: string;
  upgrade: { precedingSaleID: string; option: 'lost' | 'extend' } | undefined;
}

interface Problem {
  problem: string;
}

const CUSTOM_FIELDS = ['custom1', 'custom2', 'custom3'];
const LONGEST = {
  description: 100,
  name: 100,
  custom1: 255,
  custom2: 255,
  custom3: 255,
  successURL: 255,
  declineURL: 255,
  referenceID: 255,
};
const METHODS = ['CC', 'DDEU', 'IDEAL', 'YOURSAFE_DIRECT'];
const LEAST_DAYS = { recurring: 7, 'one-time': 2, trial: 2 };

const isShort = (period: Period | undefined, days: number): boolean => period === undefined || leastDays(period) < days;

const readTrial = (query: Fields, type: VerotelTerms['subscriptionType']): Problem | { trial: VerotelTerms['trial'] } => {
  const { trialAmount, trialPeriod } = query;
  if (!trialAmount && !trialPeriod) return { trial: undefined };
  const amount = readAmount(trialAmount);
  if (type !== 'recurring') return { problem: 'Only recurring subscriptions have a trial.' };
  if (amount === undefined || !trialPeriod) return { problem: 'trialAmount and trialPeriod go together.' };
  if (isShort(readPeriod(trialPeriod), LEAST_DAYS.trial)) return { problem: 'trialPeriod is malformed or too short.' };
  return { trial: { amount, period: trialPeriod } };
};

const readTerms = (query: Fields): Problem | { terms: VerotelTerms } => {
  const { subscriptionType, period, cancelDiscountPercentage } = query;
  if (subscriptionType !== 'recurring' && subscriptionType !== 'one-time') return { problem: 'subscriptionType is unknown.' };
  if (!period || isShort(readPeriod(period), LEAST_DAYS[subscriptionType])) return { problem: 'period is malformed or too short.' };
  const trial = readTrial(query, subscriptionType);
  if ('problem' in trial) return trial;
  const cancelDiscount = cancelDiscountPercentage ? Number(cancelDiscountPercentage) : undefined;
  if (cancelDiscount !== undefined && !(cancelDiscount > 0 && cancelDiscount < 100))
    return { problem: 'cancelDiscountPercentage is malformed.' };
  return { terms: { subscriptionType, period, trial: trial.trial, cancelDiscount } };
};

const methodProblem = (
  { reading }: VerotelSettings,
  method: string,
  currency: string,
  terms: VerotelTerms | undefined,
): string | undefined => {
  if (!METHODS.includes(method)) return 'paymentMethod is unknown.';
  if (method === 'DDEU' && (currency !== 'EUR' || terms?.subscriptionType === 'recurring'))
    return 'DDEU takes one-time payments in EUR only.';
  if (method === 'IDEAL' && currency !== 'EUR' && reading.idealInEuroOnly) return 'IDEAL takes EUR only.';
  return undefined;
};

/** The shop that a call names, if the call's signature and version are right. */
export const shopOf = (settings: VerotelSettings, query: Fields): VerotelShop | Problem => {
  if (query['version'] !== '4') return { problem: 'version must be 4.' };
  const shop = settings.shops.find(({ shopID }) => shopID === query['shopID']);
  if (!shop) return { problem: 'shopID is unknown.' };
  const { signature, ...signed } = query;
  return signature === signRequest(signed, shop.signatureKey, shop.hash) ? shop : { problem: 'Invalid signature.' };
};

const TYPES = ['purchase', 'subscription', 'upgradesubscription'];

const lengthProblem = (query: Fields, longestName: number): string | undefined => {
  const long = Object.entries({ ...LONGEST, name: longestName }).find(([name, most]) => (query[name]?.length ?? 0) > most);
  return long && `${long[0]} is longer than ${long[1]} characters.`;
};

const readUpgrade = ({ type, precedingSaleID, upgradeOption }: Fields): Problem | { upgrade: VerotelOrder['upgrade'] } => {
  if (type !== 'upgradesubscription') return { upgrade: undefined };
  if (!precedingSaleID) return { problem: 'precedingSaleID is missing.' };
  if (upgradeOption !== 'lost' && upgradeOption !== 'extend') return { problem: 'upgradeOption is unknown.' };
  return { upgrade: { precedingSaleID, option: upgradeOption } };
};

/** Checks the address of a buyer's page. @returns the order, or the sentence of the error page */
export const readVerotelOrder = (settings: VerotelSettings, query: Fields): VerotelOrder | Problem => {
  const shop = shopOf(settings, query);
  if ('problem' in shop) return shop;
  if (!TYPES.includes(query['type'] ?? '')) return { problem: 'type is unknown.' };
  const tooLong = lengthProblem(query, settings.reading.longestName);
  if (tooLong) return { problem: tooLong };
  const price = readAmount(query['priceAmount']);
  const currency = query['priceCurrency'] ?? '';
  if (!price) return { problem: 'priceAmount is missing or malformed.' };
  if (!VEROTEL_CURRENCIES.includes(currency)) return { problem: 'priceCurrency is unknown.' };
  const type = query['type'] === 'purchase' ? 'purchase' : 'subscription';
  const description = query[type === 'purchase' ? 'description' : 'name'];
  if (!description) return { problem: `${type === 'purchase' ? 'description' : 'name'} is missing.` };
  const read = type === 'purchase' ? { terms: undefined } : readTerms(query);
  if ('problem' in read) return read;
  const paymentMethod = query['paymentMethod'] || 'CC';
  const wrongMethod = methodProblem(settings, paymentMethod, currency, read.terms);
  if (wrongMethod) return { problem: wrongMethod };
  const upgrade = readUpgrade(query);
  if ('problem' in upgrade) return upgrade;
  return {
    shopID: shop.shopID,
    type,
    price,
    currency,
    description,
    terms: read.terms,
    paymentMethod,
    referenceID: query['referenceID'] || undefined,
    customs: Object.fromEntries(Object.entries(query).filter(([name, value]) => CUSTOM_FIELDS.includes(name) && value !== '')),
    successURL: query['successURL'] || query['backURL'] || undefined,
    declineURL: query['declineURL'] || undefined,
    email: query['email'] ?? '',
    upgrade: upgrade.upgrade,
  };
};
