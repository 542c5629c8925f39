import type { Audience } from '@stagedoor/contract/settings';

/** Audiences of menu entries and promos, in display order. */
export const AUDIENCES: readonly Audience[] = ['everyone', 'visitors', 'fans', 'performers'];
