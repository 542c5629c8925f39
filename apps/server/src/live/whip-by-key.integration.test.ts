import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type Person, createPerformer } from '../testing/factories.ts';
import { type TestApp, createTestApp } from '../testing/test-app.ts';
import { endSession, sendOffer } from './testing/client.ts';
import { type TestPublisher, publish } from './testing/publisher.ts';

// The lasting address and key of a performer through a whole site: web process, tables and live process.

const DEADLINE = { timeout: 25_000, interval: 50 };
const OFFER = 'v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\n';

let app: TestApp;
let performer: Person;
let whip: string;
let key: string;
beforeAll(async () => {
  app = await createTestApp({ live: true });
  performer = await createPerformer(app);
  ({ key } = await performer.client.call('POST /performer/stream-key'));
  await vi.waitUntil(async () => (await access()).whip !== null, DEADLINE);
  whip = `${app.url}${new URL((await access()).whip!).pathname}`;
});
afterAll(() => app.close());
afterEach(() => app.platform.settings.change({ publisherURL: '', AntMediaAppname: 'stagedoor' }, null));

const access = () => performer.client.call('GET /performer/stream-key');
const prepare = async (): Promise<string> =>
  (await performer.client.call('POST /streaming/live', { body: { title: 'Nocturnes' } })).session._id;
const stateOf = async (id: string) => (await performer.client.call('GET /streaming/view/{id}', { params: { id } })).state;
const end = (id: string) => performer.client.call('POST /streaming/end/{id}', { params: { id } });
const byKey = async (url = whip): Promise<TestPublisher> => {
  const publisher = await publish({ url, token: key });
  onTestFinished(() => publisher.vanish());
  return publisher;
};
const refusal = async (url: string, bearer: string) => {
  const { status, body } = await sendOffer(url, bearer, OFFER);
  return { status, error: (JSON.parse(body) as { error: string }).error };
};

test('the address lasts, publishes the prepared show, and is the site’s own where publisherURL is for encoders alone', async () => {
  const own = `${app.platform.config.publicUrl}/media/stagedoor/whip/key`;
  expect(await access()).toMatchObject({ whip: own });
  await app.platform.settings.change({ publisherURL: 'rtmps://live.example.com/live' }, null);
  expect(await access()).toMatchObject({ whip: own, rtmp: 'rtmps://live.example.com/live' });
  await app.platform.settings.change({ publisherURL: 'https://media.example.com/in/' }, null);
  expect((await access()).whip).toBe('https://media.example.com/in/stagedoor/whip/key');

  // Nothing waits yet.
  expect(await refusal(whip, key)).toEqual({ status: 409, error: 'LIVE_KEY_NO_SHOW' });
  const id = await prepare();
  const publisher = await byKey();
  expect(publisher.session.location).toContain(`/media/stagedoor/whip/${id}/`);
  await vi.waitUntil(async () => (await stateOf(id)) === 'live', DEADLINE);
  await expect.poll(async () => (await performer.client.call('GET /performer/encoder')).signal?.width, DEADLINE).toBe(640);
  expect((await endSession(publisher.session, key)).status).toBe(200);
  await vi.waitUntil(async () => (await stateOf(id)) === 'interrupted', DEADLINE);
  // An address from before the application had another name.
  await app.platform.settings.change({ AntMediaAppname: 'renamed' }, null);
  await byKey();
  await vi.waitUntil(async () => (await stateOf(id)) === 'live', DEADLINE);
  await end(id);
});

test('a key that is replaced ends its session at once, and is refused from then on', async () => {
  const id = await prepare();
  await byKey();
  await vi.waitUntil(async () => (await stateOf(id)) === 'live', DEADLINE);
  const earlier = key;
  ({ key } = await performer.client.call('POST /performer/stream-key'));
  await vi.waitUntil(async () => (await stateOf(id)) === 'interrupted', DEADLINE);
  expect(await refusal(whip, earlier)).toEqual({ status: 403, error: 'LIVE_KEY_INVALID' });
  await byKey();
  await vi.waitUntil(async () => (await stateOf(id)) === 'live', DEADLINE);
  await performer.client.call('DELETE /performer/stream-key');
  await vi.waitUntil(async () => (await stateOf(id)) === 'interrupted', DEADLINE);
  expect(await refusal(whip, key)).toEqual({ status: 403, error: 'LIVE_KEY_INVALID' });
  await end(id);
});

test('the address answers a preflight, and refuses without a key and with one in the address', async () => {
  const asked = await fetch(whip, { method: 'OPTIONS' });
  expect([asked.status, asked.headers.get('accept-post')]).toEqual([204, 'application/sdp']);
  const post = (url: string): Promise<Response> =>
    fetch(url, { method: 'POST', headers: { 'content-type': 'application/sdp' }, body: OFFER });
  for (const url of [whip, `${whip}?token=${key}`]) expect((await post(url)).status).toBe(403);
  expect((await fetch(`${whip}/session`, { method: 'DELETE' })).status).toBe(404);
});
