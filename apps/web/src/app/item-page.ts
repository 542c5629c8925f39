import { itemPath } from '@stagedoor/contract/items.values';
import { pageOf } from './guard.ts';

const existing = (path: string | null): string | null => (path && pageOf(path).name !== 'catchAll' ? path : null);

/** The address of an item's page; null when its kind has none, or none on the web. */
export const itemPage = (kind: string, id: string): string | null => existing(itemPath(kind, id));

/** The address of the page where a performer edits an item; null when there is none. */
export const ownItemPage = (kind: string, id: string): string | null => {
  const path = itemPath(kind, id);
  return existing(path && `/model${path}`);
};
