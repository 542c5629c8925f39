import type { ErrorCode } from '@stagedoor/contract/errors';
import type { Sessions } from '../auth/sessions.ts';
import { type AccountViewer, VISITOR } from '../auth/viewer.ts';
import type { Log } from '../telemetry/log.ts';
import type { Handshake } from './handshake.ts';
import { type OurSocket, type Room, isRoom } from './rooms.ts';
import { rightsOf } from './socket-rights.ts';

/** Within so many milliseconds a socket follows its session when no notification tells of the change. */
export const SWEEP_MS = 2000;
const GATE_ERRORS = { maintenance: 'MAINTENANCE', country: 'COUNTRY_BLOCKED', age: 'AGE_NOT_CONFIRMED' } as const;
/** Stands for all sessions and accounts where changes of any may have been missed. */
const ANY = 'any';
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

/** Keeps the rooms of a node's sockets to what their sessions may have. */
export const createSocketSessions = (
  sessions: Sessions,
  options: {
    sockets(): Iterable<OurSocket>;
    handshake: Pick<Handshake, 'gateFor' | 'noteShow'>;
    goOnWithShows(accountIds: readonly string[]): Promise<ReadonlySet<string>>;
    mustSetUp(viewer: AccountViewer): boolean;
    /** Tells if a viewer may stay in a room. */
    isAdmitted(socket: OurSocket, viewer: AccountViewer, room: Room): Promise<boolean>;
    log: Log;
  },
): SocketSessions => {
  const { sockets, handshake, goOnWithShows, mustSetUp, isAdmitted, log } = options;
  /** For each look-up under way, the sessions and accounts that changed meanwhile: its result may be older than the change. */
  const lookUps = new Set<Set<string>>();
  const noteChange = (id: string): void => {
    for (const changed of lookUps) changed.add(id);
  };
  /** Sockets whose rights may be older than a change, because looking them up failed. */
  const unverified = new WeakSet<OurSocket>();
  const lookUp = async (token: string, find: (token: string) => Promise<AccountViewer | null>): Promise<AccountViewer | null> => {
    const changed = new Set<string>();
    lookUps.add(changed);
    try {
      for (;;) {
        const viewer = await find(token);
        if (!viewer || ![ANY, viewer.sessionId, viewer.accountId, viewer.actingAdminId].some((id) => id !== null && changed.has(id)))
          return viewer;
        changed.clear();
      }
    } finally {
      lookUps.delete(changed);
    }
  };

  /** Leaves the rooms of shows that the viewer may no longer watch. */
  const reviewRooms = async (socket: OurSocket, viewer: AccountViewer): Promise<void> => {
    for (const room of socket.rooms)
      if (isRoom(room) && !(await isAdmitted(socket, viewer, room))) {
        void socket.leave(room);
      }
  };
  /** Gives a socket the rooms of its viewer, and takes the others from it at once. */
  const applyRights = (socket: OurSocket): ErrorCode | null => {
    const viewer = socket.data.viewer ?? VISITOR;
    const { refusal, rooms, mayWatch } = rightsOf(viewer, viewer.kind === 'account' && mustSetUp(viewer));
    for (const room of socket.rooms)
      if (room !== socket.id && !rooms.includes(room) && !(mayWatch && isRoom(room))) void socket.leave(room);
    const gate = handshake.gateFor(socket, viewer);
    if (gate) {
      socket.disconnect(true);
      return GATE_ERRORS[gate];
    }
    if (socket.connected) void socket.join([...rooms]);
    return refusal;
  };
  /** Takes all rooms from a socket until its session was looked up. */
  const demote = (socket: OurSocket): void => {
    delete socket.data.viewer;
    applyRights(socket);
  };
  const signOut = (socket: OurSocket): void => {
    delete socket.data.token;
    demote(socket);
  };
  /** Takes what was looked up for a socket. @returns why it receives nothing for its account, or null */
  const take = (socket: OurSocket, viewer: AccountViewer | null): ErrorCode | null => {
    const before = socket.data.viewer;
    if (!viewer) {
      signOut(socket);
      return 'UNAUTHENTICATED';
    }
    // Signing in again with the same session keeps the rooms: the handshake's sign-in may complete after the first room was joined.
    if (viewer.sessionId !== before?.sessionId || viewer.accountId !== before.accountId)
      for (const room of socket.rooms) if (isRoom(room)) void socket.leave(room);
    socket.data.viewer = viewer;
    return applyRights(socket);
  };

  /** Notes which sockets are in a show that may go on in maintenance. If it can't be read, none are: they connect again. */
  const lookAtShows = async (some: readonly OurSocket[]): Promise<void> => {
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

  const signIn = async (socket: OurSocket, token: string): Promise<ErrorCode | null> => {
    socket.data.token = token;
    const find = async (): Promise<AccountViewer | null> => {
      const found = await sessions.find(token);
      if (found) await handshake.noteShow(socket, found.accountId);
      return found;
    };
    const viewer = await lookUp(token, find).catch((error: unknown) => {
      // The next sweep tries again.
      if (socket.data.token === token) demote(socket);
      throw error;
    });
    if (socket.data.token !== token || !socket.connected) return 'UNAUTHENTICATED';
    const refusal = take(socket, viewer);
    if (refusal) socket.emit('auth/refused', { error: refusal });
    else if (viewer) socket.emit('auth/logged-in', { userId: viewer.accountId });
    return refusal;
  };

  const recheckToken = async (token: string, ofToken: readonly OurSocket[]): Promise<void> => {
    const current = ofToken.filter(({ data, connected }) => connected && data.token === token);
    // An expired session ends even when the database can't be asked.
    for (const socket of current) if (socket.data.viewer && sessions.isOver(socket.data.viewer)) demote(socket);
    const viewer = await lookUp(token, sessions.check);
    for (const socket of current) {
      if (socket.data.token !== token || !socket.connected) continue;
      const before = socket.data.viewer && rightsOf(socket.data.viewer, mustSetUp(socket.data.viewer)).refusal;
      const refusal = take(socket, viewer);
      if (refusal && refusal !== before) socket.emit('auth/refused', { error: refusal });
      if (viewer) await reviewRooms(socket, viewer);
      unverified.delete(socket);
    }
  };
  /** Looks the sessions of sockets up again, each once. */
  const recheck = async (targets: Iterable<OurSocket>): Promise<void> => {
    const byToken = new Map<string, OurSocket[]>();
    for (const socket of targets) {
      const { token } = socket.data;
      if (token !== undefined) byToken.set(token, [...(byToken.get(token) ?? []), socket]);
    }
    const waiting = [...byToken];
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
    signOut,
    async settled(socket) {
      await socket.data.signingIn;
      // A sweep may have taken the rooms already and be looking the session up: its refusal arrives before the answer to the event.
      if (isOverdue(socket)) await recheck([socket]);
      return socket.data.viewer;
    },
    async review() {
      await lookAtShows([...sockets()]);
      for (const socket of sockets()) applyRights(socket);
    },
    sweep,
    stop: () => clearInterval(timer),
  };
};
