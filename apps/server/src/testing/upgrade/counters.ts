import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/** Every counter that differs from what it counts; empty when all are right. Nothing may be undispatched meanwhile. */
export const driftedCounters = async (database: Database): Promise<{ counter: string; id: string; shown: number; counted: number }[]> => {
  const { rows } = await sql<{ counter: string; id: string; shown: number; counted: number }>`
    select counter, id, shown::int, counted::int from (
      select 'likes' as counter, n.item_id as id, n.like_count as shown,
        (select count(*) from reactions r where r.object_id = n.item_id and r.action = 'like') as counted from item_counters n
      union all select 'bookmarks', n.item_id, n.bookmark_count,
        (select count(*) from reactions r where r.object_id = n.item_id and r.action = 'bookmark') from item_counters n
      union all select 'comments', n.item_id, n.comment_count,
        (select count(*) from comments c left join comments p on p.id = c.parent_id
          where c.item_id = n.item_id and c.deleted_at is null and c.hidden_at is null and p.deleted_at is null and p.hidden_at is null)
        from item_counters n
      union all select 'unlocks', n.item_id, n.unlock_count,
        (select count(*) from entitlements e where e.item_id = n.item_id and e.revoked_at is null) from item_counters n
      union all select 'likes of a comment', c.id, c.like_count,
        (select count(*) from reactions r where r.object_id = c.id and r.action = 'like') from comments c
      union all select 'replies', c.id, c.reply_count,
        (select count(*) from comments r where r.parent_id = c.id and r.deleted_at is null and r.hidden_at is null) from comments c
      union all select 'followers', p.performer_id, p.follower_count,
        (select count(*) from reactions r where r.object_id = p.performer_id and r.action = 'follow') from performer_counters p
    ) every_counter where shown <> counted order by counter, id`.execute(database);
  return rows;
};
