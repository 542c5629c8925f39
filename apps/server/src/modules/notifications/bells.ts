import type { Bell } from '@stagedoor/contract/notifications';
import { type RawBuilder, sql } from 'kysely';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import { type Executor, type Idempotency, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { visiblePerformer } from '../access/index.ts';

interface Listener {
  viewer: AccountViewer;
  country: string | null;
}

/** @throws CodedError NOT_FOUND for a performer that the caller may not see */
const read = async (executor: Executor, { viewer, country }: Listener, performerId: string, now: Date): Promise<Bell> => {
  const { rows } = await sql<Bell>`
    select coalesce(b.posts, false) as posts, coalesce(b.live, s.fan_id is not null) as live
    from performers p join accounts a on a.id = p.account_id
    left join bells b on b.performer_id = p.account_id and b.account_id = ${viewer.accountId}::uuid
    left join subscriptions s on s.performer_id = p.account_id and s.fan_id = ${viewer.accountId}::uuid and s.expires_at > ${now}
    where p.account_id = ${performerId}::uuid and ${visiblePerformer(viewer, country)}`.execute(executor);
  if (!rows[0]) throw new CodedError('NOT_FOUND');
  return rows[0];
};

export const readBell = (platform: Platform, listener: Listener, performerId: string): Promise<Bell> =>
  read(platform.database, listener, performerId, platform.clock.now());

/**
 * Sets what of a performer an account is told; what isn't given stays.
 * @throws CodedError NOT_FOUND
 */
export const setBell = async (
  platform: Platform,
  listener: Listener,
  performerId: string,
  { posts, live }: { posts?: boolean | undefined; live?: boolean | undefined },
  idempotency: Idempotency | undefined,
): Promise<Bell> => {
  const { accountId } = listener.viewer;
  const now = platform.clock.now();
  return transact(platform.database, idempotency, async (trx) => {
    await read(trx, listener, performerId, now);
    await sql`
      insert into bells as b (account_id, performer_id, posts, live, created_at, updated_at)
      values (${accountId}::uuid, ${performerId}::uuid, ${posts ?? null}::boolean, ${live ?? null}::boolean, ${now}, ${now})
      on conflict (account_id, performer_id) do update set posts = coalesce(excluded.posts, b.posts),
        live = coalesce(excluded.live, b.live), updated_at = excluded.updated_at`.execute(trx);
    return read(trx, listener, performerId, now);
  });
};

/** What a performer did that is told to those with the bell on. */
export type BellKind = 'post' | 'live';

/**
 * The next accounts, in the order of their ids, that are told a performer's posts or shows. Blocked ones are included, so that the end of
 * the set can be told; leave them out with `isNotBlockedBy`.
 */
export const listenersAfter = (kind: BellKind, performerId: string, after: string, count: number, now: Date): RawBuilder<unknown> => {
  const rung = (column: RawBuilder<unknown>) => sql`
    (select b.account_id from bells b where b.performer_id = ${performerId}::uuid and ${column} and b.account_id > ${after}::uuid
      order by b.account_id limit ${sql.lit(count)})`;
  if (kind === 'post') return rung(sql`b.posts`);
  return sql`
    select account_id from (${rung(sql`b.live`)} union
      (select s.fan_id from subscriptions s
        where s.performer_id = ${performerId}::uuid and s.fan_id > ${after}::uuid and s.expires_at > ${now}
          and not exists (select from bells b where b.account_id = s.fan_id and b.performer_id = s.performer_id and not b.live)
        order by s.fan_id limit ${sql.lit(count)})) both_kinds
    order by account_id limit ${sql.lit(count)}`;
};
