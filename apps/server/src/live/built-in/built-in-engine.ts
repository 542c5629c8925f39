import { z } from 'zod';
import type { IceServerView } from '@stagedoor/contract/streams';
import { CodedError } from '../../platform/errors.ts';
import type { LiveNode } from '../live-authority.ts';
import type { HeldShow, LiveEngine } from '../live-engine.ts';

/** A live process of this site answers at once, or is in trouble. */
const PATIENCE_MS = 3_000;

export interface BuiltInEngineOptions {
  /** The setting viewerURL; empty for this site's own address. */
  viewerUrl(): string;
  /** The setting AntMediaAppname. */
  appName(): string;
  /** Where browsers reach the site. */
  publicUrl: string;
  iceServers: readonly IceServerView[];
  /** Where the live process is that carries a show. */
  nodeUrlOf(streamId: string): Promise<string | undefined>;
  /** The live processes that are alive. */
  nodes(): Promise<readonly LiveNode[]>;
  controlSecret: string;
}

const heldShows = z.object({
  data: z.array(
    z.object({
      streamId: z.string(),
      isPublishing: z.boolean(),
      width: z.number().nullable(),
      height: z.number().nullable(),
      publishedMs: z.number(),
      viewers: z.number(),
      watching: z.array(z.object({ rightId: z.string(), watchedMs: z.number() })),
    }),
  ),
});

/** The engine that needs no other server: media runs through the site's own live processes. */
export const createBuiltInEngine = (options: BuiltInEngineOptions): LiveEngine => {
  const { publicUrl, iceServers, controlSecret, nodeUrlOf, nodes } = options;
  const base = (): string => {
    const root = options.viewerUrl() || `${publicUrl}/media`;
    return `${root.replace(/\/+$/, '')}/${encodeURIComponent(options.appName())}`;
  };
  const ask = (url: string, method: 'GET' | 'POST', path: string): Promise<Response> =>
    fetch(`${url}${path}`, { method, headers: { authorization: `Bearer ${controlSecret}` }, signal: AbortSignal.timeout(PATIENCE_MS) });
  /** Whoever can't be told hears it from the tables, within two seconds of being back. */
  const order = async (streamId: string, path: string): Promise<void> => {
    const url = await nodeUrlOf(streamId);
    if (url === undefined) return;
    const response = await ask(url, 'POST', path).catch(() => undefined);
    await response?.body?.cancel();
  };

  return {
    kind: 'built-in',
    whip: ({ id }) => `${base()}/whip/${id}`,
    whep: ({ id }) => `${base()}/whep/${id}`,
    playback: ({ id }, format) => `${base()}/streams/${id}.${format === 'hls' ? 'm3u8' : 'mp4'}`,
    iceServers: () => iceServers,
    end: (streamId) => order(streamId, `/control/end/${streamId}`),
    kick: (streamId, rightId) => order(streamId, `/control/kick/${streamId}/${rightId}`),
    async held(): Promise<readonly HeldShow[]> {
      const answers = await Promise.all(
        (await nodes()).map(async ({ url }) => {
          const response = await ask(url, 'GET', '/control/held');
          if (!response.ok) throw new CodedError('UNAVAILABLE');
          return heldShows.parse(await response.json()).data;
        }),
      );
      return answers.flat();
    },
  };
};
