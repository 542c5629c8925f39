import { type Bound, type Line, type Server, lineOf, median, startServer } from './rounds.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isInstalled, startRedis } from '@stagedoor/server/testing/nodes/programs';
import type { Heard, ListenOrder } from './servers/chat-listeners.ts';
import type { Usage } from './servers/usage.ts';
import { type Stage, openStage } from './stage.ts';

const CLIENTS = 2000;
const ROUNDS = 5;
const SECONDS = 3;
/** Messages a second: 100,000 deliveries, of which two are gathered now and then. */
const BUSY = 50;
/** Half of it, for latencies. */
const CALM = 25;

interface Side {
  server: Server;
  listeners: Server;
}

const openSide = async (file: string, isBare: boolean, environment: Record<string, string>): Promise<Side> => {
  const server = await startServer(file, environment);
  const listeners = await startServer('./servers/chat-listeners.ts', {});
  const order: ListenOrder = { connect: { url: server.url, clients: CLIENTS, isBare } };
  await listeners.ask(order);
  return { server, listeners };
};

/** Sends messages to the room at a rate. @returns deliveries for each second of the server's CPU, and latencies */
const measure = async ({ server, listeners }: Side, perSecond: number): Promise<{ perCpuSecond: number; latencies: number[] }> => {
  const before = await server.ask<Usage>({ usage: true });
  const sentAt: Record<number, number> = {};
  const begin = performance.now();
  const total = perSecond * SECONDS;
  for (let number = 0; number < total; number += 1) {
    const wait = begin + (number * 1000) / perSecond - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    sentAt[number] = performance.timeOrigin + performance.now();
    server.tell({ send: [number] });
  }
  const order: ListenOrder = { await: { last: total - 1, sentAt } };
  const heard = await listeners.ask<Heard>(order);
  const after = await server.ask<Usage>({ usage: true });
  if (heard.faults > 0 || heard.deliveries !== total * CLIENTS)
    throw new Error(`${heard.faults} messages missing or out of order, ${heard.deliveries} of ${total * CLIENTS} delivered`);
  return { perCpuSecond: (heard.deliveries * 1000) / (after.cpu - before.cpu), latencies: heard.latencies };
};

/** A server whose events another node gets by Redis; null without `redis-server` on this machine. */
const openRedisSide = async (environment: Record<string, string>): Promise<(Side & { stop(): Promise<void> }) | null> => {
  if (!isInstalled('redis-server')) {
    console.log('chat of 2,000 with Redis: left out, redis-server is not installed');
    return null;
  }
  const folder = await mkdtemp(join(tmpdir(), 'stagedoor-bench-'));
  const redis = await startRedis(folder);
  const withRedis = { ...environment, REDIS_URL: redis.url };
  const side = await openSide('./servers/chat-ours.ts', false, withRedis);
  const other = await startServer('./servers/chat-ours.ts', withRedis);
  return {
    ...side,
    async stop() {
      for (const server of [side.server, side.listeners, other]) await server.stop();
      await redis.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

const p99 = (values: readonly number[]): number => values.toSorted((one, other) => one - other)[Math.ceil(values.length * 0.99) - 1]!;

/**
 * A room of 2,000 sockets: deliveries (one message parsed by one client) for each second of the server's CPU, all sides gathering within 20 ms;
 * against Socket.IO as it comes and against frames written to bare websockets.
 */
export const chat = async (stage: Stage): Promise<readonly (Line | Bound)[]> => {
  const environment = { DATABASE_URL: stage.ownerUrl };
  const clustered = await openSide('./servers/chat-ours.ts', false, environment);
  // Its presence makes the first one publish everything.
  const other = await startServer('./servers/chat-ours.ts', environment);
  const separate = await openStage();
  const ours = await openSide('./servers/chat-ours.ts', false, { DATABASE_URL: separate.ownerUrl });
  const redis = await openRedisSide({ DATABASE_URL: separate.ownerUrl });
  const stock = await openSide('./servers/chat-stock.ts', false, {});
  const bare = await openSide('./servers/chat-bare.ts', true, {});
  const sides: Record<string, Side> = { ours, clustered, stock, bare, ...(redis ? { redis } : {}) };
  const measured = Object.entries(sides).map(([name, side]) => ({ name, side, rates: [] as number[], late: [] as number[] }));
  try {
    for (const { side } of measured) await measure(side, BUSY);
    for (let round = 0; round < ROUNDS; round += 1)
      for (const { side, rates, late } of measured) {
        rates.push((await measure(side, BUSY)).perCpuSecond);
        late.push(p99((await measure(side, CALM)).latencies));
      }
    const of = (name: string, what: 'rates' | 'late'): number => median(measured.find((one) => one.name === name)![what]);
    const rate = { ours: of('ours', 'rates'), clustered: of('clustered', 'rates'), stock: of('stock', 'rates'), bare: of('bare', 'rates') };
    return [
      lineOf('chat of 2,000, against stock Socket.IO', 'deliveries/CPU s', 1.2, { ours: rate.ours, peer: rate.stock }),
      lineOf('chat of 2,000, against bare frames', 'deliveries/CPU s', 0.8, { ours: rate.ours, peer: rate.bare }),
      lineOf('chat of 2,000 with a second node, against one', 'deliveries/CPU s', 0.7, { ours: rate.clustered, peer: rate.ours }),
      ...(redis
        ? [
            lineOf('chat of 2,000 with a second node by Redis, against one', 'deliveries/CPU s', 0.7, {
              ours: of('redis', 'rates'),
              peer: rate.ours,
            }),
          ]
        : []),
      {
        name: 'chat of 2,000 at 50,000 deliveries/s: p99, in times of bare frames’',
        unit: 'times',
        measured: of('ours', 'late') / of('bare', 'late'),
        atMost: 1.5,
      },
    ];
  } finally {
    for (const server of [
      ours.server,
      ours.listeners,
      clustered.server,
      clustered.listeners,
      other,
      stock.server,
      stock.listeners,
      bare.server,
      bare.listeners,
    ])
      await server.stop();
    await redis?.stop();
    await separate.close();
  }
};
