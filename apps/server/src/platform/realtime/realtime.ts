import type { Server as HttpServer } from 'node:http';
import { CLIENT_EVENTS, type ServerEventName, type ServerEvents } from '@stagedoor/contract/realtime';
import { parseCookie } from 'cookie';
import { Server, type Socket } from 'socket.io';
import type { Sessions } from '../auth/sessions.ts';
import type { AccountViewer } from '../auth/viewer.ts';
import { SESSION_COOKIE, isOwnOrigin } from '../http/pipeline.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';

/** Announces to browsers what has been committed. Nobody depends on having heard it. */
export interface Realtime {
  toAccount<E extends ServerEventName>(accountId: string, event: E, payload: ServerEvents[E]): void;
  toAdmins<E extends ServerEventName>(event: E, payload: ServerEvents[E]): void;
  /** Lets every socket go; the server they came by is closed by whoever opened it. */
  close(): Promise<void>;
}

const accountRoom = (accountId: string): string => `account:${accountId}`;
const sessionRoom = (sessionId: string): string => `session:${sessionId}`;
const ADMINS = 'admins';

interface SocketData {
  viewer?: AccountViewer;
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
  options: { publicUrl: string; log: Log; metrics: Metrics },
): Realtime => {
  const { publicUrl, log, metrics } = options;
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

  const leave = (socket: OurSocket): void => {
    delete socket.data.viewer;
    for (const room of socket.rooms) if (room !== socket.id) void socket.leave(room);
  };
  const enter = async (socket: OurSocket, token: string): Promise<boolean> => {
    const viewer = await sessions.find(token);
    leave(socket);
    if (!viewer || viewer.suspended) return false;
    socket.data.viewer = viewer;
    await socket.join([accountRoom(viewer.accountId), sessionRoom(viewer.sessionId), ...(viewer.role === 'admin' ? [ADMINS] : [])]);
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

  io.on('connection', (socket: OurSocket) => {
    metrics.sockets.inc();
    socket.on('disconnect', () => metrics.sockets.dec());
    const token = handshakeToken(socket);
    if (token) enter(socket, token).catch((error: unknown) => log.warn({ err: error }, 'a socket could not sign in'));

    socket.on('auth/login', (payload, answer) => {
      const parsed = CLIENT_EVENTS['auth/login'].safeParse(payload ?? undefined);
      const given = parsed.success ? (parsed.data?.token ?? cookieToken(socket)) : undefined;
      const entering = given ? enter(socket, given) : Promise.resolve(false);
      entering.then(
        (success) => answer?.({ success }),
        () => answer?.({ success: false }),
      );
    });
    socket.on('auth/logout', (_payload, answer) => {
      leave(socket);
      answer?.({ success: true });
    });
  });

  sessions.onRevoked((sessionId) => {
    for (const socket of io.sockets.sockets.values()) if (socket.data.viewer?.sessionId === sessionId) leave(socket as OurSocket);
  });
  sessions.onAccountChanged((accountId) => io.to(accountRoom(accountId)).emit('users/changed', { reason: 'account' }));

  return {
    toAccount: (accountId, event, payload) => void io.to(accountRoom(accountId)).emit(event, payload),
    toAdmins: (event, payload) => void io.to(ADMINS).emit(event, payload),
    async close() {
      io.disconnectSockets(true);
      io.engine.close();
    },
  };
};
