import type { IceServerView, StreamType } from '@stagedoor/contract/streams';

/** What an engine must know of a show to name its addresses. */
export interface EngineShow {
  id: string;
  type: StreamType;
}

/** What an engine holds of a show, for the reconciler: it informs, the tables decide. */
export interface HeldShow {
  streamId: string;
  isPublishing: boolean;
  /** The picture as it comes in, once it is known. */
  width: number | null;
  height: number | null;
  /** How long media has flowed on this engine, in milliseconds. */
  publishedMs: number;
  /** Everybody who watches now. */
  viewers: number;
  /** Those of them who came with a token, by their right's id. */
  watching: readonly { rightId: string; watchedMs: number }[];
}

/**
 * Carries the media of live shows. One suite of contract tests (`live-engine.contract.ts`) runs against every engine: the built-in one, and those
 * of servers of their own.
 */
export interface LiveEngine {
  readonly kind: string;
  /** WHIP endpoint of a show (RFC 9725), or null where the engine has another way in. */
  whip(show: EngineShow): string | null;
  /** WHEP endpoint of a show, or null. */
  whep(show: EngineShow): string | null;
  /** The specification's playback address, without a token: `{viewerURL}/{AntMediaAppname}/streams/{id}.{m3u8|mp4}`. */
  playback(show: EngineShow, format: 'hls' | 'mp4'): string;
  /** STUN and TURN servers that browsers should use. */
  iceServers(): readonly IceServerView[];
  /** Lets go of a show: nobody publishes, nobody watches; what was recorded is finished. A show it doesn't hold is no error. */
  end(streamId: string): Promise<void>;
  /** Takes a participant out of a show at once. */
  kick(streamId: string, rightId: string): Promise<void>;
  /** All shows the engine holds. @throws when the engine can't be reached */
  held(): Promise<readonly HeldShow[]>;
}
