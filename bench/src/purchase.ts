import { toJson } from '@stagedoor/server/ledger/json';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Cart, makeShop, purchaseOf, readCarts, settlementOf } from './carts.ts';
import { makePeople, openSessions } from './people.ts';
import { type Bound, type Line, alternate, lineOf, loadWithLatency, startOurs, startServer } from './rounds.ts';
import { tipSettlement, topUpsOf } from './settlements.ts';
import type { Stage } from './stage.ts';

const run = promisify(execFile);
const FANS = 64;
const PERFORMERS = 64;
/** Fans with limits of their own, and as many without: what was paid in the period is summed each time, so that a few fans would be all history. */
const LIMITED = 2_048;
const CONNECTIONS = 32;
const ROUNDS = 5;
const SECONDS = 4;

/** The pgbench program: on the PATH, or where Debian keeps it. */
const findPgbench = (): string => {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort().toReversed() : [];
  const found = [
    ...(process.env['PATH'] ?? '').split(':').map((folder) => join(folder, 'pgbench')),
    ...versions.map((version) => join(debian, version, 'bin/pgbench')),
  ].find((path) => existsSync(path));
  if (!found) throw new Error('pgbench was not found: install the package postgresql (apt-get install postgresql).');
  return found;
};

/** The numbers of the people `first` to `first + count - 1`. */
const numbers = (first: number, count: number): number[] => Array.from({ length: count }, (_, index) => first + index);
const FIRST_LIMITED = PERFORMERS + FANS + 1;
const FIRST_UNLIMITED = FIRST_LIMITED + LIMITED;

/** Creates fans with a large balance, some with limits, and complete settlements as the product would send them. */
const prepare = async ({ sql }: Stage): Promise<void> => {
  for (const statement of topUpsOf(`generate_series(${PERFORMERS + 1}, ${PERFORMERS + FANS + 2 * LIMITED}) n`, 100_000_000))
    await sql.query(statement);
  await sql.query(`insert into spending_limits (account_id, daily_amount, monthly_amount, created_at, updated_at)
    select bench_id('person' || n), 50000000, 90000000, now(), now() from generate_series(${FIRST_LIMITED}, ${FIRST_UNLIMITED - 1}) n`);
  await sql.query(
    'create unlogged table bench_settlements (route text not null, n int not null, settlement jsonb not null, primary key (route, n))',
  );
  const tip = tipSettlement({ fan: 'fan', performer: 'performer', tokens: 100, availableAt: "now() + interval '7 days'" });
  for (const [route, first, count, performer] of [
    ['tip', PERFORMERS + 1, FANS, 'n'],
    ['tip-to-one', PERFORMERS + 1, FANS, '1'],
    ['tip-within-limits', FIRST_LIMITED, LIMITED, `(1 + n % ${PERFORMERS})`],
  ] as const)
    await sql.query(
      `insert into bench_settlements
       select '${route}', n, ${tip}
       from (select n, bench_id('person' || (${first} - 1 + n)) as fan, bench_id('person' || ${performer}) as performer from generate_series(1, ${count}) n) who`,
    );
};

/** Creates the products of all performers, and the settlement of each fan's cart. */
const prepareCarts = async (stage: Stage): Promise<Cart[]> => {
  await makeShop(stage, PERFORMERS);
  const carts = await readCarts(stage, PERFORMERS, FANS);
  await stage.sql.query(
    `insert into bench_settlements select 'cart', place, settlement from unnest($1::jsonb[]) with ordinality c (settlement, place)`,
    [carts.map((cart) => toJson(settlementOf(cart)))],
  );
  return carts;
};

/**
 * Tips and carts of five products by three sellers over HTTP, each with a key of its own and acknowledged only when durable: against pgbench and against a bare server that call the
 * same function; and tips to one performer against those to many.
 */
export const purchase = async (stage: Stage): Promise<readonly (Line | Bound)[]> => {
  await makePeople(stage, PERFORMERS, FANS + 2 * LIMITED);
  await prepare(stage);
  const carts = await prepareCarts(stage);
  const tokens = await openSessions(stage, numbers(PERFORMERS + 1, FANS));
  const limited = await openSessions(stage, numbers(FIRST_LIMITED, LIMITED));
  const unlimited = await openSessions(stage, numbers(FIRST_UNLIMITED, LIMITED));
  const pgbench = findPgbench();
  const script = join(stage.dataDirectory, 'settle.sql');
  await writeFile(
    script,
    `\\set n random(1, ${FANS})\nselect ledger.settle(settlement) from bench_settlements where route = 'tip' and n = :n;\n`,
  );
  const server = await startOurs(stage, { LOG_LEVEL: 'silent', ROLES: 'web' });
  const bare = await startServer('./servers/bare-purchase.ts', { DATABASE_URL: stage.ownerUrl });
  let next = 0;
  const body = '{"amount":1}';
  /** Tips of these fans in turn, each with a key of its own, to so many performers. */
  const tipsTo = (performers: number, fans: readonly string[]) => () => {
    next += 1;
    return {
      path: `/api/payment-wallet/send-tip-wallet/person${1 + (next % performers)}`,
      headers: { authorization: fans[next % fans.length]!, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body,
    };
  };
  const bareTips =
    (route = 'tip', fans = FANS) =>
    () => {
      next += 1;
      const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
      return { path: `/${route}/${next % fans}`, headers, body };
    };
  const tips = (performers: number, connections = CONNECTIONS, fans = tokens) =>
    loadWithLatency({ url: server.url, connections, seconds: SECONDS, method: 'POST', each: tipsTo(performers, fans) });
  const buyCart = () => {
    next += 1;
    return purchaseOf(carts[next % FANS]!, tokens[next % FANS]!);
  };
  try {
    const ours = async () => (await tips(PERFORMERS)).perSecond;
    const peer = async () => {
      const options = ['-n', '-M', 'prepared', '-c', String(CONNECTIONS), '-j', '2', '-T', String(SECONDS), '-f', script, stage.ownerUrl];
      const { stdout } = await run(pgbench, options);
      return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
    };
    const sell = (url: string, each: () => { path: string; headers: Record<string, string>; body: string }, connections = CONNECTIONS) =>
      loadWithLatency({ url, connections, seconds: SECONDS, method: 'POST', each });
    const bareOne = async () => (await sell(bare.url, bareTips())).perSecond;
    const ofLimited = async () => (await tips(PERFORMERS, CONNECTIONS, limited)).perSecond;
    const ofUnlimited = async () => (await tips(PERFORMERS, CONNECTIONS, unlimited)).perSecond;
    const bareOfLimited = async () => (await sell(bare.url, bareTips('tip-within-limits', LIMITED))).perSecond;
    const ourCarts = async () => (await sell(server.url, buyCart)).perSecond;
    const bareCarts = async () => (await sell(bare.url, bareTips('cart'))).perSecond;
    const toOne = async () => (await tips(1)).perSecond;
    const toOneP99 = async () => (await tips(1, 16)).p99;
    const bareToOneP99 = async () => (await sell(bare.url, bareTips('tip-to-one'), 16)).p99;
    await ours();
    await bareOne();
    await ourCarts();
    await bareCarts();
    const lines = [
      lineOf('purchase over HTTP, durable, 32 connections, by pgbench', 'purchases/s', 0.4, await alternate(ROUNDS, ours, peer)),
      lineOf('purchase over HTTP, durable, 32 connections, by bare Fastify', 'purchases/s', 0.8, await alternate(ROUNDS, ours, bareOne)),
      lineOf('cart of five products by three sellers, by bare Fastify', 'purchases/s', 0.8, await alternate(ROUNDS, ourCarts, bareCarts)),
      lineOf(
        'purchase by 2,048 fans with limits, by bare Fastify for the same',
        'purchases/s',
        0.8,
        await alternate(ROUNDS, ofLimited, bareOfLimited),
      ),
      lineOf('purchase by 2,048 fans with limits, by 2,048 without', 'purchases/s', 0.8, await alternate(ROUNDS, ofLimited, ofUnlimited)),
      lineOf('64 fans tip one performer, by 64 fans who tip 64', 'tips/s', 0.9, await alternate(ROUNDS, toOne, ours)),
    ];
    const p99 = await alternate(ROUNDS, toOneP99, bareToOneP99);
    const toOneBy = `64 fans tip one performer, 16 at once, p99 (${p99.ours} ms) by bare Fastify’s (${p99.peer} ms)`;
    const bounds = [{ name: toOneBy, unit: 'times', measured: p99.ours / p99.peer, atMost: 1.3 }];
    const { rows } = await stage.sql.query<{ name: string; ok: boolean }>('select name, ok from ledger.verify()');
    const broken = rows.filter(({ ok }) => !ok).map(({ name }) => name);
    if (broken.length > 0) throw new Error(`the ledger does not verify after the load: ${broken.join('; ')}`);
    return [...lines, ...bounds];
  } finally {
    await Promise.all([server.stop(), bare.stop()]);
  }
};
