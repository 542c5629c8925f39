import type { AdminPermission } from '@stagedoor/contract/admin-roles';
import type { Server as HttpServer, IncomingMessage } from 'node:http';
import { CLIENT_EVENTS, type ClientEvents, type ServerEventName, type ServerEvents } from '@stagedoor/contract/realtime';
import { parseCookie } from 'cookie';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { Server, type Socket } from 'socket.io';
import type { Gate } from '@stagedoor/contract/web';
import type { Sessions } from '../auth/sessions.ts';
import { type AccountViewer, VISITOR, type Viewer } from '../auth/viewer.ts';
import { SESSION_COOKIE, isOwnOrigin } from '../http/admission.ts';
import { networkOf } from '../network.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { NodeBus } from './node-bus.ts';
import { type RoomEvent, createRoomWriter } from './room-writer.ts';

/** Rooms that accounts join by client events, and how to get the room's id from a payload. */
const ROOMS = {
  stream: { join: 'streams/join', leave: 'streams/leave', id: (payload: { streamId: string }) => payload.streamId },
} as const;
export type RoomKind = keyof typeof ROOMS;
export type Room = `${RoomKind}:${string}`;

/** Decides whether an account may join a room. `country` is that of its IP address, if known. */
export type RoomAuthorizer = (viewer: AccountViewer, id: string, country: string | null) => Promise<boolean>;

/** Sends events to sockets. */
export interface Sender {
  toAccount<E extends ServerEventName>(accountId: string, event: E, payload: ServerEvents[E]): void;
  /** To the admins with a permission, if they have the second factor that the site requires. */
  toAdmins<E extends ServerEventName>(permission: AdminPermission, event: E, payload: ServerEvents[E]): void;
  /** To all signed-in accounts. */
  toAll<E extends ServerEventName>(event: E, payload: ServerEvents[E]): void;
  toRoom<E extends ServerEventName>(room: Room, event: E, payload: ServerEvents[E]): void;
}

/**
 * What only the nodes can do that hold the sockets concerned, by name, with what they need to know for it: ids, since each reads the rest
 * for its own sockets.
 */
export interface NodeTasks {
  /** Tells connected accounts how many notifications are unread. */
  'notifications/announceTotals': { accountIds: readonly string[] };
  /** Tells connected accounts of an item that is in their home feeds. */
  'timelines/announceItem': { itemId: string; performerId: string };
}

/** Sends events to browsers after a commit, whichever node they are connected to. Delivery is best effort. */
export interface Realtime extends Sender {
  /** To the sockets of this node alone: for what every node does by itself. */
  local: Sender;
  /** Registers what this node does for a task. */
  onTask<T extends keyof NodeTasks>(task: T, run: (payload: NodeTasks[T]) => Promise<void>): void;
  /** Has every node do a task. @returns once this node did */
  runOnNodes<T extends keyof NodeTasks>(task: T, payload: NodeTasks[T]): Promise<void>;
  /** Registers the authorizer for rooms of a kind; without one nobody may join. */
  onJoin(kind: RoomKind, admit: RoomAuthorizer): void;
  /** Handles an event that signed-in clients send; what isn't as the contract says, or comes too often, is dropped. */
  onClient<E extends ClientNotice>(event: E, handle: (viewer: AccountViewer, payload: ClientEvents[E]) => Promise<void>): void;
  /** Accounts with a socket on this node. */
  accounts(): string[];
  /** Whether an account has a socket on this node. */
  isConnected(accountId: string): boolean;
  /** Ids of the non-empty rooms of a kind on this node. */
  rooms(kind: RoomKind): string[];
  /** The accounts in a room, of this node's sockets. */
  members(kind: RoomKind, id: string): string[];
  /**
   * Checks again whether the members of a room of this node may be there, and removes those who may not.
   * @param filter only members of an account, or from a country
   * @returns the accounts that were removed
   */
  reauthorizeRoom(kind: RoomKind, id: string, filter: { accountId?: string; country?: string }): Promise<string[]>;
  /** Disconnects clients of this node that the site is now closed to: maintenance began, or a country was blocked. */
  disconnectRefused(): void;
  /** Disconnects every socket of this node. Does not close the HTTP server. */
  close(): Promise<void>;
}

/** What clients tell without asking for anything, and how often one socket may within a window; apart from what it asks for. */
export const NOTICES = { 'conversations/typing': 60, 'conversations/received': 600 } as const;
type ClientNotice = keyof typeof NOTICES;

const ACCOUNT_ROOM = 'account:';
const accountRoom = (accountId: string): string => `${ACCOUNT_ROOM}${accountId}`;
const sessionRoom = (sessionId: string): string => `session:${sessionId}`;
const adminRoom = (permission: AdminPermission): string => `admins:${permission}`;
const SIGNED_IN = 'signed-in';
/** Between nodes. */
const NODE_TASK = 'task';
const ROOM_EVENTS = 'room-events';
/** Rooms that one socket may be in at a time, of all kinds. */
const MAX_ROOMS = 10;
/** Open sockets of one IP address, of which many people may share one (an office, a carrier's NAT). */
export const MAX_SOCKETS_PER_ADDRESS = 200;
/** Requests of one socket to join a room or to sign in, within a window: each asks the database. */
export const SOCKET_REQUESTS = { max: 60, windowSeconds: 60 };
const isRoom = (room: string): boolean => (Object.keys(ROOMS) as RoomKind[]).some((kind) => room.startsWith(`${kind}:`));

/** Calls the acknowledgement callback, if the client sent one: it may send anything in its place. */
const acknowledge = (answer: unknown, success: boolean): void => {
  if (typeof answer === 'function') (answer as (result: unknown) => void)({ success });
};

interface SocketData {
  viewer?: AccountViewer;
  /** The session token, looked up again when the account changes. */
  token?: string;
}
type OurSocket = Socket<
  Record<string, (payload: unknown, answer?: (result: unknown) => void) => void>,
  Record<string, (payload: unknown) => void>,
  Record<string, never>,
  SocketData
>;

/**
 * Socket.IO on the site's HTTP server. Clients sign in by the session cookie (own origin only), a token in the handshake, or
 * `auth/login`; with an invalid token the socket stays a guest without rooms.
 */
export const createRealtime = (
  server: HttpServer,
  sessions: Sessions,
  options: {
    publicUrl: string;
    /** Accept clients of Socket.IO 2. */
    allowEio3: boolean;
    countryOf(request: IncomingMessage): string | null;
    addressOf(request: IncomingMessage): string;
    /** Multiplies the bounds of an address and a socket; load tests raise it. */
    limitFactor?: number | undefined;
    /** Why the site is closed to a caller, as for calls and pages. */
    gateOf(caller: { viewer: Viewer; country: string | null; cookies: Readonly<Record<string, string | undefined>> }): Gate | null;
    /** The admin permissions of an account; empty for others. */
    permissionsOf(viewer: AccountViewer): readonly AdminPermission[];
    /** Carries events to the sockets of the site's other nodes. */
    bus: NodeBus;
    log: Log;
    metrics: Metrics;
  },
): Realtime => {
  const { publicUrl, countryOf, addressOf, gateOf, bus, log, metrics, limitFactor = 1 } = options;
  /** Open sockets by network: an IPv4 address, an IPv6 /64. */
  const open = new Map<string, number>();
  const requests = new RateLimiterMemory({ points: SOCKET_REQUESTS.max * limitFactor, duration: SOCKET_REQUESTS.windowSeconds });
  const mayConsume = (limiter: RateLimiterMemory, socket: OurSocket): Promise<boolean> =>
    limiter.consume(socket.id).then(
      () => true,
      () => false,
    );
  const mayRequest = (socket: OurSocket): Promise<boolean> => mayConsume(requests, socket);
  const authorizers = new Map<RoomKind, RoomAuthorizer>();
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
    allowEIO3: options.allowEio3,
    adapter: bus.adapter as never,
  });

  /** Why the site is closed to a socket. A missing age confirmation closes no socket, because guests are in no room. */
  const refusal = (socket: OurSocket, viewer: Viewer): Gate | null => {
    const gate = gateOf({ viewer, country: countryOf(socket.request), cookies: parseCookie(socket.handshake.headers.cookie ?? '') });
    return gate === 'age' ? null : gate;
  };

  const signOut = (socket: OurSocket): void => {
    delete socket.data.viewer;
    delete socket.data.token;
    for (const room of socket.rooms) if (room !== socket.id) void socket.leave(room);
  };
  const signIn = async (socket: OurSocket, token: string): Promise<boolean> => {
    const viewer = await sessions.find(token);
    // Signing in again with the same session keeps the rooms: the handshake's sign-in may complete after the first room was joined.
    // An admin who acts as another account joins no room, so that the account doesn't appear online.
    const isAccepted = viewer !== null && !viewer.suspended && !viewer.actingAdminId && !refusal(socket, viewer);
    if (!isAccepted || viewer.sessionId !== socket.data.viewer?.sessionId) signOut(socket);
    if (!isAccepted) return false;
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

  /** The token of a handshake: from `auth`, query or header; from the cookie only for our own pages. */
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

  /** Joins a room after authorization, unless the socket signed out meanwhile. */
  const joinRoom = async (socket: OurSocket, kind: RoomKind, id: string): Promise<boolean> => {
    const { viewer } = socket.data;
    const room: Room = `${kind}:${id}`;
    if (!viewer) return false;
    if (socket.rooms.has(room)) return true;
    if (!(await mayRequest(socket))) return false;
    const isAuthorized = await authorizers.get(kind)?.(viewer, id, countryOf(socket.request));
    if (!isAuthorized || socket.data.viewer?.sessionId !== viewer.sessionId) return false;
    if ([...socket.rooms].filter(isRoom).length >= MAX_ROOMS) return false;
    await socket.join(room);
    return true;
  };
  const bindRoomEvents = (socket: OurSocket): void => {
    for (const [kind, { join, leave: leaving, id }] of Object.entries(ROOMS) as [RoomKind, (typeof ROOMS)[RoomKind]][]) {
      socket.on(join, (payload, answer) => {
        const parsed = CLIENT_EVENTS[join].safeParse(payload);
        const joining = parsed.success ? joinRoom(socket, kind, id(parsed.data)) : Promise.resolve(false);
        joining.then(
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

  /** The error that refuses a handshake, if any; its message is an error code. */
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
  const handleHandshake = async (socket: OurSocket, next: (refusal?: Error) => void): Promise<void> => {
    const isFull = () => (open.get(networkOf(addressOf(socket.request))) ?? 0) >= MAX_SOCKETS_PER_ADDRESS * limitFactor;
    // Before anything is looked up, and again for those that were looked up meanwhile.
    const refused = isFull() ? undefined : await handshakeRefusal(socket);
    next(isFull() ? new Error('RATE_LIMITED') : refused);
  };
  io.use((socket: OurSocket, next) => void handleHandshake(socket, next));

  const notices = new Map<string, (viewer: AccountViewer, payload: never) => Promise<void>>();
  const limiters = Object.entries(NOTICES).map(([event, max]) => {
    const limiter = new RateLimiterMemory({ keyPrefix: event, points: max * limitFactor, duration: SOCKET_REQUESTS.windowSeconds });
    return [event as ClientNotice, limiter] as const;
  });
  const bindNotices = (socket: OurSocket): void => {
    for (const [event, limiter] of limiters)
      socket.on(event, (payload) => {
        const { viewer } = socket.data;
        const parsed = CLIENT_EVENTS[event].safeParse(payload);
        if (!viewer || !parsed.success) return;
        mayConsume(limiter, socket)
          .then((may) => (may ? notices.get(event)?.(viewer, parsed.data as never) : undefined))
          .catch((error: unknown) => log.warn({ err: error, event }, 'an event of a client could not be handled'));
      });
  };

  io.on('connection', (socket: OurSocket) => {
    bindRoomEvents(socket);
    bindNotices(socket);
    metrics.sockets.inc();
    const address = networkOf(addressOf(socket.request));
    open.set(address, (open.get(address) ?? 0) + 1);
    socket.on('disconnect', () => {
      metrics.sockets.dec();
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
    const token = handshakeToken(socket);
    if (token) signIn(socket, token).catch((error: unknown) => log.warn({ err: error }, 'a socket could not sign in'));

    socket.on('auth/login', (payload, answer) => {
      const parsed = CLIENT_EVENTS['auth/login'].safeParse(payload ?? undefined);
      const given = parsed.success ? (parsed.data?.token ?? cookieToken(socket)) : undefined;
      const joining = given ? mayRequest(socket).then((may) => may && signIn(socket, given)) : Promise.resolve(false);
      joining.then(
        (success) => acknowledge(answer, success),
        () => acknowledge(answer, false),
      );
    });
    socket.on('auth/logout', (_payload, answer) => {
      signOut(socket);
      acknowledge(answer, true);
    });
  });

  const roomWriter = createRoomWriter(io as never, {
    isGathered: isRoom,
    share: (room, events) => io.serverSideEmit(ROOM_EVENTS, room, events),
  });
  io.on(ROOM_EVENTS, (room: string, events: readonly RoomEvent[]) => roomWriter.write(room, events));
  const senderTo = (isShared: boolean): Sender => {
    const to = (room: string) => (isShared ? io : io.local).to(room) as { emit(event: string, payload: unknown): unknown };
    return {
      toAccount: (accountId, event, payload) => void to(accountRoom(accountId)).emit(event, payload),
      toAdmins: (permission, event, payload) => void to(adminRoom(permission)).emit(event, payload),
      toAll: (event, payload) => void to(SIGNED_IN).emit(event, payload),
      toRoom: (room, event, payload) => roomWriter.gather(room, [event, payload], { isShared }),
    };
  };
  const local = senderTo(false);

  const tasks = new Map<string, (payload: never) => Promise<void>>();
  const runTask = async (task: string, payload: unknown): Promise<void> => tasks.get(task)?.(payload as never);
  io.on(NODE_TASK, (task: string, payload: unknown) =>
    runTask(task, payload).catch((error: unknown) => log.warn({ err: error, task }, 'a task of another node failed')),
  );
  bus.onGap(() => local.toAll('events/missed', {}));

  sessions.onRevoked((sessionId) => {
    for (const socket of io.sockets.sockets.values()) if (socket.data.viewer?.sessionId === sessionId) signOut(socket as OurSocket);
  });
  /** Reloads the account of a socket, and signs a suspended one out. */
  const refreshViewer = async (socket: OurSocket): Promise<void> => {
    const { token } = socket.data;
    const viewer = token === undefined ? null : await sessions.find(token);
    if (socket.data.token !== token) return;
    if (viewer && !viewer.suspended) socket.data.viewer = viewer;
    else signOut(socket);
  };
  sessions.onAccountChanged((accountId) => {
    // Every node does this.
    local.toAccount(accountId, 'users/changed', { reason: 'account' });
    for (const socket of io.sockets.sockets.values())
      if (socket.data.viewer?.accountId === accountId)
        refreshViewer(socket as OurSocket).catch((error: unknown) => log.warn({ err: error }, 'a changed account could not be looked up'));
  });

  return {
    ...senderTo(true),
    local,
    onTask: (task, run) => void tasks.set(task, run),
    async runOnNodes(task, payload) {
      io.serverSideEmit(NODE_TASK, task, payload);
      await runTask(task, payload);
    },
    onJoin: (kind, admit) => void authorizers.set(kind, admit),
    onClient: (event, handle) => void notices.set(event, handle as (viewer: AccountViewer, payload: never) => Promise<void>),
    accounts: () =>
      [...io.sockets.adapter.rooms.keys()].filter((room) => room.startsWith(ACCOUNT_ROOM)).map((room) => room.slice(ACCOUNT_ROOM.length)),
    isConnected: (accountId) => io.sockets.adapter.rooms.has(accountRoom(accountId)),
    rooms: (kind) =>
      [...io.sockets.adapter.rooms.keys()].filter((room) => room.startsWith(`${kind}:`)).map((room) => room.slice(kind.length + 1)),
    members(kind, id) {
      const accounts = new Set<string>();
      for (const socketId of io.sockets.adapter.rooms.get(`${kind}:${id}`) ?? []) {
        const viewer = (io.sockets.sockets.get(socketId) as OurSocket | undefined)?.data.viewer;
        if (viewer) accounts.add(viewer.accountId);
      }
      return [...accounts];
    },
    async reauthorizeRoom(kind, id, { accountId, country }) {
      const room: Room = `${kind}:${id}`;
      const left = new Set<string>();
      for (const socketId of io.sockets.adapter.rooms.get(room) ?? []) {
        const socket = io.sockets.sockets.get(socketId) as OurSocket | undefined;
        const viewer = socket?.data.viewer;
        if (!socket || !viewer) continue;
        const from = countryOf(socket.request);
        if ((accountId && viewer.accountId !== accountId) || (country && from !== country)) continue;
        if (await authorizers.get(kind)?.(viewer, id, from)) continue;
        await socket.leave(room);
        left.add(viewer.accountId);
      }
      return [...left];
    },
    disconnectRefused() {
      for (const socket of io.sockets.sockets.values())
        if (refusal(socket as OurSocket, socket.data.viewer ?? VISITOR)) socket.disconnect(true);
    },
    async close() {
      io.local.disconnectSockets(true);
      io.engine.close();
      await bus.close();
    },
  };
};
