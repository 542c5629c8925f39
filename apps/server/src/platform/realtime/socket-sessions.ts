import type { ErrorCode } from '@stagedoor/contract/errors';
import type { Sessions } from '../auth/sessions.ts';
import type { AccountViewer } from '../auth/viewer.ts';
import type { Log } from '../telemetry/log.ts';
import type { Handshake } from './handshake.ts';
import type { OurSocket } from './rooms.ts';
import { ANY, createSessionLookUps } from './session-look-ups.ts';
import { type SocketAccessOptions, createSocketAccess } from './socket-access.ts';

/** Within so many milliseconds a socket follows its session when no notification tells of the change. */
export const SWEEP_MS = 2000;
/** Sessions that a node looks up at a time for its sockets. */
const LOOK_UPS = 8;

export interface SocketSessions {
  /** Signs a socket in. @returns why it isn't, or null */
  signIn(socket: OurSocket, token: string): Promise<ErrorCode | null>;
  signOut(socket: OurSocket): void;
  /** The viewer of a socket for an event it sends: after a sign-in under way, and looked up again when the session is over. */
  settled(socket: OurSocket): Promise<AccountViewer | undefined>;
  /** Computes the rights of all sockets again, by what is known of their accounts: settings changed, or shows ended in maintenance. */
  review(): Promise<void>;
  /** Looks at all sockets whose session is over by the clock; at all of them while this node hears of no changes. */
  sweep(): Promise<void>;
  stop(): void;
}

interface SocketSessionsOptions extends SocketAccessOptions {
  sockets(): Iterable<OurSocket>;
  handshake: Pick<Handshake, 'gateFor' | 'noteShow'>;
  goOnWithShows(accountIds: readonly string[]): Promise<ReadonlySet<string>>;
  log: Log;
}

/** Notes which sockets are in a show that may go on in maintenance. If it can't be read, none are: they connect again. */
const noteShows = async (some: readonly OurSocket[], { goOnWithShows, log }: SocketSessionsOptions): Promise<void> => {
  const ids = new Set(some.flatMap(({ data }) => (data.viewer ? [data.viewer.accountId] : [])));
  const admitted = await goOnWithShows([...ids]).catch((error: unknown) => {
    log.warn({ err: error }, 'the shows of sockets could not be looked up');
    return new Set<string>();
  });
  for (const { data } of some) {
    delete data.inShow;
    if (data.viewer && admitted.has(data.viewer.accountId)) data.inShow = data.viewer.accountId;
  }
};

/** Groups sockets by the token of their session. */
const byToken = (sockets: Iterable<OurSocket>): Map<string, OurSocket[]> => {
  const groups = new Map<string, OurSocket[]>();
  for (const socket of sockets) {
    const { token } = socket.data;
    if (token !== undefined) groups.set(token, [...(groups.get(token) ?? []), socket]);
  }
  return groups;
};

/** Follows changes of sessions: a revoked one is signed out at once, the others are looked up again. */
const followSessions = (
  sessions: Sessions,
  {
    sockets,
    noteChange,
    signOut,
    recheck,
  }: {
    sockets(): Iterable<OurSocket>;
    noteChange(id: string): void;
    signOut(socket: OurSocket): void;
    recheck(sockets: Iterable<OurSocket>): Promise<void>;
  },
): void => {
  const socketsOf = (matches: (viewer: AccountViewer) => boolean): OurSocket[] =>
    [...sockets()].filter(({ data }) => data.viewer && matches(data.viewer));

  sessions.onRevoked((sessionId) => {
    noteChange(sessionId);
    for (const socket of socketsOf((viewer) => viewer.sessionId === sessionId)) {
      signOut(socket);
      socket.emit('auth/refused', { error: 'UNAUTHENTICATED' });
    }
  });
  sessions.onAccountChanged((accountId) => {
    noteChange(accountId);
    void recheck(socketsOf((viewer) => viewer.accountId === accountId || viewer.actingAdminId === accountId));
  });
  sessions.onGap(() => {
    noteChange(ANY);
    void recheck(sockets());
  });
};

/** Keeps the rooms of a node's sockets to what their sessions may have. */
export const createSocketSessions = (sessions: Sessions, options: SocketSessionsOptions): SocketSessions => {
  const { sockets, handshake, log } = options;
  const { noteChange, lookUp } = createSessionLookUps();
  const access = createSocketAccess(options);
  /** Sockets whose rights may be older than a change, because looking them up failed. */
  const unverified = new WeakSet<OurSocket>();

  const signIn = async (socket: OurSocket, token: string): Promise<ErrorCode | null> => {
    socket.data.token = token;
    const find = async (): Promise<AccountViewer | null> => {
      const found = await sessions.find(token);
      if (found) await handshake.noteShow(socket, found.accountId);
      return found;
    };
    const viewer = await lookUp(token, find).catch((error: unknown) => {
      // The next sweep tries again.
      if (socket.data.token === token) access.demote(socket);
      throw error;
    });
    if (socket.data.token !== token || !socket.connected) return 'UNAUTHENTICATED';
    const refusal = access.take(socket, viewer);
    if (refusal) socket.emit('auth/refused', { error: refusal });
    else if (viewer) socket.emit('auth/logged-in', { userId: viewer.accountId });
    return refusal;
  };

  const recheckToken = async (token: string, ofToken: readonly OurSocket[]): Promise<void> => {
    const current = ofToken.filter(({ data, connected }) => connected && data.token === token);
    // An expired session ends even when the database can't be asked.
    for (const socket of current) if (socket.data.viewer && sessions.isOver(socket.data.viewer)) access.demote(socket);
    const viewer = await lookUp(token, sessions.check);
    for (const socket of current) {
      if (socket.data.token !== token || !socket.connected) continue;
      const before = access.refusalOf(socket);
      const refusal = access.take(socket, viewer);
      if (refusal && refusal !== before) socket.emit('auth/refused', { error: refusal });
      if (viewer) await access.reviewRooms(socket, viewer);
      unverified.delete(socket);
    }
  };
  /** Looks the sessions of sockets up again, each once. */
  const recheck = async (targets: Iterable<OurSocket>): Promise<void> => {
    const waiting = [...byToken(targets)];
    const work = async (): Promise<void> => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const [token, ofToken] = next;
        await recheckToken(token, ofToken).catch((error: unknown) => {
          log.warn({ err: error }, 'the session of a socket could not be looked up');
          for (const socket of ofToken) unverified.add(socket);
        });
      }
    };
    await Promise.all(Array.from({ length: Math.min(LOOK_UPS, waiting.length) }, work));
  };
  followSessions(sessions, { sockets, noteChange, signOut: access.signOut, recheck });

  /** True for a socket whose session is over, or whose look-up failed or is under way. */
  const isOverdue = (socket: OurSocket): boolean => {
    const { token, viewer } = socket.data;
    return token !== undefined && (!viewer || unverified.has(socket) || sessions.isOver(viewer));
  };

  let isSweeping = false;
  const sweep = async (): Promise<void> => {
    if (isSweeping) return;
    isSweeping = true;
    try {
      await recheck(sessions.hearsChanges() ? [...sockets()].filter(isOverdue) : sockets());
    } finally {
      isSweeping = false;
    }
  };
  const timer = setInterval(() => void sweep(), SWEEP_MS);
  timer.unref();

  return {
    signIn,
    signOut: access.signOut,
    async settled(socket) {
      await socket.data.signingIn;
      // A sweep may have taken the rooms already and be looking the session up: its refusal arrives before the answer to the event.
      if (isOverdue(socket)) await recheck([socket]);
      return socket.data.viewer;
    },
    async review() {
      await noteShows([...sockets()], options);
      for (const socket of sockets()) access.applyRights(socket);
    },
    sweep,
    stop: () => clearInterval(timer),
  };
};
