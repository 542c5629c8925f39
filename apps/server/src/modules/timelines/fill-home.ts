import { type RawBuilder, sql } from 'kysely';
import { type Executor, transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { blockedPair } from '../access/index.ts';
import { performersAtHome } from './audience.ts';
import { lockFill } from './inactive-homes.ts';
import { KINDS, TIMELINES, trimTimelines } from './timelines.ts';

/** Of each performer and kind. A thousand newest items are mostly found among so many of each: of 100 performers, ten times as many. */
const LATEST = 50;

/**
 * Writes to a home feed what publications left out: of its performers the items published since the account was last seen, the newest as
 * many as a home feed keeps. The latest few of each performer tell how far back those reach; then no more is read than is newer than that.
 */
const writeMissing = async (executor: Executor, accountId: string, now: Date): Promise<void> => {
  const account = sql`${accountId}::uuid`;
  const newestFirst = sql`order by published_at desc, id desc`;
  /** Of each performer and kind, read from the end of the index of a performer's items. */
  const newest = (since: RawBuilder<unknown>, count: number) => sql`
    cross join known cross join unnest(${KINDS}::text[]) of_kind (kind) cross join lateral (
      select i.id, i.published_at, i.performer_id from items i
      where i.performer_id = known.id and i.kind = of_kind.kind and i.state = 'active' and i.parent_id is null and i.published_at >= ${since}
      ${newestFirst} limit ${sql.lit(count)}) i`;
  await sql`
    with known as materialized (
      select p.account_id as id from (${performersAtHome(account, now)}) k join performers p on p.account_id = k.performer_id
      where p.wide_since is null and not ${blockedPair(sql`p.account_id`, account)}
    ), latest as materialized (
      select i.published_at, h.missing_since from inactive_homes h ${newest(sql`h.missing_since`, LATEST)} where h.account_id = ${account}
    ), bound as materialized (
      select coalesce((select published_at from latest order by published_at desc offset ${sql.lit(TIMELINES.rows - 1)} limit 1),
        min(missing_since)) as at from latest
    )
    insert into timelines (account_id, published_at, item_id, performer_id)
    select ${account}, i.published_at, i.id, i.performer_id from bound ${newest(sql`bound.at`, TIMELINES.rows)}
    ${newestFirst} limit ${sql.lit(TIMELINES.rows)}
    on conflict do nothing`.execute(executor);
};

/** Fills an inactive home feed, once, however many read it at the same time. Returns when it is filled, by whomever. */
export const fillHome = async ({ database, clock }: Pick<Platform, 'database' | 'clock'>, accountId: string): Promise<void> => {
  await sql`update inactive_homes set is_filling = true where account_id = ${accountId}::uuid and not is_filling`.execute(database);
  await transact(database, undefined, async (trx) => {
    // A statement of its own: the next one sees what was committed while this one waited.
    if (!(await lockFill(trx, accountId))) return;
    await writeMissing(trx, accountId, clock.now());
    await trimTimelines(trx, [accountId]);
    await sql`delete from inactive_homes where account_id = ${accountId}::uuid`.execute(trx);
  });
};
