import type { ItemKind, ItemState } from '@stagedoor/contract/items.values';
import { type Idempotency, type Trx, recordEvent, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { blockFilesOf, unblockFilesOf } from '../files/index.ts';
import { type ItemRow, activateItem, lockOwnItem, withdrawItem } from './items.store.ts';
import { itemKind } from './kinds.ts';
import { holdItem, isItemWithheld } from './review.store.ts';

/** Deletes an item for everyone but those who bought it. @throws CodedError NOT_FOUND */
export const deleteItem = async (
  platform: Platform,
  kind: ItemKind,
  performerId: string,
  itemId: string,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  await transact(platform.database, idempotency, async (trx) => {
    await deleteItemIn(trx, kind, performerId, itemId, platform.clock.now());
    return {};
  });
};

/** `deleteItem` within a transaction of the caller's. @throws CodedError NOT_FOUND */
export const deleteItemIn = async (trx: Trx, kind: ItemKind, performerId: string, itemId: string, at: Date): Promise<void> => {
  const item = await lockOwnItem(trx, kind, performerId, itemId);
  // Those who bought a deleted item keep it: one that was taken down can't become that.
  if (!item || item.state === 'taken-down') throw new CodedError('NOT_FOUND');
  await withdrawItem(trx, item, 'deleted', at);
};

/** Pins an item to the profile, or unpins it. @throws CodedError NOT_FOUND, the kind's state error when it isn't active */
export const pinItem = async (
  platform: Platform,
  kind: ItemKind,
  performerId: string,
  itemId: string,
  pinned: boolean,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  await transact(platform.database, idempotency, async (trx) => {
    const item = await lockOwnItem(trx, kind, performerId, itemId);
    if (!item) throw new CodedError('NOT_FOUND');
    if (pinned && item.state !== 'active') throw new CodedError(itemKind(kind).stateError);
    await trx
      .updateTable('items')
      .set({ pinned_at: pinned ? platform.clock.now() : null })
      .where('id', '=', itemId)
      .execute();
    if (item.state === 'active') await recordEvent(trx, 'items.changed', { itemId, kind, performerId });
    return {};
  });
};

/**
 * Hides an item from everybody at once, buyers included: only the law takes back what was bought. Its files are not accepted again. Taken down
 * already, nothing happens. The caller records the restriction (modules/restrictions).
 * @returns whose it is, and the state it had
 * @throws CodedError NOT_FOUND
 */
export const takeDownItem = async (
  trx: Trx,
  itemId: string,
  at: Date,
): Promise<{ performerId: string; kind: ItemKind; state: ItemState }> => {
  const item = await trx.selectFrom('items').selectAll().where('id', '=', itemId).forUpdate().executeTakeFirst();
  if (!item) throw new CodedError('NOT_FOUND');
  if (item.state !== 'taken-down') await withdrawItem(trx, item, 'taken-down', at);
  await blockFilesOf(trx, itemId, at);
  return { performerId: item.performer_id, kind: item.kind, state: item.state };
};

/** The state in which a part is shown again: that of its whole. */
const stateOfWhole = async (trx: Trx, { parent_id: parentId }: Pick<ItemRow, 'parent_id'>): Promise<ItemState | undefined> =>
  parentId === null ? undefined : (await trx.selectFrom('items').select('state').where('id', '=', parentId).executeTakeFirst())?.state;

/**
 * Shows an item again that was taken down; one that was never published becomes a draft, one that was being
 * reviewed waits for it again, a part follows its whole.
 * @param held the state that it had before, where that is known: buyers alone saw a deleted one
 * @returns whose it is
 * @throws CodedError NOT_FOUND, ITEM_STATE unless it is taken down
 */
export const restoreItem = async (
  trx: Trx,
  itemId: string,
  at: Date,
  held: string | null = null,
): Promise<{ performerId: string; kind: string }> => {
  const item = await trx.selectFrom('items').selectAll().where('id', '=', itemId).forUpdate().executeTakeFirst();
  if (!item) throw new CodedError('NOT_FOUND');
  if (item.state !== 'taken-down') throw new CodedError('ITEM_STATE');
  await unblockFilesOf(trx, itemId);
  const whole = await stateOfWhole(trx, item);
  const isExpired = item.expires_at !== null && item.expires_at <= at;
  if (held === 'deleted' || whole === 'deleted') await withdrawItem(trx, item, 'deleted', at);
  else if (whole !== undefined && whole !== 'active')
    await trx.updateTable('items').set({ state: whole, updated_at: at }).where('id', '=', itemId).execute();
  else if (item.published_at === null || held === 'draft' || isExpired) await withdrawItem(trx, item, 'draft', at);
  else if (await isItemWithheld(trx, itemId)) await holdItem(trx, item, 'review', at);
  else await activateItem(trx, item, at);
  return { performerId: item.performer_id, kind: item.kind };
};
