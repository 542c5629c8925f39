import { copyFile, mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type Person, createPerformer } from '../testing/factories.ts';
import { type ServerProcess, startServer } from '../testing/server-process.ts';
import { type TestApp, createTestApp } from '../testing/test-app.ts';
import { type TestPublisher, publish } from './testing/publisher.ts';
import { type TestViewer, watch } from './testing/viewer.ts';

// Two machines of one site: each a web process, a worker and a live process with a data directory of its own. A show runs on one of them and
// is reached through both; when its machine fails, it continues on the other.

const DEADLINE = { timeout: 60_000, interval: 100 };
const PLAYLIST = /\/(\d+)\.m4s/g;

interface Machine {
  server: ServerProcess;
  dataDirectory: string;
}

let app: TestApp;
const machines: Machine[] = [];
const publishers: TestPublisher[] = [];
const viewers: TestViewer[] = [];

const startMachine = async (dataDirectory: string): Promise<Machine> => ({
  dataDirectory,
  server: await startServer(
    { databaseUrl: app.testDatabase.ownerUrl, dataDirectory },
    { ROLES: 'web,worker,live', LIVE_SECRET: 'shared-by-both-machines-of-the-site' },
  ),
});
beforeAll(async () => {
  app = await createTestApp();
  for (const name of ['one', 'two']) {
    const dataDirectory = await mkdtemp(join(app.dataDirectory, `${name}-`));
    await copyFile(join(app.dataDirectory, 'secrets.json'), join(dataDirectory, 'secrets.json'));
    machines.push(await startMachine(dataDirectory));
  }
});
afterEach(async () => {
  await Promise.all([...publishers.splice(0), ...viewers.splice(0)].map((one) => one.stop().catch(() => {})));
});
afterAll(async () => {
  for (const { server } of machines) {
    server.child.kill('SIGTERM');
    await server.exited;
  }
  await app.close();
});

const liveProcess = async ({ dataDirectory }: Machine): Promise<{ pid: number; nodeId: string }> =>
  JSON.parse(await readFile(join(dataDirectory, 'live', 'process.json'), 'utf8')) as { pid: number; nodeId: string };
const show = (streamId: string) =>
  app.platform.database.selectFrom('streams').selectAll().where('id', '=', streamId).executeTakeFirstOrThrow();
const isLive = (streamId: string) => show(streamId).then(({ state }) => state === 'live');

interface Show {
  performer: Person;
  streamId: string;
  token: string;
}
const createShow = async (title: string): Promise<Show> => {
  const performer = await createPerformer(app);
  const client = machines[0]!.server.client(performer.client.token);
  const { session, publishing } = await client.call('POST /streaming/live', { body: { title } });
  return { performer, streamId: session._id, token: publishing.token };
};
/** Publishes through a machine's web process. Retries until it is accepted, as a performer's browser does. */
const goLive = ({ server }: Machine, { streamId, token }: Show): Promise<TestPublisher> =>
  vi.waitFor(async () => {
    const publisher = await publish({ url: `${server.url}/media/stagedoor/whip/${streamId}`, token });
    publishers.push(publisher);
    return publisher;
  }, DEADLINE);
/** Numbers of the complete segments that a machine's web process lists; none while it can't. */
const segments = async ({ server }: Machine, streamId: string): Promise<number[]> => {
  const response = await fetch(`${server.url}/media/stagedoor/streams/${streamId}.m3u8`).catch(() => undefined);
  return response?.ok ? [...(await response.text()).matchAll(PLAYLIST)].map((match) => Number(match[1])) : [];
};
const playsBeyond = (machine: Machine, streamId: string, number: number) =>
  vi.waitUntil(async () => ((await segments(machine, streamId)).at(-1) ?? 0) > number, DEADLINE);
/** The machine that hosts a show, and the other one. */
const ownerOf = async (streamId: string): Promise<{ owner: Machine; other: Machine }> => {
  const { node_id: nodeId } = await show(streamId);
  const [one, two] = machines as [Machine, Machine];
  return (await liveProcess(one)).nodeId === nodeId ? { owner: one, other: two } : { owner: two, other: one };
};

test('shows are spread over the machines; each is published, played and listed through both', async () => {
  const shows = [await createShow('Morning scales'), await createShow('Evening scales')];
  for (const each of shows) {
    await goLive(machines[0]!, each);
    await vi.waitUntil(() => isLive(each.streamId), DEADLINE);
  }
  const owners = await Promise.all(shows.map(({ streamId }) => show(streamId).then(({ node_id: nodeId }) => nodeId)));
  expect(new Set(owners)).toEqual(new Set((await Promise.all(machines.map(liveProcess))).map(({ nodeId }) => nodeId)));
  for (const { streamId } of shows)
    for (const machine of machines) {
      await playsBeyond(machine, streamId, 0);
      const viewer = await watch({ url: `${machine.server.url}/media/stagedoor/whep/${streamId}` });
      viewers.push(viewer);
      await vi.waitUntil(() => viewer.seen().pictures > 5, DEADLINE);
      const { data } = await machine.server.client().call('GET /streaming/live');
      expect(data.map(({ _id }) => _id)).toContain(streamId);
    }
  for (const { performer, streamId } of shows) await performer.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
});

test('a machine fails: its show is interrupted, its performer’s return continues it on the other, and that one’s show is undisturbed', async () => {
  const shows = [await createShow('Bach by request'), await createShow('Satie by request')] as const;
  const publisher = await goLive(machines[1]!, shows[0]);
  await goLive(machines[1]!, shows[1]);
  for (const { streamId } of shows) {
    await vi.waitUntil(() => isLive(streamId), DEADLINE);
    await playsBeyond(machines[0]!, streamId, 0);
  }
  const [{ streamId }, beside] = [shows[0], shows[1].streamId];
  const { owner, other } = await ownerOf(streamId);
  const before = { row: await show(streamId), beside: await show(beside), segment: (await segments(other, streamId)).at(-1)! };
  const besideSegment = (await segments(other, beside)).at(-1)!;

  const { pid } = await liveProcess(owner);
  await owner.server.kill();
  process.kill(pid, 'SIGKILL');
  publisher.vanish();
  await vi.waitUntil(async () => (await show(streamId)).state === 'interrupted', DEADLINE);
  expect(await other.server.client().call('GET /streaming/view/{id}', { params: { id: streamId } })).toMatchObject({
    state: 'interrupted',
  });

  await goLive(other, shows[0]);
  await vi.waitUntil(() => isLive(streamId), DEADLINE);
  await playsBeyond(other, streamId, before.segment);
  const after = await show(streamId);
  expect(after).toMatchObject({ ended_at: null, node_id: (await liveProcess(other)).nodeId });
  expect(after.node_id).not.toBe(before.row.node_id);
  await playsBeyond(other, beside, besideSegment);
  expect(await show(beside)).toMatchObject({ state: 'live', node_id: before.beside.node_id });

  // The failed machine comes back: it serves both shows, and takes none of them.
  const returned = await startMachine(owner.dataDirectory);
  machines[machines.indexOf(owner)] = returned;
  await playsBeyond(returned, streamId, (await segments(other, streamId)).at(-1)!);
  expect(await show(streamId)).toMatchObject({ state: 'live', node_id: after.node_id });
});

test('a machine that stood still for a while ends its copy of a show that continued elsewhere', async () => {
  const each = await createShow('Nocturnes');
  const frozen = await goLive(machines[0]!, each);
  await vi.waitUntil(() => isLive(each.streamId), DEADLINE);
  await playsBeyond(machines[0]!, each.streamId, 0);
  const { owner, other } = await ownerOf(each.streamId);
  const segment = (await segments(other, each.streamId)).at(-1)!;
  const { pid, nodeId } = await liveProcess(owner);
  for (const stopped of [owner.server.child.pid!, pid]) process.kill(stopped, 'SIGSTOP');
  frozen.vanish();
  await vi.waitUntil(async () => (await show(each.streamId)).state === 'interrupted', DEADLINE);
  await goLive(other, each);
  await vi.waitUntil(() => isLive(each.streamId), DEADLINE);
  await playsBeyond(other, each.streamId, segment);

  for (const stopped of [owner.server.child.pid!, pid]) process.kill(stopped, 'SIGCONT');
  const hosted = async (): Promise<number> => {
    const { url } = JSON.parse(await readFile(join(owner.dataDirectory, 'live', 'process.json'), 'utf8')) as { url: string };
    return (await fetch(`${url}/media/stagedoor/streams/${each.streamId}.m3u8`)).status;
  };
  await vi.waitUntil(async () => (await hosted().catch(() => 200)) !== 200, DEADLINE);
  const after = await show(each.streamId);
  expect(after.state).toBe('live');
  expect(after.node_id).not.toBe(nodeId);
  await playsBeyond(owner, each.streamId, (await segments(other, each.streamId)).at(-1)!);
});
