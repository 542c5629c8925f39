import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../platform/database/embedded.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { createConversation, openMessages } from '../conversation-fixtures.ts';
import { type Person, createFan, createPerformer } from '../factories.ts';
import { type ServerProcess, startServer } from '../server-process.ts';
import { createTestApp } from '../test-app.ts';
import { type Program, startBalancer, startRedis } from './programs.ts';
import { type Talk, type TalkResult, runTalks } from './talk.ts';
import { uploadInPieces } from './upload-in-pieces.ts';

// `npm run nodes:verify`: two web nodes and a worker behind haproxy, once with PostgreSQL's notifications and once with Redis. People write to
// each other through the balancer, and a node, then Redis, is stopped meanwhile. Exits 1 when a message is lost or comes twice, when one is heard late or in
// the wrong order while nothing is broken, or when sockets don't find their way back.

const TALKS = 40;
const PER_SECOND = 100;
const SECONDS = 10;

const quantile = (values: readonly number[], q: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))] ?? NaN;

const makeTalks = async (place: { databaseUrl: string; dataDirectory: string }): Promise<Talk[]> => {
  const app = await createTestApp({
    database: { name: 'stagedoor', ownerUrl: place.databaseUrl, drop: async () => {} },
    dataDirectory: place.dataDirectory,
  });
  const talks: Talk[] = [];
  for (let count = 0; count < TALKS; count += 1) {
    const performer: Person = await createPerformer(app);
    await openMessages(performer);
    const fan = await createFan(app);
    talks.push({ fan, performer, conversationId: await createConversation(fan, performer) });
  }
  await app.settle();
  await app.close();
  return talks;
};

const failures: string[] = [];
const report = (name: string, { sent, heard, repeated, disordered, lost, doubled, latencies }: TalkResult, isWhole: boolean): void => {
  console.log(
    `${name}: ${sent} sent, ${heard} heard, ${repeated} repeated, ${disordered} out of order, ${lost} lost, ${doubled} stored twice; ` +
      `p50 ${quantile(latencies, 0.5).toFixed(1)} ms, p99 ${quantile(latencies, 0.99).toFixed(1)} ms`,
  );
  if (lost > 0 || doubled > 0 || repeated > 0 || disordered > 0) failures.push(`${name}: messages were lost, doubled or disordered`);
  if (isWhole && heard !== sent) failures.push(`${name}: ${sent - heard} messages were not heard`);
};

const verifyWith = async (carrier: 'postgres' | 'redis'): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'stagedoor-nodes-'));
  const quiet = { info() {}, warn() {}, error: console.error };
  const postgres = await startEmbeddedPostgres({ dataDirectory: folder, log: quiet as never });
  const programs: Program[] = [];
  const processes: ServerProcess[] = [];
  try {
    await migrate(postgres.ownerUrl);
    const place = { databaseUrl: postgres.ownerUrl, dataDirectory: folder };
    const talks = await makeTalks(place);
    const redis = carrier === 'redis' ? await startRedis(folder) : undefined;
    if (redis) programs.push(redis);
    const environment = { TRUST_PROXY: 'yes', ...(redis ? { REDIS_URL: redis.url } : {}) };
    const startNode = async (roles: string, port?: string): Promise<ServerProcess> => {
      const started = await startServer(place, { ...environment, ROLES: roles, ...(port ? { PORT: port } : {}) });
      processes.push(started);
      return started;
    };
    const [one, two] = await Promise.all([startNode('web'), startNode('web'), startNode('worker')]);
    const balancer = await startBalancer(folder, [one.url, two.url]);
    programs.push(balancer);
    const talkAs = (label: string, onSecond?: (second: number) => void) =>
      runTalks(balancer.url, talks, { label, perSecond: PER_SECOND, seconds: SECONDS, ...(onSecond ? { onSecond } : {}) });
    await talkAs('Warm');
    report(`${carrier}, two web nodes`, await talkAs('Calm'), true);
    let again: Promise<ServerProcess> | undefined;
    const killed = await talkAs('Broken', (second) => {
      if (second === 3) void one.kill();
      if (second === 6) again = startNode('web', new URL(one.url).port);
    });
    report(`${carrier}, one of them killed and started again`, killed, false);
    await again;
    report(`${carrier}, after its return`, await talkAs('Whole'), true);
    if (redis) {
      let restarted: Promise<Program> | undefined;
      const without = await talkAs('Alone', (second) => {
        if (second === 2) void redis.stop();
        if (second === 5) restarted = startRedis(folder, Number(new URL(redis.url).port));
      });
      report(`${carrier}, away for three seconds`, without, false);
      programs.push(await restarted!);
      report(`${carrier}, after its return`, await talkAs('Again'), true);
    }
    const same = await uploadInPieces([one.url, two.url], talks[0]!.performer);
    console.log(`${carrier}, an upload whose pieces go to both nodes: ${same ? 'whole' : 'FAILED'}`);
    if (!same) failures.push(`${carrier}: an upload in pieces was not whole`);
  } finally {
    for (const one of processes) await one.kill();
    for (const program of programs) await program.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

for (const carrier of ['postgres', 'redis'] as const) await verifyWith(carrier);
for (const failure of failures) console.error(`FAILED ${failure}`);
process.exit(failures.length === 0 ? 0 : 1);
