import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type DatabaseGate, createDatabaseGate } from '../testing/database-gate.ts';
import { type Person, createPerformer } from '../testing/factories.ts';
import { type ServerProcess, startServer } from '../testing/server-process.ts';
import { type TestApp, createTestApp, freePort } from '../testing/test-app.ts';
import { type TestPublisher, publish } from './testing/publisher.ts';

// Each process that a show depends on is killed (SIGKILL) or cut off while it runs; the show continues as the same one.

const DEADLINE = { timeout: 45_000, interval: 50 };

let app: TestApp;
let gate: DatabaseGate;
let server: ServerProcess;
let port: string;
let performer: Person;
let publisher: TestPublisher | undefined;
let streamId: string;
let token: string;

const boot = async (): Promise<void> => {
  const place = { databaseUrl: gate.url, dataDirectory: app.dataDirectory };
  server = await startServer(place, { PORT: port, PUBLIC_URL: `http://localhost:${port}`, ROLES: 'web,worker,live', LOG_LEVEL: 'error' });
};
beforeAll(async () => {
  app = await createTestApp();
  performer = await createPerformer(app);
  gate = await createDatabaseGate(app.testDatabase.ownerUrl);
  port = String(await freePort());
  await boot();
  const { session, publishing } = await server
    .client(performer.client.token)
    .call('POST /streaming/live', { body: { title: 'Bach by request', isRecorded: true } });
  streamId = session._id;
  token = publishing.token;
});
afterEach(() => publisher?.stop().catch(() => {}));
afterAll(async () => {
  server.child.kill('SIGTERM');
  await server.exited;
  await gate.end();
  await app.close();
});

const whip = (): string => `${server.url}/media/stagedoor/whip/${streamId}`;
/** Retries until it is accepted, as a performer's browser does. */
const goLive = (): Promise<TestPublisher> =>
  vi.waitFor(async () => {
    publisher = await publish({ url: whip(), token });
    return publisher;
  }, DEADLINE);
const show = () => app.platform.database.selectFrom('streams').selectAll().where('id', '=', streamId).executeTakeFirstOrThrow();
const isLive = (): Promise<boolean> => show().then(({ state }) => state === 'live');
const liveProcess = async (): Promise<{ pid: number; url: string }> =>
  JSON.parse(await readFile(join(app.dataDirectory, 'live', 'process.json'), 'utf8')) as { pid: number; url: string };

/** Number of the newest complete segment; undefined while there is none. */
const newest = async (): Promise<number | undefined> => {
  const response = await fetch(`${server.url}/media/stagedoor/streams/${streamId}.m3u8`).catch(() => undefined);
  const numbers = response?.ok ? [...(await response.text()).matchAll(/\/(\d+)\.m4s/g)].map((match) => Number(match[1])) : [];
  return numbers.at(-1);
};
const playsBeyond = (number: number): Promise<boolean> => vi.waitUntil(async () => ((await newest()) ?? 0) > number, DEADLINE);

test('a killed live process: the next one accepts the performer into the same show, with newer segments', async () => {
  await goLive();
  await vi.waitUntil(isLive, DEADLINE);
  await playsBeyond(0);
  const before = { ...(await liveProcess()), segment: (await newest())!, node: (await show()).node_id };
  process.kill(before.pid, 'SIGKILL');
  publisher!.vanish();
  await vi.waitUntil(async () => (await liveProcess().catch(() => before)).pid !== before.pid, DEADLINE);
  await goLive();
  await playsBeyond(before.segment);
  await vi.waitUntil(isLive, DEADLINE);
  const after = await show();
  expect(after.ended_at).toBeNull();
  expect(after.node_id).not.toBe(before.node);
  expect((await fetch(`${server.url}/api/ready`)).status).toBe(200);
});

test('a killed site process: the show continues, and the next start adopts the live process', async () => {
  await goLive();
  await vi.waitUntil(isLive, DEADLINE);
  await playsBeyond(0);
  const before = { ...(await liveProcess()), segment: (await newest())!, node: (await show()).node_id };
  await server.kill();
  // Directly from the live process, while no web process proxies it.
  const alone = await fetch(`${before.url}/media/stagedoor/streams/${streamId}.m3u8`);
  expect(alone.status).toBe(200);
  await boot();
  expect(await liveProcess()).toMatchObject({ pid: before.pid });
  await playsBeyond(before.segment);
  expect(await show()).toMatchObject({ state: 'live', node_id: before.node });

  // A second start on the same DATA_DIR, whose stop leaves the show to the first.
  const second = await startServer({ databaseUrl: gate.url, dataDirectory: app.dataDirectory }, { ROLES: 'live' });
  const segment = (await newest())!;
  second.child.kill('SIGTERM');
  expect(await second.exited).toBe(0);
  await playsBeyond(segment);
  expect(await liveProcess()).toMatchObject({ pid: before.pid });

  // The adopted process dies: nothing but a failed check reports it.
  process.kill(before.pid, 'SIGKILL');
  publisher!.vanish();
  await vi.waitUntil(async () => (await liveProcess().catch(() => before)).pid !== before.pid, DEADLINE);
  // Noticed by the check, not by the lease that expires later.
  expect(server.output()).toContain('the adopted live process exited; restarting it');
  await goLive();
  await vi.waitUntil(isLive, DEADLINE);
});

test('a database outage: viewers continue to watch, and the show stays the same', async () => {
  await goLive();
  await vi.waitUntil(isLive, DEADLINE);
  await playsBeyond(0);
  const before = await show();
  gate.close();
  const segment = (await newest())!;
  const { url } = await liveProcess();
  const next = async (): Promise<number> => {
    const text = await (await fetch(`${url}/media/stagedoor/streams/${streamId}.m3u8`)).text();
    return Number([...text.matchAll(/\/(\d+)\.m4s/g)].at(-1)?.[1] ?? 0);
  };
  await vi.waitUntil(async () => (await next()) > segment + 2, DEADLINE);
  gate.open();
  await vi.waitUntil(async () => {
    const row = await show();
    return row.state === 'live' && row.updated_at > before.updated_at;
  }, DEADLINE);
  expect(await show()).toMatchObject({ ended_at: null, node_id: before.node_id });
});
