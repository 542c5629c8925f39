import type { HostedStream } from './live-engine.ts';

/** The permission to publish or play a stream, as stored in the database. */
export interface StreamGrant {
  /** Null where no token is needed: a public show of a site that doesn't require tokens. */
  grantId: string | null;
  streamId: string;
  /** The account of a fan who pays by the minute for what this grant plays; null for everybody else. */
  seatId: string | null;
  /** Everybody may watch the show without a token, wherever they are: shared caches may keep its media. */
  isOpen: boolean;
  expiresAt: Date | null;
  isRecorded: boolean;
  /** What is published reaches its performer alone, and is kept nowhere, until the node is told to `begin` it. */
  isRehearsal: boolean;
}

/** The decision about somebody who publishes with a stream key; `onAir`: a browser publishes the show, perhaps on another node. */
export type KeyDecision = { grant: StreamGrant } | { refusal: 'wrongKey' | 'noShow' | 'onAir' };

/** A live process, as the others see it. */
export interface LiveNode {
  id: string;
  /** Where the site's other processes reach it. */
  url: string;
  /** The engine whose shows it carries, if not the built-in one. */
  engine?: 'antMedia';
  /** The port where it takes encoders by RTMP, if it does. */
  rtmpPort?: number;
}

/** What a node has to do to match the state in the database. */
export interface NodeCommands {
  /** Streams to end: their show is over, or another node hosts them. */
  end: readonly string[];
  /** Rehearsals that are to be hosted as shows from now on; they are live with the report that tells so. */
  begin: readonly { streamId: string; isRecorded: boolean }[];
  /** Grants that were revoked: their holders are disconnected at once. */
  revoked: readonly { streamId: string; grantId: string }[];
}

/**
 * The source of truth for the live process, which does not access the tables itself: the streams module implements it. Every call may fail while
 * the database is unavailable; shows continue meanwhile.
 */
export interface LiveAuthority {
  /**
   * Resolves a token to its grant. A publisher's node becomes the owner of the show.
   * @param token as the client sent it, or undefined
   * @throws CodedError NOT_FOUND (no such show), LIVE_ENDED, LIVE_NOT_ON_AIR (nobody may publish it now), LIVE_TOKEN_INVALID (missing where one is needed, foreign, expired, revoked)
   */
  authorize(node: LiveNode, streamId: string, kind: 'publish' | 'play', token: string | undefined): Promise<StreamGrant>;
  /**
   * Finds the show of a performer's stream key. The node becomes its owner.
   * @param keyHash SHA-256 of the key
   */
  authorizeKey(node: LiveNode, keyHash: Buffer): Promise<KeyDecision>;
  /**
   * Stores the node's heartbeat and the streams it hosts, and returns what it has to change. Called every two seconds, and at once when a publisher
   * connects or disconnects.
   */
  reconcile(node: LiveNode, hosted: readonly HostedStream[]): Promise<NodeCommands>;
  /** The node stops: its performers reconnect to another one. */
  leave(node: LiveNode): Promise<void>;
  /** Ended shows whose recording isn't finished: this machine may have parts of it. */
  unfinishedRecordings(): Promise<readonly string[]>;
  /** The finished MP4 of a recording. Takes the file over: it no longer exists at `path` afterwards. */
  recorded(streamId: string, recording: { path: string; durationMs: number; width: number; height: number }): Promise<void>;
  /** The recording can't be finished: it is empty or unreadable. */
  recordingFailed(streamId: string, reason: string): Promise<void>;
}
