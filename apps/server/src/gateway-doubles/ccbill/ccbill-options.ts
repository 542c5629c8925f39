import type { DoubleOptions } from '../company-double.ts';

/** A FlexForm and the addresses that its buyers are sent to. `{name}` in an address is replaced by that pass-through value. */
export interface CcbillForm {
  id: string;
  approvalUrl?: string;
  denialUrl?: string;
  /** Address of the cancel button; the denial address by default. */
  cancelUrl?: string;
}

/** Limits of a sub-account's prices (hundredths) and periods (days). */
export interface CcbillBounds {
  minPrice: number;
  maxPrice: number;
  minPeriod: number;
  maxPeriod: number;
  recurringPeriods: readonly number[];
}

export interface CcbillSubaccount {
  clientSubacc: string;
  shop: string;
  salt: string;
  forms: readonly CcbillForm[];
  /** ISO 4217 numeric codes, as text: `036` keeps its zero. */
  currencies: readonly string[];
  sells: 'single' | 'recurring' | 'both';
  bounds: CcbillBounds;
  /** Overrides the double's callback address. */
  callbackUrl?: string;
}

export interface DataLinkUser {
  username: string;
  password: string;
  /** The sub-account that the user belongs to; a user of the main account has none. */
  clientSubacc?: string;
  rights: readonly string[];
  /** Addresses from which the user may call. */
  addresses: readonly string[];
}

/** One choice for each point that the reference leaves open. Tests run an adapter against every choice. */
export interface CcbillReading {
  /** Place of `eventType`, of the account numbers beside it, and of `eventGroupType`. */
  eventTypeIn: 'query' | 'body' | 'both';
  bodyFormat: 'json' | 'form';
  /** JSON values of amounts, periods and account numbers. */
  numbers: 'text' | 'number';
  passThrough: 'top' | 'object';
  /** Names within the object `passThrough`. */
  passThroughNames: 'prefixed' | 'bare';
  /** Events after the sale carry the pass-through values as well. */
  echoesLater: boolean;
  /** `transactionId` of Refund, Void and Chargeback. */
  refundNames: 'own' | 'original';
  /** The field of NewSaleFailure with the id that the digest covers. */
  denialIdField: 'transactionId' | 'denialId';
  timestamps: 'phoenix' | 'utc';
  /** The older background post of a sale or denial: beside its webhook, in place of it, or none. */
  backgroundPosts: 'none' | 'beside' | 'instead';
  /** Names of pass-through values in background posts. */
  backgroundNames: 'bare' | 'prefixed';
  /** A cancellation by DataLink is followed by a Cancellation webhook. */
  dataLinkCancelNotifies: boolean;
  /** A refund by DataLink is followed by its webhook. */
  dataLinkRefundNotifies: boolean;
  /** Webhooks that follow when a refund, void or chargeback ends a subscription. */
  endedBy: 'nothing' | 'expiration' | 'cancellation-and-expiration';
  /** Webhooks after the last retry of a declined renewal. */
  lapsedBy: 'expiration' | 'cancellation-and-expiration';
  /** A single sale expires at the end of its period. */
  singleSaleExpires: boolean;
  /** A form without `clientAccnum` is refused. */
  needsClientAccnum: boolean;
  /** Query of the approval and denial address. */
  returnCarries: 'pass-through' | 'nothing';
  /** Answer to the cancellation of a subscription that is cancelled already. */
  cancelAgain: '1' | '0';
  /** Answer to an action that the user has no right to. */
  missingRight: '-9' | '-10';
}

export const CCBILL_READING: CcbillReading = {
  eventTypeIn: 'query',
  bodyFormat: 'json',
  numbers: 'text',
  passThrough: 'top',
  passThroughNames: 'prefixed',
  echoesLater: false,
  refundNames: 'own',
  denialIdField: 'transactionId',
  timestamps: 'phoenix',
  backgroundPosts: 'none',
  backgroundNames: 'bare',
  dataLinkCancelNotifies: true,
  dataLinkRefundNotifies: true,
  endedBy: 'cancellation-and-expiration',
  lapsedBy: 'expiration',
  singleSaleExpires: true,
  needsClientAccnum: false,
  returnCarries: 'pass-through',
  cancelAgain: '0',
  missingRight: '-10',
};

export const CCBILL_CURRENCIES: Record<string, string> = {
  '840': 'USD',
  '978': 'EUR',
  '826': 'GBP',
  '124': 'CAD',
  '036': 'AUD',
  '392': 'JPY',
};

export const DATALINK_ACTIONS = [
  'cancelSubscription',
  'viewSubscriptionStatus',
  'refundTransaction',
  'voidTransaction',
  'voidOrRefundTransaction',
  'extendSubscription',
] as const;

const BOUNDS: CcbillBounds = { minPrice: 295, maxPrice: 10_000, minPeriod: 2, maxPeriod: 365, recurringPeriods: [30, 60, 90] };

export const CCBILL_SUBACCOUNTS: readonly CcbillSubaccount[] = [
  {
    clientSubacc: '0000',
    shop: 'Stagedoor single sales',
    salt: 'double-salt-of-single-sales',
    forms: [{ id: '11111111-1111-4111-8111-111111111111' }],
    currencies: Object.keys(CCBILL_CURRENCIES),
    sells: 'single',
    bounds: BOUNDS,
  },
  {
    clientSubacc: '0001',
    shop: 'Stagedoor subscriptions',
    salt: 'double-salt-of-subscriptions',
    forms: [{ id: '22222222-2222-4222-8222-222222222222' }],
    currencies: Object.keys(CCBILL_CURRENCIES),
    sells: 'recurring',
    bounds: BOUNDS,
  },
];

export const DATALINK_USERS: readonly DataLinkUser[] = [
  {
    username: 'double-datalink',
    password: 'double-datalink-password',
    rights: [...DATALINK_ACTIONS],
    addresses: ['127.0.0.1'],
  },
];

export interface CcbillOptions extends DoubleOptions {
  clientAccnum?: string;
  subaccounts?: readonly CcbillSubaccount[];
  dataLinkUsers?: readonly DataLinkUser[];
  reading?: Partial<CcbillReading>;
  /** Days between the attempts to charge a declined renewal. After the last one the subscription expires. */
  renewalRetryDays?: readonly number[];
  /** Hours after a charge during which it can be voided. */
  batchHours?: number;
  /** Pause between two extracts; the company's guide says an hour. None by default, so that trying the site doesn't take hours. */
  extractPauseMs?: number;
}

/** The options with their defaults. `callbackUrl` and `reading` may change while the double runs. */
export interface CcbillSettings {
  callbackUrl: string;
  now: () => Date;
  clientAccnum: string;
  subaccounts: readonly CcbillSubaccount[];
  dataLinkUsers: readonly DataLinkUser[];
  reading: CcbillReading;
  renewalRetryDays: readonly number[];
  batchHours: number;
  extractPauseMs: number;
}

export const ccbillSettings = (options: CcbillOptions): CcbillSettings => ({
  callbackUrl: options.callbackUrl,
  now: options.now ?? (() => new Date()),
  clientAccnum: options.clientAccnum ?? '900000',
  subaccounts: options.subaccounts ?? CCBILL_SUBACCOUNTS,
  dataLinkUsers: options.dataLinkUsers ?? DATALINK_USERS,
  reading: { ...CCBILL_READING, ...options.reading },
  renewalRetryDays: options.renewalRetryDays ?? [3, 4],
  batchHours: options.batchHours ?? 24,
  extractPauseMs: options.extractPauseMs ?? 0,
});
