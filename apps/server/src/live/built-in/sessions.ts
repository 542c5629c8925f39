import { randomBytes } from 'node:crypto';
import type { Right } from '../live-authority.ts';
import type { Spectator } from './audience.ts';
import type { RightKind } from './access.ts';

/** What a session does once its offer was taken. */
interface Peer {
  isConnected(): boolean;
  addCandidate(candidate: string, mid: string): void;
  close(): void;
}

/** One WebRTC session as HTTP knows it (RFC 9725, section 4): it has an address and is ended by DELETE. */
export interface Session {
  id: string;
  /** Names the connection that candidates are sent for. */
  etag: string;
  kind: RightKind;
  right: Right;
  token: string | undefined;
  spectator: Spectator;
  /** Candidates named so far. */
  candidates: number;
  /** Media can go through. */
  isConnected(): boolean;
  isClosed(): boolean;
  accepted(peer: Peer): void;
  addCandidate(candidate: string, mid: string): void;
  close(): void;
}

export const createSession = (
  kind: RightKind,
  { right, token, spectator }: { right: Right; token: string | undefined; spectator: Spectator },
  closed: (session: Session) => void,
): Session => {
  let peer: Peer | undefined;
  let isClosed = false;
  const session: Session = {
    id: randomBytes(18).toString('base64url'),
    etag: `"${randomBytes(9).toString('base64url')}"`,
    kind,
    right,
    token,
    spectator,
    candidates: 0,
    isConnected: () => !isClosed && peer !== undefined && peer.isConnected(),
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
