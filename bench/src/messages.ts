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
/** A site at 200 a second isn't idle before: the first seconds after six of the other sites' rounds are not measured. */
const LEAD_IN_SECONDS = 1;
const ROUNDS = 3;

/** Performers who let everybody write, each with one conversation with a fan. @returns the conversations with the sessions of both sides */
const makeConversations = async (stage: Stage): Promise<{ conversationId: string; tokens: readonly [string, string] }[]> => {
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

interface Site {
  talkers: Server;
  p99s: number[];
}

/** Connects both sides of all conversations; with two nodes, each side to its own. */
const connect = async (nodes: readonly Server[], talks: Awaited<ReturnType<typeof makeConversations>>): Promise<Site> => {
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
  return { talkers, p99s: [] };
};

const talk = async ({ talkers }: Site): Promise<number> => {
  const order: TalkOrder = { talk: { perSecond: PER_SECOND, seconds: LEAD_IN_SECONDS + SECONDS, leadInSeconds: LEAD_IN_SECONDS } };
  const { latencies, missing } = await talkers.ask<Talked>(order);
  if (missing > 0) throw new Error(`${missing} of ${PER_SECOND * SECONDS} messages were not heard`);
  return p99Of(latencies);
};

/**
 * From when a private message is due to when the other side hears it, stored: 200 a second in 1,000 conversations, both sides connected; with
 * one node, and with two that each have one side of every conversation.
 */
export const messages = async (stage: Stage): Promise<readonly Bound[]> => {
  const ends: (() => Promise<unknown>)[] = [];
  const stages = [stage];
  const start = async (on: Stage, roles: string, environment: Record<string, string> = {}): Promise<Server> => {
    const server = await startOurs(on, {
      LOG_LEVEL: 'silent',
      ROLES: roles,
      ...environment,
    });
    ends.unshift(() => server.stop());
    return server;
  };
  const openSite = async (nodes: readonly Server[], talks: Awaited<ReturnType<typeof makeConversations>>): Promise<Site> => {
    const site = await connect(nodes, talks);
    ends.unshift(() => site.talkers.stop());
    return site;
  };
  const openPair = async (environment: Record<string, string>): Promise<Site> => {
    const separate = await openStage();
    ends.unshift(() => separate.close());
    stages.push(separate);
    const talks = await makeConversations(separate);
    const first = await start(separate, 'web,worker', environment);
    return openSite([first, await start(separate, 'web', environment)], talks);
  };
  try {
    const talks = await makeConversations(stage);
    const bare = await startServer('./servers/bare-messages.ts', { DATABASE_URL: stage.ownerUrl });
    ends.unshift(() => bare.stop());
    const sites: Record<string, Site> = {
      bare: await openSite([bare], talks),
      'one node': await openSite([await start(stage, 'web,worker')], talks),
      'two nodes by PostgreSQL': await openPair({}),
    };
    if (isInstalled('redis-server')) {
      const folder = await mkdtemp(join(tmpdir(), 'stagedoor-bench-'));
      const redis = await startRedis(folder);
      ends.unshift(() => redis.stop().then(() => rm(folder, { recursive: true, force: true })));
      sites['two nodes by Redis'] = await openPair({ REDIS_URL: redis.url });
    } else console.log('messages, two nodes by Redis: left out, redis-server is not installed');
    for (const site of Object.values(sites)) await talk(site);
    // The tables were empty when the statements were planned; a site's autovacuum has analyzed them long ago.
    for (const { sql } of stages) await sql.query('analyze');
    for (const site of Object.values(sites)) await talk(site);
    for (let round = 0; round < ROUNDS; round += 1) for (const site of Object.values(sites)) site.p99s.push(await talk(site));
    const limit = median(sites['bare']!.p99s);
    for (const [name, { p99s }] of Object.entries(sites)) console.log(`messages, ${name}: p99 ${median(p99s).toFixed(1)} ms`);
    return Object.entries(sites)
      .filter(([name]) => name !== 'bare')
      .map(([name, { p99s }]) => ({
        name: `a message seen by the other side, ${name}: p99 in times of bare Fastify’s`,
        unit: 'times',
        measured: median(p99s) / limit,
        atMost: name === 'one node' ? 2 : 3,
      }));
  } finally {
    for (const end of ends) await end();
  }
};
