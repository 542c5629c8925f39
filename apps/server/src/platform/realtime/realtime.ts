import type { AdminPermission } from '@stagedoor/contract/admin-roles';
import type { Server as HttpServer } from 'node:http';
import type { ErrorCode } from '@stagedoor/contract/errors';
import type { ClientEvents, ServerEventName, ServerEvents } from '@stagedoor/contract/realtime';
import { Server } from 'socket.io';
import type { Sessions } from '../auth/sessions.ts';
import type { AccountViewer } from '../auth/viewer.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { type ClientNotice, type NoticeHandler, createClientEvents } from './client-events.ts';
import { type HandshakeOptions, createHandshake } from './handshake.ts';
import type { NodeBus } from './node-bus.ts';
import { type RoomEvent, createRoomWriter } from './room-writer.ts';
import { ACCOUNT_ROOM, type OurSocket, type Room, type RoomKind, SIGNED_IN, accountRoom, adminRoom, isRoom, partsOf } from './rooms.ts';
import { createSocketSessions } from './socket-sessions.ts';

/** Decides why an account may not join a room, or null. `country` is that of its IP address, if known. */
export type RoomAuthorizer = (viewer: AccountViewer, id: string, country: string | null) => Promise<ErrorCode | null>;

/** Sends events to sockets. */
export interface Sender {
  toAccount<E extends ServerEventName>(accountId: string, event: E, payload: ServerEvents[E]): void;
  /** To the admins with a permission, if they have the second factor that the site requires. */
  toAdmins<E extends ServerEventName>(permission: AdminPermission, event: E, payload: ServerEvents[E]): void;
  /** To all signed-in accounts. @param hiddenFrom accounts that don't get it */
  toAll<E extends ServerEventName>(event: E, payload: ServerEvents[E], hiddenFrom?: readonly string[]): void;
  /** @param hiddenFrom accounts in the room that don't get it: those with a block between them and whoever caused it */
  toRoom<E extends ServerEventName>(room: Room, event: E, payload: ServerEvents[E], hiddenFrom?: readonly string[]): void;
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
  /** Handles an event that clients send: only from callers that the contract admits, as it says, and not too often. */
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
  /** Has joins under way decided again: whom a room admits changed. */
  reviewJoins(): void;
  /** Computes the rights of this node's sockets again, and disconnects those that the site is now closed to: settings changed. */
  reviewSockets(): Promise<void>;
  /** Closes every socket of this node, whose clients connect again, to another node where there is one. Does not close the HTTP server. */
  close(): Promise<void>;
}

/** Between nodes. */
const NODE_TASK = 'task';
const ROOM_EVENTS = 'room-events';

interface RealtimeOptions extends HandshakeOptions {
  /** Accept clients of Socket.IO 2. */
  allowEio3: boolean;
  /** Tells if the viewer is an admin who must set up the second factor first. */
  mustSetUp(viewer: AccountViewer): boolean;
  /** Carries events to the sockets of the site's other nodes. */
  bus: NodeBus;
  metrics: Metrics;
}

type OurServer = Server<
  Record<string, (payload: unknown, answer?: unknown) => void>,
  Record<string, (payload: unknown) => void>,
  Record<string, never>,
  OurSocket['data']
>;

const createServer = (server: HttpServer, { allowEio3, bus }: RealtimeOptions): OurServer =>
  new Server(server, {
    path: '/socket.io/',
    serveClient: false,
    maxHttpBufferSize: 64 * 1024,
    cors: { origin: false },
    allowEIO3: allowEio3,
    adapter: bus.adapter as never,
  });

/** Admits sockets, signs them in, and keeps their rooms to their sessions. */
const acceptSockets = (
  io: OurServer,
  sessions: Sessions,
  options: RealtimeOptions & {
    authorizers: ReadonlyMap<RoomKind, RoomAuthorizer>;
    notices: ReadonlyMap<ClientNotice, NoticeHandler>;
    joinReviews(): number;
  },
) => {
  const { authorizers, countryOf, mustSetUp, notices, joinReviews, log, metrics, limitFactor = 1 } = options;
  const handshake = createHandshake(sessions, options);
  const joinRefusal = async (socket: OurSocket, viewer: AccountViewer, kind: RoomKind, id: string): Promise<ErrorCode | null> => {
    const authorize = authorizers.get(kind);
    return authorize ? authorize(viewer, id, countryOf(socket.request)) : 'FORBIDDEN';
  };
  const socketSessions = createSocketSessions(sessions, {
    sockets: () => io.sockets.sockets.values(),
    handshake,
    goOnWithShows: options.goOnWithShows,
    mustSetUp,
    async isAdmitted(socket, viewer, room) {
      const { kind, id } = partsOf(room);
      return (await joinRefusal(socket, viewer, kind, id)) === null;
    },
    log,
  });
  const bindEvents = createClientEvents({ socketSessions, handshake, mustSetUp, joinRefusal, joinReviews, notices, limitFactor, log });
  io.use((socket, next) => void handshake.admit(socket, next));
  io.on('connection', (socket) => {
    bindEvents(socket);
    handshake.count(socket);
    metrics.sockets.inc();
    socket.on('disconnect', () => metrics.sockets.dec());
    const token = handshake.tokenOf(socket);
    if (token)
      socket.data.signingIn = socketSessions
        .signIn(socket, token)
        .catch((error: unknown) => log.warn({ err: error }, 'a socket could not sign in'));
  });
  return socketSessions;
};

const createSenders = (io: OurServer): { shared: Sender; local: Sender } => {
  const roomWriter = createRoomWriter(io as never, {
    isGathered: isRoom,
    accountOf: (socketId) => io.sockets.sockets.get(socketId)?.data.viewer?.accountId,
    share: (room, events) => io.serverSideEmit(ROOM_EVENTS, room, events),
  });
  io.on(ROOM_EVENTS, (room: string, events: readonly RoomEvent[]) => roomWriter.write(room, events));
  const senderTo = (isShared: boolean): Sender => {
    const to = (room: string) => (isShared ? io : io.local).to(room) as { emit(event: string, payload: unknown): unknown };
    return {
      toAccount: (accountId, event, payload) => void to(accountRoom(accountId)).emit(event, payload),
      toAdmins: (permission, event, payload) => void to(adminRoom(permission)).emit(event, payload),
      toAll: (event, payload, hiddenFrom = []) =>
        void (isShared ? io : io.local).to(SIGNED_IN).except(hiddenFrom.map(accountRoom)).emit(event, payload),
      toRoom: (room, event, payload, hiddenFrom = []) =>
        roomWriter.gather(room, hiddenFrom.length > 0 ? [event, payload, hiddenFrom] : [event, payload], { isShared }),
    };
  };
  return { shared: senderTo(true), local: senderTo(false) };
};

/** The tasks that only the nodes can do that hold the sockets concerned. */
const createTasks = (io: OurServer, { log }: RealtimeOptions): Pick<Realtime, 'onTask' | 'runOnNodes'> => {
  const tasks = new Map<string, (payload: never) => Promise<void>>();
  const runTask = async (task: string, payload: unknown): Promise<void> => tasks.get(task)?.(payload as never);
  io.on(
    NODE_TASK as never,
    ((task: string, payload: unknown) =>
      runTask(task, payload).catch((error: unknown) => log.warn({ err: error, task }, 'a task of another node failed'))) as never,
  );
  return {
    onTask: (task, run) => void tasks.set(task, run),
    async runOnNodes(task, payload) {
      io.serverSideEmit(NODE_TASK, task, payload);
      await runTask(task, payload);
    },
  };
};

/** Finds the accounts that are connected to this node, and their rooms. */
const createPresence = (
  io: OurServer,
  { countryOf, authorizers }: Pick<RealtimeOptions, 'countryOf'> & { authorizers: ReadonlyMap<RoomKind, RoomAuthorizer> },
): Pick<Realtime, 'accounts' | 'isConnected' | 'rooms' | 'members' | 'reauthorizeRoom'> => ({
  accounts: () =>
    [...io.sockets.adapter.rooms.keys()].filter((room) => room.startsWith(ACCOUNT_ROOM)).map((room) => room.slice(ACCOUNT_ROOM.length)),
  isConnected: (accountId) => io.sockets.adapter.rooms.has(accountRoom(accountId)),
  rooms: (kind) =>
    [...io.sockets.adapter.rooms.keys()].filter((room) => room.startsWith(`${kind}:`)).map((room) => room.slice(kind.length + 1)),
  members(kind, id) {
    const accounts = new Set<string>();
    for (const socketId of io.sockets.adapter.rooms.get(`${kind}:${id}`) ?? []) {
      const viewer = io.sockets.sockets.get(socketId)?.data.viewer;
      if (viewer) accounts.add(viewer.accountId);
    }
    return [...accounts];
  },
  async reauthorizeRoom(kind, id, { accountId, country }) {
    const room: Room = `${kind}:${id}`;
    const left = new Set<string>();
    for (const socketId of io.sockets.adapter.rooms.get(room) ?? []) {
      const socket = io.sockets.sockets.get(socketId);
      const viewer = socket?.data.viewer;
      if (!socket || !viewer) continue;
      const from = countryOf(socket.request);
      if ((accountId && viewer.accountId !== accountId) || (country && from !== country)) continue;
      if ((await authorizers.get(kind)?.(viewer, id, from)) === null) continue;
      await socket.leave(room);
      left.add(viewer.accountId);
    }
    return [...left];
  },
});

/**
 * Socket.IO on the site's HTTP server. Clients sign in by the session cookie (own origin only), a token in the handshake, or
 * `auth/login`; with an invalid token the socket stays a guest without rooms.
 */
export const createRealtime = (server: HttpServer, sessions: Sessions, options: RealtimeOptions): Realtime => {
  const { bus } = options;
  const authorizers = new Map<RoomKind, RoomAuthorizer>();
  const notices = new Map<ClientNotice, NoticeHandler>();
  let joinReviews = 0;
  const io = createServer(server, options);
  const { shared, local } = createSenders(io);
  // Registered first: it reaches the account's sockets while they have its room.
  sessions.onAccountChanged((accountId) => local.toAccount(accountId, 'users/changed', { reason: 'account' }));
  const socketSessions = acceptSockets(io, sessions, { ...options, authorizers, notices, joinReviews: () => joinReviews });
  bus.onGap(() => local.toAll('events/missed', {}));

  return {
    ...shared,
    local,
    ...createTasks(io, options),
    ...createPresence(io, { ...options, authorizers }),
    onJoin: (kind, admit) => void authorizers.set(kind, admit),
    onClient: (event, handle) => void notices.set(event, handle),
    reviewJoins: () => void (joinReviews += 1),
    reviewSockets: () => socketSessions.review(),
    async close() {
      socketSessions.stop();
      // Without a farewell: clients don't connect again by themselves after one. They do after a lost connection, each at a time of its own.
      io.engine.close();
      await bus.close();
    },
  };
};
