import { randomUUID } from 'node:crypto';
import { PLAYBACK_PROTOCOLS } from '@stagedoor/contract/paid-shows.values';
import { z } from 'zod';
import type { IceServerView } from '@stagedoor/contract/streams';
import { CodedError } from '../../platform/errors.ts';
import { signNetworkCheck } from '../network-check.ts';
import type { LiveNode } from '../live-authority.ts';
import type { EngineShow, HostedStream, LiveEngine } from '../live-engine.ts';
import { type ShowAddresses, rootOf } from '../show-addresses.ts';

/** A healthy live process answers well within this time. */
const TIMEOUT_MS = 3_000;
/** Snapshots are decoded one after the other. */
const SNAPSHOT_TIMEOUT_MS = 8_000;

export interface BuiltInEngineOptions {
  /** The addresses of a show that begins now. */
  addresses(): ShowAddresses;
  /** The site's public URL. */
  publicUrl: string;
  iceServers: readonly IceServerView[];
  /** The URL of the live process that hosts a show. */
  nodeUrlOf(streamId: string): Promise<string | undefined>;
  /** The live processes that are alive. */
  nodes(): Promise<readonly LiveNode[]>;
  controlSecret: string;
}

const hostedStreamsSchema = z.object({
  data: z.array(
    z.object({
      streamId: z.string(),
      isPublishing: z.boolean(),
      isRehearsal: z.boolean(),
      width: z.number().nullable(),
      height: z.number().nullable(),
      publishedMs: z.number(),
      viewers: z.number(),
      watching: z.array(z.object({ grantId: z.string(), watchedMs: z.number() })),
      seats: z.array(
        z.object({
          accountId: z.string(),
          deliveredMs: z.number(),
          silentMs: z.number(),
          isThere: z.boolean(),
          protocols: z.array(z.enum(PLAYBACK_PROTOCOLS)),
        }),
      ),
      countId: z.string(),
    }),
  ),
});

/** The engine without an external media server: the site's own live processes carry the media. */
export const createBuiltInEngine = (options: BuiltInEngineOptions): LiveEngine => {
  const { publicUrl, iceServers, controlSecret, nodeUrlOf, nodes } = options;
  const baseOf = (use: 'watch' | 'publish', show?: EngineShow): string => {
    const { viewer, publisher, subscriber, app } = show?.addresses ?? options.addresses();
    const address = use === 'publish' ? publisher : show && show.type !== 'public' ? subscriber : viewer;
    return `${rootOf(address, publicUrl)}/${encodeURIComponent(app)}`;
  };
  const request = (url: string, method: 'GET' | 'POST', path: string, timeoutMs = TIMEOUT_MS): Promise<Response> =>
    fetch(`${url}${path}`, { method, headers: { authorization: `Bearer ${controlSecret}` }, signal: AbortSignal.timeout(timeoutMs) });
  /** A failure is ignored: the node gets the same command when it next reconciles, within two seconds of being reachable. */
  const sendCommand = async (streamId: string, path: string): Promise<void> => {
    const url = await nodeUrlOf(streamId);
    if (url === undefined) return;
    const response = await request(url, 'POST', path).catch(() => undefined);
    await response?.body?.cancel();
  };

  return {
    kind: 'built-in',
    whip: (show) => `${baseOf('publish', show)}/whip/${show.id}`,
    whep: (show) => `${baseOf('watch', show)}/whep/${show.id}`,
    networkCheck(accountId, now) {
      const checkId = randomUUID();
      return { url: `${baseOf('publish')}/check/${checkId}`, token: signNetworkCheck(controlSecret, { checkId, accountId, now }) };
    },
    playback: (show, format) => `${baseOf('watch', show)}/streams/${show.id}.${format === 'hls' ? 'm3u8' : 'mp4'}`,
    iceServers: () => iceServers,
    end: (streamId) => sendCommand(streamId, `/control/end/${streamId}`),
    kick: (streamId, grantId) => sendCommand(streamId, `/control/kick/${streamId}/${grantId}`),
    async snapshot({ id, type }) {
      const url = type === 'private' ? undefined : await nodeUrlOf(id);
      if (url === undefined) return null;
      try {
        const response = await request(url, 'GET', `/control/snapshot/${id}`, SNAPSHOT_TIMEOUT_MS);
        const picture = Buffer.from(await response.arrayBuffer());
        return response.status === 200 ? picture : null;
      } catch {
        // The node is gone, or busy: the next look may find a picture.
        return null;
      }
    },
    async hostedStreams(): Promise<readonly HostedStream[]> {
      const answers = await Promise.all(
        (await nodes()).map(async ({ url }) => {
          const response = await request(url, 'GET', '/control/held');
          if (!response.ok) throw new CodedError('UNAVAILABLE');
          return hostedStreamsSchema.parse(await response.json()).data;
        }),
      );
      return answers.flat();
    },
  };
};
