import type { HeldShow } from './live-engine.ts';

/** A permission as the tables tell it. */
export interface Right {
  /** Null where nobody needs one: a public show of a site that doesn't ask for tokens. */
  rightId: string | null;
  streamId: string;
  expiresAt: Date | null;
  isRecorded: boolean;
}

/** A live process, as the others see it. */
export interface LiveNode {
  id: string;
  /** Where the site's other processes reach it. */
  url: string;
}

/** What a node has to do to agree with the tables. */
export interface Orders {
  /** Shows to let go of: they have ended, or belong to another node. */
  end: readonly string[];
  /** Rights that hold no longer: their holders leave at once. */
  revoked: readonly { streamId: string; rightId: string }[];
}

/**
 * The truth that the built-in engine's process works by. It knows no table itself: the streams module implements this. Every call may fail while
 * the database is away; the shows go on meanwhile.
 */
export interface LiveAuthority {
  /**
   * Who holds a token, and what for. A publisher's node becomes the show's owner.
   * @param token as it came, or undefined
   * @throws CodedError NOT_FOUND (no such show), LIVE_NOT_ON_AIR (it has ended), LIVE_TOKEN_INVALID (missing where one is needed, foreign, expired, revoked)
   */
  authorize(node: LiveNode, streamId: string, kind: 'publish' | 'play', token: string | undefined): Promise<Right>;
  /**
   * Says that the node is alive and what it holds, writes it down, and hears what to change: the reconciler. Called every two seconds, and at once
   * when a show's publisher comes or goes.
   */
  reconcile(node: LiveNode, held: readonly HeldShow[]): Promise<Orders>;
  /** The node stops: its shows wait for their performers elsewhere. */
  leave(node: LiveNode): Promise<void>;
  /** Shows with a recording that this machine should look for pieces of, because they have ended and it isn't finished. */
  unfinishedRecordings(): Promise<readonly string[]>;
  /** The plain MP4 of a show's recording is there. The file is taken over: it is gone from `path` afterwards. */
  recorded(streamId: string, recording: { path: string; durationMs: number; width: number; height: number }): Promise<void>;
  /** A show's recording can't be finished: nothing of it is there, or it can't be read. */
  recordingFailed(streamId: string, reason: string): Promise<void>;
}
