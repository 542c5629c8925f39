import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { type ChatOrder, chatMessage, gathering } from './chat-message.ts';

// Socket.IO as it comes: what was gathered is one event with a list.
const server = createServer();
const io = new Server(server, { serveClient: false });
io.on('connection', (socket) => {
  socket.on('auth/login', (_payload: unknown, answer: (result: unknown) => void) => answer({ success: true }));
  socket.on('streams/join', (_payload: unknown, answer: (result: unknown) => void) => {
    void socket.join('room');
    answer({ success: true });
  });
});
const send = gathering<object>((all) => io.to('room').emit('messages/created', all));
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
process.on('message', (order: ChatOrder) => {
  if (order.usage) {
    const { user, system } = process.cpuUsage();
    globalThis.gc?.();
    process.send!({ cpu: (user + system) / 1000, memory: process.memoryUsage.rss() });
    return;
  }
  for (const message of order.send ?? []) send(chatMessage(message));
});
process.on('disconnect', () => process.exit(1));
process.on('SIGTERM', () => process.exit(0));
process.send!({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
