import type { Platform } from '../../platform/platform.ts';
import type { Reaction } from './react.ts';

/** An account's own reactions, newest first. */
export const listReactions = async (
  platform: Platform,
  accountId: string,
  query: { limit: number; offset: number; action?: Reaction['action'] | undefined; objectType?: Reaction['objectType'] | undefined },
) => {
  let base = platform.database.selectFrom('reactions').where('account_id', '=', accountId);
  if (query.action) base = base.where('action', '=', query.action);
  if (query.objectType) base = base.where('object_type', '=', query.objectType);
  const [rows, { total }] = await Promise.all([
    base
      .select(['object_id', 'object_type', 'action', 'created_at'])
      .orderBy('created_at', 'desc')
      .limit(query.limit)
      .offset(query.offset)
      .execute(),
    base.select((select) => select.fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow(),
  ]);
  const data = rows.map((row) => ({
    _id: row.object_id,
    objectType: row.object_type as Reaction['objectType'],
    objectId: row.object_id,
    action: row.action as Reaction['action'],
    createdAt: row.created_at.toISOString(),
  }));
  return { data, total: Number(total) };
};
