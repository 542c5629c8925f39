import Fastify from 'fastify';
import pg from 'pg';

// The limit: bare Fastify that calls the ledger's function with a key for each call, without session, rules or views.
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 32 });
const { rows } = await pool.query<{ n: number; settlement: Record<string, unknown> }>(
  'select n, settlement from bench_settlements order by n',
);
const app = Fastify();
app.post<{ Params: { fan: string }; Body: { amount: number } }>('/tip/:fan', async (request, reply) => {
  const { settlement } = rows[Number(request.params.fan) % rows.length]!;
  const buyer = (settlement['order'] as { create: { buyerId: string } }).create.buyerId;
  const idempotency = { accountId: buyer, route: 'tip', key: request.headers['idempotency-key'], inputHash: '00' };
  const { rows: answers } = await pool.query({
    name: 'settle',
    text: 'select ledger.settle($1::jsonb) as answer',
    values: [JSON.stringify({ ...settlement, at: new Date(), idempotency })],
  });
  return reply.send({ data: answers[0].answer });
});
const url = await app.listen({ port: 0, host: '127.0.0.1' });
process.send!({ url });
process.on('SIGTERM', () => void app.close().then(() => pool.end().then(() => process.exit(0))));
