/** What a stranger may ask of a live process at the most. */

/** A session by WebRTC that isn't connected by then is closed. */
export const HANDSHAKE_MS = 10_000;
/** Largest offer, or piece of one. */
export const MAX_BODY_BYTES = 64 * 1024;
export const MAX_HEADER_BYTES = 16 * 1024;
/** Candidates that one session may name. */
export const MAX_CANDIDATES = 64;
/** An answer nobody reads is broken off. */
export const IDLE_MS = 30_000;
export const MAX_TOKEN_LENGTH = 512;

export interface Limits {
  /** Shows that a process carries. */
  streams: number;
  /** Viewers of one show by WebRTC (measured: 300 fill half a core). */
  webrtcViewers: number;
  /** Sessions by WebRTC of all shows together that aren't connected yet. */
  handshakes: number;
  /** Progressive answers of one show. */
  progressiveViewers: number;
  /** Blocking requests of all shows together. */
  waiting: number;
  /** Blocking requests of one right. */
  waitingOfRight: number;
  /** Blocking requests of all who come without a right from one address and program. */
  waitingOfStranger: number;
  connections: number;
  /** A request that isn't whole by then is broken off. */
  requestMs: number;
  /** A progressive viewer for whom more bytes than these wait is dropped, */
  progressiveBytes: number;
  /** and one who takes nothing for so long. */
  progressiveMs: number;
  /** A recording for which more bytes wait than these is given up: the disk doesn't keep up. */
  recordingBytes: number;
}

export const DEFAULT_LIMITS: Limits = {
  streams: 200,
  webrtcViewers: 300,
  handshakes: 200,
  progressiveViewers: 200,
  waiting: 10_000,
  waitingOfRight: 12,
  waitingOfStranger: 200,
  connections: 20_000,
  requestMs: 10_000,
  progressiveBytes: 4 * 1024 * 1024,
  progressiveMs: 5_000,
  recordingBytes: 32 * 1024 * 1024,
};
