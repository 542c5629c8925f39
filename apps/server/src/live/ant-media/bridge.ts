import { CodedError } from '../../platform/errors.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import type { BridgeAuthority, BridgedShow, HoldingSeat, NamedGrant } from '../bridge-authority.ts';
import type { LiveNode } from '../live-authority.ts';
import type { HostedStream } from '../live-engine.ts';
import { type Answer, type BridgedStream, createBridgedStream } from './bridged-stream.ts';
import { type Guard, createGuard } from './guard.ts';
import { mapInParallel } from './in-parallel.ts';
import type { MediaServers } from './media-server.ts';
import { type ServerCalls, asAway, createServerCalls } from './server-calls.ts';

/** Streams that are asked about at the same time. */
const PARALLEL = 8;

export interface BridgeOptions {
  node: LiveNode;
  authority: BridgeAuthority;
  servers: MediaServers;
  /** Shows that have ended, to be removed from their servers. */
  ended(shows: readonly BridgedShow[]): void;
  /** Tells that this bridge is still the site's only one. */
  isLeading(): boolean;
  log: Log;
  /** Tells the time between looks, in milliseconds. */
  monotonicNow?(): number;
  now?(): Date;
}

/** A stream that is watched: a show's, or a fan's camera's. */
interface Watched {
  show: BridgedShow;
  stream: BridgedStream;
  guard: Guard;
  calls: ServerCalls;
  isCamera: boolean;
  /** The answer of this look, and when it came. */
  answered?: { at: number; answer: Answer } | undefined;
}

const isOpenToAll = ({ show, isCamera }: Watched): boolean => show.type === 'public' && !show.isRehearsal && !isCamera;

/** Asks the server about a stream. */
const ask = async (one: Watched, monotonicNow: () => number): Promise<void> => {
  const { streamId } = one.stream;
  const broadcast = await one.calls.broadcast(streamId);
  const isWatched = broadcast?.status === 'broadcasting' && (!isOpenToAll(one) || broadcast.webRTCViewerCount > 0);
  const clients = isWatched ? await one.calls.clients(streamId) : [];
  one.answered = { at: monotonicNow(), answer: { broadcast, clients } };
};

/** Asks the servers, and remembers which don't answer: the log says so once. */
const createAsking = (log: Log, monotonicNow: () => number) => {
  const awayServers = new Set<string>();
  /** Asks about all streams. A server that doesn't answer is asked once. */
  return async (all: readonly Watched[]): Promise<void> => {
    const away = new Set<string>();
    await mapInParallel(all, PARALLEL, async (one) => {
      const { serverId } = one.show;
      if (away.has(serverId)) return;
      try {
        await ask(one, monotonicNow);
      } catch (error) {
        away.add(serverId);
        if (!awayServers.has(serverId)) log.error({ err: asAway(error), serverId }, 'a media server doesn’t answer');
      }
    });
    for (const serverId of new Set(all.map(({ show }) => show.serverId))) {
      if (away.has(serverId)) awayServers.add(serverId);
      else if (awayServers.delete(serverId)) log.info({ serverId }, 'a media server answers again');
    }
  };
};

/** Counts by the answers. @returns the grants that they named */
const countAll = async (authority: BridgeAuthority, all: readonly Watched[]): Promise<Map<string, NamedGrant>> => {
  const names = [...new Set(all.flatMap(({ answered }) => answered?.answer.clients ?? []))];
  const paid = all.filter(({ show, isCamera }) => show.type !== 'public' && !isCamera).map(({ show }) => show.id);
  const [found, holding] = await Promise.all([authority.grants(names), authority.holdingSeats(paid)]);
  const grants = new Map(found.map((grant) => [grant.grantId, grant]));
  const held = (showId: string): HoldingSeat[] => holding.filter((seat) => seat.showId === showId);
  for (const { stream, show, isCamera, answered } of all)
    if (answered) stream.count(answered.at, answered.answer, grants, isCamera ? [] : held(show.id));
  return grants;
};

/** Carries commands out for streams that are watched. */
const createOrders = (authority: BridgeAuthority, monotonicNow: () => number, watchedOf: (streamId: string) => Watched | undefined) => {
  const kick = async (one: Watched, grantId: string, kind: NamedGrant['kind'] | undefined): Promise<void> => {
    await one.guard.block(one.calls, grantId, monotonicNow());
    if (kind === 'publish') await one.calls.stop(one.stream.streamId);
  };
  const obey = async ({ end, revoked }: Awaited<ReturnType<BridgeAuthority['reconcile']>>): Promise<void> => {
    for (const streamId of end) await watchedOf(streamId)?.calls.stop(streamId);
    if (revoked.length === 0) return;
    const kinds = new Map((await authority.grants(revoked.map(({ grantId }) => grantId))).map(({ grantId, kind }) => [grantId, kind]));
    for (const { streamId, grantId } of revoked) {
      const one = watchedOf(streamId);
      if (one) await kick(one, grantId, kinds.get(grantId));
    }
  };
  /** Keeps those out who mustn't watch, and switches recordings on. */
  const keepOrder = async (one: Watched, grants: ReadonlyMap<string, NamedGrant>): Promise<void> => {
    const { show, stream, calls, guard, answered, isCamera } = one;
    const { broadcast, clients } = answered?.answer ?? { broadcast: undefined, clients: [] };
    if (broadcast?.status !== 'broadcasting') return;
    if (!isOpenToAll(one)) await guard.check(calls, clients, grants, monotonicNow());
    const isWanted = show.isRecorded && !show.isRehearsal && !isCamera;
    if (isWanted && broadcast.mp4Enabled !== 1) await calls.startRecording(stream.streamId);
  };
  return { kick, obey, keepOrder };
};

/**
 * Watches the site's shows on external media servers and obeys for them, as a live node does for its own: each look asks the servers for state and
 * clients, counts, reports to the authority, and carries its commands out. Only streams of this site's shows are ever touched.
 */
export const createBridge = (options: BridgeOptions) => {
  const { node, authority, servers, ended, isLeading, log, monotonicNow = () => performance.now(), now } = options;
  let watched = new Map<string, Watched>();
  let isWaiting = false;
  let hasFailed = false;
  const askAll = createAsking(log, monotonicNow);
  const { kick, obey, keepOrder } = createOrders(authority, monotonicNow, (streamId) => watched.get(streamId));

  const watch = (show: BridgedShow, streamId: string): Watched | undefined => {
    const known = watched.get(streamId);
    if (known) return { ...known, show, answered: undefined };
    const server = servers.byId(show.serverId);
    if (!server) return undefined;
    return {
      show,
      stream: createBridgedStream(streamId),
      guard: createGuard({ streamId, log }),
      calls: createServerCalls({ server, app: show.app, now }),
      isCamera: streamId !== show.id,
    };
  };

  let hasTakenOver = false;
  const lookOnce = async (): Promise<void> => {
    if (!hasTakenOver) await authority.takeOver(node);
    hasTakenOver = true;
    const shows = await authority.shows();
    const open = shows.filter(({ hasEnded }) => !hasEnded);
    isWaiting = open.some((show) => show.isWaiting);
    const all = open.flatMap((show) => [show.id, ...show.cameraIds].flatMap((streamId) => watch(show, streamId) ?? []));
    watched = new Map(all.map((one) => [one.stream.streamId, one]));
    await askAll(all);
    const grants = await countAll(authority, all);
    if (!isLeading()) return;
    const commands = await authority.reconcile(node, bridge.hostedStreams());
    // Another bridge owns the shows by now: the commands say that they aren't this one's.
    if (!isLeading()) return;
    const failed = new Set<string>();
    await obey(commands);
    await mapInParallel(all, PARALLEL, async (one) => {
      if (!one.answered || failed.has(one.show.serverId)) return;
      await keepOrder(one, grants).catch((error: unknown) => {
        failed.add(one.show.serverId);
        log.warn({ err: asAway(error), streamId: one.stream.streamId }, 'a media server didn’t obey');
      });
    });
    ended(shows.filter(({ hasEnded }) => hasEnded));
    if (commands.begin.length > 0) isLookRequested = true;
  };

  let isLookRequested = false;
  let looking: Promise<void> | undefined;
  const bridge = {
    /** Looks at everything; a call meanwhile causes another look afterwards. It never fails: the next look may succeed. */
    look(): Promise<void> {
      isLookRequested = true;
      looking ??= (async () => {
        while (isLookRequested && isLeading()) {
          isLookRequested = false;
          try {
            await lookOnce();
            if (hasFailed) log.info('the bridge looks after its shows again');
            hasFailed = false;
          } catch (error) {
            if (!hasFailed) log.error({ err: error }, 'the bridge can’t look after its shows');
            hasFailed = true;
          }
        }
        looking = undefined;
      })();
      return looking;
    },
    /** Waits for the look in progress. */
    idle: async (): Promise<void> => looking,
    /** A show is starting or interrupted. */
    isWaiting: (): boolean => isWaiting,
    hostedStreams: (): HostedStream[] => {
      const at = monotonicNow();
      return [...watched.values()].map(({ stream, show }) => stream.hosted(at, show));
    },
    /** Disconnects the holder of a grant. */
    async kick(streamId: string, grantId: string): Promise<void> {
      const one = watched.get(streamId);
      if (!one) return;
      const [grant] = await authority.grants([grantId]);
      await kick(one, grantId, grant?.kind);
    },
    /** The newest picture of a show, as its server keeps it. */
    async preview(streamId: string): Promise<Buffer | undefined> {
      const one = watched.get(streamId);
      if (!one || one.isCamera || one.show.isRehearsal || !one.stream.isPublishing(monotonicNow())) return undefined;
      return one.calls.preview(streamId).catch((error: unknown) => {
        if (error instanceof CodedError) return undefined;
        throw error;
      });
    },
  };
  return bridge;
};

export type Bridge = ReturnType<typeof createBridge>;
