import type { IceServerView } from '@stagedoor/contract/streams';
import { z } from 'zod';
import { CodedError } from '../../platform/errors.ts';
import type { LiveNode } from '../live-authority.ts';
import type { EngineShow, LiveEngine } from '../live-engine.ts';
import { createNodeControl } from '../node-control.ts';
import type { ShowAddresses } from '../show-addresses.ts';
import type { MediaServer, MediaServers } from './media-server.ts';
import { createRest } from './rest.ts';
import { asAway, createServerCalls } from './server-calls.ts';
import { signStreamToken } from './stream-tokens.ts';

export interface AntMediaEngineOptions {
  servers: MediaServers;
  /** The addresses of the settings: an empty one, and one that browsers can't request, is the server's. */
  addresses(): ShowAddresses;
  iceServersOf(user: string | null): readonly IceServerView[];
  /** The bridge, a node that watches the server and obeys commands; undefined while none is alive. */
  bridge(): Promise<LiveNode | undefined>;
  controlSecret: string;
  /** The address that the server posts its webhooks about a stream to. */
  hookAddress(): string;
  now?(): Date;
}

const countSchema = z.object({ number: z.number() });

const httpOf = (address: string): string => address.replace(/^ws(s?):/i, 'http$1:').replace(/\/+$/, '');

/** An address of the settings that browsers can request; undefined for an empty one, a path, and RTMP. */
export const requestable = (address: string): string | undefined => (/^(?:https?|wss?):/i.test(address) ? httpOf(address) : undefined);

/** Shows on an Ant Media Server. Browsers publish and play by its signalling, and play HLS. */
export const createAntMediaEngine = (options: AntMediaEngineOptions): LiveEngine => {
  const { servers, addresses, iceServersOf, bridge, controlSecret, hookAddress, now } = options;
  const control = createNodeControl(controlSecret);
  /** @throws CodedError LIVE_SERVER_AWAY where there is no server */
  const currentServer = (): MediaServer => {
    const server = servers.current();
    if (!server) throw new CodedError('LIVE_SERVER_AWAY');
    return server;
  };
  const serverOf = ({ addresses: own }: EngineShow): MediaServer => {
    const server = own?.server === undefined ? undefined : servers.byId(own.server);
    return server ?? currentServer();
  };
  const addressesNow = (): ShowAddresses => {
    const { viewer, publisher, subscriber, app } = addresses();
    const { id, address } = currentServer();
    return {
      viewer: requestable(viewer) ?? address,
      publisher: requestable(publisher) ?? address,
      subscriber: requestable(subscriber) ?? address,
      app,
      engine: 'antMedia',
      server: id,
    };
  };
  const baseOf = (use: 'watch' | 'publish', show: EngineShow): string => {
    const { viewer, publisher, subscriber, app } = show.addresses ?? addressesNow();
    const address = use === 'publish' ? publisher : show.type === 'public' ? viewer : subscriber;
    return `${address}/${encodeURIComponent(app)}`;
  };
  const callsOf = (show: EngineShow) => createServerCalls({ server: serverOf(show), app: (show.addresses ?? addresses()).app, now });
  const onBridge = async (command: (url: string) => Promise<void>): Promise<void> => {
    const node = await bridge();
    if (node) await command(node.url);
  };

  return {
    kind: 'antMedia',
    addressesNow,
    async assertReady() {
      try {
        await createRest({ server: currentServer(), app: addresses().app, now }).call('GET', '/broadcasts/count', countSchema);
      } catch (error) {
        throw asAway(error);
      }
    },
    checksGrants: () => false,
    async ticket(show, { grantId, kind, expiresAt }) {
      const server = serverOf(show);
      const calls = callsOf(show);
      try {
        // The server must answer before somebody publishes, and must not record what wasn't asked for.
        if (kind === 'publish') await calls.create(show.id, hookAddress());
        const token =
          server.tokens === 'jwt'
            ? await signStreamToken(server, { streamId: show.id, type: kind, grantId }, expiresAt)
            : await calls.oneTimeToken(show.id, kind, expiresAt);
        return { token, expiresAt, subscriberId: grantId };
      } catch (error) {
        throw asAway(error);
      }
    },
    whip: () => null,
    whep: () => null,
    signalling: (show, use) => `${baseOf(use, show).replace(/^http/, 'ws')}/websocket`,
    networkCheck: () => null,
    playback: (show, format) => `${baseOf('watch', show)}/streams/${show.id}.${format === 'hls' ? 'm3u8' : 'mp4'}`,
    iceServers: iceServersOf,
    end: (streamId) => onBridge((url) => control.end(url, streamId)),
    kick: (streamId, grantId) => onBridge((url) => control.kick(url, streamId, grantId)),
    look: (streamId) => onBridge((url) => control.look(url, streamId)),
    async snapshot({ id, type }) {
      const node = type === 'private' ? undefined : await bridge();
      return node ? control.snapshot(node.url, id) : null;
    },
    async hostedStreams() {
      const node = await bridge();
      return node ? control.hostedStreams(node.url) : [];
    },
  };
};
