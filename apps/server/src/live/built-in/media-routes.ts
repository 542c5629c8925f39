import { CodedError } from '../../platform/errors.ts';
import { networkOf } from '../../platform/network.ts';
import type { Part } from '../media/kept-segments.ts';
import type { Packager } from '../media/packager.ts';
import type { KeptPlaylist } from '../media/playlist.ts';
import { SEGMENT_SECONDS } from '../media/window.ts';
import type { StreamGrant } from '../live-authority.ts';
import type { Access } from './access.ts';
import type { Spectator } from './audience.ts';
import { type Exchange, acceptsGzip, respond, respondPreflight, callerAddress, clientAddress } from './http.ts';
import type { Limits } from './limits.ts';
import { OPEN_MEDIA, mediaCaching, playlistCaching } from './media-caching.ts';
import { sendProgressive } from './progressive.ts';
import { type Show, enterSeat } from './show.ts';

/** How long a blocking request waits (draft-pantos-hls-rfc8216bis, section 6.2.5.2: three target durations). */
const BLOCKING_TIMEOUT_MS = SEGMENT_SECONDS * 3000;

const PLAYLIST_HEADERS = { 'content-type': 'application/vnd.apple.mpegurl', vary: 'accept-encoding' };
const PROGRESSIVE_HEADERS = { 'content-type': 'video/mp4', 'cache-control': 'no-store' };

const PATH = /^(?:\/media)?\/[^/]+\/streams\/([\w-]{1,64})(?:\.(m3u8|mp4)|\/(?:init-(\d{1,12})\.mp4|(\d{1,12})(?:\.(\d{1,4}))?\.m4s))$/;

export interface MediaRoutesOptions {
  access: Access;
  shows: ReadonlyMap<string, Show>;
  limits: Limits;
}

/** Identifies a viewer by the grant or, without one, by network and user agent. */
export const spectatorOf = ({ request }: Exchange, { grantId, seatId }: StreamGrant): Spectator => {
  const agent = (request.headers['user-agent'] ?? '').slice(0, 200);
  const network = networkOf(callerAddress(request));
  return {
    key: grantId ?? `${network} ${agent}`,
    network,
    grantId,
    device: seatId === null ? '' : `${grantId ?? ''} ${clientAddress(request)} ${agent}`,
  };
};

const parseInteger = (value: string | null): number | undefined => {
  if (value === null) return undefined;
  if (!/^\d{1,12}$/.test(value)) throw new CodedError('BAD_REQUEST');
  return Number(value);
};

/** Whether a delta update is requested. `v2` also leaves out old date ranges, of which there are none (section 6.2.5.1). */
const parseSkip = (value: string | null): boolean => {
  if (value !== null && value !== 'YES' && value !== 'v2') throw new CodedError('BAD_REQUEST');
  return value !== null;
};

/** Reads which state of a playlist is asked for: the current one, or one that has a certain segment or part. */
const parsePlaylistQuery = ({ query }: Exchange) => {
  const number = parseInteger(query.get('_HLS_msn'));
  const part = parseInteger(query.get('_HLS_part'));
  const isDelta = parseSkip(query.get('_HLS_skip'));
  if (part !== undefined && number === undefined) throw new CodedError('BAD_REQUEST');
  return { number, part, isDelta };
};

/** The query of each address in a playlist. */
const queryOf = ({ token, tokenInQuery }: Exchange, { isOpen }: StreamGrant): string =>
  tokenInQuery && !isOpen ? `?token=${encodeURIComponent(token!)}` : '';

const playlistHeaders = (
  { token }: Exchange,
  { isOpen }: StreamGrant,
  { isBlocking, isGzip }: { isBlocking: boolean; isGzip: boolean },
): Record<string, string> => ({
  ...PLAYLIST_HEADERS,
  'cache-control': playlistCaching(isOpen, { hasToken: token !== undefined, isBlocking }),
  ...(isOpen ? OPEN_MEDIA : {}),
  ...(isGzip ? { 'content-encoding': 'gzip' } : {}),
});

/** Places of requests that wait for media, bounded in all and by caller. Owns the counts of them. */
const createWaitingSlots = (limits: Limits) => {
  let waiting = 0;
  /** By grant or, without one, by network: whoever asks chooses the user agent. */
  const waitingByCaller = new Map<string, number>();

  return {
    /** Runs a blocking request within the limits. @throws CodedError RATE_LIMITED, LIVE_FULL */
    async run<T>({ network, grantId }: Spectator, work: () => Promise<T>): Promise<T> {
      const key = grantId ?? network;
      const own = waitingByCaller.get(key) ?? 0;
      if (own >= (grantId === null ? limits.waitingPerNetwork : limits.waitingPerGrant)) throw new CodedError('RATE_LIMITED');
      if (waiting >= limits.waiting) throw new CodedError('LIVE_FULL');
      waiting += 1;
      waitingByCaller.set(key, own + 1);
      try {
        return await work();
      } finally {
        waiting -= 1;
        const left = waitingByCaller.get(key)! - 1;
        if (left > 0) waitingByCaller.set(key, left);
        else waitingByCaller.delete(key);
      }
    },
  };
};

const send = ({ request, response }: Exchange, pieces: readonly Buffer[], { isOpen }: StreamGrant): void => {
  if (response.destroyed) return;
  const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
  response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': size, 'cache-control': mediaCaching(isOpen) });
  if (request.method === 'HEAD') return void response.end();
  for (const piece of pieces.slice(0, -1)) response.write(piece);
  // A part goes out with its headers in one.
  response.end(pieces.at(-1));
};

const sendParts = (exchange: Exchange, parts: readonly Part[], grant: StreamGrant): void => {
  const pieces = parts.map(({ data }) => data);
  send(exchange, pieces, grant);
};

/** Returns the parts to send; empty when they will never exist; undefined while they may still arrive. */
const findParts = (packager: Packager, number: number, part: number | undefined): readonly Part[] | undefined => {
  const segment = packager.segments().find((one) => one.number === number);
  if (!segment) return number === packager.nextNumber() && part === 0 && !packager.isEnded() ? undefined : [];
  if (part === undefined) return segment.complete ? segment.parts : undefined;
  const found = segment.parts[part];
  if (found) return [found];
  return segment.complete || part > segment.parts.length ? [] : undefined;
};

/** Tells whether playlists announced a part that turned out not to exist: its segment, or the show, ended before it. */
const wasAnnounced = (packager: Packager, number: number, part: number | undefined): boolean => {
  const segment = packager.segments().find((one) => one.number === number);
  return segment ? part === segment.parts.length : part === 0 && number === packager.nextNumber();
};

/** Routes for players: playlist, init segments, segments, parts, and the progressive file. */
export const createMediaRoutes = ({ access, shows, limits }: MediaRoutesOptions) => {
  const slots = createWaitingSlots(limits);
  const authorize = (exchange: Exchange, id: string): Promise<StreamGrant> =>
    access.authorize(id, 'play', exchange.token, { isHosted: shows.has(id) });
  /** Authorizes the caller and returns the show. */
  const openShow = async (exchange: Exchange, id: string): Promise<{ show: Show; spectator: Spectator; grant: StreamGrant }> => {
    const grant = await authorize(exchange, id);
    const spectator = spectatorOf(exchange, grant);
    const show = shows.get(id);
    if (!show || (!show.stream.hasPublisher() && show.stream.packager.segments().length === 0)) throw new CodedError('LIVE_NOT_ON_AIR');
    enterSeat(show, grant.seatId, spectator);
    show.deliveries.hear(grant.seatId);
    return { show, spectator, grant };
  };

  const playlist = async (exchange: Exchange, id: string): Promise<void> => {
    const { number, part, isDelta } = parsePlaylistQuery(exchange);
    const { show, spectator, grant } = await openShow(exchange, id);
    const { stream } = show;
    const find = (): KeptPlaylist | undefined => stream.playlists(isDelta);
    let found = number === undefined ? find() : undefined;
    if (!found) {
      found = await slots.run(spectator, async () => {
        if (number === undefined) return stream.waitUntil(find, BLOCKING_TIMEOUT_MS, exchange.signal);
        const state = await stream.waitForPart(number, part, BLOCKING_TIMEOUT_MS, exchange.signal);
        if (state === undefined) throw new CodedError('BAD_REQUEST');
        return state ? find() : undefined;
      });
      // The grant may have expired meanwhile.
      await authorize(exchange, id);
    }
    if (!found) throw new CodedError('UNAVAILABLE');
    show.audience.recordActivity(spectator);
    show.deliveries.hear(grant.seatId);
    const { content, isGzip } = found.body(queryOf(exchange, grant), acceptsGzip(exchange));
    respond(exchange, 200, playlistHeaders(exchange, grant, { isBlocking: number !== undefined, isGzip }), content);
  };

  const initSegment = async (exchange: Exchange, id: string, index: number): Promise<void> => {
    const { show, grant } = await openShow(exchange, id);
    const data = show.stream.packager.init(index);
    if (!data) throw new CodedError('NOT_FOUND');
    send(exchange, [data], grant);
  };

  const segmentOrPart = async (exchange: Exchange, id: string, number: number, part: number | undefined): Promise<void> => {
    const { show, spectator, grant } = await openShow(exchange, id);
    const { packager } = show.stream;
    const find = () => findParts(packager, number, part);
    let parts = find();
    if (!parts) {
      parts = await slots.run(spectator, () => show.stream.waitUntil(find, BLOCKING_TIMEOUT_MS, exchange.signal));
      await authorize(exchange, id);
    }
    if (!parts) throw new CodedError('UNAVAILABLE');
    const [first] = parts;
    // Players asked for it as they were told: an error would have them retry, and the newest playlist no longer announces it.
    if (!first && wasAnnounced(packager, number, part)) return respond(exchange, 204);
    if (!first) throw new CodedError('NOT_FOUND');
    // Viewers of an open show are counted by their playlists: a cache keeps the rest, and players ask for it without their token.
    if (!grant.isOpen) show.audience.recordActivity(spectator);
    const seconds = parts.reduce((sum, { duration }) => sum + duration, 0);
    if (exchange.request.method === 'GET' && !exchange.response.destroyed)
      show.deliveries.recordFetched(grant.seatId, 'hls', { from: first.from * 1000, to: (first.from + seconds) * 1000 });
    sendParts(exchange, parts, grant);
  };

  const progressive = async (exchange: Exchange, id: string): Promise<void> => {
    const { show, spectator } = await openShow(exchange, id);
    if (show.endedAt !== undefined) throw new CodedError('LIVE_ENDED');
    if (show.progressive.size >= limits.progressiveViewers) throw new CodedError('LIVE_FULL');
    if (exchange.request.method === 'HEAD') return respond(exchange, 200, PROGRESSIVE_HEADERS);
    const { packager } = show.stream;
    const begun = await slots.run(spectator, () =>
      show.stream.waitUntil(() => packager.segments().length > 0 || undefined, BLOCKING_TIMEOUT_MS, exchange.signal),
    );
    const grant = await authorize(exchange, id);
    if (!begun) throw new CodedError('UNAVAILABLE');
    if (exchange.signal.aborted) return;
    exchange.response.writeHead(200, PROGRESSIVE_HEADERS);
    sendProgressive(exchange.response, show, { spectator, grant, token: exchange.token }, limits);
  };

  /** @returns whether one of these routes matched */
  return async (exchange: Exchange): Promise<boolean> => {
    const parts = PATH.exec(exchange.path);
    if (!parts) return false;
    const { method } = exchange.request;
    if (method === 'OPTIONS') respondPreflight(exchange);
    else if (method !== 'GET' && method !== 'HEAD') throw new CodedError('NOT_FOUND');
    else {
      const [, id, format, init, number, part] = parts;
      if (format === 'm3u8') await playlist(exchange, id!);
      else if (format === 'mp4') await progressive(exchange, id!);
      else if (init !== undefined) await initSegment(exchange, id!, Number(init));
      else await segmentOrPart(exchange, id!, Number(number), part === undefined ? undefined : Number(part));
    }
    return true;
  };
};
