export {
  type AccountRef,
  type FactColumns,
  type TermColumns,
  accessOfRows,
  accountRef,
  factColumns,
  factJoins,
  givenByOrders,
  hasItem,
  isBought,
  isEntitled,
  isOpenItem,
  itemsOf,
  termColumns,
  unlockCountOf,
} from './access.queries.ts';
export { type Facts, type ItemTerms, NO_FACTS, decideAccess } from './access.rules.ts';
export { decideItems } from './decide-items.ts';
export {
  accessToSeats,
  accessToShow,
  isAudienceOf,
  isKnownShow,
  isRestrictedShow,
  mayEnterShow,
  mayGiveInShow,
  showRefusal,
} from './shows.queries.ts';
export { tokenStepOf, tokenValueOf } from '../../platform/settings/token-value.ts';
export {
  type ViewerRef,
  blockedIdsOf,
  blockedPair,
  hiddenFromHomeOf,
  isAddressedTo,
  isBlockedPair,
  isHiddenFromPerformer,
  isMutedBy,
  isNotMuted,
  isHiddenIn,
  isNotBlockedBy,
  isNotBlockedWith,
  visibleItem,
  visibleItemTo,
  visiblePerformer,
  visiblePerformerWithoutAccount,
  visiblePerformerTo,
} from './visibility.queries.ts';
