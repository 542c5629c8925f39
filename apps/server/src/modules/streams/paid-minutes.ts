import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import type { MinuteReceipt } from '@stagedoor/contract/wallet';
import { sql } from 'kysely';
import { chargeMinute } from '../../ledger/index.ts';
import { transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { clockOf } from './minute-clocks.ts';
import { MINUTE_MS, dueMinute, warningOf } from './minutes.rules.ts';
import { payableOf } from './minutes-left.queries.ts';
import { type ParticipantRow, findParticipant } from './participants.queries.ts';
import { recordSeats } from './seat-events.ts';
import { closeSeats } from './seats.ts';
import { PAID_GRANT_MS } from './stream-grants.ts';
import { endShows } from './stream-state.ts';

const DAY_MS = 86_400_000;

export type ChargingPlatform = Pick<Platform, 'database' | 'clock' | 'settings'>;

/**
 * Charges the minute that is due to a participant, as the clock was read: of several that read the same, one does.
 * @returns whether this call charged it
 * @throws CodedError INSUFFICIENT_TOKENS, SPENDING_LIMIT, COOL_OFF
 */
const charge = async (platform: ChargingPlatform, streamId: string, accountId: string, row: ParticipantRow, at: Date): Promise<boolean> => {
  const due = dueMinute(clockOf(row));
  if (!due || row.left_at) return false;
  const startedAt = new Date(at.getTime() - due.lateMs);
  const fromMs = due.clock.minuteFromMs!;
  return transact(platform.database, undefined, async (trx) => {
    const charged = await chargeMinute(trx, {
      kind: row.type === 'private' ? 'privateMinute' : 'groupMinute',
      streamId,
      title: row.title,
      buyerId: accountId,
      sellerId: row.performer_id,
      minute: due.minute,
      dueFromMs: Number(row.next_from_ms),
      fromMs,
      nextFromMs: due.clock.nextFromMs,
      missed: due.clock.missed,
      startedAt,
      tokens: row.price_amount,
      tokenValue: row.token_value,
      commissionRate: row.commission_rate,
      at,
      availableAt: new Date(at.getTime() + platform.settings.get('earningsHoldDays') * DAY_MS),
    });
    if (!charged) return false;
    await sql`
      update stream_minutes set to_ms = least(${fromMs}::bigint, from_ms + ${sql.lit(MINUTE_MS)})
      where stream_id = ${streamId}::uuid and account_id = ${accountId}::uuid and minute = ${due.minute - 1} and to_ms is null`.execute(
      trx,
    );
    await sql`
      insert into stream_minutes (stream_id, account_id, minute, started_at, from_ms)
      values (${streamId}::uuid, ${accountId}::uuid, ${due.minute}, ${startedAt}::timestamptz, ${fromMs}::bigint)`.execute(trx);
    await sql`
      update stream_rights set expires_at = greatest(expires_at, ${new Date(at.getTime() + PAID_GRANT_MS)}::timestamptz)
      where stream_id = ${streamId}::uuid and account_id = ${accountId}::uuid and is_renewed and revoked_at is null`.execute(trx);
    const after = (await findParticipant(trx, streamId, accountId, at))!;
    await recordSeats(trx, streamId, [accountId], 'charged', warningOf(payableOf(after), row.price_amount));
    return true;
  });
};

/**
 * Takes a participant out of a show that can't be paid any longer: a private one ends. Only while the clock is as it was read: somebody may
 * have topped up, or left.
 */
const expel = (platform: ChargingPlatform, streamId: string, accountId: string, read: ParticipantRow, at: Date): Promise<boolean> =>
  transact(platform.database, undefined, async (trx) => {
    await sql`select from streams where id = ${streamId}::uuid for no key update`.execute(trx);
    await sql`select from stream_participants where stream_id = ${streamId}::uuid and account_id = ${accountId}::uuid for no key update`.execute(
      trx,
    );
    const row = await findParticipant(trx, streamId, accountId, at);
    const isSame = row && !row.left_at && row.minutes === read.minutes && row.next_from_ms === read.next_from_ms;
    if (!isSame || payableOf(row) >= row.price_amount) return false;
    const reason = row.balance + row.held < row.price_amount ? 'outOfTokens' : 'limitReached';
    if (row.type === 'private') await endShows(trx, sql`s.id = ${streamId}::uuid`, 'outOfTokens', at, reason);
    else await closeSeats(trx, [streamId], reason, 'fan', at, accountId);
    return true;
  });

/** The minute can't be paid: by the wallet, or by the account's own limits. */
export const isBroke = (error: unknown): boolean =>
  error instanceof CodedError && ['INSUFFICIENT_TOKENS', 'SPENDING_LIMIT', 'COOL_OFF'].includes(error.code);

/**
 * Charges whatever is due to one participant; who can't pay is out of the show.
 * @throws CodedError INSUFFICIENT_TOKENS, SPENDING_LIMIT, COOL_OFF, after that
 */
export const chargeDue = async (
  platform: ChargingPlatform,
  streamId: string,
  accountId: string,
  row: ParticipantRow,
  at: Date,
): Promise<boolean> => {
  try {
    return await charge(platform, streamId, accountId, row, at);
  } catch (error) {
    if (isBroke(error)) await expel(platform, streamId, accountId, row, at);
    throw error;
  }
};

/** The charging sweep: every minute that is due by the tables. Any number of workers may run it at once. @returns how many it charged */
export const chargeDueMinutes = async (platform: ChargingPlatform & Pick<Platform, 'log'>, now = platform.clock.now()): Promise<number> => {
  const { rows } = await sql<{ stream_id: string; account_id: string }>`
    select p.stream_id, p.account_id from stream_participants p join streams s on s.id = p.stream_id
    where p.connected_ms >= p.next_from_ms and p.left_at is null and s.state = 'live'
    order by p.stream_id, p.account_id`.execute(platform.database);
  let charged = 0;
  for (const { stream_id: streamId, account_id: accountId } of rows) {
    const row = await findParticipant(platform.database, streamId, accountId, now);
    if (!row) continue;
    try {
      if (await chargeDue(platform, streamId, accountId, row, now)) charged += 1;
    } catch (error) {
      // One participant's trouble doesn't keep the others from being charged.
      if (!isBroke(error)) platform.log.warn({ err: error, streamId, accountId }, 'a minute could not be charged');
    }
  }
  return charged;
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
 * Pays the due minute of a paid show, as the sweep would at that moment, and returns the state of its clock. Early, repeated or concurrent
 * calls pay nothing more.
 * @throws CodedError NOT_FOUND for non-participants, LIVE_NOT_ON_AIR after its end, INSUFFICIENT_TOKENS, SPENDING_LIMIT, COOL_OFF
 */
export const payMinute = async (platform: Platform, accountId: string, streamId: string): Promise<MinuteReceipt> => {
  const { database, clock } = platform;
  const row = await findParticipant(database, streamId, accountId, clock.now());
  if (!row) throw new CodedError('NOT_FOUND');
  if (row.state === 'ended' || row.left_at) throw new CodedError('LIVE_NOT_ON_AIR');
  const isCharged = await chargeDue(platform, streamId, accountId, row, clock.now());
  return receiptOf((await findParticipant(database, streamId, accountId, clock.now()))!, isCharged);
};
