import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type Person, createFan, createPerformer } from '../testing/factories.ts';
import { type TestApp, createTestApp } from '../testing/test-app.ts';
import { watch } from './testing/viewer.ts';

// A foreign program with GStreamer's WebRTC stack publishes with a stream key, as people run it: simple-whip-client, which trickles its candidates.

const DEADLINE = { timeout: 60_000, interval: 100 };
const PICTURE =
  'videotestsrc is-live=true ! video/x-raw,width=320,height=180,framerate=15/1 ! x264enc tune=zerolatency speed-preset=ultrafast key-int-max=15 ! ' +
  'video/x-h264,profile=constrained-baseline ! rtph264pay config-interval=-1 pt=96 ! queue ! ' +
  'application/x-rtp,media=video,encoding-name=H264,payload=96';
const SOUND =
  'audiotestsrc is-live=true ! audioconvert ! opusenc ! rtpopuspay pt=100 ! queue ! application/x-rtp,media=audio,encoding-name=OPUS,payload=100';

let app: TestApp;
let performer: Person;
let fan: Person;
let library: string;
beforeAll(async () => {
  app = await createTestApp({ live: true });
  [performer, fan] = [await createPerformer(app), await createFan(app)];
  library = join(app.dataDirectory, 'whip-client.so');
  const source = fileURLToPath(new URL('testing/foreign/whip-client.c', import.meta.url));
  await promisify(execFile)('cc', ['-shared', '-fPIC', '-o', library, source, '-ldl']);
});
afterAll(() => app.close());

const program = (url: string, key: string): ChildProcess & { said(): string } => {
  const child = spawn('whip-client', ['-u', url, '-t', key, '-V', PICTURE, '-A', SOUND, '-o'], {
    env: { ...process.env, LD_PRELOAD: library },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  onTestFinished(() => void child.kill('SIGKILL'));
  return Object.assign(child, { said: () => said });
};

test('whip-client publishes into a prepared show, is killed, and comes back into the same show', async () => {
  const { key } = await performer.client.call('POST /performer/stream-key');
  const access = () => performer.client.call('GET /performer/stream-key');
  await vi.waitUntil(async () => (await access()).whip !== null, DEADLINE);
  const url = `${app.url}${new URL((await access()).whip!).pathname}`;
  const { session } = await performer.client.call('POST /streaming/live', { body: { title: 'Nocturnes' } });
  const id = session._id;
  const stateOf = async () => (await performer.client.call('GET /streaming/view/{id}', { params: { id } })).state;
  const pictures = async (): Promise<number> => {
    const { token } = await fan.client.call('POST /streaming/join/{id}', { params: { id: performer.username } });
    const viewer = await watch({ url: `${app.url}/media/stagedoor/whep/${id}`, token: token.tokenId });
    await expect.poll(() => viewer.seen().pictures, DEADLINE).toBeGreaterThan(20);
    await expect.poll(() => viewer.seen().sounds, DEADLINE).toBeGreaterThan(20);
    const { pictures: seen } = viewer.seen();
    await viewer.stop();
    return seen;
  };

  const first = program(url, key);
  await vi.waitUntil(async () => (await stateOf()) === 'live', DEADLINE);
  expect(await pictures()).toBeGreaterThan(20);
  const { signal } = await performer.client.call('GET /performer/encoder');
  expect(signal).toMatchObject({ width: 320, height: 180, hasSound: true, isReordered: false });

  first.kill('SIGKILL');
  await vi.waitUntil(async () => (await stateOf()) === 'interrupted', DEADLINE);
  const second = program(url, key);
  await vi.waitUntil(async () => (await stateOf()) === 'live', DEADLINE);
  expect(await pictures()).toBeGreaterThan(20);

  // An orderly end: the client deletes its session.
  const exited = once(second, 'exit');
  second.kill('SIGINT');
  await exited;
  await vi.waitUntil(async () => (await stateOf()) === 'interrupted', DEADLINE);
  await performer.client.call('POST /streaming/end/{id}', { params: { id } });
  const late = program(url, key);
  await expect.poll(() => late.said(), DEADLINE).toContain('409');
});
