import type { StreamGrant } from '../../live/live-authority.ts';
import type { Spectator } from '../../live/built-in/audience.ts';
import { createSession } from '../../live/built-in/sessions.ts';
import { type Show, countSession } from '../../live/built-in/show.ts';

/** Nothing is being sent once no picture went out for this long (live/built-in/viewer.ts). */
const PAUSE_MS = 2_000;
/** Key frames, and segments, are so far apart. */
export const SEGMENT_MS = 2_000;

/** Media of one show on one node: the product's own count, without packets. */
export interface Stage {
  show: Show;
  positionMs: number;
  sentAt: number;
  isPublishing: boolean;
}

/** A client of a seat, which measures by itself, beside the node's count. */
export interface PlayedClient {
  token: string;
  device: string;
  /** Media of a count were written to it. */
  write(countId: string, fromMs: number, toMs: number, hasArrived: boolean): void;
}

/** A WebRTC connection. */
export interface Connection {
  /** The client sends a receiver report. */
  report(): void;
  /** Packets don't arrive any more. */
  isCut: boolean;
  isClosed(): boolean;
  close(): void;
}

/** An endless file that is being downloaded. */
export interface OpenFile {
  isClosed(): boolean;
  close(): void;
}

/** Called with the media of each second, for those who are connected. */
export type Follow = (streamId: string, countId: string, fromMs: number, toMs: number) => void;

/** A client that a node let in. */
interface Entry {
  stage: Stage;
  grant: StreamGrant;
  spectator: Spectator;
  now: () => number;
  followers: Set<Follow>;
  isDead: () => boolean;
}

/** Connects a client by WHEP. */
export const connectTo = ({ stage, grant, spectator, now, followers, isDead }: Entry, client: PlayedClient): Connection => {
  const { show } = stage;
  const own = [...show.sessions.values()].filter((one) => one.spectator.key === spectator.key);
  let uncountedFrom = stage.positionMs;
  let reportedAt = now();
  let [hasReported, isHeard] = [false, true];
  const follow: Follow = (of, countId, fromMs, toMs) => {
    if (of === show.id) client.write(countId, fromMs, toMs, !connection.isCut);
  };
  const session = createSession('play', { grant, token: client.token, spectator }, (one) => {
    countSession(show, one);
    followers.delete(follow);
    show.sessions.delete(one.id);
    show.audience.recordLeave(spectator.key);
  });
  const connection: Connection = {
    report() {
      [hasReported, isHeard] = [true, true];
      reportedAt = now();
    },
    isCut: false,
    isClosed: () => isDead() || session.isClosed(),
    close: () => session.close(),
  };
  session.accepted({
    isConnected: () => true,
    takeSent() {
      const isSending = now() - stage.sentAt < PAUSE_MS;
      if (!isSending) reportedAt = now();
      const media = { from: isSending ? uncountedFrom : stage.positionMs, to: stage.positionMs };
      const sent = { media, isHeard, hasReported, silentForMs: now() - reportedAt };
      uncountedFrom = stage.positionMs;
      isHeard = false;
      return sent;
    },
    addCandidate() {},
    close() {},
  });
  show.sessions.set(session.id, session);
  followers.add(follow);
  for (const one of own) one.close();
  return connection;
};

/** Opens the endless file for a client. */
export const openFile = ({ stage, grant, spectator, followers, isDead }: Entry, client: PlayedClient): OpenFile => {
  const { show } = stage;
  const write = (fromMs: number, toMs: number): void => {
    if (toMs > fromMs) show.deliveries.recordFetched(grant.seatId, 'mp4', { from: fromMs, to: toMs });
    client.write(show.countId, fromMs, toMs, true);
    show.audience.recordActivity(spectator);
  };
  const follow: Follow = (of, countId, fromMs, toMs) => {
    if (of === show.id && countId === show.countId) write(fromMs, toMs);
  };
  let isClosed = false;
  const close = (): void => {
    isClosed = true;
    followers.delete(follow);
    show.progressive.delete(viewer);
    show.audience.recordLeave(spectator.key);
  };
  const viewer = { spectator, grant, token: client.token, close };
  show.progressive.add(viewer);
  followers.add(follow);
  show.deliveries.hear(grant.seatId);
  write(stage.positionMs - (stage.positionMs % SEGMENT_MS), stage.positionMs);
  return { isClosed: () => isDead() || isClosed, close };
};
