import { sql } from 'kysely';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import type { Platform } from '../../platform/platform.ts';
import { visiblePerformer } from '../access/index.ts';
import type { Reaction } from './react.ts';

/** An account's own reactions, newest first; without those to objects it may no longer see. */
export const listReactions = async (
  platform: Platform,
  viewer: AccountViewer,
  country: string | null,
  query: { limit: number; offset: number; action?: Reaction['action'] | undefined; objectType?: Reaction['objectType'] | undefined },
) => {
  const { rows } = await sql<{ object_id: string; object_type: string; action: string; created_at: Date; total: number }>`
    select r.object_id, r.object_type, r.action, r.created_at, count(*) over ()::int as total
    from reactions r
    left join items i on r.object_type <> 'performer' and i.id = r.object_id
    join performers p on p.account_id = coalesce(i.performer_id, r.object_id)
    join accounts a on a.id = p.account_id
    where r.account_id = ${viewer.accountId}::uuid
      ${query.action ? sql`and r.action = ${query.action}` : sql``}
      ${query.objectType ? sql`and r.object_type = ${query.objectType}` : sql``}
      and ${visiblePerformer(viewer, country)}
    order by r.created_at desc limit ${query.limit} offset ${query.offset}`.execute(platform.database);
  const data = rows.map((row) => ({
    _id: row.object_id,
    objectType: row.object_type as Reaction['objectType'],
    objectId: row.object_id,
    action: row.action as Reaction['action'],
    createdAt: row.created_at.toISOString(),
  }));
  return { data, total: rows[0]?.total ?? 0 };
};
