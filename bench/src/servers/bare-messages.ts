import Fastify from 'fastify';
import pg from 'pg';
import { Server } from 'socket.io';

// The limit: bare Fastify that inserts one row and emits it by Socket.IO as it comes, without session, rules, counts or views.
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 20 });
const app = Fastify();
const io = new Server(app.server, { serveClient: false });
io.on('connection', (socket) => {
  void socket.join(String(socket.handshake.query['token']));
  socket.emit('auth/logged-in', {});
});
app.post<{ Params: { id: string }; Body: { text: string } }>('/api/messages/conversations/:id', async (request, reply) => {
  const { rows } = await pool.query<{ id: string; created_at: Date }>({
    name: 'insert',
    text: 'insert into bench_messages (conversation_id, text) values ($1, $2) returning id, created_at',
    values: [request.params.id, request.body.text],
  });
  const message = { _id: rows[0]!.id, text: request.body.text, createdAt: rows[0]!.created_at };
  io.to(String(request.headers['x-receiver'])).emit('conversations/message', { conversationId: request.params.id, message });
  return reply.code(201).send({ data: message });
});
const url = await app.listen({ port: 0, host: '127.0.0.1' });
process.send!({ url });
process.on('disconnect', () => process.exit(1));
process.on('SIGTERM', () => process.exit(0));
