import { type ItemState, PAGED_KINDS } from '@stagedoor/contract/items.values';
import { anId, type FilterOf, MADE_IN, oneOf, onlyTrue, words } from '../../lists/tools/filters.ts';

export const CONTENT_STATES = ['active', 'review', 'processing', 'scheduled', 'taken-down'] as const satisfies readonly ItemState[];

export const CONTENT_FILTER = {
  q: words,
  kind: oneOf(PAGED_KINDS),
  state: oneOf(CONTENT_STATES),
  performerId: anId,
  withParts: onlyTrue,
  ...MADE_IN,
};
export type ContentFilter = FilterOf<typeof CONTENT_FILTER>;
