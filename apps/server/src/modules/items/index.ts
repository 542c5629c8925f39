export { sendItem } from './recipients.store.ts';
export { countItemView } from './count-item-view.ts';
export { type ItemCounter, addToCounter, recountItems, reconcileCounters } from './counters.ts';
export { setItemCategories } from './item-categories.store.ts';
export { type ItemContentRow } from './item-contents.ts';
export {
  type FileRow,
  type ItemMedia,
  dropForeignThumbnail,
  filesOfItem,
  refreshContents,
  removeItemFiles,
  setItemFile,
  setItemFiles,
} from './item-files.ts';
export { publishDueItems, withdrawExpiredItems } from './items.jobs.ts';
export {
  type ItemListRow,
  type ItemPage,
  getItem,
  getItems,
  listColumns,
  listJoins,
  ofPerformer,
  ofMediaType,
  viewsOf,
} from './items.queries.ts';
export { countItems, listBoughtItems, listItems, listSavedItems } from './list-items.queries.ts';
export { type RankedItem, topItems } from './top-items.queries.ts';
export { mediaTypeOf } from './items.rules.ts';
export {
  type NewItem,
  activateItem,
  closeItems,
  insertItem,
  lockOwnItem,
  openItems,
  raisePriceVersion,
  setCommentsClosed,
  setTerms,
  setWords,
} from './items.store.ts';
export { EMPTY_DRAFT, type ItemDraft, type ItemKindModule, itemKind, registerItemKind } from './kinds.ts';
export { firstFileOf, pictureOfFile, readShownContents, shownFileOf } from './shown-contents.queries.ts';
export { itemAddresses } from './sitemap.queries.ts';
export { deleteItem, deleteItemIn, pinItem, restoreItem, takeDownItem } from './manage-items.ts';
export { type OwnItemQuery, getOwnItem, listOwnItems } from './own-items.queries.ts';
export { followParent, partsOf, syncParts } from './parts.store.ts';
export { type ReviewDecision, decideReviewIn } from './decide-review.ts';
export { isWithheld, reviewOf } from './review.store.ts';
export { refreshItemsWithFile } from './refresh-items.ts';
export { lockItemsUsing, removeFileFromItems } from './remove-file-from-items.ts';
export { type ItemChanges, type KindWriter, assertPrice, createItem, createItemIn, newDraft, updateItem } from './save-item.ts';
export { rejectItemsWithFile, releaseItemsWithFile } from './held-copies.ts';
export { countTagged } from './topics.queries.ts';
