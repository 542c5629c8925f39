/** Id of the element of an item in a list, so that a purchase can lead back to it. */
export const itemElementId = (id: string): string => `post-${id}`;
/** Selects the elements of all items. */
export const ITEM_ELEMENTS = '[id^="post-"]';
