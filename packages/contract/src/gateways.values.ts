/**
 * The card companies that this version speaks to, and what the owner enters for each. The owner's screen, the checks of what is sent and the stored
 * settings all follow this description; texts are `gateways.<company>.<field>.title` and `.text`.
 */
export const GATEWAY_NAMES = ['sandbox', 'ccbill', 'verotel'] as const;
export type GatewayName = (typeof GATEWAY_NAMES)[number];

/**
 * A field of a company's settings.
 * - digits, key: text of digits, or of visible ASCII characters
 * - secret: as `key`, but sealed and never shown again
 * - address: an https address, or http on this machine
 * - networks: addresses and networks that callbacks may come from, one a line; empty allows all
 * - amount: hundredths of the site's currency
 * - choice: one of `options`
 * - yes: a confirmation by the owner: `yes`, or empty
 * - text: a line for people
 */
export interface GatewayField {
  name: string;
  kind: 'digits' | 'key' | 'secret' | 'address' | 'networks' | 'amount' | 'choice' | 'yes' | 'text';
  /** The company can't be switched on without it. */
  isRequired: boolean;
  default: string;
  options?: readonly string[];
  /** Bounds of the length of `digits`. */
  length?: readonly [number, number];
  /** Shown under "More settings": right for nearly every site. */
  isAdvanced?: boolean;
}

const field = <const F extends Pick<GatewayField, 'name' | 'kind'> & Partial<GatewayField>>(given: F) => ({
  isRequired: false,
  default: '',
  ...given,
});

/** The money's receiver where performers have own accounts at the company: the site, or the performer. */
export const SUB_ACCOUNT_RECEIVERS = ['none', 'site', 'performer'] as const;
export type SubAccountReceiver = (typeof SUB_ACCOUNT_RECEIVERS)[number];

const statement = field({ name: 'statement', kind: 'text' });
const bounds = [field({ name: 'minimum', kind: 'amount' }), field({ name: 'maximum', kind: 'amount' })] as const;
const subAccountReceiver = field({
  name: 'subAccountReceiver',
  kind: 'choice',
  options: SUB_ACCOUNT_RECEIVERS,
  default: 'none',
  isAdvanced: true,
});
/** Sales to a performer's own account stop while the performer owes the site so much commission. */
const subAccountLimit = field({ name: 'subAccountLimit', kind: 'amount', default: '10000', isAdvanced: true });

export const GATEWAY_FIELDS = {
  sandbox: [statement],
  ccbill: [
    field({ name: 'accountNumber', kind: 'digits', length: [6, 6], isRequired: true }),
    field({ name: 'saleSubAccount', kind: 'digits', length: [4, 4], isRequired: true }),
    field({ name: 'saleForm', kind: 'key', isRequired: true }),
    field({ name: 'saleSalt', kind: 'secret', isRequired: true }),
    field({ name: 'recurringSubAccount', kind: 'digits', length: [4, 4] }),
    field({ name: 'recurringForm', kind: 'key' }),
    field({ name: 'recurringSalt', kind: 'secret' }),
    field({ name: 'previousSalt', kind: 'secret', isAdvanced: true }),
    field({ name: 'dataLinkUser', kind: 'key' }),
    field({ name: 'dataLinkPassword', kind: 'secret' }),
    field({ name: 'dataLinkUserLevel', kind: 'choice', options: ['main', 'subAccount'], default: 'main', isAdvanced: true }),
    statement,
    field({ name: 'minimum', kind: 'amount', default: '295' }),
    field({ name: 'maximum', kind: 'amount', default: '10000' }),
    field({ name: 'yearlyApproved', kind: 'yes' }),
    field({
      name: 'callbackNetworks',
      kind: 'networks',
      default: '64.38.212.0/24\n64.38.215.0/24\n64.38.240.0/24\n64.38.241.0/24',
      isAdvanced: true,
    }),
    field({ name: 'formAddress', kind: 'address', default: 'https://api.ccbill.com/wap-frontflex/flexforms', isAdvanced: true }),
    field({
      name: 'dataLinkAddress',
      kind: 'address',
      default: 'https://datalink.ccbill.com/utils/subscriptionManagement.cgi',
      isAdvanced: true,
    }),
    field({ name: 'consumerAddress', kind: 'address', default: 'https://support.ccbill.com', isAdvanced: true }),
    subAccountReceiver,
    subAccountLimit,
  ],
  verotel: [
    field({ name: 'customerId', kind: 'digits', length: [10, 19] }),
    field({ name: 'shopId', kind: 'digits', length: [3, 12], isRequired: true }),
    field({ name: 'signatureKey', kind: 'secret', isRequired: true }),
    field({ name: 'previousSignatureKey', kind: 'secret', isAdvanced: true }),
    statement,
    ...bounds,
    field({ name: 'signatureHash', kind: 'choice', options: ['sha256', 'sha1'], default: 'sha256', isAdvanced: true }),
    field({ name: 'callbackNetworks', kind: 'networks', isAdvanced: true }),
    field({ name: 'baseAddress', kind: 'address', isAdvanced: true }),
    subAccountReceiver,
    subAccountLimit,
  ],
} as const satisfies Record<GatewayName, readonly GatewayField[]>;

/**
 * Facts about each company's protocol that its documents leave open. An adapter reads every variant; the owner's screen says which of them a live
 * callback has shown.
 */
export const GATEWAY_FACTS = {
  sandbox: [],
  ccbill: [
    'eventTypeInQuery',
    'eventTypeInBody',
    'bodyIsJson',
    'bodyIsForm',
    'passThroughPrefixed',
    'passThroughNested',
    'refundNamesPayment',
    'refundNamesItself',
    'cancellationFollowsCall',
  ],
  verotel: ['signatureSha256', 'signatureSha1', 'signatureWithoutEmail', 'creditAmountNames', 'creditPriceNames', 'statusReadable'],
} as const satisfies Record<GatewayName, readonly string[]>;
export type GatewayFact = (typeof GATEWAY_FACTS)[GatewayName][number];

/**
 * Why a callback was refused. `network`: a sender that isn't allowed; `signature`, `digest`: not made with the company's key; `account`: for another
 * account or shop; `method`, `fields`, `unreadable`: not what the company sends; `notAtCompany`: money of a performer's own account that the company doesn't know of; `notApplied`: its effect
 * failed.
 */
export const CALLBACK_REFUSALS = [
  'network',
  'signature',
  'digest',
  'account',
  'method',
  'fields',
  'unreadable',
  'notAtCompany',
  'notApplied',
] as const;
export type CallbackRefusal = (typeof CALLBACK_REFUSALS)[number];

/** The share of payments that banks take back, in hundredths of a per cent, at which the owner is warned. */
export const DISPUTE_ALERT = 65;
/** The share at which card schemes act. */
export const SCHEMES_ACT_AT = 90;
