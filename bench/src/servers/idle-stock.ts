import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { heldNow } from './usage.ts';

// Socket.IO as it comes: it authenticates a socket by its token and lets it join as many rooms as the product does.
const server = createServer();
const io = new Server(server, { serveClient: false });
io.use((socket, next) => {
  const token = socket.handshake.query['token'];
  Object.assign(socket.data as object, {
    token,
    viewer: { kind: 'account', accountId: `account${String(token)}`, sessionId: `session${String(token)}`, role: 'fan' },
  });
  next();
});
io.on('connection', async (socket) => {
  const { viewer } = socket.data as { viewer: { accountId: string; sessionId: string } };
  await socket.join(['signed-in', `account:${viewer.accountId}`, `session:${viewer.sessionId}`]);
  socket.on('auth/login', (_payload: unknown, answer: (result: unknown) => void) => answer({ success: true }));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
process.on('message', () => process.send!(heldNow()));
process.on('disconnect', () => process.exit(1));
process.on('SIGTERM', () => process.exit(0));
process.send!({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
