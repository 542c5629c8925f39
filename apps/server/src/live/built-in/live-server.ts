import { join } from 'node:path';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IceServerView } from '@stagedoor/contract/streams';
import { CodedError } from '../../platform/errors.ts';
import { isRough, refuseRough, refuseTunnel } from '../../platform/http/rough-requests.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import type { LiveAuthority, LiveNode, StreamGrant } from '../live-authority.ts';
import type { HostedStream } from '../live-engine.ts';
import { createAccess } from './access.ts';
import { createControlRoutes } from './control-routes.ts';
import { respondError, createExchange } from './http.ts';
import { DEFAULT_LIMITS, IDLE_MS, type Limits, MAX_HEADER_BYTES } from './limits.ts';
import { createLiveStream } from './live-stream.ts';
import { createMediaRoutes } from './media-routes.ts';
import { createNetworkChecks } from './network-check.ts';
import { createPeers, freeUdpPort } from './peers.ts';
import { createRecorder } from './recorder.ts';
import { createRecordings } from './recordings.ts';
import { type Show, countSession, createShow, disconnectGrant, hostedStreamOf } from './show.ts';
import { createSnapshots } from './snapshots.ts';
import { createWebrtcRoutes } from './webrtc-routes.ts';

const RECONCILE_MS = 2_000;
const TICK_MS = 1_000;
/** How long a show that has ended stays available, for viewers who lag behind. */
const ENDED_SHOW_TTL_MS = 15_000;

export interface LiveServerOptions {
  nodeId: string;
  /** URL for the site's other processes; by default the listening address. */
  url?: string | undefined;
  authority: LiveAuthority;
  /** Path of ffmpeg, which transcodes Opus to AAC; looked up for each show. Without it the audio stays Opus. */
  ffmpeg(): string | undefined;
  /** Folder of the recordings in progress, one subfolder for each show. */
  recordingsDirectory: string;
  /** The UDP port of all WebRTC connections; 0 for any. */
  udpPort: number;
  /** The public IP address for SDP answers when the machine is behind NAT. */
  publicAddress?: string | undefined;
  iceServers: readonly IceServerView[];
  /** Authenticates control requests of the site's other processes. */
  controlSecret: string;
  /** The supervisor checked the process's health. */
  onHealthCheck?(): void;
  /** The process was asked to shut down gracefully. */
  onStop?(): void;
  log: Log;
  limits?: Partial<Limits>;
}

/**
 * The live process's server: ingests shows by WHIP, serves them by LL-HLS, WHEP and as a progressive file, records them, and reconciles with the
 * authority every two seconds.
 */
export const createLiveServer = (options: LiveServerOptions) => {
  const { authority, log, recordingsDirectory, iceServers } = options;
  const limits: Limits = { ...DEFAULT_LIMITS, ...options.limits };
  const shows = new Map<string, Show>();
  let self: LiveNode | undefined;
  let peers: ReturnType<typeof createPeers> | undefined;
  let timers: NodeJS.Timeout[] = [];
  let isClosing = false;

  const node = (): LiveNode => {
    if (!self) throw new Error('the server does not listen yet');
    return self;
  };
  const access = createAccess(authority, node, log);
  const hostedStreams = (): HostedStream[] => [...shows.values()].filter(({ endedAt }) => endedAt === undefined).map(hostedStreamOf);
  const recordings = createRecordings({
    directory: recordingsDirectory,
    authority,
    isOpen: (streamId) => shows.get(streamId)?.recorder !== undefined,
    log,
  });

  const beginShow = (show: Show, isRecorded: boolean): void => {
    if (show.stream.isRehearsal()) {
      show.stream.begin();
      // The performer's own player isn't one of the viewers.
      for (const session of show.sessions.values()) if (session.kind === 'play') session.close();
    }
    if (!isRecorded || show.recorder) return;
    const recorder = createRecorder({ folder: join(recordingsDirectory, show.id), maxBufferedBytes: limits.recordingBytes, log });
    show.recorder = recorder;
    show.stream.followers.add(recorder.write);
  };
  const claim = (grant: StreamGrant): Show => {
    const existing = shows.get(grant.streamId);
    if (isClosing || existing?.endedAt !== undefined) throw new CodedError('LIVE_NOT_ON_AIR');
    if (!existing && shows.size >= limits.streams) throw new CodedError('LIVE_FULL');
    const id = grant.streamId;
    const show =
      existing ??
      createShow(id, createLiveStream(id, { peers: peers!, ffmpeg: options.ffmpeg(), log }, { publishing: () => void reconcile() }));
    show.claimedAt = performance.now();
    if (grant.isRehearsal) {
      if (!existing) show.stream.rehearse();
    } else beginShow(show, grant.isRecorded);
    shows.set(id, show);
    return show;
  };
  const finishRecorder = async (show: Show): Promise<void> => {
    const { recorder } = show;
    if (!recorder) return;
    await recorder.close();
    show.recorder = undefined;
  };
  const end = (id: string): void => {
    const show = shows.get(id);
    if (!show || show.endedAt !== undefined) return;
    show.endedAt = performance.now();
    show.stream.end();
    for (const session of show.sessions.values()) session.close();
    for (const viewer of show.progressive) viewer.close();
    finishRecorder(show)
      .then(() => recordings.finish())
      .catch((error: unknown) => log.error({ err: error, streamId: id }, 'a recording could not be closed'));
  };
  const kick = (id: string, rightId: string): void => {
    access.revoke(rightId);
    const show = shows.get(id);
    if (show) disconnectGrant(show, rightId);
  };

  let running: Promise<void> | undefined;
  let isRerunRequested = false;
  let hasFailed = false;
  const reconcileOnce = async (): Promise<void> => {
    const startedAt = performance.now();
    try {
      const commands = await authority.reconcile(node(), hostedStreams());
      if (hasFailed) log.info('reconciled with the database again');
      hasFailed = false;
      for (const { streamId, isRecorded } of commands.begin) {
        const show = shows.get(streamId);
        if (!show?.stream.isRehearsal()) continue;
        beginShow(show, isRecorded);
        // The report that it is a show now has it go live.
        isRerunRequested = true;
      }
      for (const { streamId, rightId } of commands.revoked) kick(streamId, rightId);
      // A command computed before the publisher connected is outdated.
      for (const id of commands.end) if ((shows.get(id)?.claimedAt ?? 0) < startedAt) end(id);
    } catch (error) {
      if (!hasFailed) log.error({ err: error }, 'can’t reconcile with the database; the shows continue');
      hasFailed = true;
    }
  };
  /** One run at a time; a call meanwhile causes another run afterwards. */
  const reconcile = (): Promise<void> => {
    if (isClosing) return Promise.resolve();
    isRerunRequested = true;
    running ??= (async () => {
      while (isRerunRequested) {
        isRerunRequested = false;
        await reconcileOnce();
      }
      running = undefined;
    })();
    return running;
  };

  /** Reauthorizes an expired grant, which may have been extended; disconnects its holder otherwise. */
  const renew = async (show: Show, { rightId, expiresAt }: StreamGrant, token: string | undefined): Promise<StreamGrant | undefined> => {
    if (!expiresAt || expiresAt.getTime() > Date.now() || rightId === null) return undefined;
    return access.authorize(show.id, 'play', token, { skipCache: true }).catch(() => {
      disconnectGrant(show, rightId);
      return undefined;
    });
  };
  const tick = (): void => {
    const now = performance.now();
    for (const show of shows.values()) {
      const { stream, sessions } = show;
      if (show.endedAt !== undefined && now - show.endedAt > ENDED_SHOW_TTL_MS) shows.delete(show.id);
      // Removes what a failed offer has left.
      else if (!stream.hasPublisher() && sessions.size === 0 && stream.packager.segments().length === 0 && now - show.claimedAt > TICK_MS) {
        stream.close();
        finishRecorder(show).catch(() => {});
        shows.delete(show.id);
      }
      for (const session of sessions.values()) {
        if (session.kind !== 'play') continue;
        if (stream.isPublishing() && session.isConnected()) show.audience.recordActivity(session.spectator);
        countSession(show, session);
        void renew(show, session.grant, session.token).then((grant) => grant && (session.grant = grant));
      }
      for (const viewer of show.progressive) void renew(show, viewer.grant, viewer.token).then((grant) => grant && (viewer.grant = grant));
    }
  };

  const snapshots = createSnapshots({ ffmpeg: options.ffmpeg, log });
  const networkChecks = createNetworkChecks({ secret: options.controlSecret, peers: () => peers!, limits });
  const routes = [
    createMediaRoutes({ access, shows, limits }),
    createWebrtcRoutes({ access, shows, claim, iceServers, limits }),
    networkChecks.route,
    createControlRoutes({
      secret: options.controlSecret,
      hostedStreams,
      end,
      kick,
      async snapshot(id) {
        const show = shows.get(id);
        return show?.stream.isPublishing() && !show.stream.isRehearsal() ? snapshots.take(id, show.stream.packager) : undefined;
      },
      onHealthCheck: () => options.onHealthCheck?.(),
      stop: () => options.onStop?.(),
    }),
  ];
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const exchange = createExchange(request, response);
    try {
      for (const route of routes) if (await route(exchange)) return;
      throw new CodedError('NOT_FOUND');
    } catch (error) {
      if (!(error instanceof CodedError)) log.error({ err: error, path: exchange.path }, 'a request failed');
      if (response.headersSent) response.destroy();
      else respondError(exchange, error);
    }
  };
  const server: Server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: limits.requestMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: TICK_MS,
      keepAliveTimeout: IDLE_MS,
      noDelay: true,
    },
    (request, response) => {
      request.on('error', () => {});
      response.on('error', () => {});
      if (isRough(request)) {
        refuseRough(request, response);
        return;
      }
      handle(request, response).catch((error: unknown) => {
        log.error({ err: error }, 'a request failed without an answer');
        response.destroy();
      });
    },
  );
  server.on('connect', refuseTunnel);
  server.maxConnections = limits.connections;
  // Closes connections whose client doesn't read.
  server.setTimeout(IDLE_MS);

  return {
    /** @param port 0 for any @returns the port it listens on @throws when the port is taken */
    async listen(port: number, host: string): Promise<number> {
      peers = createPeers({ udpPort: options.udpPort || (await freeUdpPort()), iceServers, publicAddress: options.publicAddress });
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          server.off('error', reject);
          resolve();
        });
      });
      const actualPort = (server.address() as AddressInfo).port;
      self = { id: options.nodeId, url: options.url ?? `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}` };
      timers = [setInterval(() => void reconcile(), RECONCILE_MS), setInterval(tick, TICK_MS)];
      recordings.start();
      void reconcile();
      return actualPort;
    },
    node,
    reconcile,
    hostedStreams,
    /** Shuts down gracefully. Shows don't end: their performers reconnect to another process. */
    async close(): Promise<void> {
      if (isClosing) return;
      isClosing = true;
      for (const timer of timers) clearInterval(timer);
      networkChecks.close();
      for (const show of shows.values()) {
        show.stream.close();
        for (const session of show.sessions.values()) session.close();
        for (const viewer of show.progressive) viewer.close();
      }
      await Promise.all([...shows.values()].map(finishRecorder));
      await recordings.close();
      await running;
      if (self) await authority.leave(self).catch((error: unknown) => log.warn({ err: error }, 'could not deregister the node'));
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      shows.clear();
    },
  };
};

export type LiveServer = ReturnType<typeof createLiveServer>;
