import { randomBytes } from 'node:crypto';
import type { StreamGrant } from '../live-authority.ts';
import type { Spectator } from './audience.ts';
import type { StreamGrantKind } from './access.ts';

/** Media sent to a viewer since the last call. */
export interface SentMedia {
  /** Positions on the show's timeline, in milliseconds; empty when nothing was sent. */
  media: { from: number; to: number };
  /** A receiver report came since then. */
  isHeard: boolean;
  /** One came at any time. */
  hasReported: boolean;
  /** Milliseconds since the last one, since the connection, or since media were sent again. */
  silentForMs: number;
}

/** The WebRTC peer of a session whose offer was accepted. */
interface Peer {
  isConnected(): boolean;
  /** Returns the media sent to a viewer since the last call; undefined before it is connected. Publishers have no such method. */
  takeSent?(): SentMedia | undefined;
  /** A receiver report came. Publishers have no such method. */
  hasReported?(): boolean;
  addCandidate(candidate: string, mid: string): void;
  close(): void;
}

/** A WHIP or WHEP session as an HTTP resource (RFC 9725, section 4): it has a URL and is ended by DELETE. */
export interface Session {
  id: string;
  /** Identifies the ICE session that candidates are sent for. */
  etag: string;
  kind: StreamGrantKind;
  grant: StreamGrant;
  /** Opened it: the token, or the SHA-256 of the stream key in hexadecimal. */
  token: string | undefined;
  /** A program publishes with a stream key. */
  byKey: boolean;
  /** The fragment of a user name in the client's ICE candidates; undefined by RTMP. */
  ufrag: string | undefined;
  spectator: Spectator;
  /** Candidates received so far. */
  candidates: number;
  /** Returns the media sent to a viewer since the last call; undefined for a publisher, and before the viewer is connected. */
  takeSent(): SentMedia | undefined;
  /** Media can flow. */
  isConnected(): boolean;
  /** Its client has reported that media arrive. */
  isWatching(): boolean;
  isClosed(): boolean;
  accepted(peer: Peer): void;
  addCandidate(candidate: string, mid: string): void;
  close(): void;
}

export const createSession = (
  kind: StreamGrantKind,
  {
    grant,
    token,
    byKey = false,
    ufrag,
    spectator,
  }: Pick<Session, 'grant' | 'token' | 'spectator'> & Partial<Pick<Session, 'byKey' | 'ufrag'>>,
  closed: (session: Session) => void,
): Session => {
  let peer: Peer | undefined;
  let isClosed = false;
  const session: Session = {
    id: randomBytes(18).toString('base64url'),
    etag: `"${randomBytes(9).toString('base64url')}"`,
    kind,
    grant,
    token,
    byKey,
    ufrag,
    spectator,
    candidates: 0,
    takeSent: () => peer?.takeSent?.(),
    isConnected: () => !isClosed && peer !== undefined && peer.isConnected(),
    isWatching: () => !isClosed && peer?.hasReported?.() === true,
    isClosed: () => isClosed,
    accepted(own) {
      peer = own;
      if (isClosed) own.close();
    },
    addCandidate: (candidate, mid) => peer?.addCandidate(candidate, mid),
    close() {
      if (isClosed) return;
      isClosed = true;
      peer?.close();
      closed(session);
    },
  };
  return session;
};
