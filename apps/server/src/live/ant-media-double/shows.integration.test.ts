import { afterEach, beforeEach, expect, test } from 'vitest';
import { findFfmpeg } from '../../platform/media/ffmpeg.ts';
import { type TestPublisher, publish } from '../testing/publisher.ts';
import { type AntMediaDouble, createAntMediaDouble } from './ant-media-double.ts';
import { signJwt } from './security.ts';
import { type Answered, callerOf } from './testing/caller.ts';
import { type Site, startSite } from './testing/site.ts';

// Shows with real media, published by WHIP.

const KEY = '0123456789abcdef0123456789abcdef';
let double: AntMediaDouble;
let site: Site;
let call: (method: string, path: string, body?: unknown) => Promise<Answered>;
const publishers: TestPublisher[] = [];
beforeEach(async () => {
  const ffmpeg = await findFfmpeg(process.env['FFMPEG_PATH']);
  site = await startSite();
  double = await createAntMediaDouble({ ffmpeg, settings: { listenerHookURL: `${site.url}/hook` } });
  await double.listen();
  call = callerOf(double);
});
afterEach(async () => {
  for (const publisher of publishers.splice(0)) publisher.vanish();
  await double.close();
  await site.close();
});

const begin = async (streamId: string, token = 'none'): Promise<TestPublisher> => {
  const publisher = await publish({ url: `${double.url}/LiveApp/whip/${streamId}`, token });
  publishers.push(publisher);
  await expect.poll(() => double.broadcasts.get(streamId)?.status).toBe('broadcasting');
  return publisher;
};
const get = (path: string, headers: Record<string, string> = {}): Promise<Response> => fetch(`${double.url}/LiveApp/${path}`, { headers });
const playlistOf = async (path: string, headers: Record<string, string> = {}): Promise<string[]> => {
  const response = await get(path, headers);
  return (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
};

test('a show is played as HLS, recorded as a video, and told by webhooks', async () => {
  await call('POST', '/broadcasts/create', { streamId: 'stage-1', name: 'Evening', metaData: '{"show":"7"}', mp4Enabled: 1 });
  const publisher = await begin('stage-1');
  await expect.poll(() => playlistOf('streams/stage-1.m3u8')).toContainEqual(expect.stringMatching(/^stage-1\d{9}\.m4s$/));
  const [segment = ''] = await playlistOf('streams/stage-1.m3u8');
  const text = await (await get('streams/stage-1.m3u8')).text();
  const init = /URI="([^"]+)"/.exec(text)?.[1] ?? '';
  for (const [file, box] of [
    [init, 'ftyp'],
    [segment, 'moof'],
  ] as const) {
    const data = Buffer.from(await (await get(`streams/${file}`)).arrayBuffer());
    expect(data.includes(box)).toBe(true);
  }
  expect((await get('streams/stage-1.mp4')).status).toBe(404);
  const preview = await get('previews/stage-1.png');
  expect([
    preview.status,
    Buffer.from(await preview.arrayBuffer())
      .subarray(1, 4)
      .toString(),
  ]).toEqual([200, 'PNG']);
  expect((await call('GET', '/broadcasts/stage-1/broadcast-statistics')).body).toMatchObject({
    totalWebRTCWatchersCount: 0,
    totalHLSWatchersCount: expect.toSatisfy((count: number) => count > 0),
  });
  expect((await call('GET', '/broadcasts/active-live-stream-count')).body).toEqual({ number: 1 });

  await publisher.stop();
  await expect.poll(() => double.broadcasts.get('stage-1')?.status).toBe('finished');
  await expect.poll(site.actions).toEqual(['liveStreamStarted', 'liveStreamEnded', 'vodReady']);
  const told = { id: 'stage-1', app: 'LiveApp', streamName: 'Evening', metadata: { show: '7' }, timestamp: expect.any(String) };
  for (const { fields } of site.received) expect(fields).toMatchObject(told);
  expect(site.received[2]?.fields).toMatchObject({ vodName: 'stage-1', vodId: expect.any(String) });
  const video = await get('streams/stage-1.mp4');
  expect([video.status, video.headers.get('content-type')]).toEqual([200, 'video/mp4']);
  expect(Buffer.from(await video.arrayBuffer()).includes('moov')).toBe(true);
  expect((await call('GET', '/vods/list/0/10?streamId=stage-1')).body).toMatchObject({ 0: { vodName: 'stage-1.mp4', type: 'streamVod' } });
});

test('playlists and segments are for those with a signed token alone', async () => {
  await begin('stage-2');
  await expect.poll(() => playlistOf('streams/stage-2.m3u8')).not.toEqual([]);
  Object.assign(double.settings, { playJwtControlEnabled: true, jwtStreamSecretKey: KEY });
  const tokenFor = (claims: Record<string, unknown>) => signJwt({ streamId: 'stage-2', type: 'play', exp: 4_000_000_000, ...claims }, KEY);
  const good = tokenFor({});
  expect((await get('streams/stage-2.m3u8')).status).toBe(403);
  expect((await fetch(`${double.url}/LiveApp/streams/stage-2.m3u8`, { method: 'HEAD' })).status).toBe(403);
  for (const bad of [tokenFor({ streamId: 'stage-1' }), tokenFor({ type: 'publish' }), tokenFor({ exp: 1 })])
    expect((await get(`streams/stage-2.m3u8?token=${bad}`)).status).toBe(403);
  const [segment = ''] = await playlistOf(`streams/stage-2.m3u8?token=${good}`);
  expect(segment).toMatch(/^stage-2\d{9}\.m4s$/);
  expect((await get(`streams/${segment}`)).status).toBe(403);
  expect((await get(`streams/${segment}?token=${good}`)).status).toBe(200);
  double.reading.playlistRepeatsQuery = true;
  const [repeated = ''] = await playlistOf(`streams/stage-2.m3u8?token=${good}`);
  expect(repeated).toMatch(/\.m4s\?token=/);
  expect((await get(`streams/${repeated}`)).status).toBe(200);
});

test('a one-time token plays in the session that used it, and in no other', async () => {
  await begin('stage-3');
  await expect.poll(() => playlistOf('streams/stage-3.m3u8')).not.toEqual([]);
  double.settings.playTokenControlEnabled = true;
  const { body } = await call('GET', '/broadcasts/stage-3/token?expireDate=4000000000&type=play');
  const path = `streams/stage-3.m3u8?token=${String(body['tokenId'])}`;
  const first = await get(path);
  expect(first.status).toBe(200);
  const cookie = (first.headers.get('set-cookie') ?? '').split(';')[0]!;
  expect((await get(path, { cookie })).status).toBe(200);
  expect((await get(path)).status).toBe(403);
});

test('webhooks get lost, come twice, lie, are held and come as a form; a stopped stream is over', async () => {
  const { webhooks } = double;
  webhooks.plan({ kind: 'lose' });
  webhooks.plan({ kind: 'repeat' });
  await begin('stage-4');
  expect((await call('POST', '/broadcasts/stage-4/stop')).body).toMatchObject({ success: true });
  await expect.poll(site.actions).toEqual(['liveStreamEnded', 'liveStreamEnded']);
  expect((await call('POST', '/broadcasts/stage-4/stop')).body).toMatchObject({ success: false });

  double.settings.webhookContentType = 'application/x-www-form-urlencoded';
  webhooks.plan({ kind: 'lie', change: { id: 'stage-5' } });
  webhooks.plan({ kind: 'hold' });
  await begin('stage-6');
  await double.dropPublisher('stage-6');
  await expect.poll(() => site.received.length).toBe(3);
  await webhooks.idle();
  expect(site.received.at(-1)).toMatchObject({
    type: 'application/x-www-form-urlencoded',
    fields: { id: 'stage-5', action: 'liveStreamStarted' },
  });
  webhooks.release();
  await expect.poll(() => site.received.at(-1)?.fields).toMatchObject({ id: 'stage-6', action: 'liveStreamEnded' });

  Object.assign(double.settings, { webhookRetryCount: 1, webhookRetryDelay: 1 });
  site.answers.status = 500;
  double.invent('liveStreamEnded', 'never-there');
  await webhooks.idle();
  expect(webhooks.list().at(-1)).toMatchObject({ state: 'refused', answers: [500, 500], body: { id: 'never-there' } });
});

test('a crash ends a show without a webhook, and the stream can be published again', async () => {
  await call('POST', '/broadcasts/create', { streamId: 'stage-7' });
  await begin('stage-7');
  await double.webhooks.idle();
  await double.goDown();
  expect(double.broadcasts.get('stage-7')?.status).toBe('terminated_unexpectedly');
  await expect(get('streams/stage-7.m3u8')).rejects.toThrow('fetch failed');
  double.comeBack();
  await begin('stage-7');
  await expect.poll(site.actions).toEqual(['liveStreamStarted', 'liveStreamStarted']);
});

test('a main track hears of the streams under it', async () => {
  for (const streamId of ['room', 'luna', 'mara']) await call('POST', '/broadcasts/create', { streamId });
  expect((await call('POST', '/broadcasts/room/subtrack?id=luna')).body).toMatchObject({ success: true });
  expect((await call('POST', '/broadcasts/room/subtrack?id=mara')).body).toMatchObject({ success: true });
  expect((await call('POST', '/broadcasts/room/subtrack?id=none')).body).toMatchObject({ success: false });
  const told = (): string[] =>
    site.received.map(({ fields }) => `${String(fields['id'])} ${String(fields['action'])}`).filter((line) => /track/i.test(line));
  await begin('luna');
  await expect.poll(told).toHaveLength(2);
  expect(new Set(told())).toEqual(new Set(['luna subtrackAddedInTheMainTrack', 'room firstActiveTrackAddedInMainTrack']));
  expect(site.received.find(({ fields }) => fields['id'] === 'luna')?.fields).toMatchObject({ mainTrackId: 'room', roomId: 'room' });
  await begin('mara');
  await expect.poll(told).toHaveLength(3);
  await call('POST', '/broadcasts/luna/stop');
  await expect.poll(told).toHaveLength(4);
  await call('DELETE', '/broadcasts/room/subtrack?id=mara');
  await call('POST', '/broadcasts/room/subtrack?id=mara');
  await call('POST', '/broadcasts/mara/stop');
  await expect.poll(told).toHaveLength(6);
  expect(told().slice(2, 4)).toEqual(['mara subtrackAddedInTheMainTrack', 'luna subtrackLeftTheMainTrack']);
  expect(new Set(told().slice(4))).toEqual(new Set(['mara subtrackLeftTheMainTrack', 'room noActiveSubtracksLeftInMainTrack']));
});

test('an unknown publisher by WHIP is refused, and a stream has one at a time', async () => {
  Object.assign(double.settings, { publishJwtControlEnabled: true, jwtStreamSecretKey: KEY });
  await expect(begin('stage-8', 'guessed')).rejects.toThrow('refused with 403');
  const token = signJwt({ streamId: 'stage-8', type: 'publish', exp: 4_000_000_000 }, KEY);
  await begin('stage-8', token);
  await expect(begin('stage-8', token)).rejects.toThrow('refused with 409');
  double.faults.publishRefusal = 'highResourceUsage';
  await expect(begin('stage-9', token)).rejects.toThrow('refused with 503');
});
