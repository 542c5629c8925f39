import type { IceServerView } from '@stagedoor/contract/streams';
import type { Log } from '../../platform/telemetry/log.ts';
import type { LiveAuthority, LiveNode } from '../live-authority.ts';
import { type TurnServer, createIceServers } from '../ice-servers.ts';
import { createAccess } from './access.ts';
import { createControlRoutes, createNodeCommands } from './control-routes.ts';
import { createHostedShows } from './hosted-shows.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { createLiveStream } from './live-stream.ts';
import { createMediaRoutes } from './media-routes.ts';
import { type MediaRoute, closeServer, createMediaServer, listen } from './media-server.ts';
import { createNetworkChecks } from './network-check.ts';
import { createKeyAdmission } from './key-admission.ts';
import { type Peers, createPeers } from './peers.ts';
import { holdUdpPort } from './udp-port.ts';
import { createReconciliation } from './reconciliation.ts';
import { createRecordings } from './recordings.ts';
import { createRtmpServer } from './rtmp-server.ts';
import { openRtmpSession } from './rtmp-sessions.ts';
import { createSnapshots } from './snapshots.ts';
import { type TieBreakerProxy, createTieBreakerProxy } from './tie-breaker-proxy.ts';
import { createWebrtcRoutes } from './webrtc-routes.ts';

const RECONCILE_MS = 2_000;
const TICK_MS = 1_000;

export interface LiveServerOptions {
  nodeId: string;
  /** URL for the site's other processes; by default the listening address. */
  url?: string | undefined;
  authority: LiveAuthority;
  /** Path of ffmpeg, which transcodes Opus to AAC; looked up for each show. Without it the audio stays Opus. */
  ffmpeg(): string | undefined;
  /** Folder of the recordings in progress, one subfolder for each show. */
  recordingsDirectory: string;
  /** Tells whether its disk has room for recordings; by default it has. */
  hasRoom?(): Promise<boolean>;
  /** The UDP port of all WebRTC connections; 0 for any. */
  udpPort: number;
  /** The public IP address for SDP answers when the machine is behind NAT. */
  publicAddress?: string | undefined;
  iceServers: readonly IceServerView[];
  /** The TURN server that clients' credentials are signed for. */
  turn?: TurnServer | undefined;
  /** The port where encoders publish by RTMP; 0 for any, undefined for none. */
  rtmpPort?: number | undefined;
  /** The address it listens on for them; all addresses by default. */
  rtmpHost?: string | undefined;
  /** Authenticates control requests of the site's other processes. */
  controlSecret: string;
  /** The supervisor checked the process's health. */
  onHealthCheck?(): void;
  /** The process was asked to shut down gracefully. */
  onStop?(): void;
  /** Routes of other nodes in this process. */
  moreRoutes?: readonly MediaRoute[];
  log: Log;
  limits?: Partial<Limits>;
}

/** The running parts of the live process; `listening` holds what exists from `listen` on. */
const createParts = (options: LiveServerOptions, listening: { node?: LiveNode; peers?: Peers }) => {
  const { authority, log, recordingsDirectory, iceServers, ffmpeg } = options;
  const limits: Limits = { ...DEFAULT_LIMITS, ...options.limits };
  const node = (): LiveNode => {
    if (!listening.node) throw new Error('the server does not listen yet');
    return listening.node;
  };
  const peers = (): Peers => listening.peers!;

  const access = createAccess(authority, node, log);
  const recordings = createRecordings({
    directory: recordingsDirectory,
    authority,
    isOpen: (streamId) => hosted.isRecording(streamId),
    log,
  });
  const hosted = createHostedShows({
    access,
    createStream: (id) =>
      createLiveStream(id, { peers: peers(), ffmpeg: ffmpeg(), log }, { publishing: () => void reconciliation.reconcile() }),
    recorded: recordings.finish,
    recordingsDirectory,
    hasRoom: options.hasRoom ?? (async () => true),
    limits,
    log,
  });
  const reconciliation = createReconciliation({ authority, node, hosted, log });
  const snapshots = createSnapshots({ ffmpeg, log });
  const admission = createKeyAdmission((keyHash) => authority.authorizeKey(node(), keyHash));
  const networkChecks = createNetworkChecks({ secret: options.controlSecret, peers, limits });

  const { shows, claim, hostedStreams, end, kick } = hosted;
  const routes = [
    createMediaRoutes({ access, shows, limits }),
    createWebrtcRoutes({
      access,
      admission,
      shows,
      claim,
      iceServers: createIceServers({ listed: iceServers, turn: options.turn }),
      limits,
    }),
    networkChecks.route,
    createControlRoutes({
      secret: options.controlSecret,
      onHealthCheck: () => options.onHealthCheck?.(),
      stop: () => options.onStop?.(),
    }),
    createNodeCommands({
      secret: options.controlSecret,
      prefix: '',
      hostedStreams,
      end,
      kick,
      async snapshot(id) {
        const show = shows.get(id);
        return show?.stream.isPublishing() && !show.stream.isRehearsal() ? snapshots.take(id, show.stream.packager) : undefined;
      },
    }),
    ...(options.moreRoutes ?? []),
  ];
  const rtmp = createRtmpServer({
    admission,
    publish: (grant, network, hangUp) => openRtmpSession(claim, grant, network, hangUp),
    log,
  });
  return { node, hosted, reconciliation, recordings, networkChecks, rtmp, server: createMediaServer(routes, { limits, log }) };
};

/**
 * The live process's server: ingests shows by WHIP, serves them by LL-HLS, WHEP and as a progressive file, records them, and reconciles with the
 * authority every two seconds.
 */
export const createLiveServer = (options: LiveServerOptions) => {
  const { authority, iceServers, publicAddress, turn, log } = options;
  let tieBreakerProxy: TieBreakerProxy | undefined;
  const listening: { node?: LiveNode; peers?: Peers } = {};
  const { node, hosted, reconciliation, recordings, networkChecks, rtmp, server } = createParts(options, listening);
  let timers: NodeJS.Timeout[] = [];
  let rtmpPort: number | undefined;
  let media: { release(): void } | undefined;
  let isClosing = false;

  /** Shows go on without encoders when their port is taken. */
  const listenForEncoders = async (): Promise<number | undefined> => {
    if (options.rtmpPort === undefined) return undefined;
    try {
      return await rtmp.listen(options.rtmpPort, options.rtmpHost);
    } catch (error) {
      log.warn({ err: error, port: options.rtmpPort }, 'encoders can’t publish by RTMP: the port is not free');
      return undefined;
    }
  };

  /** Shows go on without it when its port is taken. */
  const proxyFor = async (udpPort: number): Promise<TieBreakerProxy | undefined> => {
    if (!turn && iceServers.every(({ credential }) => credential === undefined)) return undefined;
    const proxy = createTieBreakerProxy(udpPort);
    const port = options.udpPort ? options.udpPort + 1 : 0;
    try {
      await proxy.listen(port);
      return proxy;
    } catch (error) {
      log.warn({ err: error, port }, 'Chromium can’t connect through TURN by TCP and TLS: the UDP port is not free');
      proxy.close();
      return undefined;
    }
  };

  return {
    /** @param port 0 for any @returns the port it listens on @throws when the port, or the one of media, is taken */
    async listen(port: number, host: string): Promise<number> {
      const held = await holdUdpPort(options.udpPort);
      media = held;
      tieBreakerProxy = await proxyFor(held.port);
      listening.peers = createPeers({ udpPort: held.port, iceServers, publicAddress, tieBreakerProxy });
      const actualPort = await listen(server, port, host);
      rtmpPort = await listenForEncoders();
      const url = options.url ?? `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}`;
      listening.node = { id: options.nodeId, url, ...(rtmpPort === undefined ? {} : { rtmpPort }) };
      timers = [setInterval(() => void reconciliation.reconcile(), RECONCILE_MS), setInterval(hosted.tick, TICK_MS)];
      recordings.start();
      void reconciliation.reconcile();
      return actualPort;
    },
    node,
    /** The port it takes RTMP on, if it does. */
    rtmpPort: (): number | undefined => rtmpPort,
    reconcile: reconciliation.reconcile,
    hostedStreams: hosted.hostedStreams,
    /** Shuts down gracefully. Shows don't end: their performers reconnect to another process. */
    async close(): Promise<void> {
      if (isClosing) return;
      isClosing = true;
      for (const timer of timers) clearInterval(timer);
      const reconciled = reconciliation.close();
      networkChecks.close();
      if (rtmpPort !== undefined) await rtmp.close();
      await hosted.close();
      await recordings.close();
      await reconciled;
      if (listening.node)
        await authority.leave(listening.node).catch((error: unknown) => log.warn({ err: error }, 'could not deregister the node'));
      await closeServer(server);
      tieBreakerProxy?.close();
      hosted.clear();
      media?.release();
    },
  };
};

export type LiveServer = ReturnType<typeof createLiveServer>;
