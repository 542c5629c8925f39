import { randomUUID } from 'node:crypto';
import type { PlaybackProtocol } from '@stagedoor/contract/paid-shows.values';
import type { BridgedShow, HoldingSeat, NamedGrant } from '../bridge-authority.ts';
import type { HostedStream } from '../live-engine.ts';
import type { BroadcastState } from './server-calls.ts';

/** A stream whose server gave no answer for this long isn't published any longer: a dropped connection looks the same. */
const AWAY_MS = 5_000;
/** Longest time between two looks that counts: nothing is known of what happened in a longer one. */
const LONGEST_GAP_MS = 5_000;
/** A fan whom the server didn't name for this long is gone. */
const SILENCE_MS = 5_000;

/** The answer of a server about a stream. */
export interface Answer {
  broadcast: BroadcastState | undefined;
  /** The subscribers of its WebRTC clients, each client's. */
  clients: readonly string[];
  /** Valid tokens of viewers who may watch without a seat: no more than these can be fetching HLS. */
  viewerTokens: number;
}

interface Seat {
  deliveredMs: number;
  /** When it was last connected, and by what. */
  seenAt: number;
  protocols: readonly PlaybackProtocol[];
}

interface Viewer {
  watchedMs: number;
  seenAt: number;
}

/** Counts of one stream on a media server: who is connected is known only at each look, so the time between two looks counts for who is in both. */
export const createBridgedStream = (streamId: string) => {
  const countId = randomUUID();
  const seats = new Map<string, Seat>();
  const viewers = new Map<string, Viewer>();
  let answeredAt = Number.NEGATIVE_INFINITY;
  /** When it was last seen published; undefined while it isn't. */
  let publishingAt: number | undefined;
  let publishedMs = 0;
  let watching: readonly string[] = [];
  let viewerCount = 0;
  let size: { width: number | null; height: number | null } = { width: null, height: null };

  const isPublishing = (at: number): boolean => publishingAt !== undefined && at - answeredAt < AWAY_MS;

  return {
    streamId,
    isPublishing,
    /**
     * Counts by the answer of a look.
     * @param grants those that the server named, of any stream
     * @param holding the seats of this show with tokens that are valid
     */
    count(
      at: number,
      { broadcast, clients, viewerTokens }: Answer,
      grants: ReadonlyMap<string, NamedGrant>,
      holding: readonly HoldingSeat[],
    ): void {
      const isOnAir = broadcast?.status === 'broadcasting';
      const gap = at - answeredAt;
      const isContinuous = isOnAir && publishingAt !== undefined && gap < AWAY_MS;
      const gapMs = isContinuous ? Math.min(gap, LONGEST_GAP_MS) : 0;
      const before = answeredAt;
      answeredAt = at;
      publishingAt = isOnAir ? at : undefined;
      publishedMs += gapMs;
      if (broadcast && broadcast.width > 0 && broadcast.height > 0) size = { width: broadcast.width, height: broadcast.height };

      const named = clients
        .flatMap((name) => grants.get(name) ?? [])
        .filter(({ mediaId, kind }) => mediaId === streamId && kind === 'play');
      const connected = new Map<string, Set<PlaybackProtocol>>();
      const connect = (accountId: string, protocol: PlaybackProtocol): void => {
        connected.set(accountId, (connected.get(accountId) ?? new Set()).add(protocol));
      };
      for (const { seatId, isValid } of named) if (seatId !== null && isValid) connect(seatId, 'whep');
      for (const { accountId } of holding) connect(accountId, 'hls');
      for (const [accountId, protocols] of isOnAir ? connected : []) {
        const seat = seats.get(accountId);
        const isNew = seat?.seenAt !== before;
        seats.set(accountId, { deliveredMs: (seat?.deliveredMs ?? 0) + (isNew ? 0 : gapMs), seenAt: at, protocols: [...protocols] });
      }

      watching = isOnAir ? [...new Set([...named.map(({ grantId }) => grantId), ...holding.map(({ grantId }) => grantId)])] : [];
      for (const grantId of watching) {
        const viewer = viewers.get(grantId);
        viewers.set(grantId, { watchedMs: (viewer?.watchedMs ?? 0) + (viewer?.seenAt === before ? gapMs : 0), seenAt: at });
      }
      const byWebRtc = new Set(named.filter(({ isPerformer, isValid }) => !isPerformer && isValid).map(({ grantId }) => grantId)).size;
      // The server tells players apart by a cookie, which browsers don't send to another site: it counts each of their requests as a viewer.
      const fetching = holding.length > 0 ? 0 : Math.min(broadcast?.hlsViewerCount ?? 0, Math.max(0, viewerTokens - byWebRtc));
      const byToken = holding.filter(({ grantId }) => !named.some((grant) => grant.grantId === grantId)).length;
      viewerCount = isOnAir ? clients.length + fetching + byToken : 0;
      if (isOnAir && clients.length === 0 && broadcast) viewerCount += Math.max(0, broadcast.webRTCViewerCount);
    },
    /** Its state for the reconciliation. */
    hosted(at: number, { isRehearsal }: Pick<BridgedShow, 'isRehearsal'>): HostedStream {
      const isOn = isPublishing(at);
      return {
        streamId,
        isPublishing: isOn,
        isRehearsal,
        ...size,
        publishedMs,
        viewers: isOn ? viewerCount : 0,
        watching: isOn ? watching.map((grantId) => ({ grantId, watchedMs: viewers.get(grantId)?.watchedMs ?? 0 })) : [],
        seats: [...seats].map(([accountId, { deliveredMs, seenAt, protocols }]) => ({
          accountId,
          deliveredMs: Math.round(deliveredMs),
          silentMs: 0,
          isThere: isOn && at - seenAt < SILENCE_MS,
          protocols,
        })),
        countId,
      };
    },
  };
};

export type BridgedStream = ReturnType<typeof createBridgedStream>;
