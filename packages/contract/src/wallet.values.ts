import { isOneOf, keysOf } from './keys.values.ts';
import { saleTransactions } from './items.values.ts';

// Groups of a wallet's movements as constants without Zod, so that the web shares them.

/** What a wallet's history is narrowed to: groups of kinds of transactions. */
export const MOVEMENT_GROUPS = {
  topUp: ['topUpPackage', 'topUpCustom'],
  purchase: [...saleTransactions(), 'shipping'],
  tip: ['tip', 'gift', 'emoji'],
  show: ['privateMinute', 'groupMinute', 'hold', 'release'],
  subscription: ['subscriptionStart', 'subscriptionRenewal'],
  refund: ['refund', 'chargeback', 'chargebackReversal'],
} as const;
export type MovementGroup = keyof typeof MOVEMENT_GROUPS;
export const MOVEMENT_GROUP_NAMES = keysOf(MOVEMENT_GROUPS);

/** The group of a kind of transaction; undefined for those without one. */
export const movementGroupOf = (kind: string): MovementGroup | undefined =>
  MOVEMENT_GROUP_NAMES.find((group) => isOneOf<string>(MOVEMENT_GROUPS[group], kind));
