import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type TestPublisher, publish } from '../testing/publisher.ts';
import { type BuiltInStage, createBuiltInStage } from '../testing/stage.ts';

let stage: BuiltInStage;
let id: string;
let publisher: TestPublisher;
beforeAll(async () => {
  stage = await createBuiltInStage({ limits: { overloadedMs: 1_000 } });
  id = stage.memory.createShow({ isOpen: true });
  publisher = await publish({ url: stage.address(`whip/${id}`), token: stage.memory.grant(id, 'publish').token });
  await vi.waitUntil(async () => (await fetch(stage.address(`streams/${id}.m3u8`))).ok);
});
afterAll(async () => {
  publisher.vanish();
  await stage.close();
});

/** Keeps the event loop from turning for so long. */
const block = (milliseconds: number): void => {
  for (const end = performance.now() + milliseconds; performance.now() < end; );
};

test('viewers who come while the process is overloaded are told to wait, checks and publishers are served, and then all are', async () => {
  const paths = [`streams/${id}.m3u8`, `streams/${id}/1.m4s`];
  // On their way before the loop stands still.
  const asked = paths.map((path) => fetch(stage.address(path)));
  const offered = fetch(stage.address(`whep/${id}`), { method: 'POST', headers: { 'content-type': 'application/sdp' }, body: 'v=0' });
  const checked = fetch(`${stage.server.node().url}/alive`);
  const publishing = fetch(stage.address(`whip/${id}`), { method: 'POST', headers: { 'content-type': 'application/sdp' }, body: 'v=0' });
  block(1_500);
  for (const answer of await Promise.all([...asked, offered])) {
    expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('cache-control')]).toEqual([503, '5', 'no-store']);
    expect(await answer.json()).toMatchObject({ error: 'LIVE_FULL' });
  }
  expect([(await checked).status, (await publishing).status]).toEqual([200, 403]);
  await expect.poll(async () => (await fetch(stage.address(`streams/${id}.m3u8`))).status).toBe(200);
});
