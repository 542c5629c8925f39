import { sql } from 'kysely';
import type { Trx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { decideReviewIn } from './decide-review.ts';
import type { ItemRow } from './items.store.ts';
import { itemsWithFile } from './refresh-items.ts';
import { needsReview, publishItem } from './review.store.ts';

const waitingWith = async (trx: Trx, fileId: string): Promise<ItemRow[]> =>
  (await itemsWithFile(trx, fileId)).filter(({ state, parent_id: parentId }) => state === 'review' && parentId === null);

/** Shows the items that waited for the sake of a file alone; others wait on, for the review that the owner's settings ask for. */
export const releaseItemsWithFile = async (platform: Pick<Platform, 'settings'>, trx: Trx, fileId: string, at: Date): Promise<void> => {
  for (const item of await waitingWith(trx, fileId))
    if (!(await needsReview(platform, trx, item))) await publishItem(platform, trx, item, at);
};

/** Rejects the items that wait with a file, as their review does. @param note not empty @returns them */
export const rejectItemsWithFile = async (
  trx: Trx,
  fileId: string,
  { adminId, note, at }: { adminId: string; note: string; at: Date },
): Promise<ItemRow[]> => {
  const rejected: ItemRow[] = [];
  for (const { id: itemId } of await waitingWith(trx, fileId)) {
    const { rows } = await sql<{ version: number }>`select version from item_reviews where item_id = ${itemId}::uuid`.execute(trx);
    rejected.push(await decideReviewIn(trx, { itemId, version: rows[0]!.version, adminId, at }, { decision: 'rejected', note }));
  }
  return rejected;
};
