import { KIND_TRAITS } from '@stagedoor/contract/items.values';
import { sql } from 'kysely';
import { type Executor, type Trx, recordEvent } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type ItemRow, type PublishedItem, activateItem, moveParts } from './items.store.ts';

/** Shows are moderated while they are on air, and what is sent to some alone is theirs. */
const isReviewedKind = (kind: ItemRow['kind']): boolean => kind !== 'stream' && !KIND_TRAITS[kind].isAddressed;

/**
 * Whether what a performer publishes next is reviewed before, as the owner's setting says.
 * @returns how many more of a new performer's items; null when it doesn't end
 */
export const reviewOf = async (
  { settings }: Pick<Platform, 'settings'>,
  executor: Executor,
  performerId: string,
): Promise<{ isRequired: boolean; remaining: number | null }> => {
  const mode = settings.get('reviewBeforePublishing');
  if (mode !== 'newPerformers') return { isRequired: mode === 'everything', remaining: null };
  const first = settings.get('reviewFirstItems');
  const { rows } = await sql<{ approved: number }>`
    select count(*)::int as approved from (
      select from item_reviews where performer_id = ${performerId}::uuid and approved_at is not null limit ${first}) a`.execute(executor);
  const remaining = Math.max(0, first - rows[0]!.approved);
  return { isRequired: remaining > 0, remaining };
};

/** Whether an item may not be shown as it is now before an admin approves it. */
export const needsReview = async (
  platform: Pick<Platform, 'settings'>,
  trx: Trx,
  item: Pick<ItemRow, 'id' | 'kind' | 'performer_id'>,
): Promise<boolean> => {
  if (platform.settings.get('reviewBeforePublishing') === 'off' || !isReviewedKind(item.kind)) return false;
  const known = await trx.selectFrom('item_reviews').select('is_approved').where('item_id', '=', item.id).executeTakeFirst();
  return !known?.is_approved && (await reviewOf(platform, trx, item.performer_id)).isRequired;
};

/** What an item shows was changed: an approval no longer covers it, and a decision on what was looked at before is refused. */
export const forgetApproval = async (trx: Trx, itemId: string, at: Date): Promise<void> => {
  await sql`
    update item_reviews set is_approved = false, version = version + 1, updated_at = ${at} where item_id = ${itemId}::uuid`.execute(trx);
};

/** Takes an item out of sight until it is shown again: its files are being made, or an admin looks at it. It stays where it was pinned. */
export const holdItem = async (
  trx: Trx,
  item: Pick<ItemRow, 'id' | 'kind' | 'performer_id' | 'state'>,
  state: 'processing' | 'review',
  at: Date,
): Promise<void> => {
  await trx.updateTable('items').set({ state, updated_at: at }).where('id', '=', item.id).execute();
  await moveParts(trx, item, state, at);
  if (state === 'review')
    await sql`
      insert into item_reviews (item_id, performer_id, requested_at, created_at, updated_at)
      values (${item.id}::uuid, ${item.performer_id}::uuid, ${at}, ${at}, ${at})
      on conflict (item_id) do update set version = item_reviews.version + 1, requested_at = ${at}, is_approved = false, updated_at = ${at}`.execute(
      trx,
    );
  if (item.state === 'active')
    await recordEvent(trx, 'items.withdrawn', { itemId: item.id, kind: item.kind, performerId: item.performer_id });
};

/** Shows an item whose files are ready, at its time; or has it reviewed before. */
export const publishItem = async (
  platform: Pick<Platform, 'settings'>,
  trx: Trx,
  item: PublishedItem & Pick<ItemRow, 'state' | 'scheduled_at'>,
  at: Date,
): Promise<void> => {
  if (await needsReview(platform, trx, item)) await holdItem(trx, item, 'review', at);
  else await showItem(trx, item, at);
};

/** Shows an item, or has it wait for its time. */
export const showItem = async (trx: Trx, item: PublishedItem & Pick<ItemRow, 'scheduled_at'>, at: Date): Promise<void> => {
  if (item.scheduled_at === null || item.scheduled_at <= at) return activateItem(trx, item, at);
  await trx.updateTable('items').set({ state: 'scheduled', updated_at: at }).where('id', '=', item.id).execute();
  return moveParts(trx, item, 'scheduled', at);
};
