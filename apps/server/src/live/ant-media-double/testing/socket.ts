import { once } from 'node:events';
import { WebSocket } from 'ws';

type Message = Record<string, unknown>;

/** A bare client of the signalling. */
export const openSocket = async (url: string) => {
  const socket = new WebSocket(url);
  const messages: Message[] = [];
  socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString())));
  socket.on('error', () => {});
  await once(socket, 'open');
  return {
    messages,
    isOpen: (): boolean => socket.readyState === WebSocket.OPEN,
    send: (message: Message | string): void => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    close: (): void => socket.terminate(),
  };
};
