import type { Publishing, StreamToken } from '@stagedoor/contract/streams';
import { sql } from 'kysely';
import type { EngineShow, LiveEngine } from '../../live/live-engine.ts';
import { type Viewer, accountIdOf } from '../../platform/auth/viewer.ts';
import type { Database } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { type ClockColumns, clockOf } from './minute-clocks.ts';
import { MINUTE_MS, type MinuteClock, dueMinute } from './minutes.rules.ts';
import { type IssuedGrant, isExcluded } from './stream-grants.ts';
import { type ShowRow, needsToken } from './streams.view.ts';

// Tokens of external media servers. Such a server accepts one until it expires, whatever becomes of its grant: it is short, and renewed only while
// the grant is valid and, in a paid show, once the next minute is charged. Docs: docs/live-engines.md.

/** How long a token is valid where it must not outlive its grant by much. */
const SHORT_MS = 75_000;
/** The first token of a seat: time to connect, within the seconds before the first minute. */
const CONNECT_MS = 10_000;
/** How far a seat's token may reach beyond the minute that is paid. */
const BEYOND_MS = 15_000;
/** The server asks for a publisher's token once, at the beginning. */
const PUBLISH_MS = 300_000;

/** The use of a token. */
export interface TicketUse {
  kind: 'publish' | 'play';
  /** It is the first of a fan who pays by the minute. */
  isSeat?: boolean;
}

type TicketShow = EngineShow & Pick<ShowRow, 'audience'>;

const lifetimeOf = (settings: Platform['settings'], show: TicketShow, { kind, isSeat = false }: TicketUse): number => {
  if (kind === 'publish') return PUBLISH_MS;
  if (isSeat) return CONNECT_MS;
  return needsToken(settings, show) ? SHORT_MS : Number.POSITIVE_INFINITY;
};

/** A seat holds a token: it counts as connected until the token expires. */
const hold = async (database: Database, grantId: string, until: Date): Promise<void> => {
  await sql`
    update stream_rights set media_until = greatest(media_until, ${until}::timestamptz) where id = ${grantId}::uuid`.execute(database);
};

/**
 * The token of a new grant, as the show's engine takes it.
 * @throws CodedError LIVE_SERVER_AWAY
 */
export const ticketOf = async (
  { settings, clock, database }: Pick<Platform, 'settings' | 'clock' | 'database'>,
  engine: LiveEngine,
  show: TicketShow,
  grant: IssuedGrant,
  use: TicketUse,
): Promise<StreamToken> => {
  const latest = clock.now().getTime() + (engine.checksGrants(show) ? Number.POSITIVE_INFINITY : lifetimeOf(settings, show, use));
  const expiresAt = new Date(Math.min(grant.expiresAt.getTime(), latest));
  const ticket = await engine.ticket(show, { ...grant, kind: use.kind, expiresAt });
  if (use.isSeat && !engine.checksGrants(show)) await hold(database, grant.grantId, ticket.expiresAt);
  return {
    tokenId: ticket.token,
    streamId: show.id,
    type: use.kind,
    expireDate: ticket.expiresAt.toISOString(),
    subscriberId: ticket.subscriberId,
  };
};

/**
 * Gives the addresses and the token with which a performer publishes a show, or a fan a camera.
 * @throws CodedError LIVE_SERVER_AWAY
 */
export const publishingOf = async (
  platform: Pick<Platform, 'settings' | 'clock' | 'database'>,
  engine: LiveEngine,
  show: EngineShow,
  grant: IssuedGrant,
): Promise<Publishing> => {
  const { tokenId, subscriberId } = await ticketOf(platform, engine, { ...show, audience: 'everyone' }, grant, { kind: 'publish' });
  return {
    whip: engine.whip(show),
    signalling: engine.signalling(show, 'publish'),
    streamId: show.id,
    token: tokenId,
    subscriberId,
    iceServers: [...engine.iceServers(grant.grantId)],
  };
};

interface HeldGrant extends ClockColumns {
  media_until: Date | null;
  expires_at: Date;
  is_seat: boolean;
}

/** How many milliseconds more a seat may be connected by what it has paid. */
export const paidAheadMs = (clock: MinuteClock): number => {
  if (dueMinute(clock)) return 0;
  const end = clock.minuteFromMs === null ? clock.nextFromMs : clock.minuteFromMs + MINUTE_MS;
  return Math.max(0, end - clock.connectedMs);
};

/**
 * A later token in place of one that was given out. A seat's reaches a few seconds beyond the minute that is paid: before the next one is
 * charged, the answer is a token that expires no later than the one before.
 * @throws CodedError LIVE_TOKEN_INVALID when the grant isn't the caller's, has ended, or its last token has expired unpaid; LIVE_SERVER_AWAY
 */
export const renewTicket = async (
  { settings, clock, database }: Pick<Platform, 'settings' | 'clock' | 'database'>,
  engine: LiveEngine,
  viewer: Viewer,
  show: TicketShow,
  grantId: string,
): Promise<StreamToken> => {
  // Tokens of the site's own engine last as long as their grants: there is nothing to renew.
  if (engine.checksGrants(show)) throw new CodedError('LIVE_TOKEN_INVALID');
  const now = clock.now();
  const { rows } = await sql<HeldGrant>`
    select r.media_until, r.expires_at, (s.type <> 'public' and r.account_id <> s.performer_id) as is_seat,
      coalesce(p.minutes, 0) as minutes, coalesce(p.missed, 0) as missed, coalesce(p.connected_ms, 0) as connected_ms, p.minute_from_ms,
      coalesce(p.next_from_ms, 0) as next_from_ms, coalesce(p.is_running, false) as is_running
    from stream_rights r join streams s on s.id = r.stream_id
    left join stream_participants p on p.stream_id = s.id and p.account_id = r.account_id and p.left_at is null
    where r.id = ${grantId}::uuid and s.id = ${show.id}::uuid and r.kind = 'play' and r.media_id is null
      and r.account_id is not distinct from ${accountIdOf(viewer)}::uuid
      and r.revoked_at is null and r.expires_at > ${now}::timestamptz and not ${isExcluded(now)}
      and (s.type = 'public' or r.account_id = s.performer_id or p.account_id is not null)`.execute(database);
  const grant = rows[0];
  if (!grant) throw new CodedError('LIVE_TOKEN_INVALID');
  const isPaid = grant.is_seat;
  let expiresAt = Math.min(grant.expires_at.getTime(), now.getTime() + lifetimeOf(settings, show, { kind: 'play' }));
  if (isPaid) {
    const paidUntil = now.getTime() + Math.min(SHORT_MS, paidAheadMs(clockOf(grant)) + BEYOND_MS);
    const isDue = dueMinute(clockOf(grant)) !== undefined;
    expiresAt = Math.min(grant.expires_at.getTime(), isDue ? (grant.media_until?.getTime() ?? 0) : paidUntil);
  }
  if (expiresAt <= now.getTime()) throw new CodedError('LIVE_TOKEN_INVALID');
  const ticket = await engine.ticket(show, { grantId, token: '', kind: 'play', expiresAt: new Date(expiresAt) });
  if (isPaid) await hold(database, grantId, ticket.expiresAt);
  return {
    tokenId: ticket.token,
    streamId: show.id,
    type: 'play',
    expireDate: ticket.expiresAt.toISOString(),
    subscriberId: ticket.subscriberId,
  };
};
