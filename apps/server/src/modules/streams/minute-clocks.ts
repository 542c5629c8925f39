import type { RefundReason } from '@stagedoor/contract/paid-shows.values';
import { sql } from 'kysely';
import type { HostedStream, SeatDelivery } from '../../live/live-engine.ts';
import { refundMinute } from '../../ledger/index.ts';
import type { Trx } from '../../platform/database/database.ts';
import { type ClockChange, MINUTE_MS, type MinuteClock, nextMinuteAt, passMedia, stopClock } from './minutes.rules.ts';
import { recordSeats } from './seat-events.ts';

/** The columns of a seat's clock. */
export interface ClockColumns {
  minutes: number;
  missed: number;
  connected_ms: bigint;
  minute_from_ms: bigint | null;
  next_from_ms: bigint;
  is_running: boolean;
}

export const clockOf = (row: ClockColumns): MinuteClock => ({
  minutes: row.minutes,
  missed: row.missed,
  connectedMs: Number(row.connected_ms),
  minuteFromMs: row.minute_from_ms === null ? null : Number(row.minute_from_ms),
  nextFromMs: Number(row.next_from_ms),
  isRunning: row.is_running,
});

interface ClockRow extends ClockColumns {
  stream_id: string;
  account_id: string;
}

/** A node's last figure of a seat, and the id of its count. */
interface Count {
  id: string;
  ms: number;
}

/** Why a clock stops: the fan's doing, or one that gives the running minute back. */
export type StopCause = 'fan' | Exclude<RefundReason, 'away'>;

interface Step extends ClockChange {
  row: ClockRow;
  cause: StopCause;
  count?: Count | undefined;
  protocols?: SeatDelivery['protocols'];
}

/** Writes the clocks, gives back the minutes that were broken, and records what changed for those who watch. */
const write = async (trx: Trx, steps: readonly Step[], at: Date): Promise<void> => {
  if (steps.length === 0) return;
  const values = <T>(pick: (step: Step) => T): T[] => steps.map(pick);
  await sql`
    update stream_participants p set connected_ms = c.connected_ms, minute_from_ms = c.minute_from_ms, next_from_ms = c.next_from_ms,
      is_running = c.is_running, missed = c.missed, minute_started_at = case when c.minute_from_ms is not null then p.minute_started_at end, next_minute_at = c.next_minute_at,
      counted_by = coalesce(c.counted_by, p.counted_by), updated_at = ${at}::timestamptz,
      counts = case when c.counted_by is null then p.counts else p.counts || jsonb_build_object(c.counted_by::text, c.counted_ms) end
    from unnest(${values(({ row }) => row.stream_id)}::uuid[], ${values(({ row }) => row.account_id)}::uuid[],
      ${values(({ clock }) => clock.connectedMs)}::bigint[], ${values(({ clock }) => clock.minuteFromMs)}::bigint[],
      ${values(({ clock }) => clock.nextFromMs)}::bigint[], ${values(({ clock }) => clock.isRunning)}::boolean[],
      ${values(({ clock }) => clock.missed)}::integer[], ${values(({ clock }) => nextMinuteAt(clock, at))}::timestamptz[],
      ${values(({ count }) => count?.id ?? null)}::uuid[], ${values(({ count }) => count?.ms ?? null)}::bigint[])
      as c(stream_id, account_id, connected_ms, minute_from_ms, next_from_ms, is_running, missed, next_minute_at, counted_by, counted_ms)
    where p.stream_id = c.stream_id and p.account_id = c.account_id`.execute(trx);
  const playing = steps.filter(({ protocols = [] }) => protocols.length > 0);
  if (playing.length > 0)
    await sql`
      update stream_minutes m set protocols = (select array_agg(distinct x order by x) from unnest(m.protocols || string_to_array(c.protocols, ' ')) as x)
      from unnest(${playing.map(({ row }) => row.stream_id)}::uuid[], ${playing.map(({ row }) => row.account_id)}::uuid[],
        ${playing.map(({ row }) => row.minutes)}::integer[], ${playing.map(({ protocols }) => protocols!.join(' '))}::text[])
        as c(stream_id, account_id, minute, protocols)
      where m.stream_id = c.stream_id and m.account_id = c.account_id and m.minute = c.minute and not m.protocols @> string_to_array(c.protocols, ' ')`.execute(
      trx,
    );
  for (const { row, clock, refunded, cause } of steps) {
    const { stream_id: streamId, account_id: accountId } = row;
    const isRefunded = refunded !== null && (await refundMinute(trx, { streamId, accountId, minute: refunded, at }));
    if (refunded !== null)
      await sql`
        update stream_minutes set to_ms = least(${clock.connectedMs}::bigint, from_ms + ${sql.lit(MINUTE_MS)}), refund_reason = ${cause === 'fan' ? 'away' : cause}
        where stream_id = ${streamId}::uuid and account_id = ${accountId}::uuid and minute = ${refunded} and to_ms is null`.execute(trx);
    if (isRefunded) await recordSeats(trx, streamId, [accountId], 'refunded');
    else if (clock.isRunning !== row.is_running) await recordSeats(trx, streamId, [accountId], clock.isRunning ? 'started' : 'stopped');
  }
};

/** Restricts `stream_participants p` to one participant, if there is one. */
const ofOne = (accountId: string | undefined) => (accountId === undefined ? sql`` : sql`and p.account_id = ${accountId}::uuid`);

/**
 * Moves the clocks of those who pay by the minute on by the media that a node delivered to them, and starts and stops them: a clock runs
 * while the show is published and the fan is there. The server counts both, whatever browsers say.
 *
 * @param shows the streams that a node hosts
 * @param streamIds the paid shows among those it hosts or owns
 * @param accountId one participant; otherwise all
 */
export const runClocks = async (
  trx: Trx,
  shows: readonly HostedStream[],
  streamIds: readonly string[],
  at: Date,
  accountId?: string,
): Promise<void> => {
  const hosted = new Map(shows.map((show) => [show.streamId, show]));
  const { rows } = await sql<ClockRow & { is_seated: boolean; counts: Readonly<Record<string, number>> }>`
    select p.stream_id, p.account_id, p.minutes, p.missed, p.connected_ms, p.minute_from_ms, p.next_from_ms, p.is_running, p.counts,
      p.left_at is null as is_seated
    from stream_participants p where p.stream_id = any(${streamIds}::uuid[]) and (p.left_at is null or p.is_running)
      ${ofOne(accountId)}
    order by p.stream_id, p.account_id for no key update of p`.execute(trx);
  const steps = rows.flatMap((row): Step[] => {
    const show = hosted.get(row.stream_id);
    const seat = row.is_seated ? show?.seats.find(({ accountId }) => accountId === row.account_id) : undefined;
    const countedMs = (show && row.counts[show.countId]) ?? 0;
    const deliveredMs = seat ? Math.max(0, seat.deliveredMs - countedMs) : 0;
    const change = passMedia(clockOf(row), {
      deliveredMs,
      silentMs: seat?.silentMs ?? 0,
      isFanThere: seat?.isThere ?? false,
      isPublished: show?.isPublishing ?? false,
    });
    if (deliveredMs === 0 && !row.is_running && !change.clock.isRunning) return [];
    const count = seat && show ? { id: show.countId, ms: Math.max(seat.deliveredMs, countedMs) } : undefined;
    return [{ ...change, row, cause: show?.isPublishing ? 'fan' : 'dropped', count, protocols: deliveredMs > 0 ? seat!.protocols : [] }];
  });
  await write(trx, steps, at);
};

/** Stops the clocks of shows, or of one participant. @param cause any but the fan's gives the running minute back */
export const stopClocks = async (trx: Trx, streamIds: readonly string[], cause: StopCause, at: Date, accountId?: string): Promise<void> => {
  const { rows } = await sql<ClockRow>`
    select p.stream_id, p.account_id, p.minutes, p.missed, p.connected_ms, p.minute_from_ms, p.next_from_ms, p.is_running
    from stream_participants p
    where p.stream_id = any(${streamIds}::uuid[]) and p.is_running
      ${ofOne(accountId)}
    order by p.stream_id, p.account_id for no key update`.execute(trx);
  await write(
    trx,
    rows.map((row) => ({ ...stopClock(clockOf(row), cause === 'fan' ? 'fan' : 'performer'), row, cause })),
    at,
  );
};
