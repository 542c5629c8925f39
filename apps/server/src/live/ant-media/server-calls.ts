import { z } from 'zod';
import { CodedError } from '../../platform/errors.ts';
import type { MediaServer } from './media-server.ts';
import { type Rest, RestRefusal, createRest } from './rest.ts';
import { signStreamToken } from './stream-tokens.ts';

/** Clients and videos in one answer, at most; the server gives no more. */
const PAGE = 50;
/** Most pages read of one list. */
const MOST_PAGES = 40;
/** How long a blocked subscriber stays out, in seconds: longer than any grant. */
const BLOCKED_SECONDS = 172_800;
/** How long a token for the bridge's own downloads is valid. */
const OWN_TOKEN_MS = 600_000;
const DOWNLOAD_MS = 600_000;
const PICTURE_MS = 4_000;

/** Fields that a server leaves out, or has null, count as zero. */
const count = z
  .number()
  .nullish()
  .transform((value) => Math.max(0, value ?? 0));
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

const broadcastSchema = z.object({
  status: text,
  width: count,
  height: count,
  webRTCViewerCount: count,
  hlsViewerCount: count,
  /** When it was last published. */
  startTime: count,
  mp4Enabled: z
    .number()
    .nullish()
    .transform((value) => value ?? 0),
});
export type BroadcastState = z.output<typeof broadcastSchema>;

const clientsSchema = z.array(z.object({ subscriberId: text }));
const resultSchema = z.object({ success: z.boolean() });
const videosSchema = z.array(
  z.object({
    vodId: z.string(),
    vodName: z.string(),
    streamId: text,
    filePath: text,
    startTime: count,
    creationDate: count,
    duration: count,
    processStatus: text,
  }),
);
export type StoredVideo = z.output<typeof videosSchema>[number];
const tokenSchema = z.object({ tokenId: z.string().min(1) });

/** Turns a refusal of the server into the error that callers know. */
export const asAway = (error: unknown): unknown =>
  error instanceof RestRefusal ? new CodedError('LIVE_SERVER_AWAY', undefined, { cause: error }) : error;

export interface ServerCallsOptions {
  server: MediaServer;
  app: string;
  now?: (() => Date) | undefined;
}

/** Gives commands. @returns whether one took effect: an unknown stream is answered by a result or by 404 */
const createCommand =
  (rest: Rest) =>
  async (method: 'POST' | 'PUT' | 'DELETE', path: string): Promise<boolean> => {
    try {
      return (await rest.call(method, path, resultSchema)).success;
    } catch (error) {
      if (error instanceof RestRefusal && (error.status === 404 || error.status === 400)) return false;
      throw error;
    }
  };

/** The calls of one application of a media server that shows need. */
export const createServerCalls = ({ server, app, now = () => new Date() }: ServerCallsOptions) => {
  const rest = createRest({ server, app, now });
  const base = `${server.address}/${encodeURIComponent(app)}`;

  const command = createCommand(rest);
  const pages = async <T>(path: (offset: number) => string, schema: z.ZodType<T[]>): Promise<T[]> => {
    const all: T[] = [];
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const found = await rest.call('GET', path(page * PAGE), schema);
      all.push(...found);
      if (found.length < PAGE) break;
    }
    return all;
  };
  const playToken = async (streamId: string): Promise<string> => {
    const expiresAt = new Date(now().getTime() + OWN_TOKEN_MS);
    if (server.tokens === 'jwt') return signStreamToken(server, { streamId, type: 'play', grantId: 'stagedoor' }, expiresAt);
    return calls.oneTimeToken(streamId, 'play', expiresAt);
  };
  const fetchFile = async (streamId: string, path: string, timeoutMs: number): Promise<Response> => {
    const address = `${base}/${path}?token=${await playToken(streamId)}`;
    try {
      return await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    } catch (error) {
      throw new CodedError('LIVE_SERVER_AWAY', undefined, { cause: error });
    }
  };

  const calls = {
    /** A stream's state; undefined where the server knows none of that name. */
    async broadcast(streamId: string): Promise<BroadcastState | undefined> {
      try {
        return await rest.call('GET', `/broadcasts/${streamId}`, broadcastSchema);
      } catch (error) {
        if (error instanceof RestRefusal && error.status === 404) return undefined;
        throw error;
      }
    },
    /** Creates a stream that isn't recorded; one that exists stays as it is. */
    async create(streamId: string, hookAddress: string): Promise<void> {
      try {
        await rest.call('POST', '/broadcasts/create', z.unknown(), {
          streamId,
          type: 'liveStream',
          listenerHookURL: hookAddress,
          mp4Enabled: -1,
          webMEnabled: -1,
        });
      } catch (error) {
        if (!(error instanceof RestRefusal) || error.status !== 400) throw error;
      }
    },
    /** The subscribers of a stream's WebRTC clients, each client's; empty where a client has none. */
    clients: async (streamId: string): Promise<string[]> =>
      (await pages((offset) => `/broadcasts/${streamId}/webrtc-client-stats/${offset}/${PAGE}`, clientsSchema)).map(
        ({ subscriberId }) => subscriberId,
      ),
    /** Takes a subscriber's connections away and refuses more. */
    block: (streamId: string, grantId: string): Promise<boolean> =>
      command('PUT', `/broadcasts/${streamId}/subscribers/${grantId}/block/${BLOCKED_SECONDS}/publish_play`),
    stop: (streamId: string): Promise<boolean> => command('POST', `/broadcasts/${streamId}/stop`),
    remove: (streamId: string): Promise<boolean> => command('DELETE', `/broadcasts/${streamId}`),
    startRecording: (streamId: string): Promise<boolean> => command('PUT', `/broadcasts/${streamId}/recording/true?recordType=mp4`),
    /** Videos of a stream, in the order of its shows. */
    async videos(streamId: string): Promise<StoredVideo[]> {
      const found = await pages((offset) => `/vods/list/${offset}/${PAGE}?streamId=${streamId}`, videosSchema);
      // A server that doesn't know the filter lists the videos of others.
      return found.filter((video) => video.streamId === streamId).toSorted((one, other) => one.startTime - other.startTime);
    },
    /** @throws CodedError LIVE_SERVER_AWAY */
    async download(streamId: string, { filePath, vodName }: StoredVideo): Promise<Response> {
      const name = encodeURIComponent((filePath.split('/').at(-1) ?? '') || vodName);
      const folder = filePath.startsWith('streams/') ? filePath.split('/').slice(0, -1).map(encodeURIComponent).join('/') : 'streams';
      const response = await fetchFile(streamId, `${folder}/${name}`, DOWNLOAD_MS);
      if (response.ok && response.body) return response;
      await response.body?.cancel();
      throw new CodedError('LIVE_SERVER_AWAY');
    },
    removeVideo: (vodId: string): Promise<boolean> => command('DELETE', `/vods/${encodeURIComponent(vodId)}`),
    /** The newest still picture of a stream, a PNG. */
    async preview(streamId: string): Promise<Buffer | undefined> {
      const response = await fetchFile(streamId, `previews/${streamId}.png`, PICTURE_MS);
      if (response.ok) return Buffer.from(await response.arrayBuffer());
      await response.body?.cancel();
      return undefined;
    },
    /** A token that the server gives out and takes once. */
    async oneTimeToken(streamId: string, use: 'publish' | 'play', expiresAt: Date): Promise<string> {
      const seconds = Math.floor(expiresAt.getTime() / 1000);
      return (await rest.call('GET', `/broadcasts/${streamId}/token?expireDate=${seconds}&type=${use}`, tokenSchema)).tokenId;
    },
  };
  return calls;
};

export type ServerCalls = ReturnType<typeof createServerCalls>;
