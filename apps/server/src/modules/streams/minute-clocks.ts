import { sql } from 'kysely';
import type { HostedStream } from '../../live/live-engine.ts';
import { refundMinute } from '../../ledger/index.ts';
import type { Trx } from '../../platform/database/database.ts';
import { type MinuteClock, startClock, stopClock } from './minutes.rules.ts';
import { recordSeats } from './seat-events.ts';

interface ClockRow {
  stream_id: string;
  account_id: string;
  minutes: number;
  minute_started_at: Date | null;
  next_minute_at: Date | null;
}

const clockOf = (row: ClockRow): MinuteClock => ({
  minutes: row.minutes,
  minuteStartedAt: row.minute_started_at,
  nextMinuteAt: row.next_minute_at,
});

const write = async (trx: Trx, rows: readonly ClockRow[], clocks: readonly MinuteClock[], at: Date): Promise<void> => {
  await sql`
    update stream_participants p set minute_started_at = c.started_at, next_minute_at = c.next_at, updated_at = ${at}::timestamptz
    from unnest(${rows.map((row) => row.stream_id)}::uuid[], ${rows.map((row) => row.account_id)}::uuid[],
      ${clocks.map(({ minuteStartedAt }) => minuteStartedAt)}::timestamptz[], ${clocks.map(({ nextMinuteAt }) => nextMinuteAt)}::timestamptz[])
      as c(stream_id, account_id, started_at, next_at)
    where p.stream_id = c.stream_id and p.account_id = c.account_id`.execute(trx);
};

/** Stops running clocks, whose rows are locked; gives back what the performer's side broke. */
const stop = async (trx: Trx, rows: readonly ClockRow[], side: 'performer' | 'fan', at: Date): Promise<void> => {
  if (rows.length === 0) return;
  const stopped = rows.map((row) => stopClock(clockOf(row), side, at));
  await write(
    trx,
    rows,
    stopped.map(({ clock }) => clock),
    at,
  );
  for (const [index, { stream_id: streamId, account_id: accountId }] of rows.entries()) {
    const minute = stopped[index]!.refunded;
    const isRefunded = minute !== null && (await refundMinute(trx, { streamId, accountId, minute, at }));
    await recordSeats(trx, streamId, [accountId], isRefunded ? 'refunded' : 'stopped');
  }
};

/**
 * Starts and stops the clocks of those who pay by the minute, by a node's report: a clock runs while the show is published and the
 * participant watches it on that node. The server sees both, whatever browsers say.
 * @param shows the streams a node hosts
 * @param streamIds the paid shows among those it hosts or owns
 */
export const runClocks = async (trx: Trx, shows: readonly HostedStream[], streamIds: readonly string[], at: Date): Promise<void> => {
  const published = shows.filter(({ isPublishing }) => isPublishing);
  const watching = published.flatMap((show) => show.watching.map(({ rightId }) => rightId));
  const { rows } = await sql<ClockRow & { runs: boolean }>`
    select p.stream_id, p.account_id, p.minutes, p.minute_started_at, p.next_minute_at,
      p.left_at is null and exists (
        select from stream_rights r where r.id = any(${watching}::uuid[]) and r.stream_id = p.stream_id and r.account_id = p.account_id
          and r.media_id is null and r.revoked_at is null) as runs
    from stream_participants p where p.stream_id = any(${streamIds as string[]}::uuid[]) and (p.left_at is null or p.next_minute_at is not null)
    order by p.stream_id, p.account_id for no key update of p`.execute(trx);
  const starting = rows.filter((row) => row.runs && row.next_minute_at === null);
  if (starting.length > 0) {
    await write(
      trx,
      starting,
      starting.map((row) => startClock(clockOf(row), at)),
      at,
    );
    for (const row of starting) await recordSeats(trx, row.stream_id, [row.account_id], 'started');
  }
  const stopping = rows.filter((row) => !row.runs && row.next_minute_at !== null);
  const isPublished = (row: ClockRow): boolean => published.some(({ streamId }) => streamId === row.stream_id);
  await stop(trx, stopping.filter(isPublished), 'fan', at);
  await stop(
    trx,
    stopping.filter((row) => !isPublished(row)),
    'performer',
    at,
  );
};

/** Stops the clocks of shows, or of one participant. @param side whose break it is: the performer's gives the running minute back */
export const stopClocks = async (
  trx: Trx,
  streamIds: readonly string[],
  side: 'performer' | 'fan',
  at: Date,
  accountId?: string,
): Promise<void> => {
  const { rows } = await sql<ClockRow>`
    select p.stream_id, p.account_id, p.minutes, p.minute_started_at, p.next_minute_at from stream_participants p
    where p.stream_id = any(${streamIds as string[]}::uuid[]) and p.next_minute_at is not null
      ${accountId === undefined ? sql`` : sql`and p.account_id = ${accountId}::uuid`}
    order by p.stream_id, p.account_id for no key update`.execute(trx);
  await stop(trx, rows, side, at);
};
