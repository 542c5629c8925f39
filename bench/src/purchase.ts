import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Cart, makeShop, purchaseOf, readCarts, settlementOf } from './carts.ts';
import { makePeople, openSession } from './people.ts';
import { type Bound, type Line, alternate, lineOf, load, loadWithLatency, median, startOurs, startServer } from './rounds.ts';
import { tipSettlement, topUpsOf } from './settlements.ts';
import type { Stage } from './stage.ts';

const run = promisify(execFile);
const FANS = 64;
const PERFORMERS = 64;
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

/** Creates fans with a large balance, and for each a complete settlement as the product would send it. */
const prepare = async ({ sql }: Stage): Promise<void> => {
  for (const statement of topUpsOf(`generate_series(${PERFORMERS + 1}, ${PERFORMERS + FANS}) n`, 100_000_000)) await sql.query(statement);
  await sql.query('create unlogged table bench_settlements (n int primary key, settlement jsonb not null)');
  await sql.query(`
    insert into bench_settlements
    select n, ${tipSettlement({ fan: 'fan', performer: 'performer', tokens: 100, availableAt: "now() + interval '7 days'" })}
    from (select n, bench_id('person' || (${PERFORMERS} + n)) as fan, bench_id('person' || n) as performer from generate_series(1, ${FANS}) n) who`);
};

/** Creates the products of all performers, and the settlement of each fan's cart. */
const prepareCarts = async (stage: Stage): Promise<Cart[]> => {
  await makeShop(stage, PERFORMERS);
  const carts = await readCarts(stage, PERFORMERS, FANS);
  await stage.sql.query('create unlogged table bench_carts (n int primary key, settlement jsonb not null)');
  await stage.sql.query('insert into bench_carts select place, settlement from unnest($1::jsonb[]) with ordinality c (settlement, place)', [
    carts.map((cart) => JSON.stringify(settlementOf(cart))),
  ]);
  return carts;
};

/**
 * Tips and carts of five products by three sellers over HTTP, each with a key of its own and acknowledged only when durable: against pgbench and against a bare server that call the
 * same function; and tips to one performer against those to many.
 */
export const purchase = async (stage: Stage): Promise<readonly (Line | Bound)[]> => {
  await makePeople(stage, PERFORMERS, FANS);
  await prepare(stage);
  const carts = await prepareCarts(stage);
  const tokens: string[] = [];
  for (let n = 1; n <= FANS; n += 1) tokens.push(await openSession(stage, PERFORMERS + n));
  const pgbench = findPgbench();
  const script = join(stage.dataDirectory, 'settle.sql');
  await writeFile(script, `\\set n random(1, ${FANS})\nselect ledger.settle(settlement) from bench_settlements where n = :n;\n`);
  const server = await startOurs(stage, {
    DATABASE_POOL: '32',
    LOG_LEVEL: 'silent',
    ROLES: 'web',
  });
  const bare = await startServer('./servers/bare-purchase.ts', { DATABASE_URL: stage.ownerUrl });
  let next = 0;
  const body = '{"amount":1}';
  /** Tips of all fans in turn, each with a key of its own, to so many performers. */
  const tipsTo = (performers: number) => () => {
    next += 1;
    return {
      path: `/api/payment-wallet/send-tip-wallet/person${1 + (next % performers)}`,
      headers: { authorization: tokens[next % FANS]!, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body,
    };
  };
  const bareTips = () => {
    next += 1;
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    return { path: `/tip/${next % FANS}`, headers, body };
  };
  const tips = (performers: number, connections = CONNECTIONS) =>
    loadWithLatency({ url: server.url, connections, seconds: SECONDS, method: 'POST', each: tipsTo(performers) });
  const buyCart = () => {
    next += 1;
    return purchaseOf(carts[next % FANS]!, tokens[next % FANS]!);
  };
  const bareCart = () => ({ ...bareTips(), path: `/cart/${next % FANS}` });
  const latencies: number[] = [];
  try {
    const ours = async () => (await tips(PERFORMERS)).perSecond;
    const peer = async () => {
      const options = ['-n', '-M', 'prepared', '-c', String(CONNECTIONS), '-j', '2', '-T', String(SECONDS), '-f', script, stage.ownerUrl];
      const { stdout } = await run(pgbench, options);
      return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
    };
    const bareOne = () => load({ url: bare.url, connections: CONNECTIONS, seconds: SECONDS, method: 'POST', each: bareTips });
    const sell = (url: string, each: () => { path: string; headers: Record<string, string>; body: string }) =>
      load({ url, connections: CONNECTIONS, seconds: SECONDS, method: 'POST', each });
    const ourCarts = () => sell(server.url, buyCart);
    const bareCarts = () => sell(bare.url, bareCart);
    const toOne = async () => {
      latencies.push((await tips(1, 16)).p99);
      return (await tips(1)).perSecond;
    };
    await ours();
    await bareOne();
    await ourCarts();
    await bareCarts();
    const lines = [
      lineOf('purchase over HTTP, durable, 32 connections, by pgbench', 'purchases/s', 0.4, await alternate(ROUNDS, ours, peer)),
      lineOf('purchase over HTTP, durable, 32 connections, by bare Fastify', 'purchases/s', 0.8, await alternate(ROUNDS, ours, bareOne)),
      lineOf('cart of five products by three sellers, by bare Fastify', 'purchases/s', 0.8, await alternate(ROUNDS, ourCarts, bareCarts)),
      lineOf('64 fans tip one performer, by 64 fans who tip 64', 'tips/s', 0.9, await alternate(ROUNDS, toOne, ours)),
      { name: '64 fans tip one performer, 16 at once, p99', unit: 'ms', measured: median(latencies), atMost: 25 },
    ];
    const { rows } = await stage.sql.query<{ name: string; ok: boolean }>('select name, ok from ledger.verify()');
    const broken = rows.filter(({ ok }) => !ok).map(({ name }) => name);
    if (broken.length > 0) throw new Error(`the ledger does not verify after the load: ${broken.join('; ')}`);
    return lines;
  } finally {
    await Promise.all([server.stop(), bare.stop()]);
  }
};
