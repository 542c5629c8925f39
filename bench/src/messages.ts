import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isInstalled, startRedis } from '@stagedoor/server/testing/nodes/programs';
import { makePeople, openSessions } from './people.ts';
import { type Bound, type Server, median, p99Of, startOurs, startServer } from './rounds.ts';
import type { Talked, TalkOrder } from './servers/message-talkers.ts';
import { type Stage, openStage } from './stage.ts';

const CONVERSATIONS = 1000;
const PER_SECOND = 200;
const SECONDS = 6;
/** A site at 200 a second isn't idle before: the first second after the other site's round is not measured. */
const LEAD_IN_SECONDS = 1;
const ROUNDS = 5;
/** Before the first measured one: Node compiles what is hot again and again in the first half minute. */
const WARM_UPS = 3;

type Conversations = readonly { conversationId: string; tokens: readonly [string, string] }[];

/** Performers who let everybody write, each with one conversation with a fan. @returns the conversations with the sessions of both sides */
const makeConversations = async (stage: Stage): Promise<Conversations> => {
  await makePeople(stage, CONVERSATIONS, CONVERSATIONS);
  await stage.sql.query(`update performers set messages_from = 'everyone'`);
  await stage.sql.query(
    `insert into conversations (id, type, performer_id, fan_id, source, source_id)
     select bench_id('talk' || n), 'private', bench_id('person' || n), bench_id('person' || $1 + n), 'performer', bench_id('person' || n)
     from generate_series(1, $1::int) n`,
    [CONVERSATIONS],
  );
  await stage.sql.query(
    `insert into conversation_members (conversation_id, account_id, peer_id)
     select id, performer_id, fan_id from conversations union all select id, fan_id, performer_id from conversations`,
  );
  await stage.sql.query(
    'create table bench_messages (id uuid primary key default uuidv7(), conversation_id uuid not null, text text not null, created_at timestamptz not null default now())',
  );
  await stage.sql.query('vacuum analyze');
  const people = Array.from({ length: 2 * CONVERSATIONS }, (_, n) => n + 1);
  const tokens = await openSessions(stage, people);
  const { rows } = await stage.sql.query<{ id: string }>(`select bench_id('talk' || n) as id from generate_series(1, $1::int) n`, [
    CONVERSATIONS,
  ]);
  return rows.map(({ id }, n) => ({ conversationId: id, tokens: [tokens[n]!, tokens[CONVERSATIONS + n]!] }));
};

/** Connects both sides of all conversations; with two nodes, each side to its own. @returns the process that talks */
const connect = async (nodes: readonly Server[], talks: Conversations): Promise<Server> => {
  const talkers = await startServer('./servers/message-talkers.ts', {});
  const order: TalkOrder = {
    connect: talks.map(({ conversationId, tokens }) => ({
      conversationId,
      sides: [
        { token: tokens[0], url: nodes[0]!.url },
        { token: tokens[1], url: nodes.at(-1)!.url },
      ],
    })),
  };
  await talkers.ask(order);
  return talkers;
};

/** The 99th percentile of one round, in milliseconds. */
const talk = async (talkers: Server): Promise<number> => {
  const order: TalkOrder = { talk: { perSecond: PER_SECOND, seconds: LEAD_IN_SECONDS + SECONDS, leadInSeconds: LEAD_IN_SECONDS } };
  const { latencies, missing } = await talkers.ask<Talked>(order);
  if (missing > 0) throw new Error(`${missing} of ${latencies.length + missing} messages were not heard`);
  return p99Of(latencies);
};

/** Two sites by turns, on a stage whose tables were empty when the first statements were planned. @returns the medians of their rounds */
const takeTurns = async (sites: readonly [Server, Server], stages: readonly Stage[]): Promise<[number, number]> => {
  for (const site of sites) await talk(site);
  for (const { sql } of stages) await sql.query('analyze');
  for (let round = 0; round < WARM_UPS; round += 1) for (const site of sites) await talk(site);
  const p99s: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) for (const [at, site] of sites.entries()) p99s[at]!.push(await talk(site));
  return [median(p99s[0]), median(p99s[1])];
};

interface Compared {
  name: string;
  atMost: number;
  /** Of each node. */
  roles: readonly string[];
  environment?: Record<string, string>;
}

/**
 * From when a private message is due to when the other side hears it, stored: 200 a second in 1,000 conversations, both sides connected; with
 * one node, and with two that each have one side of every conversation. Each takes turns with bare Fastify, while no other site runs.
 */
export const messages = async (stage: Stage): Promise<readonly Bound[]> => {
  const ends: (() => Promise<unknown>)[] = [];
  const compare = async ({ name, atMost, roles, environment = {} }: Compared): Promise<Bound> => {
    const separate = await openStage();
    const started: Server[] = [];
    try {
      const talks = await makeConversations(separate);
      for (const role of roles) started.push(await startOurs(separate, { LOG_LEVEL: 'silent', ROLES: role, ...environment }));
      const talkers = await connect(started, talks);
      started.unshift(talkers);
      const [limit, measured] = await takeTurns([bare, talkers], [stage, separate]);
      console.log(`messages, ${name}: p99 ${measured.toFixed(1)} ms, bare Fastify’s ${limit.toFixed(1)} ms`);
      const line = `a message seen by the other side, ${name}: p99 in times of bare Fastify’s`;
      return { name: line, unit: 'times', measured: measured / limit, atMost };
    } finally {
      for (const server of started) await server.stop();
      await separate.close();
    }
  };
  const node = await startServer('./servers/bare-messages.ts', { DATABASE_URL: stage.ownerUrl });
  ends.unshift(() => node.stop());
  const bare = await connect([node], await makeConversations(stage));
  ends.unshift(() => bare.stop());
  try {
    const bounds = [
      await compare({ name: 'one node', atMost: 2, roles: ['web,worker'] }),
      await compare({ name: 'two nodes by PostgreSQL', atMost: 3, roles: ['web,worker', 'web'] }),
    ];
    if (!isInstalled('redis-server')) {
      console.log('messages, two nodes by Redis: left out, redis-server is not installed');
      return bounds;
    }
    const folder = await mkdtemp(join(tmpdir(), 'stagedoor-bench-'));
    const redis = await startRedis(folder);
    ends.unshift(() => redis.stop().then(() => rm(folder, { recursive: true, force: true })));
    const environment = { REDIS_URL: redis.url };
    return [...bounds, await compare({ name: 'two nodes by Redis', atMost: 3, roles: ['web,worker', 'web'], environment })];
  } finally {
    for (const end of ends) await end();
  }
};
