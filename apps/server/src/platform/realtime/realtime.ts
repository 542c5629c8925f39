import type { AdminPermission } from '@stagedoor/contract/admin-roles';
import type { Server as HttpServer, IncomingMessage } from 'node:http';
import { CLIENT_EVENTS, type ServerEventName, type ServerEvents } from '@stagedoor/contract/realtime';
import { parseCookie } from 'cookie';
import { Server, type Socket } from 'socket.io';
import type { Gate } from '@stagedoor/contract/web';
import type { Sessions } from '../auth/sessions.ts';
import { type AccountViewer, VISITOR, type Viewer } from '../auth/viewer.ts';
import { SESSION_COOKIE, isOwnOrigin } from '../http/admission.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';

/** Rooms that accounts enter by themselves: by which events, and where these name the room. */
const ROOMS = {
  stream: { join: 'streams/join', leave: 'streams/leave', id: (payload: { streamId: string }) => payload.streamId },
} as const;
export type RoomKind = keyof typeof ROOMS;
export type Room = `${RoomKind}:${string}`;

/** Whether an account may enter a room of a kind. `country` is that of its address, where it is known. */
export type Admission = (viewer: AccountViewer, id: string, country: string | null) => Promise<boolean>;

/** Announces to browsers what has been committed. Nobody depends on having heard it. */
export interface Realtime {
  toAccount<E extends ServerEventName>(accountId: string, event: E, payload: ServerEvents[E]): void;
  /** To the admins who may this, whose second factor is as the site asks. */
  toAdmins<E extends ServerEventName>(permission: AdminPermission, event: E, payload: ServerEvents[E]): void;
  /** To everybody who is signed in. */
  toAll<E extends ServerEventName>(event: E, payload: ServerEvents[E]): void;
  toRoom<E extends ServerEventName>(room: Room, event: E, payload: ServerEvents[E]): void;
  /** Names who decides about entering rooms of a kind; without one nobody enters. */
  onJoin(kind: RoomKind, admit: Admission): void;
  /** The accounts that have a socket on this node. */
  accounts(): string[];
  /** The ids of the rooms of a kind that somebody is in, on this node. */
  rooms(kind: RoomKind): string[];
  /**
   * Asks anew whether those in a room of this node may be there; who may not leaves it.
   * @param concerns only those of an account, or of a country
   * @returns the accounts that left
   */
  readmit(kind: RoomKind, id: string, concerns: { accountId?: string; country?: string }): Promise<string[]>;
  /** Lets those go who the site is closed to by now: maintenance began, or a country was blocked. */
  closeToRefused(): void;
  /** Lets every socket go; the server they came by is closed by whoever opened it. */
  close(): Promise<void>;
}

const ACCOUNT_ROOM = 'account:';
const accountRoom = (accountId: string): string => `${ACCOUNT_ROOM}${accountId}`;
const sessionRoom = (sessionId: string): string => `session:${sessionId}`;
const adminRoom = (permission: AdminPermission): string => `admins:${permission}`;
const SIGNED_IN = 'signed-in';
/** Rooms that one socket may be in at a time, of all kinds. */
const MAX_ROOMS = 10;
const isRoom = (room: string): boolean => (Object.keys(ROOMS) as RoomKind[]).some((kind) => room.startsWith(`${kind}:`));

/** Answers who asked to be answered: a client may send anything in the acknowledgement's place, or nothing. */
const acknowledge = (answer: unknown, success: boolean): void => {
  if (typeof answer === 'function') (answer as (result: unknown) => void)({ success });
};

interface SocketData {
  viewer?: AccountViewer;
  /** What it signed in with: asked again when the account changes. */
  token?: string;
}
type OurSocket = Socket<
  Record<string, (payload: unknown, answer?: (result: unknown) => void) => void>,
  Record<string, (payload: unknown) => void>,
  Record<string, never>,
  SocketData
>;

/**
 * Socket.IO on the site's own server. Sign-in by the session's cookie (own origin only), by the query token, or by
 * `auth/login`; a wrong token leaves the socket a guest, in no room.
 */
export const createRealtime = (
  server: HttpServer,
  sessions: Sessions,
  options: {
    publicUrl: string;
    countryOf(request: IncomingMessage): string | null;
    /** Why the site is closed to a caller; the same decision as for calls and pages. */
    gateOf(caller: { viewer: Viewer; country: string | null; cookies: Readonly<Record<string, string | undefined>> }): Gate | null;
    /** What an account may do as an admin; nothing for others. */
    permissionsOf(viewer: AccountViewer): readonly AdminPermission[];
    log: Log;
    metrics: Metrics;
  },
): Realtime => {
  const { publicUrl, countryOf, gateOf, log, metrics } = options;
  const admissions = new Map<RoomKind, Admission>();
  const io = new Server<
    Record<string, (payload: unknown, answer?: (result: unknown) => void) => void>,
    Record<string, (payload: unknown) => void>,
    Record<string, never>,
    SocketData
  >(server, {
    path: '/socket.io/',
    serveClient: false,
    maxHttpBufferSize: 64 * 1024,
    cors: { origin: false },
  });

  /** Whether the site is closed to a socket's account, or to whoever it is without one. An age to confirm closes no socket: guests are in no room. */
  const refusal = (socket: OurSocket, viewer: Viewer): Gate | null => {
    const gate = gateOf({ viewer, country: countryOf(socket.request), cookies: parseCookie(socket.handshake.headers.cookie ?? '') });
    return gate === 'age' ? null : gate;
  };

  const leave = (socket: OurSocket): void => {
    delete socket.data.viewer;
    delete socket.data.token;
    for (const room of socket.rooms) if (room !== socket.id) void socket.leave(room);
  };
  const enter = async (socket: OurSocket, token: string): Promise<boolean> => {
    const viewer = await sessions.find(token);
    // Who signs in once more as the same keeps the rooms: the handshake's own sign-in may end after the first room was entered.
    // Who looks at the site as someone else does isn't that someone: no room is entered, nobody seems to be here.
    const isWelcome = viewer !== null && !viewer.suspended && !viewer.actingAdminId && !refusal(socket, viewer);
    if (!isWelcome || viewer.sessionId !== socket.data.viewer?.sessionId) leave(socket);
    if (!isWelcome) return false;
    Object.assign(socket.data, { viewer, token });
    await socket.join([
      SIGNED_IN,
      accountRoom(viewer.accountId),
      sessionRoom(viewer.sessionId),
      ...options.permissionsOf(viewer).map(adminRoom),
    ]);
    socket.emit('auth/logged-in', { userId: viewer.accountId });
    return true;
  };

  /** The token a handshake brings along: by `auth`, query or header; by cookie only from our own pages. */
  const handshakeToken = (socket: OurSocket): string | undefined => {
    const { auth, query, headers } = socket.handshake;
    const given: unknown = auth['token'] ?? query['token'] ?? headers.authorization;
    if (typeof given === 'string' && given) return given;
    return cookieToken(socket);
  };
  const cookieToken = (socket: OurSocket): string | undefined => {
    const { headers } = socket.handshake;
    if (!isOwnOrigin(headers.origin, headers.host, publicUrl)) return undefined;
    return parseCookie(headers.cookie ?? '')[SESSION_COOKIE];
  };

  /** Enters a room after asking who decides about it; whoever signed out meanwhile stays outside. */
  const enterRoom = async (socket: OurSocket, kind: RoomKind, id: string): Promise<boolean> => {
    const { viewer } = socket.data;
    const room: Room = `${kind}:${id}`;
    if (!viewer) return false;
    if (socket.rooms.has(room)) return true;
    const isAdmitted = await admissions.get(kind)?.(viewer, id, countryOf(socket.request));
    if (!isAdmitted || socket.data.viewer?.sessionId !== viewer.sessionId) return false;
    if ([...socket.rooms].filter(isRoom).length >= MAX_ROOMS) return false;
    await socket.join(room);
    return true;
  };
  const onRooms = (socket: OurSocket): void => {
    for (const [kind, { join, leave: leaving, id }] of Object.entries(ROOMS) as [RoomKind, (typeof ROOMS)[RoomKind]][]) {
      socket.on(join, (payload, answer) => {
        const parsed = CLIENT_EVENTS[join].safeParse(payload);
        const entering = parsed.success ? enterRoom(socket, kind, id(parsed.data)) : Promise.resolve(false);
        entering.then(
          (success) => acknowledge(answer, success),
          (error: unknown) => {
            log.warn({ err: error }, 'a socket could not enter a room');
            acknowledge(answer, false);
          },
        );
      });
      socket.on(leaving, (payload, answer) => {
        const parsed = CLIENT_EVENTS[leaving].safeParse(payload);
        if (parsed.success) void socket.leave(`${kind}:${id(parsed.data)}`);
        acknowledge(answer, parsed.success);
      });
    }
  };

  /** Why a handshake is refused, if it is; told to the client in a word. */
  const handshakeRefusal = async (socket: OurSocket): Promise<Error | undefined> => {
    try {
      const token = handshakeToken(socket);
      const gate = refusal(socket, (token ? await sessions.find(token) : null) ?? VISITOR);
      return gate ? new Error(gate === 'maintenance' ? 'MAINTENANCE' : 'COUNTRY_BLOCKED') : undefined;
    } catch (error) {
      log.warn({ err: error }, 'a socket could not be looked up');
      return new Error('UNAVAILABLE');
    }
  };
  const greet = async (socket: OurSocket, next: (refusal?: Error) => void): Promise<void> => {
    next(await handshakeRefusal(socket));
  };
  io.use((socket: OurSocket, next) => void greet(socket, next));

  io.on('connection', (socket: OurSocket) => {
    onRooms(socket);
    metrics.sockets.inc();
    socket.on('disconnect', () => metrics.sockets.dec());
    const token = handshakeToken(socket);
    if (token) enter(socket, token).catch((error: unknown) => log.warn({ err: error }, 'a socket could not sign in'));

    socket.on('auth/login', (payload, answer) => {
      const parsed = CLIENT_EVENTS['auth/login'].safeParse(payload ?? undefined);
      const given = parsed.success ? (parsed.data?.token ?? cookieToken(socket)) : undefined;
      const entering = given ? enter(socket, given) : Promise.resolve(false);
      entering.then(
        (success) => acknowledge(answer, success),
        () => acknowledge(answer, false),
      );
    });
    socket.on('auth/logout', (_payload, answer) => {
      leave(socket);
      acknowledge(answer, true);
    });
  });

  sessions.onRevoked((sessionId) => {
    for (const socket of io.sockets.sockets.values()) if (socket.data.viewer?.sessionId === sessionId) leave(socket as OurSocket);
  });
  /** Whoever was suspended is in no room any more. */
  const look = async (socket: OurSocket): Promise<void> => {
    const { token } = socket.data;
    const viewer = token === undefined ? null : await sessions.find(token);
    if (socket.data.token !== token) return;
    if (viewer && !viewer.suspended) socket.data.viewer = viewer;
    else leave(socket);
  };
  sessions.onAccountChanged((accountId) => {
    io.to(accountRoom(accountId)).emit('users/changed', { reason: 'account' });
    for (const socket of io.sockets.sockets.values())
      if (socket.data.viewer?.accountId === accountId)
        look(socket as OurSocket).catch((error: unknown) => log.warn({ err: error }, 'a changed account could not be looked up'));
  });

  return {
    toAccount: (accountId, event, payload) => void io.to(accountRoom(accountId)).emit(event, payload),
    toAdmins: (permission, event, payload) => void io.to(adminRoom(permission)).emit(event, payload),
    toAll: (event, payload) => void io.to(SIGNED_IN).emit(event, payload),
    toRoom: (room, event, payload) => void io.to(room).emit(event, payload),
    onJoin: (kind, admit) => void admissions.set(kind, admit),
    accounts: () =>
      [...io.sockets.adapter.rooms.keys()].filter((room) => room.startsWith(ACCOUNT_ROOM)).map((room) => room.slice(ACCOUNT_ROOM.length)),
    rooms: (kind) =>
      [...io.sockets.adapter.rooms.keys()].filter((room) => room.startsWith(`${kind}:`)).map((room) => room.slice(kind.length + 1)),
    async readmit(kind, id, { accountId, country }) {
      const room: Room = `${kind}:${id}`;
      const left = new Set<string>();
      for (const socketId of io.sockets.adapter.rooms.get(room) ?? []) {
        const socket = io.sockets.sockets.get(socketId) as OurSocket | undefined;
        const viewer = socket?.data.viewer;
        if (!socket || !viewer) continue;
        const from = countryOf(socket.request);
        if ((accountId && viewer.accountId !== accountId) || (country && from !== country)) continue;
        if (await admissions.get(kind)?.(viewer, id, from)) continue;
        await socket.leave(room);
        left.add(viewer.accountId);
      }
      return [...left];
    },
    closeToRefused() {
      for (const socket of io.sockets.sockets.values())
        if (refusal(socket as OurSocket, socket.data.viewer ?? VISITOR)) socket.disconnect(true);
    },
    async close() {
      io.disconnectSockets(true);
      io.engine.close();
    },
  };
};
