import { join } from 'node:path';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IceServerView } from '@stagedoor/contract/streams';
import { CodedError } from '../../platform/errors.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import type { LiveAuthority, LiveNode, Right } from '../live-authority.ts';
import type { HeldShow } from '../live-engine.ts';
import { createAccess } from './access.ts';
import { createControlRoutes } from './control-routes.ts';
import { answerError, createExchange } from './http.ts';
import { DEFAULT_LIMITS, IDLE_MS, type Limits, MAX_HEADER_BYTES } from './limits.ts';
import { createLiveStream } from './live-stream.ts';
import { createMediaRoutes } from './media-routes.ts';
import { createPeers, freeUdpPort } from './peers.ts';
import { createRecorder } from './recorder.ts';
import { createRecordings } from './recordings.ts';
import { type Show, createShow, dismiss, heldShowOf } from './show.ts';
import { createWebrtcRoutes } from './webrtc-routes.ts';

const RECONCILE_MS = 2_000;
const TICK_MS = 1_000;
/** A show that has ended stays addressable for so long, for those who watch a little behind. */
const FAREWELL_MS = 15_000;

export interface LiveServerOptions {
  nodeId: string;
  /** Where the site's other processes reach it; without it, by where it listens. */
  url?: string | undefined;
  authority: LiveAuthority;
  /** The program that makes AAC of Opus, asked for at each show; without it the sound stays as it came. */
  ffmpeg(): string | undefined;
  /** Where shows are recorded while they are live: a folder for each. */
  recordingsDirectory: string;
  /** The one UDP port of all WebRTC connections; 0 for any. */
  udpPort: number;
  /** The address that answers name when the machine stands behind NAT. */
  publicAddress?: string | undefined;
  iceServers: readonly IceServerView[];
  /** What the site's other processes show for orders. */
  controlSecret: string;
  /** The supervisor asked whether the process lives. */
  onAsked?(): void;
  /** The process shall stop, in order. */
  onStop?(): void;
  log: Log;
  limits?: Partial<Limits>;
}

/**
 * The live process's server: takes shows in by WHIP, gives them out by LL-HLS, WHEP and as one file, records them, and agrees with the authority
 * every two seconds.
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
  const held = (): HeldShow[] => [...shows.values()].filter(({ endedAt }) => endedAt === undefined).map(heldShowOf);
  const recordings = createRecordings({
    directory: recordingsDirectory,
    authority,
    isOpen: (streamId) => shows.get(streamId)?.recorder !== undefined,
    log,
  });

  const claim = (right: Right): Show => {
    const known = shows.get(right.streamId);
    if (isClosing || known?.endedAt !== undefined) throw new CodedError('LIVE_NOT_ON_AIR');
    if (!known && shows.size >= limits.streams) throw new CodedError('LIVE_FULL');
    const id = right.streamId;
    const show =
      known ??
      createShow(id, createLiveStream(id, { peers: peers!, ffmpeg: options.ffmpeg(), log }, { publishing: () => void reconcile() }));
    show.claimedAt = performance.now();
    if (right.isRecorded && !show.recorder) {
      const recorder = createRecorder({ folder: join(recordingsDirectory, id), maxWaitingBytes: limits.recordingBytes, log });
      show.recorder = recorder;
      show.stream.followers.add(recorder.write);
    }
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
    if (show) dismiss(show, rightId);
  };

  let running: Promise<void> | undefined;
  let isWanted = false;
  let hasFailed = false;
  const reconcileOnce = async (): Promise<void> => {
    const asked = performance.now();
    try {
      const orders = await authority.reconcile(node(), held());
      if (hasFailed) log.info('agrees with the tables again');
      hasFailed = false;
      for (const { streamId, rightId } of orders.revoked) kick(streamId, rightId);
      // A publisher who came while the question was open is not meant.
      for (const id of orders.end) if ((shows.get(id)?.claimedAt ?? 0) < asked) end(id);
    } catch (error) {
      if (!hasFailed) log.error({ err: error }, 'can’t agree with the tables; the shows go on');
      hasFailed = true;
    }
  };
  /** One at a time; whoever asks meanwhile gets another after it. */
  const reconcile = (): Promise<void> => {
    if (isClosing) return Promise.resolve();
    isWanted = true;
    running ??= (async () => {
      while (isWanted) {
        isWanted = false;
        await reconcileOnce();
      }
      running = undefined;
    })();
    return running;
  };

  /** Rights that ran out are asked for again: they may have been prolonged. */
  const renew = async (show: Show, { rightId, expiresAt }: Right, token: string | undefined): Promise<Right | undefined> => {
    if (!expiresAt || expiresAt.getTime() > Date.now() || rightId === null) return undefined;
    return access.authorize(show.id, 'play', token, { anew: true }).catch(() => {
      dismiss(show, rightId);
      return undefined;
    });
  };
  const tick = (): void => {
    const now = performance.now();
    for (const show of shows.values()) {
      const { stream, sessions } = show;
      if (show.endedAt !== undefined && now - show.endedAt > FAREWELL_MS) shows.delete(show.id);
      // An offer that didn't work out leaves nothing behind.
      else if (!stream.hasPublisher() && sessions.size === 0 && stream.packager.segments().length === 0 && now - show.claimedAt > TICK_MS) {
        stream.close();
        finishRecorder(show).catch(() => {});
        shows.delete(show.id);
      }
      for (const session of sessions.values()) {
        if (session.kind !== 'play') continue;
        if (stream.isPublishing() && session.isConnected()) show.audience.saw(session.spectator);
        void renew(show, session.right, session.token).then((right) => right && (session.right = right));
      }
      for (const viewer of show.progressive) void renew(show, viewer.right, viewer.token).then((right) => right && (viewer.right = right));
    }
  };

  const routes = [
    createMediaRoutes({ access, shows, limits }),
    createWebrtcRoutes({ access, shows, claim, iceServers, limits }),
    createControlRoutes({
      secret: options.controlSecret,
      held,
      end,
      kick,
      asked: () => options.onAsked?.(),
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
      else answerError(exchange, error);
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
      handle(request, response).catch((error: unknown) => {
        log.error({ err: error }, 'a request failed without an answer');
        response.destroy();
      });
    },
  );
  server.maxConnections = limits.connections;
  // An answer nobody reads is not kept.
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
      const own = (server.address() as AddressInfo).port;
      self = { id: options.nodeId, url: options.url ?? `http://${host.includes(':') ? `[${host}]` : host}:${own}` };
      timers = [setInterval(() => void reconcile(), RECONCILE_MS), setInterval(tick, TICK_MS)];
      recordings.start();
      void reconcile();
      return own;
    },
    node,
    reconcile,
    held,
    /** Lets go of everything in order. Shows don't end by it: their performers come back to another process. */
    async close(): Promise<void> {
      if (isClosing) return;
      isClosing = true;
      for (const timer of timers) clearInterval(timer);
      for (const show of shows.values()) {
        show.stream.close();
        for (const session of show.sessions.values()) session.close();
        for (const viewer of show.progressive) viewer.close();
      }
      await Promise.all([...shows.values()].map(finishRecorder));
      await recordings.close();
      await running;
      if (self) await authority.leave(self).catch((error: unknown) => log.warn({ err: error }, 'left without a word'));
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      shows.clear();
    },
  };
};

export type LiveServer = ReturnType<typeof createLiveServer>;
