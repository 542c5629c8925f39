import { decimalOf, isWithin } from '../decimal-amounts.ts';
import type { Charge, OwnAccount, PaymentRequest, TermsRefusal } from '../gateway.ts';
import type { GatewayValues } from '../gateway-settings.ts';
import { signedAddress } from './signature.ts';

export type VerotelValues = GatewayValues<'verotel'>;

export const PROTOCOL_VERSION = '4';
/** Currencies that the company charges in. */
export const CURRENCIES: readonly string[] = ['USD', 'EUR', 'GBP', 'AUD', 'CAD', 'CHF', 'DKK', 'NOK', 'SEK'];
const PERIODS = { month: 'P1M', year: 'P1Y' } as const;
const MAX_DESCRIPTION = 100;

/** The company's brands, by the first digits of the customer id. */
const BRANDS: Readonly<Record<string, string>> = {
  '9804': 'https://secure.verotel.com',
  '9762': 'https://secure.billing.creditcard',
  '9653': 'https://secure.bitsafepay.com',
  '9511': 'https://secure.bill.creditcard',
  '9444': 'https://secure.paintfestpayments.com',
  '9388': 'https://secure.gaycharge.com',
  '9001': 'https://secure.yoursafedirect.com',
};
const DEFAULT_BASE = 'https://secure.verotel.com';

/** Returns whether a customer id belongs to a brand that is known; an empty one is the main brand's. */
export const isKnownBrand = ({ customerId }: Pick<VerotelValues, 'customerId'>): boolean =>
  customerId === '' || customerId.slice(0, 4) in BRANDS;

/** The host of the shop's brand, or what the owner entered. */
export const baseOf = ({ baseAddress, customerId }: Pick<VerotelValues, 'baseAddress' | 'customerId'>): string =>
  (baseAddress || BRANDS[customerId.slice(0, 4)] || DEFAULT_BASE).replace(/\/+$/, '');

/** The settings for a performer's own shop. */
export const withShop = (values: VerotelValues, account: OwnAccount | undefined): VerotelValues =>
  account ? { ...values, shopId: account.number, signatureKey: account.secret, previousSignatureKey: '' } : values;

/** An address of the company, signed for a shop. */
export const shopAddress = (values: VerotelValues, path: string, params: Readonly<Record<string, string | undefined>>): string =>
  signedAddress(
    `${baseOf(values)}${path}`,
    { version: PROTOCOL_VERSION, shopID: values.shopId, ...params },
    { hash: values.signatureHash === 'sha1' ? 'sha1' : 'sha256', key: values.signatureKey },
  );

/** Our reference of a sale: the company takes each once, so further attempts of an order have a number. */
export const referenceOf = ({ orderId, attempt }: Pick<PaymentRequest, 'orderId' | 'attempt'>): string =>
  attempt === 1 ? orderId : `${orderId}-${attempt}`;

const REFERENCE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:-[1-9]\d{0,4})?$/i;
/** The order of a reference; null if it isn't one of ours. */
export const orderOf = (reference: string | undefined): string | null => REFERENCE.exec(reference ?? '')?.[1] ?? null;

/** Why the company doesn't take a payment; null if it does. */
export const refusalOf = (
  { amount, currency, recurring }: Charge,
  values: Pick<VerotelValues, 'minimum' | 'maximum'>,
): TermsRefusal | null => {
  if (!CURRENCIES.includes(currency)) return 'currency';
  const amounts = recurring ? [amount, recurring.amount] : [amount];
  return amounts.every((one) => decimalOf(one, currency) !== null && isWithin(one, values)) ? null : 'amount';
};

/**
 * The line that the buyer reads. `=` is replaced: values are signed unescaped, and one with `:name=` inside could later be read as a parameter of its own.
 */
const lineOf = (description: string): string => {
  const line = description
    .replace(/\p{Cc}+/gu, ' ')
    .replaceAll('=', ' ')
    .trim();
  return Array.from(line).slice(0, MAX_DESCRIPTION).join('').trim() || 'Payment';
};

/**
 * The company's page for a payment. The same for each call, as it is computed alone from the request and the owner's settings. Ways to pay aren't limited:
 * the owner chooses them at the company.
 */
export const startOrderAddress = (values: VerotelValues, request: PaymentRequest): string => {
  const { amount, currency, recurring } = request;
  const common = {
    priceCurrency: currency,
    referenceID: referenceOf(request),
    custom1: request.buyer.ref,
    successURL: request.returnUrl,
    declineURL: request.returnUrl,
  };
  const line = lineOf(request.description);
  if (!recurring)
    return shopAddress(values, '/startorder', {
      ...common,
      type: 'purchase',
      priceAmount: decimalOf(amount, currency)!,
      description: line,
    });
  const period = PERIODS[recurring.period];
  // A first period at another price is the company's trial, as long as a period.
  const trial = amount === recurring.amount ? {} : { trialAmount: decimalOf(amount, currency)!, trialPeriod: period };
  return shopAddress(values, '/startorder', {
    ...common,
    ...trial,
    type: 'subscription',
    subscriptionType: 'recurring',
    name: line,
    period,
    priceAmount: decimalOf(recurring.amount, currency)!,
  });
};
