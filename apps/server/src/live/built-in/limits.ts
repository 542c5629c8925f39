/** Limits against abuse of a live process. */

/** A WebRTC session that isn't connected by then is closed. */
export const HANDSHAKE_MS = 10_000;
/** Largest SDP offer or trickle fragment. */
export const MAX_BODY_BYTES = 64 * 1024;
export const MAX_HEADER_BYTES = 16 * 1024;
/** ICE candidates of one session. */
export const MAX_CANDIDATES = 64;
/** Idle connections are closed. */
export const IDLE_MS = 30_000;
export const MAX_TOKEN_LENGTH = 512;

export interface Limits {
  /** Streams hosted by the process. */
  streams: number;
  /** WebRTC viewers of one show (measured: 300 use half a core). */
  webrtcViewers: number;
  /**
   * Places of a full show that those without a grant keep from one network: a school may have all places while nobody else wants one, and nobody can
   * keep others out.
   */
  webrtcViewersPerNetwork: number;
  /** WebRTC sessions of all shows that aren't connected yet. */
  handshakes: number;
  /** WebRTC sessions of all shows, without a grant and from one network, whose client hasn't shown that it receives: a viewer does within seconds. */
  strangersPerNetwork: number;
  /** Network checks at once: together they must leave the process to its shows. */
  networkChecks: number;
  /** Progressive downloads of one show. */
  progressiveViewers: number;
  /** Blocking requests of all shows. */
  waiting: number;
  /** Blocking requests of one grant. */
  waitingPerGrant: number;
  /** Blocking requests without a grant from one network. */
  waitingPerNetwork: number;
  connections: number;
  /** A turn of the event loop that is so many milliseconds late means that the process is overloaded: viewers who come are refused. */
  overloadedMs: number;
  /** A request that isn't complete by then is aborted. */
  requestMs: number;
  /** A progressive viewer is disconnected when more bytes than these are buffered for it, */
  progressiveBytes: number;
  /** or when it reads nothing for this long. */
  progressiveMs: number;
  /** A recording is stopped when more bytes than these are buffered: the disk is too slow. */
  recordingBytes: number;
}

export const DEFAULT_LIMITS: Limits = {
  streams: 200,
  webrtcViewers: 300,
  webrtcViewersPerNetwork: 150,
  handshakes: 200,
  strangersPerNetwork: 64,
  networkChecks: 8,
  progressiveViewers: 200,
  waiting: 10_000,
  waitingPerGrant: 12,
  waitingPerNetwork: 1_000,
  connections: 20_000,
  overloadedMs: 2_000,
  requestMs: 10_000,
  progressiveBytes: 4 * 1024 * 1024,
  progressiveMs: 5_000,
  recordingBytes: 32 * 1024 * 1024,
};
