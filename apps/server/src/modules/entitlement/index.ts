export {
  type AccountRef,
  type FactColumns,
  type ViewerRef,
  type TermColumns,
  accessOfRows,
  accountRef,
  decideItems,
  factColumns,
  factJoins,
  blockedPair,
  isBlockedPair,
  isEntitled,
  isOpenItem,
  termColumns,
  visibleItem,
  visibleItemTo,
  visiblePerformer,
  visiblePerformerTo,
} from './entitlement.queries.ts';
export { type Facts, type ItemTerms, NO_FACTS, decideAccess } from './entitlement.rules.ts';
export { type ItemInput, saveItem, withdrawItem, withdrawItems } from './items.store.ts';
export { tokenValueOf } from './token-value.ts';
