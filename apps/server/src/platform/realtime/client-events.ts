import { keysOf } from '@stagedoor/contract/keys.values';
import type { ErrorCode } from '@stagedoor/contract/errors';
import { CLIENT_EVENTS, type Acknowledgement, type ClientEvents } from '@stagedoor/contract/realtime';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { type AccountViewer, VISITOR } from '../auth/viewer.ts';
import { codedErrorOf } from '../http/errors.ts';
import type { Log } from '../telemetry/log.ts';
import type { Handshake } from './handshake.ts';
import { type OurSocket, ROOMS, type Room, type RoomKind, isRoom } from './rooms.ts';
import { eventRefusal } from './socket-rights.ts';
import type { SocketSessions } from './socket-sessions.ts';

/** Events that ask for nothing, with their limits for one socket and window. They don't count as requests. */
export const NOTICES = { 'conversations/typing': 60, 'conversations/received': 600 } as const;
export type ClientNotice = keyof typeof NOTICES;
/** Requests of one socket to join a room or to sign in, within a window: each asks the database. */
export const SOCKET_REQUESTS = { max: 60, windowSeconds: 60 };
/** Rooms that one socket may be in at a time, of all kinds. */
const MAX_ROOMS = 10;

type Refusal = ErrorCode | null;
type Handle = (socket: OurSocket, payload: never) => Promise<Refusal> | Refusal;
export type NoticeHandler = (viewer: AccountViewer, payload: never) => Promise<void>;

/** Calls the acknowledgement callback, if the client sent one: it may send anything in its place. */
const acknowledge = (answer: unknown, error: Refusal): void => {
  const result: Acknowledgement = error ? { success: false, error } : { success: true };
  if (typeof answer === 'function') (answer as (given: Acknowledgement) => void)(result);
};

export interface ClientEventOptions {
  socketSessions: SocketSessions;
  handshake: Pick<Handshake, 'cookieTokenOf'>;
  mustSetUp(viewer: AccountViewer): boolean;
  /** Why a viewer may not join a room, or null. */
  joinRefusal(socket: OurSocket, viewer: AccountViewer, kind: RoomKind, id: string): Promise<Refusal>;
  /** Counts the changes of who may join: a decision from before one is made again. */
  joinReviews(): number;
  notices: ReadonlyMap<ClientNotice, NoticeHandler>;
  limitFactor: number;
  log: Log;
}

/** Tells who may send an event now: the rule of the contract for the socket's viewer. */
const refusalNow = (event: keyof ClientEvents, { data: { viewer } }: OurSocket, mustSetUp: (viewer: AccountViewer) => boolean): Refusal =>
  eventRefusal(event, viewer ?? VISITOR, viewer !== undefined && mustSetUp(viewer));

const createLimits = (limitFactor: number) => {
  const limiterOf = (max: number, keyPrefix: string) =>
    new RateLimiterMemory({ keyPrefix, points: max * limitFactor, duration: SOCKET_REQUESTS.windowSeconds });
  const requests = limiterOf(SOCKET_REQUESTS.max, 'requests');
  const ofNotices = keysOf(NOTICES).map((event) => [event, limiterOf(NOTICES[event], event)] as const);
  const mayConsume = (limiter: RateLimiterMemory, socket: OurSocket): Promise<boolean> =>
    limiter.consume(socket.id).then(
      () => true,
      () => false,
    );
  return { mayRequest: (socket: OurSocket) => mayConsume(requests, socket), mayConsume, ofNotices };
};

/** Joins a room after authorization, unless the socket's rights changed meanwhile. */
const createJoin =
  ({ joinRefusal, joinReviews, mustSetUp }: ClientEventOptions, mayRequest: (socket: OurSocket) => Promise<boolean>) =>
  async (socket: OurSocket, kind: RoomKind, id: string): Promise<Refusal> => {
    const room: Room = `${kind}:${id}`;
    if (socket.rooms.has(room)) return null;
    if (!(await mayRequest(socket))) return 'RATE_LIMITED';
    for (;;) {
      const { viewer } = socket.data;
      const isRefused = refusalNow(ROOMS[kind].join, socket, mustSetUp);
      if (isRefused || !viewer) return isRefused ?? 'UNAUTHENTICATED';
      const reviewsBefore = joinReviews();
      const refused = await joinRefusal(socket, viewer, kind, id);
      // The account or its blocks changed while the room was asked for: the new rights decide.
      if (socket.data.viewer !== viewer || joinReviews() !== reviewsBefore) continue;
      if (!socket.connected) return 'UNAUTHENTICATED';
      if (refused) return refused;
      if ([...socket.rooms].filter(isRoom).length >= MAX_ROOMS) return 'RATE_LIMITED';
      await socket.join(room);
      return null;
    }
  };

/** Returns a function that binds the contract's events to a socket. Every event passes the rule of its callers first. */
export const createClientEvents = (options: ClientEventOptions): ((socket: OurSocket) => void) => {
  const { socketSessions, handshake, mustSetUp, notices, limitFactor, log } = options;
  const { mayRequest, mayConsume, ofNotices } = createLimits(limitFactor);
  const join = createJoin(options, mayRequest);

  const run = async (socket: OurSocket, event: keyof ClientEvents, payload: unknown, handle: Handle): Promise<Refusal> => {
    // Signing in and out aren't judged by who is signed in.
    if (!event.startsWith('auth/')) {
      await socketSessions.settled(socket);
      const refused = refusalNow(event, socket, mustSetUp);
      if (refused) return refused;
    }
    const parsed = CLIENT_EVENTS[event].safeParse(payload ?? undefined);
    if (!parsed.success) return 'VALIDATION_FAILED';
    return handle(socket, parsed.data as never);
  };
  const bind = (socket: OurSocket, event: keyof ClientEvents, handle: Handle): void =>
    void socket.on(event, (payload, answer) => {
      run(socket, event, payload, handle).then(
        (error) => acknowledge(answer, error),
        (error: unknown) => {
          log.warn({ err: error, event }, 'an event of a client could not be handled');
          acknowledge(answer, codedErrorOf(error).code);
        },
      );
    });

  const logIn = async (socket: OurSocket, payload: ClientEvents['auth/login']): Promise<Refusal> => {
    const token = payload?.token ?? handshake.cookieTokenOf(socket);
    if (!token) return 'UNAUTHENTICATED';
    if (!(await mayRequest(socket))) return 'RATE_LIMITED';
    const signingIn = socketSessions.signIn(socket, token);
    socket.data.signingIn = signingIn.catch(() => undefined);
    return signingIn;
  };
  return (socket) => {
    bind(socket, 'auth/login', logIn);
    // Whatever it comes with: a socket is never kept signed in.
    socket.on('auth/logout', (payload, answer) => {
      socketSessions.signOut(socket);
      acknowledge(answer ?? payload, null);
    });
    for (const [kind, { join: joining, leave, id }] of Object.entries(ROOMS) as [RoomKind, (typeof ROOMS)[RoomKind]][]) {
      bind(socket, joining, (_socket, payload) => join(socket, kind, id(payload)));
      bind(socket, leave, async (_socket, payload) => {
        await socket.leave(`${kind}:${id(payload)}`);
        return null;
      });
    }
    for (const [event, limiter] of ofNotices)
      bind(socket, event, async (_socket, payload) => {
        if (!(await mayConsume(limiter, socket))) return 'RATE_LIMITED';
        const { viewer } = socket.data;
        const refused = refusalNow(event, socket, mustSetUp);
        if (refused) return refused;
        if (viewer) await notices.get(event)?.(viewer, payload);
        return null;
      });
  };
};
