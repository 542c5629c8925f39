import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import sharp from 'sharp';
import type { Gate } from './gate.ts';
import type { Media } from './media.ts';
import { partOf, queryOf } from './requests.ts';
import type { Reading } from './settings.ts';
import { type Vod, type Store, STREAM_ID } from './store.ts';
import type { Streams } from './streams.ts';

/** A player that asked nothing for this long watches no more. */
const WATCHING_MS = 15_000;
const SESSION = 'JSESSIONID';

/** Files of a stream: its playlist, its segments and their beginning, or a video of its name, numbered from the second on. */
const SEGMENT = /^(.+?)(\d{9})\.m4s$/;
const INIT = /^(.+)_init(\d+)\.mp4$/;

export interface MediaPathsOptions {
  app: string;
  reading: Reading;
  store: Store;
  gate: Gate;
  streams: Streams;
  media(): Media;
  now(): Date;
}

interface Meaning {
  streamId: string;
  /** The live process's path; a playlist has none. */
  path?: (showId: string) => string;
  vod?: Vod;
  isMissing?: boolean;
}

/** The live process's playlist as this server writes it: whole segments alone, named after the stream. */
export const playlistFor = (streamId: string, text: string, query: string): string =>
  text
    .split('\n')
    .filter((line) => !/^#EXT-X-(PART|SERVER-CONTROL|PART-INF|PRELOAD-HINT|SKIP)/.test(line))
    .map((line) =>
      line
        .replace(/URI="[^"]*init-(\d+)\.mp4[^"]*"/, (_, init: string) => `URI="${streamId}_init${init}.mp4${query}"`)
        .replace(/^[^#].*?(\d+)\.m4s.*$/, (_, number: string) => `${streamId}${number.padStart(9, '0')}.m4s${query}`),
    )
    .join('\n')
    .replace('#EXT-X-VERSION:9', '#EXT-X-VERSION:7');

/** Finds what a file name means. */
const meaningOf = (file: string, store: Store): Meaning => {
  const vod = [...store.vods.values()].find((one) => basename(one.filePath) === file);
  if (vod) return { streamId: vod.streamId ?? file.replace(/\.\w+$/, ''), vod };
  const [, playlist] = /^(.+)\.m3u8$/.exec(file) ?? [];
  if (playlist !== undefined) return { streamId: playlist };
  const [, segment, number] = SEGMENT.exec(file) ?? [];
  if (segment !== undefined) return { streamId: segment, path: (showId) => `streams/${showId}/${Number(number)}.m4s` };
  const [, begun, init] = INIT.exec(file) ?? [];
  if (begun !== undefined) return { streamId: begun, path: (showId) => `streams/${showId}/init-${init}.mp4` };
  return { streamId: file.replace(/\.\w+$/, ''), isMissing: true };
};

const pipe = async (reply: FastifyReply, response: Response | undefined): Promise<FastifyReply> => {
  if (!response?.ok) {
    await response?.body?.cancel();
    return reply.code(404).send();
  }
  return reply.type(response.headers.get('content-type') ?? 'application/octet-stream').send(Buffer.from(await response.arrayBuffer()));
};

const sendVideo = async (request: FastifyRequest, reply: FastifyReply, { file }: Vod): Promise<FastifyReply> => {
  const { size } = await stat(file);
  void reply.type('video/mp4').header('accept-ranges', 'bytes');
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  if (first === undefined) return reply.header('content-length', size).send(createReadStream(file));
  const [start, end] = [Number(first), Math.min(last ? Number(last) : size - 1, size - 1)];
  if (start > end) return reply.code(416).header('content-range', `bytes */${size}`).send();
  void reply
    .code(206)
    .header('content-range', `bytes ${start}-${end}/${size}`)
    .header('content-length', end - start + 1);
  return reply.send(createReadStream(file, { start, end }));
};

/** Playlists, segments, videos and pictures of streams, each only for those who may play. */
export const createMediaPaths = ({ app, reading, store, gate, streams, media, now }: MediaPathsOptions) => {
  /** When a session last asked for a stream. */
  const watching = new Map<string, Map<string, number>>();
  /** The token that the live process gave for a show. */
  const tickets = new Map<string, string>();
  /** Shows by the stream they were, newest last: segments of an ended one are still asked for. */
  const shows = new Map<string, string>();

  const sessionOf = (request: FastifyRequest, reply: FastifyReply): string => {
    const known = new RegExp(`(?:^|; ?)${SESSION}=([\\w-]+)`).exec(request.headers.cookie ?? '')?.[1];
    if (known !== undefined) return known;
    const session = randomUUID();
    void reply.header('set-cookie', `${SESSION}=${session}; Path=/${app}; HttpOnly`);
    return session;
  };
  const isAllowed = (request: FastifyRequest, streamId: string, session: string): boolean =>
    gate.refusal({
      streamId,
      use: 'play',
      token: queryOf(request, 'token'),
      subscriberId: queryOf(request, 'subscriberId'),
      subscriberCode: queryOf(request, 'subscriberCode'),
      session,
    }) === undefined;
  const fetchLive = (streamId: string, path: (showId: string) => string): Promise<Response> | undefined => {
    const showId = streams.showOf(streamId) ?? shows.get(streamId);
    if (showId === undefined) return undefined;
    shows.set(streamId, showId);
    const ticket = tickets.get(showId) ?? media().ticket(showId);
    tickets.set(showId, ticket);
    return fetch(media().address(path(showId)), { headers: { authorization: `Bearer ${ticket}` } });
  };
  const sendPlaylist = async (request: FastifyRequest, reply: FastifyReply, streamId: string): Promise<FastifyReply> => {
    const response = await fetchLive(streamId, (showId) => `streams/${showId}.m3u8`);
    if (!response?.ok) return pipe(reply, response);
    const at = request.url.indexOf('?');
    const query = reading.playlistRepeatsQuery && at >= 0 ? request.url.slice(at) : '';
    return reply
      .type('application/vnd.apple.mpegurl')
      .header('cache-control', 'no-store')
      .send(playlistFor(streamId, await response.text(), query));
  };
  const note = (streamId: string, session: string): void => {
    const sessions = watching.get(streamId) ?? new Map<string, number>();
    watching.set(streamId, sessions.set(session, now().getTime()));
  };
  const serve = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const file = partOf(request, 'file');
    const { streamId, path, vod, isMissing } = meaningOf(file, store);
    if (!STREAM_ID.test(streamId)) return reply.code(404).send();
    const session = sessionOf(request, reply);
    if (!isAllowed(request, streamId, session)) return reply.code(403).send();
    if (isMissing) return reply.code(404).send();
    if (vod) return sendVideo(request, reply, vod);
    note(streamId, session);
    return path ? pipe(reply, await fetchLive(streamId, path)) : sendPlaylist(request, reply, streamId);
  };

  return {
    /** Viewers by HLS in the last seconds. */
    viewers(streamId: string): number {
      const since = now().getTime() - WATCHING_MS;
      return streams.isLive(streamId) ? [...(watching.get(streamId)?.values() ?? [])].filter((at) => at > since).length : 0;
    },
    addRoutes(server: FastifyInstance): void {
      server.get(`/${app}/streams/:file`, serve);
      server.get(`/${app}/previews/:file`, async (request, reply) => {
        const streamId = /^(.+)\.png$/.exec(partOf(request, 'file'))?.[1] ?? '';
        const showId = streams.showOf(streamId);
        const picture = showId === undefined ? null : await media().picture(showId);
        return picture ? reply.type('image/png').send(await sharp(picture).png().toBuffer()) : reply.code(404).send();
      });
    },
  };
};

export type MediaPaths = ReturnType<typeof createMediaPaths>;
