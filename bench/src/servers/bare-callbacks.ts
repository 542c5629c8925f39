import { readStatement } from '@stagedoor/server/gateways/sandbox-statements';
import { topUpLines } from '@stagedoor/server/ledger/index';
import { toJson } from '@stagedoor/server/ledger/json';
import Fastify from 'fastify';
import pg from 'pg';

// The limit: bare Fastify that verifies a callback and calls the ledger's function for its order, without rules, a record of the callback or limits on cards.
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 32, options: '-c plan_cache_mode=force_generic_plan' });
const secret = process.env['SANDBOX_SECRET']!;
const app = Fastify();
app.removeAllContentTypeParsers();
app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

const { rows } = await pool.query<{ id: string; buyer_id: string }>('select id, buyer_id from orders');
const buyers = new Map(rows.map(({ id, buyer_id: buyer }) => [id, buyer]));

app.post('/callback', async (request, reply) => {
  const { orderId, paymentId, amount } = readStatement(secret, request.body as Buffer);
  const buyerId = buyers.get(orderId!)!;
  const settlement = {
    at: new Date(),
    order: { id: orderId, method: 'card', gatewayPaymentId: paymentId },
    coupon: null,
    offerLink: null,
    sales: [
      {
        price: null,
        entitlement: null,
        subscription: null,
        orderLine: null,
        shipping: null,
        transaction: {
          kind: 'topUpCustom',
          buyerId,
          sellerId: null,
          itemKind: null,
          itemId: null,
          itemTitle: null,
          tokenValue: 100n,
          commissionRate: null,
          tokens: amount,
          gross: null,
          commission: null,
          net: null,
          availableAt: null,
          note: '',
        },
        lines: topUpLines(buyerId, BigInt(amount!), amount!, amount!),
        event: { name: 'bench.paid', payload: { kind: 'topUp', buyerId } },
      },
    ],
  };
  await pool.query({ name: 'settle', text: 'select ledger.settle($1::jsonb) as answer', values: [toJson(settlement)] });
  return reply.send({ received: true });
});
const url = await app.listen({ port: 0, host: '127.0.0.1' });
process.send!({ url });
process.on('SIGTERM', () => void app.close().then(() => pool.end().then(() => process.exit(0))));
