import { itemPath } from '@stagedoor/contract/items.values';
import { pageOf } from './guard.ts';

/** The address of an item's page; null when its kind has none, or none on the web. */
export const itemPage = (kind: string, id: string): string | null => {
  const path = itemPath(kind, id);
  return path && pageOf(path).name !== 'catchAll' ? path : null;
};
