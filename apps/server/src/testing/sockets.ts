import type { Acknowledgement, ClientEvents, ServerEventName } from '@stagedoor/contract/realtime';
import { type Socket, io } from 'socket.io-client';

/** Connects a socket, with a token or as a visitor. */
export const connectSocket = async (url: string, token?: string): Promise<Socket> => {
  const socket = io(url, { transports: ['websocket'], forceNew: true, reconnection: false, ...(token ? { auth: { token } } : {}) });
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve);
    socket.on('connect_error', reject);
  });
  return socket;
};

export const sendEvent = async <E extends keyof ClientEvents>(
  socket: Socket,
  event: E,
  payload: ClientEvents[E],
): Promise<Acknowledgement> => (await socket.emitWithAck(event, payload ?? {})) as Acknowledgement;

/** Tells if a socket receives an event that is sent now. The answer to its own event arrives after it. */
export const hears = async (socket: Socket, event: ServerEventName, send: () => void): Promise<boolean> => {
  let isHeard = false;
  const hear = () => void (isHeard = true);
  socket.on(event, hear);
  send();
  await sendEvent(socket, 'streams/leave', { streamId: '01890000-0000-7000-8000-000000000000' });
  socket.off(event, hear);
  return isHeard;
};
