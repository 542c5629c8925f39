import { readSecrets } from '@stagedoor/server/platform/secrets';
import { signStatement } from '@stagedoor/server/gateways/sandbox-statements';
import { makePeople } from './people.ts';
import { type Line, alternate, lineOf, loadWithLatency, startOurs, startServer } from './rounds.ts';
import { randomOf } from './scale/draws.ts';
import { topUpsOf } from './settlements.ts';
import type { Stage } from './stage.ts';

const FANS = 64;
const CONNECTIONS = 32;
const ROUNDS = 5;
/** Orders that each side settles in a round. */
const ORDERS = 1_200;
/** Orders whose callbacks come three times. */
const REPEATED = 1_000;
const DELIVERIES = 3;
/** Tokens of an order, in hundredths. */
const TOKENS = 2_000;

/** Inserts open orders of top-ups by card, as the product leaves them once the buyer is on the company's page. */
const makeOrders = async ({ sql }: Stage, name: string, count: number): Promise<void> => {
  await sql.query(
    `insert into orders (id, kind, buyer_id, item_title, detail, tokens_amount, money_amount, currency, token_value, method, gateway, created_at, updated_at, expires_at)
     select bench_id($1 || n), 'topUp', bench_id('person' || (2 + n % ${FANS})), '', '{"kind": "topUpCustom"}', ${TOKENS}, ${TOKENS}, 'USD', 100, 'card', 'sandbox',
       now(), now(), now() + interval '1 day'
     from generate_series(0, $2::int - 1) n`,
    [name, count],
  );
  await sql.query(
    `insert into card_attempts (order_id, account_id, gateway, network, created_at)
     select id, buyer_id, 'sandbox', '127.0.0.1', now() from orders where id in (select bench_id($1 || n) from generate_series(0, $2::int - 1) n)`,
    [name, count],
  );
};

/** The signed callbacks of orders, as the sandbox's company sends them. */
const callbacksOf = async ({ sql }: Stage, secret: string, name: string, count: number): Promise<string[]> => {
  const { rows } = await sql.query<{ id: string }>(`select bench_id($1 || n) as id from generate_series(0, $2::int - 1) n`, [name, count]);
  return rows.map(({ id }) =>
    JSON.stringify(
      signStatement(secret, {
        key: `approved:${id}`,
        event: 'approved',
        orderId: id,
        paymentId: `payment:${id}`,
        subscriptionId: '',
        amount: String(TOKENS),
        currency: 'USD',
      }),
    ),
  );
};

/** Each callback three times, in an order that is drawn. */
const shuffled = (callbacks: readonly string[]): string[] => {
  const random = randomOf(7);
  return Array.from({ length: DELIVERIES }, () => callbacks)
    .flat()
    .map((callback) => ({ callback, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ callback }) => callback);
};

const headers = { 'content-type': 'application/json' };

/** Sends callbacks by many connections, each the next one in turn. @throws Error for an answer that isn't 200 */
const sendAll = async (url: string, callbacks: readonly string[]): Promise<void> => {
  let next = 0;
  const send = async (): Promise<void> => {
    for (let body = callbacks[next]; body !== undefined; body = callbacks[next]) {
      next += 1;
      const answer = await fetch(url, { method: 'POST', headers, body });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`a callback was answered ${answer.status}`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, send));
};

/** @throws Error unless each order was settled once, and the ledger verifies */
const assertOnce = async ({ sql }: Stage, name: string, count: number): Promise<void> => {
  const { rows } = await sql.query<{ paid: number; transactions: number; settled: number }>(
    `with mine as (select bench_id($1 || n) as id from generate_series(0, $2::int - 1) n)
     select (select count(*)::int from orders where state = 'paid' and id in (select id from mine)) as paid,
       (select count(*)::int from ledger.transactions where reference_kind = 'order' and reference_id in (select id from mine)) as transactions,
       (select count(*)::int from gateway_events where outcome = 'settled' and order_id in (select id from mine)) as settled`,
    [name, count],
  );
  const { paid, transactions, settled } = rows[0]!;
  if (paid !== count || transactions !== count || settled !== count)
    throw new Error(`of ${count} orders ${paid} are paid, by ${transactions} transactions and ${settled} settled callbacks`);
  const { rows: checks } = await sql.query<{ name: string }>('select name from ledger.verify() where not ok');
  if (checks.length > 0) throw new Error(`the ledger does not verify after the load: ${checks.map((check) => check.name).join('; ')}`);
};

/**
 * Callbacks of a card company: 1,000 of them three times each and out of order, after which each order must be settled once; and callbacks of new orders
 * by bare Fastify that verifies the same signature and calls the ledger's function.
 */
export const gatewayCallbacks = async (stage: Stage): Promise<readonly Line[]> => {
  await makePeople(stage, 1, FANS);
  for (const statement of topUpsOf(`generate_series(2, ${FANS + 1}) n`, TOKENS)) await stage.sql.query(statement);
  const ours = await startOurs(stage, { LOG_LEVEL: 'silent', ROLES: 'web', SANDBOX_GATEWAY: 'true' });
  const secret = (await readSecrets(stage.dataDirectory)).sandbox;
  const perSide = ORDERS * (ROUNDS + 1);
  for (const [name, count] of [
    ['repeated', REPEATED],
    ['ours', perSide],
    ['bare', perSide],
  ] as const)
    await makeOrders(stage, name, count);
  await stage.sql.query('vacuum analyze');
  const bare = await startServer('./servers/bare-callbacks.ts', { DATABASE_URL: stage.ownerUrl, SANDBOX_SECRET: secret });
  const address = `${ours.url}/api/gateways/sandbox/callback`;
  try {
    await sendAll(address, shuffled(await callbacksOf(stage, secret, 'repeated', REPEATED)));
    await assertOnce(stage, 'repeated', REPEATED);
    console.log(`${REPEATED} callbacks, ${DELIVERIES} times each and out of order: every order was settled once`);
    const sideOf = async (url: string, name: string) => {
      const callbacks = await callbacksOf(stage, secret, name, perSide);
      const path = new URL(url).pathname;
      let next = 0;
      const each = () => ({ path, headers, body: callbacks[next++ % callbacks.length]! });
      return async () => {
        const amount = ORDERS - CONNECTIONS;
        const { perSecond } = await loadWithLatency({
          url: new URL(url).origin,
          connections: CONNECTIONS,
          seconds: 60,
          amount,
          method: 'POST',
          each,
        });
        return perSecond;
      };
    };
    const [mine, peer] = [await sideOf(address, 'ours'), await sideOf(`${bare.url}/callback`, 'bare')];
    await mine();
    await peer();
    const measured = await alternate(ROUNDS, mine, peer);
    return [lineOf('callback verified and settled, 32 connections, by bare Fastify', 'callbacks/s', 0.6, measured)];
  } finally {
    await Promise.all([ours.stop(), bare.stop()]);
  }
};
