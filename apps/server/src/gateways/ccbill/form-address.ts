import { decimalOf, isWithin } from '../decimal-amounts.ts';
import type { Charge, OwnAccount, PaymentRequest, TermsRefusal } from '../gateway.ts';
import type { GatewayValues } from '../gateway-settings.ts';
import { type FormTerms, formDigest } from './digest.ts';

export type CcbillValues = GatewayValues<'ccbill'>;

/** Numeric codes of the currencies that the company charges in. As text: zeros in front are part of the digest. */
export const CURRENCY_CODES: Readonly<Record<string, string>> = {
  USD: '840',
  EUR: '978',
  GBP: '826',
  CAD: '124',
  AUD: '036',
  JPY: '392',
};
const CURRENCIES = new Map(Object.entries(CURRENCY_CODES).map(([currency, code]) => [Number(code), currency]));
/** The currency of a numeric code, also of one that lost its zeros as a number; undefined for an unknown one. */
export const currencyOfCode = (code: string | undefined): string | undefined =>
  /^\d{1,3}$/.test(code ?? '') ? CURRENCIES.get(Number(code)) : undefined;

/**
 * Days of a one-time sale at the company. They mean nothing here, but the form must name between 2 and 365, older documents say 3; 30 is among its
 * default choices everywhere.
 */
const SALE_DAYS = '30';
/** Renewals go on until they are cancelled. */
const UNTIL_CANCELLED = '99';
/** The company counts periods in days. */
export const PERIOD_DAYS = { month: 30, year: 365 } as const;

/** One of the owner's sub-accounts: its form, and the salt of its digests. */
export interface SubAccount {
  number: string;
  form: string;
  salt: string;
}

/** The sub-account of a sale. Subscriptions may have their own; what isn't entered for it is the other one's. */
export const subAccountOf = (values: CcbillValues, isRecurring: boolean): SubAccount =>
  isRecurring
    ? {
        number: values.recurringSubAccount || values.saleSubAccount,
        form: values.recurringForm || values.saleForm,
        salt: values.recurringSalt || values.saleSalt,
      }
    : { number: values.saleSubAccount, form: values.saleForm, salt: values.saleSalt };

/** The settings for a performer's own sub-account of the owner's account: all sales go there. */
export const withAccount = (values: CcbillValues, account: OwnAccount | undefined): CcbillValues =>
  account
    ? {
        ...values,
        saleSubAccount: account.number,
        saleForm: account.form,
        saleSalt: account.secret,
        recurringSubAccount: '',
        recurringForm: '',
        recurringSalt: '',
        previousSalt: '',
        // A user of another sub-account can't act on this one.
        dataLinkUser: values.dataLinkUserLevel === 'subAccount' ? '' : values.dataLinkUser,
      }
    : values;

/** Numbers of the owner's sub-accounts, that of subscriptions first. */
export const subAccountNumbers = (values: CcbillValues): string[] => [
  ...new Set([subAccountOf(values, true).number, subAccountOf(values, false).number]),
];

/** Why the company doesn't take a payment; null if it does. */
export const refusalOf = ({ amount, currency, recurring }: Charge, values: CcbillValues): TermsRefusal | null => {
  if (!(currency in CURRENCY_CODES)) return 'currency';
  const amounts = recurring ? [amount, recurring.amount] : [amount];
  if (!amounts.every((one) => decimalOf(one, currency) !== null && isWithin(one, values))) return 'amount';
  // Years need the company's approval, which the owner confirms.
  return recurring?.period === 'year' && values.yearlyApproved !== 'yes' ? 'period' : null;
};

/** Prices and periods as the form takes them: two decimals in every currency, also for whole yen. */
const formTermsOf = ({ amount, currency, recurring }: Charge): FormTerms => ({
  initialPrice: decimalOf(amount, currency)!,
  initialPeriod: recurring ? String(PERIOD_DAYS[recurring.period]) : SALE_DAYS,
  currencyCode: CURRENCY_CODES[currency]!,
  recurring: recurring && {
    price: decimalOf(recurring.amount, currency)!,
    period: String(PERIOD_DAYS[recurring.period]),
    rebills: UNTIL_CANCELLED,
  },
});

/**
 * The company's form for a payment. The same for each call, as it is computed alone from the request and the owner's settings. Parameters that the
 * company doesn't know come back with the sale's report: our order, and the attempt to pay it.
 */
export const formAddress = (values: CcbillValues, request: Charge & Pick<PaymentRequest, 'orderId' | 'attempt'>): string => {
  const account = subAccountOf(values, request.recurring !== null);
  const terms = formTermsOf(request);
  const params = new URLSearchParams({
    clientAccnum: values.accountNumber,
    clientSubacc: account.number,
    initialPrice: terms.initialPrice,
    initialPeriod: terms.initialPeriod,
    ...(terms.recurring
      ? { recurringPrice: terms.recurring.price, recurringPeriod: terms.recurring.period, numRebills: terms.recurring.rebills }
      : {}),
    currencyCode: terms.currencyCode,
    formDigest: formDigest(terms, account.salt),
    orderRef: request.orderId,
    attempt: String(request.attempt),
  });
  return `${values.formAddress.replace(/\/+$/, '')}/${encodeURIComponent(account.form)}?${params.toString()}`;
};
