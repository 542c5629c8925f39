import { sql } from 'kysely';
import type { Outbox } from '../../platform/events/outbox.ts';

const distinct = (values: readonly (string | null)[]): string[] => [...new Set(values.filter((value) => value !== null))];

/** Recomputes counts from the rows, once per batch: correct under concurrent writes. */
export const registerCommentEvents = (outbox: Outbox): void => {
  outbox.onBatch('comments.changed', async (events, trx) => {
    const itemIds = distinct(events.map(({ payload }) => payload.itemId));
    const parentIds = distinct(events.map(({ payload }) => payload.parentId));
    if (parentIds.length > 0)
      await sql`
        update comments c set reply_count = (
          select count(*) from comments r where r.parent_id = c.id and r.deleted_at is null and r.hidden_at is null)
        where c.id = any(${parentIds}::uuid[])`.execute(trx);
    // Replies to a deleted comment are deleted with it.
    await sql`
      update items i set comment_count = (
        select count(*) from comments c left join comments p on p.id = c.parent_id
        where c.item_id = i.id and c.deleted_at is null and c.hidden_at is null and p.deleted_at is null and p.hidden_at is null)
      where i.id = any(${itemIds}::uuid[])`.execute(trx);
  });
  outbox.onBatch('objects.reacted', async (events, trx) => {
    const ids = distinct(events.filter(({ payload }) => payload.objectType === 'comment').map(({ payload }) => payload.objectId));
    if (ids.length > 0)
      await sql`
        update comments c set like_count = (select count(*) from reactions r where r.object_id = c.id and r.action = 'like')
        where c.id = any(${ids}::uuid[])`.execute(trx);
  });
};
