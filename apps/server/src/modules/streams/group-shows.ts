import type { GroupShow } from '@stagedoor/contract/paid-shows';
import type { GROUP_AUDIENCES } from '@stagedoor/contract/paid-shows.values';
import { hundredthsToNumber, parseHundredths } from '@stagedoor/contract/shapes';
import { type RawBuilder, sql } from 'kysely';
import type { LiveEngine } from '../../live/live-engine.ts';
import type { ShowAddresses } from '../../live/show-addresses.ts';
import { holdTokens, openShow } from '../../ledger/index.ts';
import { type AccountViewer, type Viewer, accountIdOf } from '../../platform/auth/viewer.ts';
import { type Trx, isUniqueViolation, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { accessToSeats, isBlockedPair, tokenValueOf } from '../access/index.ts';
import { avatarUrl } from '../accounts/index.ts';
import { openStreamConversation, streamConversationOf } from '../conversations/index.ts';
import { insertItem } from '../items/index.ts';
import { rateOf } from '../orders/index.ts';
import { assertMayBegin } from './closing.ts';
import { findMinutesLeft, minutesLeftOf } from './minutes-left.queries.ts';
import { findParticipant, seatOf } from './participants.queries.ts';
import { recordSeats } from './seat-events.ts';
import { createStreamGrant, expiryOf } from './stream-grants.ts';
import type { StartedShow } from './start-show.ts';
import { startByOf } from './stream-state.ts';
import { type ShowRow, sessionOf } from './streams.view.ts';

/** Largest price of a minute, in hundredths. */
const MAX_PRICE = 10_000_00n;

export interface GroupInput {
  title: string;
  price?: bigint | undefined;
  seats: number;
  minimumMinutes?: number | undefined;
  isRecorded: boolean;
  audience: (typeof GROUP_AUDIENCES)[number];
  /** An encoder publishes it. */
  fromEncoder: boolean;
}

/**
 * Starts a group show, or resumes the open one, whose terms stay unchanged.
 * @throws CodedError SHOWS_CLOSING, LIVE_BUSY while another show is open, AMOUNT_OUT_OF_BOUNDS, LIVE_SERVER_AWAY
 */
export const startGroupShow = async (
  platform: Platform,
  engine: LiveEngine,
  performerId: string,
  input: GroupInput,
): Promise<StartedShow> => {
  const { database, clock, settings } = platform;
  const at = clock.now();
  if (input.price !== undefined && input.price > MAX_PRICE)
    throw new CodedError('AMOUNT_OUT_OF_BOUNDS', { minimum: 0.01, maximum: hundredthsToNumber(MAX_PRICE) });
  const { rows: running } = await sql`select from streams where performer_id = ${performerId}::uuid and ended_at is null`.execute(database);
  if (running.length === 0) await engine.assertReady('group');
  try {
    return await transact(database, undefined, async (trx) => {
      const { rows: open } = await sql<{ id: string; type: string; addresses: ShowAddresses | null }>`
        select id, type, addresses from streams where performer_id = ${performerId}::uuid and ended_at is null for no key update`.execute(
        trx,
      );
      if (open.length === 0) assertMayBegin(platform);
      if (open.some(({ type }) => type !== 'group')) throw new CodedError('LIVE_BUSY');
      const { rows: own } = await sql<{ group_price_amount: bigint | null; private_minimum_minutes: number }>`
        select group_price_amount, private_minimum_minutes from performers where account_id = ${performerId}::uuid`.execute(trx);
      const price = input.price ?? own[0]!.group_price_amount ?? parseHundredths(settings.get('groupChatDefaultPrice'))!;
      const addresses = open[0] ? open[0].addresses : engine.addressesNow('group');
      const streamId = open[0]?.id ?? (await insert(trx, performerId, { ...input, addresses }, price, own[0]!.private_minimum_minutes, at));
      const wanted = {
        streamId,
        accountId: performerId,
        country: null,
        kind: 'publish',
        now: at,
        expiresAt: expiryOf(at, undefined),
      } as const;
      return { show: { id: streamId, type: 'group', addresses }, grant: await createStreamGrant(trx, wanted) };
    });
  } catch (error) {
    if (isUniqueViolation(error, 'streams_open')) throw new CodedError('LIVE_BUSY');
    throw error;
  }
};

const insert = async (
  trx: Trx,
  performerId: string,
  input: GroupInput & { addresses: ShowAddresses | null },
  price: bigint,
  minimum: number,
  at: Date,
): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    insert into streams (performer_id, type, title, is_recorded, price_amount, seats, minimum_minutes, audience, addresses, start_by, created_at, updated_at)
    values (${performerId}::uuid, 'group', ${input.title}, ${input.isRecorded}, ${price}::bigint, ${input.seats},
      ${input.minimumMinutes ?? minimum}, ${input.audience}, ${JSON.stringify(input.addresses)}::jsonb, ${startByOf(at, input.fromEncoder)}::timestamptz, ${at}::timestamptz, ${at}::timestamptz)
    returning id`.execute(trx);
  const { id } = rows[0]!;
  await insertItem(trx, {
    id,
    kind: 'stream',
    performerId,
    title: input.title,
    audience: 'buyers',
    priceAmount: price,
    state: 'active',
    at,
  });
  await openStreamConversation(trx, { streamId: id, performerId, type: 'group', at });
  return id;
};

/** Of a group show: what joining it now costs, and who is in it. */
interface TermsRow {
  rate_amount: bigint;
  seats: number;
  minimum_minutes: number;
  audience: (typeof GROUP_AUDIENCES)[number];
  taken: number;
  commission_overrides: Record<string, number>;
}
const takenOf = (streamId: RawBuilder<unknown>) =>
  sql<number>`(select count(*)::int from stream_participants x where x.stream_id = ${streamId} and x.left_at is null)`;
const termsOf = async (executor: Trx | Platform['database'], streamId: string): Promise<TermsRow> => {
  const { rows } = await sql<TermsRow>`
    select s.price_amount as rate_amount, s.seats, s.minimum_minutes, s.audience, ${takenOf(sql`s.id`)} as taken, p.commission_overrides
    from streams s join performers p on p.account_id = s.performer_id
    where s.id = ${streamId}::uuid and s.type = 'group' and s.price_amount is not null`.execute(executor);
  if (!rows[0]) throw new CodedError('LOCKED');
  return rows[0];
};

/** Whether the viewer is among those the show is for; who reviews content isn't, by that alone. */
const isInvited = (platform: Platform, viewer: Viewer, show: ShowRow, audience: TermsRow['audience']): boolean => {
  const access = accessToSeats(show, audience, viewer, tokenValueOf(platform.settings));
  return access.allowed && access.reason !== 'admin';
};

/**
 * Takes a seat in a group show: the rate is frozen and the minimum held; who has one keeps it.
 * @throws CodedError LIVE_NOT_ON_AIR, LOCKED, LIVE_SEATS_TAKEN, INSUFFICIENT_TOKENS, SPENDING_LIMIT, COOL_OFF
 */
export const takeSeat = async (platform: Platform, viewer: AccountViewer, show: ShowRow): Promise<void> => {
  const at = platform.clock.now();
  const { accountId } = viewer;
  const tokenValue = tokenValueOf(platform.settings);
  if (await isBlockedPair(platform.database, show.performer_id, accountId)) throw new CodedError('NOT_FOUND');
  await transact(platform.database, undefined, async (trx) => {
    const { rows: open } = await sql`select from streams where id = ${show.id}::uuid and ended_at is null for no key update`.execute(trx);
    if (open.length === 0) throw new CodedError('LIVE_NOT_ON_AIR');
    const before = await findParticipant(trx, show.id, accountId, at);
    if (before && !before.left_at) return;
    const terms = await termsOf(trx, show.id);
    if (!isInvited(platform, viewer, show, terms.audience)) throw new CodedError('LOCKED');
    if (terms.taken >= terms.seats) throw new CodedError('LIVE_SEATS_TAKEN');
    const rate = rateOf(platform, { kind: 'groupMinute' }, terms.commission_overrides);
    const { rows } = await sql<{ hold_id: string; price_amount: bigint; token_value: bigint }>`
      insert into stream_participants as p (stream_id, account_id, price_amount, token_value, commission_rate, hold_id, created_at, updated_at)
      values (${show.id}::uuid, ${accountId}::uuid, ${terms.rate_amount}::bigint, ${tokenValue}::bigint, ${rate}, uuidv7(),
        ${at}::timestamptz, ${at}::timestamptz)
      on conflict (stream_id, account_id) do update set hold_id = excluded.hold_id, left_at = null, left_reason = null, updated_at = excluded.updated_at
      returning hold_id, price_amount, token_value`.execute(trx);
    const { hold_id: holdId, price_amount: price, token_value: frozen } = rows[0]!;
    await holdTokens(trx, { holdId, accountId, streamId: show.id, tokens: price * BigInt(terms.minimum_minutes), tokenValue: frozen, at });
    await openShow(trx, show.id, accountId, at);
    await recordSeats(trx, show.id, [accountId], 'joined');
  });
};

/** Minutes that an account can pay of a group show: at the terms of its seat, if it had one. */
export const groupMinutesLeft = async (
  { database, settings, clock }: Pick<Platform, 'database' | 'settings' | 'clock'>,
  accountId: string,
  streamId: string,
  price: bigint,
): Promise<number> => {
  const at = clock.now();
  const seat = await findParticipant(database, streamId, accountId, at);
  if (seat) return minutesLeftOf(seat, seat.price_amount);
  return findMinutesLeft(database, accountId, { show: streamId, price, tokenValue: tokenValueOf(settings) }, at);
};

/** A group show for whoever may see its performer; its conversation and fans for those in it. */
export const groupShowOf = async (platform: Platform, engine: LiveEngine, viewer: AccountViewer, show: ShowRow): Promise<GroupShow> => {
  const { database } = platform;
  const terms = await termsOf(database, show.id);
  const seat = await findParticipant(database, show.id, viewer.accountId, platform.clock.now());
  const isOwn = show.performer_id === accountIdOf(viewer);
  const isIn = isOwn || (seat !== undefined && !seat.left_at);
  const { rows: fans } = isIn
    ? await sql<{ id: string; username: string; name: string; avatar_key: string | null }>`
        select a.id, a.username, a.name, a.avatar_key from stream_participants p join accounts a on a.id = p.account_id
        where p.stream_id = ${show.id}::uuid and p.left_at is null order by p.created_at, a.id`.execute(database)
    : { rows: [] };
  const isFull = terms.taken >= terms.seats;
  const isOpen = isInvited(platform, viewer, show, terms.audience);
  return {
    session: sessionOf(platform, engine, viewer, show),
    price: hundredthsToNumber(terms.rate_amount),
    seats: terms.seats,
    taken: terms.taken,
    minimumMinutes: terms.minimum_minutes,
    minutesLeft: isOwn ? null : await groupMinutesLeft(platform, viewer.accountId, show.id, terms.rate_amount),
    audience: terms.audience,
    obstacle:
      show.state === 'ended' ? 'ended' : isIn ? null : !isOpen && terms.audience !== 'everyone' ? terms.audience : isFull ? 'full' : null,
    mine: seat ? seatOf(seat, true) : null,
    conversation: isIn ? await streamConversationOf(platform, show.id) : null,
    fans: fans.map(({ id, username, name, avatar_key }) => ({ _id: id, username, name, avatar: avatarUrl(platform, avatar_key) })),
  };
};
