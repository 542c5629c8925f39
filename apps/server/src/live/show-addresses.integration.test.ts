import { type Server, connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createLiveOrigins, createMediaServers } from '../modules/streams/index.ts';
import { type Person, createFan, createPerformer, topUp } from '../testing/factories.ts';
import { type TestApp, createTestApp } from '../testing/test-app.ts';
import { originsOf, rootOf } from './show-addresses.ts';
import { publish } from './testing/publisher.ts';
import { watch } from './testing/viewer.ts';

// Shows at addresses of the settings: servers in front of the site, as a content network would be.

const DEADLINE = { timeout: 25_000, interval: 50 };

let app: TestApp;
const fronts: Server[] = [];
let viewers: string;
let publishers: string;
let subscribers: string;
let others: string;
/** A server that passes all to the site. @returns its media address */
const openFront = async (): Promise<string> => {
  const { hostname, port } = new URL(app.url);
  const front = createServer((socket) => {
    const site = connect(Number(port), hostname);
    socket.pipe(site).pipe(socket);
    for (const end of [socket, site]) end.on('error', () => socket.destroy()).on('close', () => (socket.destroy(), site.destroy()));
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  fronts.push(front);
  return `http://127.0.0.1:${(front.address() as AddressInfo).port}/media`;
};
beforeAll(async () => {
  app = await createTestApp({ live: true });
  [viewers, publishers, subscribers, others] = [await openFront(), await openFront(), await openFront(), await openFront()];
});
afterAll(async () => {
  await app.close();
  for (const front of fronts) front.close();
});
const set = (values: Record<string, unknown>) => app.platform.settings.change(values, null);
const setHosts = () => set({ viewerURL: viewers, publisherURL: publishers, subscriberUrl: `${subscribers}/` });
afterEach(() => set({ viewerURL: '', publisherURL: '', subscriberUrl: '', AntMediaAppname: 'stagedoor' }));

const startShow = (performer: Person) => performer.client.call('POST /streaming/live', { body: { title: 'Études' } });
const playbackFor = async (fan: Person, performer: Person) =>
  (await fan.client.call('POST /streaming/join/{id}', { params: { id: performer.username } })).session.playback!;
const isPlaying = async (url: string): Promise<boolean> => (await fetch(url)).ok;

test('a public show is published to publisherURL and played from viewerURL, by playlist and by WHEP, until it ends', async () => {
  await setHosts();
  const [performer, fan] = [await createPerformer(app), await createFan(app)];
  const { session, publishing } = await startShow(performer);
  const id = session._id;
  expect(publishing.whip).toBe(`${publishers}/stagedoor/whip/${id}`);
  const publisher = await publish({ url: publishing.whip!, token: publishing.token });
  try {
    const playback = await playbackFor(fan, performer);
    expect(playback).toMatchObject({ url: `${viewers}/stagedoor/streams/${id}.m3u8`, whep: `${viewers}/stagedoor/whep/${id}` });
    await vi.waitUntil(() => isPlaying(playback.url), DEADLINE);

    // Changed meanwhile, the settings are for the next show.
    await set({ viewerURL: others, publisherURL: others, AntMediaAppname: 'Loft_2' });
    expect(await playbackFor(fan, performer)).toEqual(playback);
    expect((await startShow(performer)).publishing.whip).toBe(publishing.whip);
    const { token } = await fan.client.call('POST /streaming/join/{id}', { params: { id: performer.username } });
    const viewer = await watch({ url: playback.whep!, token: token.tokenId });
    await expect.poll(() => viewer.seen().pictures, DEADLINE).toBeGreaterThan(5);
    await viewer.stop();
    expect([await isPlaying(playback.url), await isPlaying(`${others}/Loft_2/streams/${id}.m3u8`)]).toEqual([true, false]);
  } finally {
    await publisher.stop();
  }
  await performer.client.call('POST /streaming/end/{id}', { params: { id } });
  const next = await startShow(performer);
  expect(next.publishing.whip).toBe(`${others}/Loft_2/whip/${next.session._id}`);
});

test('paid shows are played from subscriberUrl', async () => {
  await setHosts();
  const [performer, fan] = [await createPerformer(app), await createFan(app)];
  await topUp(app, fan, 50);
  const { session, publishing } = await performer.client.call('POST /streaming/group-chat', {
    body: { title: 'Quartet', price: 1, seats: 3 },
  });
  expect(publishing.whip).toBe(`${publishers}/stagedoor/whip/${session._id}`);
  const publisher = await publish({ url: publishing.whip!, token: publishing.token });
  try {
    await vi.waitUntil(
      async () => (await fan.client.send('POST /streaming/join/{id}', { params: { id: session._id } })).status < 300,
      DEADLINE,
    );
    const { session: joined, token } = await fan.client.call('POST /streaming/join/{id}', { params: { id: session._id } });
    const { url } = joined.playback!;
    expect(url).toBe(`${subscribers}/stagedoor/streams/${session._id}.m3u8?token=${token.tokenId}`);
    await vi.waitUntil(() => isPlaying(url), DEADLINE);
  } finally {
    await publisher.stop();
  }
});

test('pages may reach the addresses of the settings, and those of shows that began before a change', async () => {
  const servers = await createMediaServers(app.platform.database, app.platform.encryption, undefined);
  const origins = createLiveOrigins(app.platform, servers);
  await set({ viewerURL: 'https://watch.example.org/media', publisherURL: 'wss://studio.example.org:5443/app' });
  await startShow(await createPerformer(app));
  const [watchAt, studio] = ['https://watch.example.org', 'wss://studio.example.org:5443'];
  expect(origins.list()).toEqual(expect.arrayContaining([watchAt, studio, 'https://studio.example.org:5443']));
  await set({ viewerURL: 'https://new.example.org', publisherURL: '' });
  await expect.poll(() => origins.list()).toEqual(expect.arrayContaining(['https://new.example.org', watchAt, studio]));
});

test.each([
  ['', 'https://site.example/media'],
  ['/relay/', 'https://site.example/relay'],
  ['wss://live.example:5443', 'https://live.example:5443'],
  ['rtmp://live.example/app', 'https://site.example/media'],
  ['http://127.0.0.1:5080//', 'http://127.0.0.1:5080'],
])('browsers reach %j at %s', (address, root) => {
  expect(rootOf(address, 'https://site.example')).toBe(root);
});

test('addresses without a host of their own open nothing in the policy', () => {
  expect(originsOf(['', '/relay', 'rtmp://live.example'])).toEqual([]);
});
