import { type ItemKind, PAGED_KINDS } from '@stagedoor/contract/items.values';
import { type RawBuilder, sql } from 'kysely';
import { type Executor, type Trx, recordEvent } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type ItemRow, type PublishedItem, activateItem, moveParts } from './items.store.ts';

/** What has a page is reviewed: shows are moderated on air, and what is sent to some alone is theirs. */
const isReviewedKind = (kind: ItemKind): boolean => (PAGED_KINDS as readonly ItemKind[]).includes(kind);

/**
 * Whether what a performer publishes next is reviewed before it is shown, as the owner's settings say.
 * @returns how many more items until it is shown at once; null when it doesn't end
 */
export const reviewOf = async (
  { settings }: Pick<Platform, 'settings'>,
  executor: Executor,
  performerId: string,
): Promise<{ isRequired: boolean; remaining: number | null }> => {
  if (!settings.get('reviewBeforePublishing')) return { isRequired: false, remaining: null };
  const first = settings.get('reviewFirstItems');
  if (first === 0) return { isRequired: true, remaining: null };
  // What was taken down is no reason to trust.
  const { rows } = await sql<{ published: number }>`
    select count(*)::int as published from (
      select from items where performer_id = ${performerId}::uuid and kind = any(${[...PAGED_KINDS]}::text[]) and parent_id is null
        and published_at is not null and state <> 'taken-down' limit ${first}) p`.execute(executor);
  const remaining = Math.max(0, first - rows[0]!.published);
  return { isRequired: remaining > 0, remaining };
};

/** Whether what an item of this kind and performer newly shows must be approved before. */
const isReviewed = async (
  platform: Pick<Platform, 'settings'>,
  trx: Trx,
  item: { kind: ItemKind; performer_id: string },
): Promise<boolean> => isReviewedKind(item.kind) && (await reviewOf(platform, trx, item.performer_id)).isRequired;

/** Tells whether an item, or a part of it, looks like what was taken down, and no admin has decided about it. */
export const looksTakenDown = async (trx: Trx, item: { id: string; kind: ItemKind }): Promise<boolean> => {
  if (!isReviewedKind(item.kind)) return false;
  const { rows } = await sql`
    select from item_files r join items i on i.id = r.item_id join copy_matches m on m.file_id = r.file_id and m.state = 'open'
    where i.id = ${item.id}::uuid or (i.parent_id = ${item.id}::uuid and i.state <> 'deleted') limit 1`.execute(trx);
  return rows.length > 0;
};

/** Whether an item may not be shown as it is now before an admin approves it. */
export const needsReview = async (
  platform: Pick<Platform, 'settings'>,
  trx: Trx,
  item: Pick<ItemRow, 'id' | 'kind' | 'performer_id'>,
): Promise<boolean> => {
  if (await looksTakenDown(trx, item)) return true;
  if (!(await isReviewed(platform, trx, item))) return false;
  const known = await trx.selectFrom('item_reviews').select('is_approved').where('item_id', '=', item.id).executeTakeFirst();
  return !known?.is_approved;
};

/** Whether `items i` holds what was not approved, so that not even those who bought it see it. */
export const isWithheld: RawBuilder<boolean> = sql<boolean>`exists (
  select from item_reviews v where v.item_id = i.id and v.is_withheld)`;

/** `isWithheld` of one item. */
export const isItemWithheld = async (trx: Trx, itemId: string): Promise<boolean> =>
  (await trx.selectFrom('item_reviews').select('is_withheld').where('item_id', '=', itemId).executeTakeFirst())?.is_withheld ?? false;

/** A former approval doesn't cover what an item holds now, and a decision on what was looked at before is refused. */
const forgetApproval = async (trx: Trx, itemId: string, at: Date): Promise<void> => {
  await sql`
    update item_reviews set is_approved = false, version = version + 1, updated_at = ${at} where item_id = ${itemId}::uuid`.execute(trx);
};

/** As `forgetApproval`, for an item that was published before: those who bought it wait for the approval too. */
const withhold = async (trx: Trx, itemId: string, at: Date): Promise<void> => {
  await sql`
    insert into item_reviews (item_id, requested_at, is_withheld, created_at, updated_at)
    values (${itemId}::uuid, ${at}, true, ${at}, ${at})
    on conflict (item_id) do update set version = item_reviews.version + 1, is_approved = false, is_withheld = true, updated_at = ${at}`.execute(
    trx,
  );
};

/** Takes an item out of sight until it is shown again: its files are being made, or an admin looks at it. It stays where it was pinned. */
export const holdItem = async (
  trx: Trx,
  item: PublishedItem & Pick<ItemRow, 'state'>,
  state: 'processing' | 'review',
  at: Date,
): Promise<void> => {
  await trx.updateTable('items').set({ state, updated_at: at }).where('id', '=', item.id).execute();
  await moveParts(trx, item, state, at);
  // After the parts, as in every other transaction.
  if (state === 'review') {
    const wasPublished = item.published_at !== null;
    await sql`
      insert into item_reviews (item_id, requested_at, is_withheld, created_at, updated_at)
      values (${item.id}::uuid, ${at}, ${wasPublished}, ${at}, ${at})
      on conflict (item_id) do update set version = item_reviews.version + 1, requested_at = ${at}, is_approved = false,
        is_withheld = ${wasPublished}, updated_at = ${at}`.execute(trx);
  }
  if (item.state === 'active')
    await recordEvent(trx, 'items.withdrawn', { itemId: item.id, kind: item.kind, performerId: item.performer_id });
};

/**
 * After a change by which an item shows what it didn't before: an approval no longer covers it, and if it is in sight and its performer's
 * items are reviewed, it leaves it. A part was published with its whole, whose approval covers it.
 * @param isReady whether all its files are
 */
export const reviewChange = async (
  platform: Pick<Platform, 'settings'>,
  trx: Trx,
  item: PublishedItem & Pick<ItemRow, 'state' | 'parent_id'>,
  isReady: boolean,
  at: Date,
): Promise<void> => {
  if (item.parent_id !== null) return forgetApproval(trx, item.parent_id, at);
  const isRequired = (await isReviewed(platform, trx, item)) || (await looksTakenDown(trx, item));
  if (isRequired && item.published_at !== null) await withhold(trx, item.id, at);
  else await forgetApproval(trx, item.id, at);
  if (item.state === 'active' && isRequired) await holdItem(trx, item, isReady ? 'review' : 'processing', at);
  else if (item.state === 'review' && !isReady) await holdItem(trx, item, 'processing', at);
};

/** Shows an item whose files are ready, at its time; or has it reviewed before. */
export const publishItem = async (
  platform: Pick<Platform, 'settings'>,
  trx: Trx,
  item: PublishedItem & Pick<ItemRow, 'state' | 'scheduled_at'>,
  at: Date,
): Promise<void> => {
  if (await needsReview(platform, trx, item)) return holdItem(trx, item, 'review', at);
  if (item.published_at !== null)
    await trx
      .updateTable('item_reviews')
      .set({ is_withheld: false, updated_at: at })
      .where('item_id', '=', item.id)
      .where('is_withheld', '=', true)
      .execute();
  return showItem(trx, item, at);
};

/** Shows an item, or has it wait for its time. */
export const showItem = async (trx: Trx, item: PublishedItem & Pick<ItemRow, 'scheduled_at'>, at: Date): Promise<void> => {
  if (item.scheduled_at === null || item.scheduled_at <= at) return activateItem(trx, item, at);
  await trx.updateTable('items').set({ state: 'scheduled', updated_at: at }).where('id', '=', item.id).execute();
  return moveParts(trx, item, 'scheduled', at);
};
