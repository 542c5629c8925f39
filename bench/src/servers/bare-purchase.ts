import Fastify from 'fastify';
import pg from 'pg';

// The limit: bare Fastify that calls the ledger's function with a key for each call, without session, rules or views. Its plans are as ours.
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 32, options: '-c plan_cache_mode=force_generic_plan' });
const app = Fastify();

/** Serves the settlements of a route, by the number of the fan. */
const serve = async (route: string): Promise<void> => {
  const { rows } = await pool.query<{ settlement: Record<string, unknown> }>(
    'select settlement from bench_settlements where route = $1 order by n',
    [route],
  );
  app.post<{ Params: { fan: string } }>(`/${route}/:fan`, async (request, reply) => {
    const { settlement } = rows[Number(request.params.fan) % rows.length]!;
    const buyer = (settlement['order'] as { create: { buyerId: string } }).create.buyerId;
    const idempotency = { accountId: buyer, route, key: request.headers['idempotency-key'], inputHash: '00' };
    const { rows: answers } = await pool.query({
      name: 'settle',
      text: 'select ledger.settle($1::jsonb) as answer',
      values: [JSON.stringify({ ...settlement, at: new Date(), idempotency })],
    });
    return reply.send({ data: answers[0].answer });
  });
};
for (const route of ['tip', 'tip-to-one', 'tip-within-limits', 'cart']) await serve(route);
const url = await app.listen({ port: 0, host: '127.0.0.1' });
process.send!({ url });
process.on('SIGTERM', () => void app.close().then(() => pool.end().then(() => process.exit(0))));
