import { sql } from 'kysely';
import { sumDifferences } from '../../platform/differences.ts';
import type { Outbox } from '../../platform/events/outbox.ts';
import { addToCounter, recountItems } from '../items/index.ts';

/**
 * Counts of comments, replies and their likes. A new comment is a difference; of what is deleted or hidden, others' replies go with it,
 * so its item is counted again. What waits outside this batch is left out of that, whatever its id: it comes as a difference of its own.
 * An event with a lower id may be committed later, or wait because its handler failed.
 */
export const registerCommentEvents = (outbox: Outbox): void => {
  outbox.onBatch('comments.changed', async (events, trx) => {
    const recounted = [...new Set(events.flatMap(({ payload: { itemId, by } }) => (by === undefined ? [itemId] : [])))];
    const ids = events.map(({ id }) => id);
    await recountItems(trx, recounted, ['comment_count'], {
      pending: sql<number>`(select coalesce(sum((payload ->> 'by')::int), 0) from outbox
        where dispatched_at is null and event = 'comments.changed' and id <> all(${ids}::bigint[]) and payload ->> 'itemId' = i.id::text)`,
    });
    await addToCounter(
      trx,
      'comment_count',
      events.flatMap(({ payload: { itemId, by } }) => (by === undefined || recounted.includes(itemId) ? [] : [{ itemId, by }])),
    );
    const parentIds = [...new Set(events.flatMap(({ payload: { parentId } }) => parentId ?? []))];
    if (parentIds.length > 0)
      await sql`
        update comments c set reply_count = (
          select count(*) from comments r where r.parent_id = c.id and r.deleted_at is null and r.hidden_at is null)
        where c.id = any(${parentIds}::uuid[])`.execute(trx);
  });
  outbox.onBatch('objects.reacted', async (events, trx) => {
    const liked = events.flatMap(({ payload: { objectType, objectId, by } }) => (objectType === 'comment' ? [{ id: objectId, by }] : []));
    const { ids, by } = sumDifferences(liked);
    if (ids.length > 0)
      await sql`
        update comments c set like_count = c.like_count + d.by
        from unnest(${ids}::uuid[], ${by}::int[]) d (id, by) where c.id = d.id`.execute(trx);
  });
};
