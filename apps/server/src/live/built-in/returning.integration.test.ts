import { appendFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createLog } from '../../platform/telemetry/log.ts';
import { endSession } from '../testing/client.ts';
import { cardPictures } from '../testing/media-fixtures.ts';
import { type TestPublisher, publish } from '../testing/publisher.ts';
import { type BuiltInStage, createBuiltInStage } from '../testing/stage.ts';
import { watch } from '../testing/viewer.ts';
import { type LiveServer, createLiveServer } from './live-server.ts';
import { createRecordings } from './recordings.ts';

let stage: BuiltInStage;
let id: string;
let publisher: TestPublisher;
let publishToken: string;
let token: string;
let restarted: LiveServer | undefined;
const hostedStream = () => (restarted ?? stage.server).hostedStreams().find(({ streamId }) => streamId === id);
beforeAll(async () => {
  stage = await createBuiltInStage();
  id = stage.memory.createShow({ isRecorded: true });
  ({ token: publishToken } = stage.memory.grant(id, 'publish'));
  ({ token } = stage.memory.grant(id, 'play'));
  publisher = await publish({ url: stage.address(`whip/${id}`), token: publishToken });
  await vi.waitUntil(() => hostedStream()?.isPublishing);
});
afterAll(async () => {
  publisher.vanish();
  await restarted?.close();
  await stage.close();
});

const playlist = async (query = ''): Promise<string> => {
  const response = await fetch(`${stage.address(`streams/${id}.m3u8`)}?token=${token}${query}`);
  expect(response.status).toBe(200);
  return response.text();
};
const lastNumber = (text: string): number => Number([...text.matchAll(/\/(\d+)\.m4s/g)].at(-1)![1]);

describe('a publisher', () => {
  test('that vanishes is noticed and returns into the same show', async () => {
    const viewer = await watch({ url: stage.address(`whep/${id}`), token });
    await expect.poll(() => viewer.seen().pictures).toBeGreaterThan(5);
    const before = lastNumber(await playlist());
    publisher.vanish();
    await expect.poll(() => hostedStream()?.isPublishing).toBe(false);
    expect(stage.memory.hostedStreams()[0]?.isPublishing).toBe(false);
    const { pictures } = viewer.seen();

    publisher = await publish({ url: stage.address(`whip/${id}`), token: publishToken });
    await expect.poll(async () => lastNumber(await playlist())).toBeGreaterThan(before + 1);
    expect(await playlist()).toMatch(/#EXTINF[^]*#EXT-X-DISCONTINUITY\n/);
    // A WebRTC viewer continues to watch on the same connection.
    await expect.poll(() => viewer.seen().pictures).toBeGreaterThan(pictures + 10);
    await viewer.stop();
  });

  test('with the same grant replaces its older connection', async () => {
    const again = await publish({ url: stage.address(`whip/${id}`), token: publishToken });
    // The older session no longer exists.
    const older = await fetch(publisher.session.location, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${publishToken}`, 'content-type': 'application/trickle-ice-sdpfrag', 'if-match': '*' },
      body: '',
    });
    expect(older.status).toBe(404);
    expect((await endSession(publisher.session, publishToken)).status).toBe(200);
    publisher.vanish();
    publisher = again;
    await expect.poll(() => hostedStream()?.isPublishing).toBe(true);
  });
});

test('a publisher that sends four layers of its picture, although one was taken, is seen in one of them', async () => {
  const show = stage.memory.createShow();
  const { token } = stage.memory.grant(show, 'publish');
  const layered = await publish({ url: stage.address(`whip/${show}`), token, extraLayers: 3 });
  await vi.waitUntil(() => stage.server.hostedStreams().find(({ streamId }) => streamId === show)?.isPublishing, { timeout: 15_000 });
  const viewer = await watch({ url: stage.address(`whep/${show}`), token: stage.memory.grant(show, 'play').token });
  // By then the layers were compared. What follows are pictures of the largest one, whole.
  await expect.poll(() => layered.sent(), { timeout: 20_000 }).toBeGreaterThan(60);
  const [seen, sent] = [viewer.seen(), layered.sent()];
  await expect.poll(() => layered.sent(), { timeout: 20_000 }).toBeGreaterThan(sent + 50);
  const pictures = viewer.seen().pictures - seen.pictures;
  const sizes = cardPictures().map(({ nals }) => nals.reduce((sum, nal) => sum + nal.length, 0));
  expect(pictures).toBeGreaterThan(40);
  expect((viewer.seen().bytes - seen.bytes) / pictures).toBeGreaterThan((sizes.reduce((sum, size) => sum + size, 0) / sizes.length) * 0.7);
  await viewer.stop();
  await layered.stop();
});

test('a restarted process continues above the previous segment numbers, and finds the recording', async () => {
  const before = await playlist();
  const { url } = stage.server.node();
  await stage.server.close();
  const folder = join(stage.directory, 'recordings', id);
  const [piece] = await readdir(folder);
  // As after a kill: the last fragment is cut short.
  await appendFile(join(folder, piece!), Buffer.from([0, 0, 4, 0, 0x6d, 0x6f, 0x6f, 0x66, 1, 2, 3]));
  publisher.vanish();

  restarted = createLiveServer({
    nodeId: 'node-after-it',
    authority: stage.memory.authority,
    ffmpeg: () => undefined,
    recordingsDirectory: join(stage.directory, 'recordings'),
    udpPort: 0,
    iceServers: [],
    controlSecret: 'control-secret-of-the-suite',
    log: createLog('silent'),
  });
  await restarted.listen(Number(new URL(url).port), '127.0.0.1');
  publisher = await publish({ url: stage.address(`whip/${id}`), token: publishToken, hasAudio: false });
  const after = await playlist();
  const sequence = (text: string, tag: string): number => Number(new RegExp(`#EXT-X-${tag}:(\\d+)`).exec(text)![1]);
  expect(sequence(after, 'MEDIA-SEQUENCE')).toBeGreaterThan(lastNumber(before));
  expect(after).toContain('#EXT-X-DISCONTINUITY\n');

  stage.memory.endShow(id);
  await restarted.reconcile();
  await expect.poll(() => stage.memory.recordings.get(id)).toBeDefined();
  const { durationMs } = stage.memory.recordings.get(id)!;
  const seconds = [...before.matchAll(/#EXTINF:([\d.]+)/g)].reduce((sum, [, duration]) => sum + Number(duration), 0);
  // Everything that the previous process published, and the first segment of the next one.
  expect(durationMs / 1000).toBeGreaterThan(seconds + 0.5);
  await expect.poll(async () => readdir(join(stage.directory, 'recordings'))).toEqual([]);
});

test('an unreadable recording is reported as failed after three tries', async () => {
  const broken = stage.memory.createShow({ isRecorded: true });
  const nothing = stage.memory.createShow({ isRecorded: true });
  const folder = join(stage.directory, 'recordings', broken);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, '1700000000000.mp4'), 'no film');
  await mkdir(join(stage.directory, 'recordings', nothing), { recursive: true });
  const elsewhere = stage.memory.createShow({ isRecorded: true });
  for (const one of [broken, nothing, elsewhere]) stage.memory.endShow(one);
  const recordings = createRecordings({
    directory: join(stage.directory, 'recordings'),
    authority: stage.memory.authority,
    isOpen: () => false,
    log: createLog('silent'),
  });
  for (let round = 0; round < 2; round += 1) {
    await recordings.finish();
    expect(stage.memory.failures.has(broken)).toBe(false);
  }
  await recordings.finish();
  expect(stage.memory.failures.get(broken)).toBe('the recording contains nothing playable');
  expect(stage.memory.failures.get(nothing)).toBe('nothing was recorded');
  // Its parts are on another machine.
  expect(stage.memory.failures.has(elsewhere)).toBe(false);
  await recordings.close();
});
