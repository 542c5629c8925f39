import { randomUUID } from 'node:crypto';
import type { LiveNode, StreamGrant } from '../../live/live-authority.ts';
import { createAudience, type Spectator } from '../../live/built-in/audience.ts';
import { createDeliveries } from '../../live/built-in/deliveries.ts';
import { createDevices } from '../../live/built-in/devices.ts';
import type { LiveStream } from '../../live/built-in/live-stream.ts';
import { countSession, createShow, disconnectGrant, enterSeat, hostedStreamOf } from '../../live/built-in/show.ts';
import { createStreamAuthority } from '../../modules/streams/index.ts';
import { CodedError } from '../../platform/errors.ts';
import type { TestApp } from '../test-app.ts';
import {
  type Connection,
  type Follow,
  type OpenFile,
  type PlayedClient,
  SEGMENT_MS,
  type Stage,
  connectTo,
  openFile,
} from './played-clients.ts';

/** How long a node uses a grant without asking again (live/built-in/access.ts). */
const FRESH_MS = 2_000;

/**
 * A live process on the app's clock. Who gets what is decided by the product's code: sessions, devices, deliveries, reports and authority. Only
 * packets are missing: media is a position that moves on.
 */
export const createPlayedNode = (app: TestApp) => {
  const authority = createStreamAuthority(app.platform);
  const node: LiveNode = { id: randomUUID(), url: `http://127.0.0.1:1/${randomUUID()}` };
  const stages = new Map<string, Stage>();
  const grants = new Map<string, { grant: StreamGrant; at: number }>();
  const revoked = new Set<string>();
  let isDead = false;
  const now = (): number => app.clock.now().getTime();
  const followers = new Set<Follow>();

  const stageOf = (streamId: string): Stage => {
    const known = stages.get(streamId);
    if (known) return known;
    const stage: Stage = { show: undefined as never, positionMs: 0, sentAt: 0, isPublishing: false };
    const stream = {
      isPublishing: () => stage.isPublishing,
      isRehearsal: () => false,
      publishedMs: () => stage.positionMs,
      encoder: () => undefined,
      packager: { video: () => undefined },
    };
    stage.show = createShow(streamId, stream as unknown as LiveStream);
    stage.show.deliveries = createDeliveries(now);
    stage.show.devices = createDevices(now);
    stage.show.audience = createAudience(now);
    stages.set(streamId, stage);
    return stage;
  };
  /** @throws CodedError as live/built-in/access.ts */
  const authorize = async (streamId: string, token: string): Promise<StreamGrant> => {
    const known = grants.get(token);
    const isFresh = known !== undefined && now() - known.at < FRESH_MS;
    const grant = isFresh ? known.grant : await authority.authorize(node, streamId, 'play', token);
    if (!isFresh) grants.set(token, { grant, at: now() });
    if (grant.grantId !== null && revoked.has(grant.grantId)) throw new CodedError('LIVE_TOKEN_INVALID');
    return grant;
  };
  /** @throws CodedError LIVE_NOT_ON_AIR, LIVE_REPLACED, LIVE_TOKEN_INVALID */
  const enter = async (streamId: string, { token, device }: PlayedClient) => {
    const stage = stages.get(streamId);
    if (!stage) throw new CodedError('LIVE_NOT_ON_AIR');
    const grant = await authorize(streamId, token);
    const spectator: Spectator = { key: grant.grantId!, network: '', grantId: grant.grantId, device: `${grant.grantId} ${device}` };
    enterSeat(stage.show, grant.seatId, spectator);
    return { stage, grant, spectator };
  };

  return {
    ...node,
    stages,
    isPublishing: (streamId: string): boolean => stages.get(streamId)?.isPublishing ?? false,
    async publish(streamId: string, token: string): Promise<void> {
      await authority.authorize(node, streamId, 'publish', token);
      const stage = stageOf(streamId);
      stage.isPublishing = true;
      stage.sentAt = now();
    },
    drop(streamId: string): void {
      const stage = stages.get(streamId);
      if (stage) stage.isPublishing = false;
    },
    /** Ends at once, as by SIGKILL: what it counted and didn't report is lost. @returns these counts */
    kill(): { streamId: string; countId: string }[] {
      const lost = [...stages.values()].map(({ show }) => ({ streamId: show.id, countId: show.countId }));
      isDead = true;
      stages.clear();
      followers.clear();
      return lost;
    },
    isDead: () => isDead,
    /** Moves the media on, and counts as a node does each second. */
    pass(ms: number): void {
      for (const [streamId, stage] of stages) {
        const { show } = stage;
        if (stage.isPublishing) {
          const fromMs = stage.positionMs;
          stage.positionMs += ms;
          stage.sentAt = now();
          for (const follow of followers) follow(streamId, show.countId, fromMs, stage.positionMs);
        }
        for (const session of show.sessions.values()) {
          if (stage.isPublishing) show.audience.recordActivity(session.spectator);
          countSession(show, session);
        }
      }
    },
    /** Connects by WHEP. @throws CodedError as `enter` */
    async connect(streamId: string, client: PlayedClient): Promise<Connection> {
      const { stage, grant, spectator } = await enter(streamId, client);
      if (!stage.isPublishing) throw new CodedError('LIVE_NOT_ON_AIR');
      return connectTo({ stage, grant, spectator, now, followers, isDead: () => isDead }, client);
    },
    /** Fetches the newest segments by LL-HLS. @param ms how far back @throws CodedError as `enter` */
    async fetchNewest(streamId: string, client: PlayedClient, ms: number): Promise<void> {
      const { stage, grant, spectator } = await enter(streamId, client);
      const { show, positionMs } = stage;
      show.deliveries.hear(grant.seatId);
      show.audience.recordActivity(spectator);
      const end = positionMs - (positionMs % SEGMENT_MS);
      for (let from = Math.max(0, end - ms); from < end; from += SEGMENT_MS) {
        show.deliveries.recordFetched(grant.seatId, 'hls', { from, to: from + SEGMENT_MS });
        client.write(show.countId, from, from + SEGMENT_MS, true);
      }
    },
    /** Opens the endless file. @throws CodedError as `enter` */
    async open(streamId: string, client: PlayedClient): Promise<OpenFile> {
      const { stage, grant, spectator } = await enter(streamId, client);
      return openFile({ stage, grant, spectator, now, followers, isDead: () => isDead }, client);
    },
    /** Everybody who watches leaves. */
    disconnectAll(): void {
      for (const { show } of stages.values()) for (const client of [...show.sessions.values(), ...show.progressive]) client.close();
    },
    /** Reports, and follows the commands. @returns the counts that were reported, and of those the ones that ended */
    async report(): Promise<{ streamId: string; countId: string; hasEnded: boolean }[]> {
      const shows = [...stages.values()].map(({ show }) => show);
      const { revoked: taken, end } = await authority.reconcile(node, shows.map(hostedStreamOf));
      for (const { streamId, grantId } of taken) {
        revoked.add(grantId);
        const stage = stages.get(streamId);
        if (stage) disconnectGrant(stage.show, grantId);
      }
      for (const streamId of end) {
        const stage = stages.get(streamId);
        if (!stage) continue;
        for (const session of stage.show.sessions.values()) session.close();
        for (const viewer of stage.show.progressive) viewer.close();
        stages.delete(streamId);
      }
      return shows.map(({ id, countId }) => ({ streamId: id, countId, hasEnded: end.includes(id) }));
    },
  };
};

export type PlayedNode = ReturnType<typeof createPlayedNode>;
