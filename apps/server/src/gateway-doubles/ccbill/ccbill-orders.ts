import { readAmount } from '../amounts.ts';
import type { Fields } from '../double-server.ts';
import { formDigest } from './ccbill-digests.ts';
import type { CcbillBounds, CcbillSettings, CcbillSubaccount } from './ccbill-options.ts';

/** An order as the buyer's page was opened with it. Amounts are in hundredths, periods in days. */
export interface CcbillOrder {
  formId: string;
  clientSubacc: string;
  currencyCode: string;
  initialPrice: number;
  initialPeriod: number;
  /** Without it the order is a single sale. */
  recurring: { price: number; period: number; rebills: number } | undefined;
  prefill: Fields;
  /** Parameters that CCBill doesn't know: it returns them with the sale. */
  passThrough: Fields;
  formDigest: string;
}

const PRICES = ['clientSubacc', 'clientAccnum', 'initialPrice', 'initialPeriod', 'currencyCode', 'formDigest'];
const RECURRING = ['recurringPrice', 'recurringPeriod', 'numRebills'] as const;
const PREFILL = 'customer_fname customer_lname address1 city state zipcode country phone_number email username password'.split(' ');

/** Rebills that mean "until cancelled". */
export const UNTIL_CANCELLED = 99;

const wholeNumber = (text: string | undefined): number | undefined => (/^\d{1,3}$/.test(text ?? '') ? Number(text) : undefined);

const isPrice = (amount: number | undefined, { minPrice, maxPrice }: CcbillBounds): amount is number =>
  amount !== undefined && amount >= minPrice && amount <= maxPrice;

const isPeriod = (days: number | undefined, { minPeriod, maxPeriod }: CcbillBounds): days is number =>
  days !== undefined && days >= minPeriod && days <= maxPeriod;

type Recurring = { recurring: CcbillOrder['recurring'] } | { problem: string };

const readRecurring = (query: Fields, { bounds, sells }: CcbillSubaccount): Recurring => {
  const given = RECURRING.filter((name) => query[name] !== undefined);
  if (given.length === 0)
    return sells === 'recurring' ? { problem: 'this sub-account sells subscriptions only' } : { recurring: undefined };
  if (sells === 'single') return { problem: 'this sub-account sells single sales only' };
  const [price, period, rebills] = [
    readAmount(query['recurringPrice']),
    wholeNumber(query['recurringPeriod']),
    wholeNumber(query['numRebills']),
  ];
  if (!isPrice(price, bounds)) return { problem: 'recurringPrice is missing, malformed or out of bounds' };
  if (period === undefined || !bounds.recurringPeriods.includes(period))
    return { problem: 'recurringPeriod is not a period of this sub-account' };
  if (rebills === undefined || rebills < 1 || rebills > UNTIL_CANCELLED) return { problem: 'numRebills is missing or malformed' };
  return { recurring: { price, period, rebills } };
};

const digestOf = (query: Fields, isRecurring: boolean, salt: string): string =>
  formDigest(
    {
      initialPrice: query['initialPrice'] ?? '',
      initialPeriod: query['initialPeriod'] ?? '',
      recurring: isRecurring
        ? { price: query['recurringPrice'] ?? '', period: query['recurringPeriod'] ?? '', rebills: query['numRebills'] ?? '' }
        : undefined,
      currencyCode: query['currencyCode'] ?? '',
    },
    salt,
  );

/** The sub-account that a form's address names, if the form belongs to it. */
const subaccountOf = (settings: CcbillSettings, formId: string, query: Fields): CcbillSubaccount | string => {
  const { clientAccnum } = query;
  if (clientAccnum === undefined ? settings.reading.needsClientAccnum : clientAccnum !== settings.clientAccnum)
    return 'clientAccnum is missing or not the account of this form';
  const subaccount = settings.subaccounts.find(({ clientSubacc }) => clientSubacc === query['clientSubacc']);
  if (!subaccount) return 'clientSubacc is missing or unknown';
  return subaccount.forms.some(({ id }) => id === formId) ? subaccount : 'the form does not belong to this sub-account';
};

const within = (query: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(query).filter(([name]) => names.includes(name)));

const without = (query: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)));

/** Checks the address of a buyer's page. @returns the order, or the reason for the generic error page */
export const readCcbillOrder = (settings: CcbillSettings, formId: string, query: Fields): CcbillOrder | { problem: string } => {
  const subaccount = subaccountOf(settings, formId, query);
  if (typeof subaccount === 'string') return { problem: subaccount };
  const { bounds } = subaccount;
  const [initialPrice, initialPeriod] = [readAmount(query['initialPrice']), wholeNumber(query['initialPeriod'])];
  if (!isPrice(initialPrice, bounds)) return { problem: 'initialPrice is missing, malformed or out of bounds' };
  if (!isPeriod(initialPeriod, bounds)) return { problem: 'initialPeriod is missing, malformed or out of bounds' };
  const currencyCode = query['currencyCode'] ?? '';
  if (!subaccount.currencies.includes(currencyCode)) return { problem: 'currencyCode is not a currency of this sub-account' };
  const read = readRecurring(query, subaccount);
  if ('problem' in read) return read;
  if (query['formDigest'] !== digestOf(query, read.recurring !== undefined, subaccount.salt)) return { problem: 'formDigest is wrong' };
  return {
    formId,
    clientSubacc: subaccount.clientSubacc,
    currencyCode,
    initialPrice,
    initialPeriod,
    recurring: read.recurring,
    prefill: within(query, PREFILL),
    passThrough: without(query, [...PRICES, ...RECURRING, ...PREFILL]),
    formDigest: query['formDigest'],
  };
};
