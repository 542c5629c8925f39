import { type ServerEventName, type ServerEvents, SERVER_EVENTS } from '@stagedoor/contract/realtime';
import { type Socket, io } from 'socket.io-client';
import type { Person } from './factories.ts';

/** Listens in the rooms of shows. @param url of the app */
export const createRoomEvents = (url: () => string) => {
  const sockets: Socket[] = [];
  return {
    /** The payloads of an event that a person receives in a show's room; more are added as they arrive. */
    listen: async <E extends ServerEventName>(person: Person, streamId: string, event: E): Promise<ServerEvents[E][]> => {
      const socket = io(url(), { transports: ['websocket'], forceNew: true });
      sockets.push(socket);
      await new Promise<void>((resolve, reject) => {
        socket.on('connect', resolve);
        socket.on('connect_error', reject);
      });
      await socket.emitWithAck('auth/login', { token: person.client.token });
      await socket.emitWithAck('streams/join', { streamId });
      const received: ServerEvents[E][] = [];
      socket.on(event as string, (payload) => received.push(SERVER_EVENTS[event].parse(payload) as ServerEvents[E]));
      return received;
    },
    /** Ends all connections. */
    close: (): void => {
      for (const socket of sockets.splice(0)) socket.disconnect();
    },
  };
};
