import type { Audience } from '@stagedoor/contract/settings';

/** Who a menu entry or a promo can be for, in the order they are offered. */
export const AUDIENCES: readonly Audience[] = ['everyone', 'visitors', 'fans', 'performers'];
