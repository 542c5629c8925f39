import type { StreamType } from '@stagedoor/contract/streams';
import type { LiveAuthority, LiveNode } from './live-authority.ts';

/** A show on an external media server, open or not yet removed there. */
export interface BridgedShow {
  id: string;
  type: StreamType;
  /** Id of the media server, and the name of its application, as they were when the show began. */
  serverId: string;
  app: string;
  hasEnded: boolean;
  /** It is starting or interrupted, so a change is expected. */
  isWaiting: boolean;
  isRehearsal: boolean;
  /** Its recording is to be made; once it has ended, to be fetched. */
  isRecorded: boolean;
  /** Size of the video, once it was known. */
  width: number | null;
  height: number | null;
  /** Fans' cameras in it: streams of their own. */
  cameraIds: readonly string[];
}

/** A grant that a media server named. */
export interface NamedGrant {
  grantId: string;
  /** The show or camera it is for. */
  mediaId: string;
  kind: 'publish' | 'play';
  createdAt: Date;
  /** The account of a fan who pays by the minute for what it plays; null for everybody else. */
  seatId: string | null;
  /** Its holder is the show's performer, who isn't one of the viewers. */
  isPerformer: boolean;
  /** It wasn't revoked, and its time isn't over. */
  isValid: boolean;
}

/** A seat whose fan holds a token that the media server still accepts. */
export interface HoldingSeat {
  showId: string;
  grantId: string;
  accountId: string;
}

/** The source of truth for the bridge to external media servers; the streams module implements it. */
export interface BridgeAuthority extends Pick<LiveAuthority, 'reconcile' | 'recorded' | 'recordingFailed'> {
  /** Makes the node the only bridge: it owns the shows of bridges before it, which go on. */
  takeOver(node: LiveNode): Promise<void>;
  /** The shows on media servers: open ones, and ended ones that weren't released. */
  shows(): Promise<readonly BridgedShow[]>;
  /** Finds grants by their ids. */
  grants(grantIds: readonly string[]): Promise<readonly NamedGrant[]>;
  /** The seats of shows whose fans hold valid tokens. */
  holdingSeats(showIds: readonly string[]): Promise<readonly HoldingSeat[]>;
  /** Counts the viewers with valid tokens, by show: an account once, a guest by each token. The performers' own don't count. */
  viewerTokens(showIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Nothing of an ended show is on its media server any longer. */
  released(showId: string): Promise<void>;
}
