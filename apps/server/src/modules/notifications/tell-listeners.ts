import { sql } from 'kysely';
import { type Trx, transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { isAudienceOf, isMutedBy, isNotBlockedBy } from '../access/index.ts';
import { announceTotals } from './announce.ts';
import { type BellKind, listenersAfter } from './bells.ts';
import { isOn } from './is-on.ts';
import { ensureMonth } from './months.ts';
import { type Begun, enqueueMails } from './notification-mails.ts';

/** Sizes of the fan-out; tests lower them. */
export const LISTENERS = {
  /** Accounts told by the event's handler; the others by a job. */
  firstSlice: 500,
  /** Accounts told in one transaction of the job. */
  slice: 2000,
};

const TASK = 'notifications:tellListeners';
/** Lowest id. */
const MIN_ID = '00000000-0000-0000-0000-000000000000';

/** A post that was published, or a show that went live. */
export interface Rung {
  kind: BellKind;
  performerId: string;
  itemId: string;
  /** When it happened: that of the rows, by which a repeated slice finds its own. */
  at: Date;
}

/**
 * Tells the next accounts. @returns the last of them, null when there are no more, and those with a new notification
 */
const tellSlice = async (
  platform: Platform,
  trx: Trx,
  { kind, performerId, itemId, at }: Rung,
  after: string,
  count: number,
): Promise<{ last: string | null; told: string[] }> => {
  const now = platform.clock.now();
  const { rows } = await sql<{ reached: number; last: string | null; begun: Omit<Begun, 'createdAt'>[] }>`
    with listeners as materialized (${listenersAfter(kind, performerId, after, count, now)}
    ), begun as (
      insert into notifications as n (account_id, kind, group_key, actor_id, performer_id, item_id, on_site, created_at, updated_at)
      select g.account_id, ${kind}, ${itemId}, ${performerId}::uuid, ${performerId}::uuid, ${itemId}::uuid,
        ${isOn('site', kind, sql`g.account_id`)}, ${at}, ${at}
      from listeners g join accounts x on x.id = g.account_id and x.status = 'active'
      where g.account_id <> ${performerId}::uuid and ${isNotBlockedBy(performerId, sql`g.account_id`)}
        and not ${isMutedBy(sql`${performerId}::uuid`, sql`g.account_id`)}
        ${kind === 'live' ? sql`and exists (select from items i where i.id = ${itemId}::uuid and ${isAudienceOf(sql`g.account_id`, now)})` : sql``}
      on conflict do nothing
      returning n.id, n.account_id, ${isOn('mail', kind, sql`n.account_id`)} as is_mailed
    )
    select (select count(*)::int from listeners) as reached, (select account_id from listeners order by account_id desc limit 1) as last,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'accountId', account_id, 'kind', ${kind}::text, 'isMailed', is_mailed)), '[]')
        from begun) as begun`.execute(trx);
  const { reached, last, begun } = rows[0]!;
  await enqueueMails(
    platform,
    trx,
    begun.map((one) => ({ ...one, createdAt: at })),
  );
  return { last: reached < count ? null : last, told: begun.map(({ accountId }) => accountId) };
};

/** Tells those with the performer's bell on, of a show those it is for: the first of them at once, the others by a job. @returns who was told by now */
export const tellListeners = async (platform: Platform, trx: Trx, rung: Rung): Promise<string[]> => {
  await ensureMonth(platform.database, rung.at);
  const { last, told } = await tellSlice(platform, trx, rung, MIN_ID, LISTENERS.firstSlice);
  const payload = { ...rung, at: rung.at.toISOString(), after: last };
  if (last !== null) await platform.jobs.enqueue(trx, TASK, payload, { key: `${TASK}:${rung.itemId}` });
  return told;
};

export const registerListenersJob = (platform: Platform, realtime: Realtime): void =>
  platform.jobs.register(TASK, async (payload, { signal }) => {
    const rung: Rung = {
      kind: payload['kind'] === 'live' ? 'live' : 'post',
      performerId: String(payload['performerId']),
      itemId: String(payload['itemId']),
      at: new Date(String(payload['at'])),
    };
    await ensureMonth(platform.database, rung.at);
    for (let after: string | null = String(payload['after']); after !== null; ) {
      signal.throwIfAborted();
      const from: string = after;
      const { last, told } = await transact(platform.background, undefined, (trx) => tellSlice(platform, trx, rung, from, LISTENERS.slice));
      await announceTotals(realtime, told);
      after = last;
    }
  });
