import type { IncomingMessage } from 'node:http';
import { type Gate, isAgeGate } from '@stagedoor/contract/web';
import { parseCookie } from 'cookie';
import type { Sessions } from '../auth/sessions.ts';
import { VISITOR, type Viewer } from '../auth/viewer.ts';
import { SESSION_COOKIE, isOwnOrigin } from '../http/admission.ts';
import { GATE_ERRORS } from '../http/gate.ts';
import type { Log } from '../telemetry/log.ts';
import { networkOf } from '../network.ts';
import type { OurSocket } from './rooms.ts';

/**
 * Open sockets of one node. Many people may share a network (an IPv4 address, an IPv6 /64): an office, a carrier's NAT. One account, and everybody
 * without one, has a part of the network's, so that none can use it up for the others.
 */
export const MAX_SOCKETS = { network: 1000, account: 50, visitorsOfNetwork: 200 };

export interface HandshakeOptions {
  publicUrl: string;
  countryOf(request: IncomingMessage): string | null;
  addressOf(request: IncomingMessage): string;
  /** Multiplies the bounds of an address and a socket; load tests raise it. */
  limitFactor?: number | undefined;
  /** Why the site is closed to a caller, as for calls and pages. */
  gateOf(caller: {
    viewer: Viewer;
    country: string | null;
    cookies: Readonly<Record<string, string | undefined>>;
    isInShow: boolean;
  }): Gate | null;
  /** Returns which of the accounts are in a show that may go on in maintenance. */
  goOnWithShows(accountIds: readonly string[]): Promise<ReadonlySet<string>>;
  log: Log;
}

export interface Handshake {
  /** The token of a handshake: from `auth`, query or header; from the cookie only for our own pages. */
  tokenOf(socket: OurSocket): string | undefined;
  cookieTokenOf(socket: OurSocket): string | undefined;
  /** Why the site is closed to a socket, as far as it is known who is in a show. An age gate closes no visitor's socket, because visitors are in no room. */
  gateFor(socket: OurSocket, viewer: Viewer): Gate | null;
  /** Notes that a socket's account is in a show that may go on in maintenance, if it is. */
  noteShow(socket: OurSocket, accountId: string): Promise<void>;
  /** Admits a connection or refuses it with an error code. */
  admit(socket: OurSocket, next: (refusal?: Error) => void): Promise<void>;
  /** Counts an open socket until it disconnects. */
  count(socket: OurSocket): void;
}

export const createHandshake = (
  sessions: Pick<Sessions, 'find'>,
  { publicUrl, countryOf, addressOf, gateOf, goOnWithShows, log, limitFactor = 1 }: HandshakeOptions,
): Handshake => {
  /** Open sockets by network, by account, and by the network of visitors. */
  const open = new Map<string, number>();
  const isFull = (key: string, max: number): boolean => (open.get(key) ?? 0) >= max * limitFactor;
  const networkKey = (socket: OurSocket): string => `network ${networkOf(addressOf(socket.request))}`;
  /** The caller that a socket is counted for until it closes, whoever signs in by it. */
  const callers = new WeakMap<OurSocket, { key: string; max: number }>();
  const callerOf = (socket: OurSocket, viewer: Viewer) =>
    viewer.kind === 'account'
      ? { key: `account ${viewer.accountId}`, max: MAX_SOCKETS.account }
      : { key: `visitors of ${networkKey(socket)}`, max: MAX_SOCKETS.visitorsOfNetwork };

  const cookieTokenOf = (socket: OurSocket): string | undefined => {
    const { headers } = socket.handshake;
    if (!isOwnOrigin(headers.origin, headers.host, publicUrl)) return undefined;
    return parseCookie(headers.cookie ?? '')[SESSION_COOKIE];
  };
  const tokenOf = (socket: OurSocket): string | undefined => {
    const { auth, query, headers } = socket.handshake;
    const given: unknown = auth['token'] ?? query['token'] ?? headers.authorization;
    if (typeof given === 'string' && given) return given;
    return cookieTokenOf(socket);
  };
  const gateFor = (socket: OurSocket, viewer: Viewer): Gate | null => {
    const cookies = parseCookie(socket.handshake.headers.cookie ?? '');
    const gate = gateOf({
      viewer,
      country: countryOf(socket.request),
      cookies,
      isInShow: viewer.kind === 'account' && socket.data.inShow === viewer.accountId,
    });
    return isAgeGate(gate) && viewer.kind === 'visitor' ? null : gate;
  };
  const noteShow = async (socket: OurSocket, accountId: string): Promise<void> => {
    if ((await goOnWithShows([accountId])).has(accountId)) socket.data.inShow = accountId;
  };
  /** The error that refuses a handshake, if any; its message is an error code. */
  const refusalOf = async (socket: OurSocket): Promise<Error | undefined> => {
    try {
      const token = tokenOf(socket);
      const viewer = (token ? await sessions.find(token) : null) ?? VISITOR;
      const caller = callerOf(socket, viewer);
      callers.set(socket, caller);
      if (isFull(caller.key, caller.max)) return new Error('RATE_LIMITED');
      if (viewer.kind === 'account') await noteShow(socket, viewer.accountId);
      const gate = gateFor(socket, viewer);
      return gate ? new Error(GATE_ERRORS[gate]) : undefined;
    } catch (error) {
      log.warn({ err: error }, 'a socket could not be looked up');
      return new Error('UNAVAILABLE');
    }
  };

  return {
    tokenOf,
    cookieTokenOf,
    gateFor,
    noteShow,
    async admit(socket, next) {
      const isNetworkFull = () => isFull(networkKey(socket), MAX_SOCKETS.network);
      // Before anything is looked up, and again for those that were looked up meanwhile.
      const refused = isNetworkFull() ? undefined : await refusalOf(socket);
      next(isNetworkFull() ? new Error('RATE_LIMITED') : refused);
    },
    count(socket) {
      const keys = [networkKey(socket), (callers.get(socket) ?? callerOf(socket, VISITOR)).key];
      for (const key of keys) open.set(key, (open.get(key) ?? 0) + 1);
      socket.on('disconnect', () => {
        for (const key of keys) {
          const left = (open.get(key) ?? 1) - 1;
          if (left > 0) open.set(key, left);
          else open.delete(key);
        }
      });
    },
  };
};
