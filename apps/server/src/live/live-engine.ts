import type { PlaybackProtocol } from '@stagedoor/contract/paid-shows.values';
import type { EncoderSignal } from '@stagedoor/contract/stream-keys';
import type { IceServerView, StreamType } from '@stagedoor/contract/streams';
import type { ShowAddresses } from './show-addresses.ts';

/** What an engine needs to build the URLs of a show. */
export interface EngineShow {
  id: string;
  type: StreamType;
  /** As the settings were when it began; without them, as they are. */
  addresses?: ShowAddresses | null;
}

/** A grant of the tables, with its token, which is known only to its holder. */
export interface EngineGrant {
  grantId: string;
  token: string;
  kind: 'publish' | 'play';
  expiresAt: Date;
}

/** A token as the engine takes it. */
export interface EngineTicket {
  token: string;
  expiresAt: Date;
  /** Sent with the token where there is signalling: it names the holder to the engine. */
  subscriberId: string | null;
}

/** Media delivered to a seat of a paid show: the minutes that its fan pays for follow them. */
export interface SeatDelivery {
  /** The fan's account. */
  accountId: string;
  /** Milliseconds of the show's media that were written to the seat's tokens so far, by all protocols, each counted once. */
  deliveredMs: number;
  /** Milliseconds of them that were sent after the fan's last sign of life. */
  silentMs: number;
  /** The fan gave a sign of life within the last seven seconds. */
  isThere: boolean;
  /** The protocols that delivered media in the last seconds. */
  protocols: readonly PlaybackProtocol[];
}

/** The state of a stream that an engine hosts, for the reconciler: the engine reports, the database decides. */
export interface HostedStream {
  streamId: string;
  isPublishing: boolean;
  /** It is hosted as a rehearsal: without segments and recording. */
  isRehearsal: boolean;
  /** Size of the incoming video, once it is known. */
  width: number | null;
  height: number | null;
  /** How long media has flowed on this engine, in milliseconds. */
  publishedMs: number;
  /** Current viewers. */
  viewers: number;
  /** Those of them who have a token, by the id of their grant. */
  watching: readonly { grantId: string; watchedMs: number }[];
  /** The seats of a paid show that something was delivered to. */
  seats: readonly SeatDelivery[];
  /** Id of this count: another one begins at zero. */
  countId: string;
  /** The signal of an encoder; absent of browsers. */
  encoder?: EncoderSignal | undefined;
}

/**
 * Carries the media of live shows. One suite of contract tests (`live-engine.contract.ts`) runs against every engine: the built-in one, and adapters
 * of external media servers.
 */
export interface LiveEngine {
  readonly kind: string;
  /** The addresses of a show that begins now, which are stored with it. */
  addressesNow(type: StreamType): ShowAddresses;
  /** Makes sure that shows can begin. @throws CodedError LIVE_SERVER_AWAY when an external media server doesn't answer */
  assertReady(type: StreamType): Promise<void>;
  /**
   * The engine looks grants up with each request, so that its tokens end with them. Otherwise a token is valid until it expires, whatever
   * becomes of the grant.
   */
  checksGrants(show: EngineShow): boolean;
  /**
   * The token of a grant for this engine.
   * @param grant `expiresAt` is when the token expires
   * @throws CodedError LIVE_SERVER_AWAY when the engine must be asked for it and doesn't answer
   */
  ticket(show: EngineShow, grant: EngineGrant): Promise<EngineTicket>;
  /** WHIP endpoint of a show (RFC 9725), or null where the engine ingests by other means. */
  whip(show: EngineShow): string | null;
  /** WHEP endpoint of a show, or null. */
  whep(show: EngineShow): string | null;
  /** The WebSocket of Ant Media's signalling, where browsers publish or watch, or null. */
  signalling(show: EngineShow, use: 'watch' | 'publish'): string | null;
  /** Where an account measures its connection before a show, once: `url` takes an SDP offer of a data channel with `token` as bearer. Null where the engine has no such thing. */
  networkCheck(accountId: string, now: Date): { url: string; token: string } | null;
  /** The playback URL of the specification, without a token: `{viewerURL}/{AntMediaAppname}/streams/{id}.{m3u8|mp4}`. */
  playback(show: EngineShow, format: 'hls' | 'mp4'): string;
  /**
   * STUN and TURN servers for a client that may publish or play, with credentials of its own.
   *
   * @param user the account; null for a visitor
   */
  iceServers(user: string | null): readonly IceServerView[];
  /** Ends a stream: disconnects publisher and viewers and finishes the recording. A stream it doesn't host is no error. */
  end(streamId: string): Promise<void>;
  /** Disconnects a participant at once. */
  kick(streamId: string, grantId: string): Promise<void>;
  /** Has an external media server looked at at once, for it said that something happened to a stream. Elsewhere nothing happens. */
  look(streamId: string): Promise<void>;
  /**
   * A still picture of a show for those who moderate: a JPEG of 320 pixels' width, at most ten seconds old. Null of a private show, while there is
   * no picture, and where the engine has no such thing.
   */
  snapshot(show: EngineShow): Promise<Buffer | null>;
  /** All streams the engine hosts. @throws when the engine can't be reached */
  hostedStreams(): Promise<readonly HostedStream[]>;
}
