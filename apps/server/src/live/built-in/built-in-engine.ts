import { randomUUID } from 'node:crypto';
import type { IceServerView } from '@stagedoor/contract/streams';
import type { LiveNode } from '../live-authority.ts';
import type { EngineShow, LiveEngine } from '../live-engine.ts';
import { signNetworkCheck } from '../network-check.ts';
import { createNodeControl } from '../node-control.ts';
import { type ShowAddresses, rootOf } from '../show-addresses.ts';

export interface BuiltInEngineOptions {
  /** The addresses of a show that begins now. */
  addresses(): ShowAddresses;
  /** The site's public URL. */
  publicUrl: string;
  iceServersOf(user: string | null): readonly IceServerView[];
  /** The URL of the live process that hosts a show. */
  nodeUrlOf(streamId: string): Promise<string | undefined>;
  /** The live processes that are alive. */
  nodes(): Promise<readonly LiveNode[]>;
  controlSecret: string;
}

/** The engine without an external media server: the site's own live processes carry the media. */
export const createBuiltInEngine = (options: BuiltInEngineOptions): LiveEngine => {
  const { publicUrl, iceServersOf, controlSecret, nodeUrlOf, nodes } = options;
  const control = createNodeControl(controlSecret);
  const baseOf = (use: 'watch' | 'publish', show?: EngineShow): string => {
    const { viewer, publisher, subscriber, app } = show?.addresses ?? options.addresses();
    const address = use === 'publish' ? publisher : show && show.type !== 'public' ? subscriber : viewer;
    return `${rootOf(address, publicUrl)}/${encodeURIComponent(app)}`;
  };

  return {
    kind: 'builtIn',
    addressesNow: () => options.addresses(),
    assertReady: async () => {},
    checksGrants: () => true,
    ticket: async (_show, { token, expiresAt }) => ({ token, expiresAt, subscriberId: null }),
    whip: (show) => `${baseOf('publish', show)}/whip/${show.id}`,
    whep: (show) => `${baseOf('watch', show)}/whep/${show.id}`,
    signalling: () => null,
    networkCheck(accountId, now) {
      const checkId = randomUUID();
      return { url: `${baseOf('publish')}/check/${checkId}`, token: signNetworkCheck(controlSecret, { checkId, accountId, now }) };
    },
    playback: (show, format) => `${baseOf('watch', show)}/streams/${show.id}.${format === 'hls' ? 'm3u8' : 'mp4'}`,
    iceServers: iceServersOf,
    async end(streamId) {
      const url = await nodeUrlOf(streamId);
      if (url !== undefined) await control.end(url, streamId);
    },
    async kick(streamId, grantId) {
      const url = await nodeUrlOf(streamId);
      if (url !== undefined) await control.kick(url, streamId, grantId);
    },
    look: async () => {},
    async snapshot({ id, type }) {
      const url = type === 'private' ? undefined : await nodeUrlOf(id);
      return url === undefined ? null : control.snapshot(url, id);
    },
    hostedStreams: async () => (await Promise.all((await nodes()).map(({ url }) => control.hostedStreams(url)))).flat(),
  };
};
