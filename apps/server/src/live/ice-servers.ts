import { createHmac, randomUUID } from 'node:crypto';
import type { IceServerView } from '@stagedoor/contract/streams';

/** A TURN server that shares a secret with this site, such as coturn with `use-auth-secret`. */
export interface TurnServer {
  /** `turn:` and `turns:` addresses, each way to reach it. */
  urls: readonly string[];
  secret: string;
}

/** Credentials outlast a show: the server checks them again during it, each time its nonce expires. */
const LIFETIME_MS = 12 * 3600 * 1000;

/** Signs the username `expiry:user` for a TURN server (draft-uberti-behave-turn-rest-00). @param expiresAt seconds since 1970 */
export const turnCredentials = (secret: string, user: string, expiresAt: number): { username: string; credential: string } => {
  const username = user === '' ? String(expiresAt) : `${expiresAt}:${user}`;
  return { username, credential: createHmac('sha1', secret).update(username).digest('base64') };
};

/** A name that tells users apart at the TURN server, which counts their relays, without telling it their ids or addresses. */
const pseudonymOf = (secret: string, user: string): string => createHmac('sha256', secret).update(user).digest('base64url').slice(0, 16);

export interface IceServersOptions {
  /** STUN servers, and TURN servers with fixed credentials. */
  listed: readonly IceServerView[];
  turn: TurnServer | undefined;
}

/** The STUN and TURN servers that clients are told. TURN servers relay for whoever knows their credentials, at the owner's expense. */
export const createIceServers = ({ listed, turn }: IceServersOptions) => ({
  /** The servers without credentials, for everybody. */
  open: listed.filter(({ credential }) => credential === undefined),
  /**
   * Returns all servers, for a client that may publish or play. Each call signs TURN credentials.
   *
   * @param user identifies the client; null for a visitor
   */
  of(user: string | null, now: Date): readonly IceServerView[] {
    if (!turn) return listed;
    const expiresAt = Math.floor((now.getTime() + LIFETIME_MS) / 1000);
    const credentials = turnCredentials(turn.secret, pseudonymOf(turn.secret, user ?? randomUUID()), expiresAt);
    return [...listed, { urls: [...turn.urls], ...credentials }];
  },
});

export type IceServers = ReturnType<typeof createIceServers>;
