import { sql } from 'kysely';
import { z } from 'zod';
import type { Viewer } from '../auth/viewer.ts';
import type { Executor, Trx } from '../database/database.ts';
import type { Platform } from '../platform.ts';

/** The row of the table `settings` with the drain. It is no setting: it is written with `maintenanceMode`, and by nothing else. */
export const DRAIN_KEY = 'maintenanceShows';
const MINUTE_MS = 60_000;

/** The time that running shows have left in maintenance. */
export interface Drain {
  /** When maintenance began: who was in a show then may go on with it. */
  from: Date;
  /** When shows end. */
  until: Date;
}

const storedDrain = z.object({ from: z.iso.datetime(), until: z.iso.datetime() });

/** Returns the drain of a stored row; null without a row. */
export const drainOf = (value: unknown): Drain | null => {
  const parsed = storedDrain.safeParse(value);
  return parsed.success ? { from: new Date(parsed.data.from), until: new Date(parsed.data.until) } : null;
};

interface Switch {
  wasOn: boolean;
  isOn: boolean;
  /** The admin's choice, if there is one. */
  minutes: number | undefined;
  defaultMinutes: number;
  now: Date;
  changedBy: string | null;
}

/**
 * Writes how long running shows may go on, in the transaction that changes `maintenanceMode`. While maintenance is on, only a choice moves
 * the end. The caller holds the lock of the settings.
 * @returns true if the row changed
 */
export const writeDrain = async (trx: Trx, { wasOn, isOn, minutes, defaultMinutes, now, changedBy }: Switch): Promise<boolean> => {
  if (!isOn) {
    const { numDeletedRows } = await trx.deleteFrom('settings').where('key', '=', DRAIN_KEY).executeTakeFirst();
    return numDeletedRows > 0n;
  }
  if (wasOn && minutes === undefined) return false;
  const before = await trx.selectFrom('settings').select('value').where('key', '=', DRAIN_KEY).executeTakeFirst();
  const from = (wasOn && drainOf(before?.value)?.from) || now;
  const until = new Date(now.getTime() + (minutes ?? defaultMinutes) * MINUTE_MS);
  const value = JSON.stringify({ from, until });
  await trx
    .insertInto('settings')
    .values({ key: DRAIN_KEY, value, updated_by: changedBy })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_by: changedBy, updated_at: now }))
    .execute();
  return true;
};

type DrainPlatform = Pick<Platform, 'settings' | 'clock'>;

/** Returns when running shows end, while maintenance lets them go on; null at any other time. */
export const showsEndAt = ({ settings, clock }: DrainPlatform): Date | null => {
  const drain = settings.drain();
  return drain && clock.now() < drain.until ? drain.until : null;
};

/** Returns true once maintenance has ended all shows: the time that they had is over, or they had none. */
export const mustEndShows = ({ settings, clock }: DrainPlatform): boolean =>
  settings.get('maintenanceMode') && clock.now() >= (settings.drain()?.until ?? new Date(0));

/**
 * Returns which of the accounts are in a running show: they perform it, have a seat in it, or were in its public room when maintenance began.
 * A viewer whose connection broke since counts too.
 */
const inRunningShows = async (executor: Executor, accountIds: readonly string[], from: Date, streamId?: string): Promise<string[]> => {
  const isMeant = streamId === undefined ? sql`s.ended_at is null` : sql`s.ended_at is null and s.id = ${streamId}::uuid`;
  const { rows } = await sql<{ id: string }>`
    select a.id from unnest(${accountIds}::uuid[]) as a(id)
    where exists (
      select from streams s where ${isMeant} and (
        s.performer_id = a.id
        or exists (select from stream_participants p where p.stream_id = s.id and p.account_id = a.id and p.left_at is null)
        or (s.type = 'public' and exists (
          select from stream_rights r join stream_viewers v on v.right_id = r.id
          where r.stream_id = s.id and r.account_id = a.id and r.revoked_at is null and (v.left_at is null or v.left_at >= ${from}::timestamptz)))))`.execute(
    executor,
  );
  return rows.map(({ id }) => id);
};

/** Returns which of the accounts the site stays open to, because they are in a show that may still go on. No query unless there is a drain. */
export const goOnWithShows = async (
  { database, settings, clock }: DrainPlatform & Pick<Platform, 'database'>,
  accountIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const drain = settings.drain();
  if (!drain || accountIds.length === 0 || showsEndAt({ settings, clock }) === null) return new Set();
  return new Set(await inRunningShows(database, accountIds, drain.from));
};

/** Returns true if the site stays open to a caller, who is in a show that may still go on. */
export const goesOnWithShow = async (platform: Parameters<typeof goOnWithShows>[0], viewer: Viewer): Promise<boolean> =>
  viewer.kind === 'account' && (await goOnWithShows(platform, [viewer.accountId])).size > 0;

/** Returns true if an account is in a running show, and was when maintenance began. */
export const isInRunningShow = async (
  { database, settings }: Pick<Platform, 'database' | 'settings'>,
  accountId: string,
  streamId: string,
): Promise<boolean> => {
  const drain = settings.drain();
  return drain !== null && (await inRunningShows(database, [accountId], drain.from, streamId)).length > 0;
};
