export {
  type FactColumns,
  type TermColumns,
  accessOfRows,
  decideItems,
  factColumns,
  factJoins,
  blockedPair,
  isBlockedPair,
  isEntitled,
  isOpenItem,
  termColumns,
  visibleItem,
  visiblePerformer,
} from './entitlement.queries.ts';
export { type Facts, type ItemTerms, NO_FACTS, decideAccess } from './entitlement.rules.ts';
export { type ItemInput, saveItem, withdrawItem, withdrawItems } from './items.store.ts';
export { tokenValueOf } from './token-value.ts';
export { registerEntitlementData } from './personal-data.ts';
