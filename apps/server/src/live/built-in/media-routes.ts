import { CodedError } from '../../platform/errors.ts';
import { playlistOf } from '../media/playlist.ts';
import { SEGMENT_SECONDS } from '../media/packager.ts';
import type { Right } from '../live-authority.ts';
import type { Access } from './access.ts';
import type { Spectator } from './audience.ts';
import { type Exchange, answer, answerPreflight, callerAddress } from './http.ts';
import type { Limits } from './limits.ts';
import { followShow } from './progressive.ts';
import type { Show } from './show.ts';

/** How long a blocking request is held (draft-pantos-hls-rfc8216bis, section 6.2.5.2: three target durations). */
const PATIENCE_MS = SEGMENT_SECONDS * 3000;

export interface MediaRoutesOptions {
  access: Access;
  shows: ReadonlyMap<string, Show>;
  limits: Limits;
}

/** By right, or, without one, by address and program. */
export const spectatorOf = ({ request }: Exchange, { rightId }: Right): Spectator =>
  rightId === null
    ? { key: `${callerAddress(request)} ${(request.headers['user-agent'] ?? '').slice(0, 200)}`, rightId }
    : { key: rightId, rightId };

const whole = (value: string | null): number | undefined => {
  if (value === null) return undefined;
  if (!/^\d{1,12}$/.test(value)) throw new CodedError('BAD_REQUEST');
  return Number(value);
};

/** What players fetch: playlist, heads, segments, parts, and the endless file. */
export const createMediaRoutes = ({ access, shows, limits }: MediaRoutesOptions) => {
  let waiting = 0;
  const waitingOf = new Map<string, number>();

  /** Holds a request, within limits. */
  const held = async <T>({ key, rightId }: Spectator, work: () => Promise<T>): Promise<T> => {
    const own = waitingOf.get(key) ?? 0;
    if (own >= (rightId === null ? limits.waitingOfStranger : limits.waitingOfRight)) throw new CodedError('RATE_LIMITED');
    if (waiting >= limits.waiting) throw new CodedError('LIVE_FULL');
    waiting += 1;
    waitingOf.set(key, own + 1);
    try {
      return await work();
    } finally {
      waiting -= 1;
      const left = waitingOf.get(key)! - 1;
      if (left > 0) waitingOf.set(key, left);
      else waitingOf.delete(key);
    }
  };
  const right = (exchange: Exchange, id: string): Promise<Right> => access.authorize(id, 'play', exchange.token, { isHeld: shows.has(id) });
  /** The show, for somebody who may see it. */
  const enter = async (exchange: Exchange, id: string): Promise<{ show: Show; spectator: Spectator }> => {
    const spectator = spectatorOf(exchange, await right(exchange, id));
    const show = shows.get(id);
    if (!show || (!show.stream.hasPublisher() && show.stream.packager.segments().length === 0)) throw new CodedError('LIVE_NOT_ON_AIR');
    return { show, spectator };
  };

  const playlist = async (exchange: Exchange, id: string): Promise<void> => {
    const number = whole(exchange.query.get('_HLS_msn'));
    const part = whole(exchange.query.get('_HLS_part'));
    if (part !== undefined && number === undefined) throw new CodedError('BAD_REQUEST');
    const { show, spectator } = await enter(exchange, id);
    const { stream } = show;
    const query = exchange.tokenInQuery ? `?token=${encodeURIComponent(exchange.token!)}` : '';
    const text = (): string | undefined => playlistOf(stream.packager, { query, folder: id });
    let content = number === undefined ? text() : undefined;
    if (content === undefined) {
      content = await held(spectator, async () => {
        if (number === undefined) return stream.until(text, PATIENCE_MS, exchange.signal);
        const state = await stream.reached(number, part, PATIENCE_MS, exchange.signal);
        if (state === undefined) throw new CodedError('BAD_REQUEST');
        return state ? text() : undefined;
      });
      // The right may have ended meanwhile.
      await right(exchange, id);
    }
    if (content === undefined) throw new CodedError('UNAVAILABLE');
    show.audience.saw(spectator);
    answer(exchange, 200, { 'content-type': 'application/vnd.apple.mpegurl', 'cache-control': 'no-cache' }, content);
  };

  const send = ({ request, response }: Exchange, pieces: readonly Buffer[]): void => {
    if (response.destroyed) return;
    const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': size, 'cache-control': 'private, max-age=30' });
    if (request.method !== 'HEAD') for (const piece of pieces) response.write(piece);
    response.end();
  };

  const head = async (exchange: Exchange, id: string, index: number): Promise<void> => {
    const { show } = await enter(exchange, id);
    const data = show.stream.packager.init(index);
    if (!data) throw new CodedError('NOT_FOUND');
    send(exchange, [data]);
  };

  const media = async (exchange: Exchange, id: string, number: number, part: number | undefined): Promise<void> => {
    const { show, spectator } = await enter(exchange, id);
    const { packager } = show.stream;
    /** What there is to send; nothing where it won't come; undefined while it may. */
    const find = (): readonly Buffer[] | undefined => {
      const segment = packager.segments().find((one) => one.number === number);
      if (!segment) return number === packager.nextNumber() && part === 0 && !packager.isEnded() ? undefined : [];
      if (part === undefined) return segment.complete ? segment.parts.map(({ data }) => data) : undefined;
      const found = segment.parts[part];
      if (found) return [found.data];
      return segment.complete || part > segment.parts.length ? [] : undefined;
    };
    let pieces = find();
    if (!pieces) {
      pieces = await held(spectator, () => show.stream.until(find, PATIENCE_MS, exchange.signal));
      await right(exchange, id);
    }
    if (!pieces) throw new CodedError('UNAVAILABLE');
    if (pieces.length === 0) throw new CodedError('NOT_FOUND');
    show.audience.saw(spectator);
    send(exchange, pieces);
  };

  const progressive = async (exchange: Exchange, id: string): Promise<void> => {
    const { show, spectator } = await enter(exchange, id);
    if (show.endedAt !== undefined) throw new CodedError('LIVE_NOT_ON_AIR');
    if (show.progressive.size >= limits.progressiveViewers) throw new CodedError('LIVE_FULL');
    const headers = { 'content-type': 'video/mp4', 'cache-control': 'no-store' };
    if (exchange.request.method === 'HEAD') return answer(exchange, 200, headers);
    const { packager } = show.stream;
    const begun = await held(spectator, () =>
      show.stream.until(() => packager.segments().length > 0 || undefined, PATIENCE_MS, exchange.signal),
    );
    const granted = await right(exchange, id);
    if (!begun) throw new CodedError('UNAVAILABLE');
    if (exchange.signal.aborted) return;
    exchange.response.writeHead(200, headers);
    followShow(exchange.response, show, { spectator, right: granted, token: exchange.token }, limits);
  };

  /** @returns whether it was a request of this kind */
  return async (exchange: Exchange): Promise<boolean> => {
    const parts =
      /^(?:\/media)?\/[^/]+\/streams\/([\w-]{1,64})(?:\.(m3u8|mp4)|\/(?:init-(\d{1,12})\.mp4|(\d{1,12})(?:\.(\d{1,4}))?\.m4s))$/.exec(
        exchange.path,
      );
    if (!parts) return false;
    const { method } = exchange.request;
    if (method === 'OPTIONS') answerPreflight(exchange);
    else if (method !== 'GET' && method !== 'HEAD') throw new CodedError('NOT_FOUND');
    else {
      const [, id, format, init, number, part] = parts;
      if (format === 'm3u8') await playlist(exchange, id!);
      else if (format === 'mp4') await progressive(exchange, id!);
      else if (init !== undefined) await head(exchange, id!, Number(init));
      else await media(exchange, id!, Number(number), part === undefined ? undefined : Number(part));
    }
    return true;
  };
};
