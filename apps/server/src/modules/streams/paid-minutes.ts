import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import type { MinuteReceipt } from '@stagedoor/contract/wallet';
import { sql } from 'kysely';
import type { HostedStream } from '../../live/live-engine.ts';
import { chargeMinute } from '../../ledger/index.ts';
import type { Trx } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { type ParticipantRow, findParticipant } from './participants.queries.ts';

const DAY_MS = 86_400_000;
/** Seconds both sides must be connected before a minute begins (docs/domains/streams.md). */
const SETTLING_SECONDS = 10;

/**
 * Starts and stops the clocks of participants who pay by the minute: a clock runs while the show is published and the participant watches.
 * After a break the next minute begins like the first.
 * @param shows the streams a node hosts
 * @param streamIds the streams it hosts according to the tables
 */
export const runClocks = async (trx: Trx, shows: readonly HostedStream[], streamIds: readonly string[], at: Date): Promise<void> => {
  const published = shows.filter(({ isPublishing }) => isPublishing).map(({ streamId }) => streamId);
  await sql`
    with clocks as (
      select p.stream_id, p.account_id, p.stream_id = any(${published}::uuid[]) and exists (
        select from stream_viewers v where v.stream_id = p.stream_id and v.account_id = p.account_id and v.left_at is null) as runs
      from stream_participants p where p.stream_id = any(${streamIds as string[]}::uuid[])
      order by p.stream_id, p.account_id for no key update)
    update stream_participants p set updated_at = ${at}::timestamptz,
      next_minute_at = case when c.runs then ${at}::timestamptz + make_interval(secs => ${SETTLING_SECONDS}) end
    from clocks c
    where p.stream_id = c.stream_id and p.account_id = c.account_id and c.runs <> (p.next_minute_at is not null)`.execute(trx);
};

/** Stops all clocks of interrupted or ended shows. */
export const stopClocks = async (trx: Trx, streamIds: readonly string[], at: Date): Promise<void> => {
  await sql`
    update stream_participants set next_minute_at = null, updated_at = ${at}::timestamptz
    where stream_id = any(${streamIds as string[]}::uuid[]) and next_minute_at is not null`.execute(trx);
};

const receiptOf = (row: ParticipantRow, isCharged: boolean): MinuteReceipt => ({
  minute: row.minutes,
  isCharged,
  transactionId: row.transaction_id,
  price: hundredthsToNumber(row.price_amount),
  balance: hundredthsToNumber(row.balance),
  nextMinuteAt: row.next_minute_at?.toISOString() ?? null,
});

/**
 * Pays the due minute of a private show, and returns the state of its clock. Early, repeated or concurrent calls pay nothing more.
 * @throws CodedError NOT_FOUND for non-participants, LIVE_NOT_ON_AIR after its end, INSUFFICIENT_TOKENS
 */
export const payMinute = async (platform: Platform, accountId: string, streamId: string): Promise<MinuteReceipt> => {
  const { database, clock, settings } = platform;
  const at = clock.now();
  const row = await findParticipant(database, streamId, accountId);
  if (!row) throw new CodedError('NOT_FOUND');
  if (row.state === 'ended') throw new CodedError('LIVE_NOT_ON_AIR');
  if (!row.next_minute_at || row.next_minute_at > at) return receiptOf(row, false);
  const charged = await chargeMinute(database, {
    kind: 'privateMinute',
    streamId,
    title: row.title,
    buyerId: accountId,
    sellerId: row.performer_id,
    minute: row.minutes + 1,
    tokens: row.price_amount,
    tokenValue: row.token_value,
    commissionRate: row.commission_rate,
    at,
    availableAt: new Date(at.getTime() + settings.get('earningsHoldDays') * DAY_MS),
  });
  const now = (await findParticipant(database, streamId, accountId))!;
  return receiptOf(now, charged !== undefined && charged.transactionId === now.transaction_id);
};
