import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { WebSocketServer } from 'ws';
import { textFrameOf } from '@stagedoor/server/platform/realtime/room-writer';
import { type ChatOrder, chatMessage, gathering } from './chat-message.ts';

// The limit: websockets without a protocol above them; what was gathered is framed once and written to each socket.
const server = createServer();
const sockets = new Set<Socket>();
const webSockets = new WebSocketServer({ server });
webSockets.on('connection', (_webSocket, request) => {
  sockets.add(request.socket);
  request.socket.on('close', () => sockets.delete(request.socket));
});
const send = gathering<object>((all) => {
  const frames = Buffer.concat(all.map((one) => textFrameOf(JSON.stringify(['messages/created', one]))));
  for (const socket of sockets) socket.write(frames);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
process.on('message', (order: ChatOrder) => {
  if (order.usage) {
    const { user, system } = process.cpuUsage();
    process.send!({ cpu: (user + system) / 1000, memory: process.memoryUsage.rss() });
    return;
  }
  for (const message of order.send ?? []) send(chatMessage(message));
});
process.on('disconnect', () => process.exit(1));
process.on('SIGTERM', () => process.exit(0));
process.send!({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
