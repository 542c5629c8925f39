import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Person, createFan, createPerformer } from '../testing/factories.ts';
import { type TestApp, createTestApp } from '../testing/test-app.ts';
import { ffmpegPath } from '../testing/videos.ts';
import { type TestPublisher, publish } from './testing/publisher.ts';
import { watch } from './testing/viewer.ts';

// The whole life of a token: granted by a call, checked by the live process, revoked in the table; the site requires tokens.

const DEADLINE = { timeout: 25_000, interval: 50 };
/** As many pictures as a player has to decode. */
const PICTURES = 20;

let app: TestApp;
let performer: Person;
let fan: Person;
let publisher: TestPublisher;
let streamId: string;
let publishToken: string;
beforeAll(async () => {
  app = await createTestApp({ live: true });
  await app.platform.settings.change({ secureOption: true }, null);
  performer = await createPerformer(app);
  fan = await createFan(app);
  const { session, publishing } = await performer.client.call('POST /streaming/live', { body: { title: 'Bach by request' } });
  streamId = session._id;
  publishToken = publishing.token;
  publisher = await publish({ url: address(`whip/${streamId}`), token: publishToken });
  await vi.waitUntil(async () => (await fetchAs('m3u8', (await join()).token)).status === 200, DEADLINE);
});
afterAll(async () => {
  await publisher.stop().catch(() => {});
  await app.close();
});

const address = (path: string): string => `${app.url}/media/stagedoor/${path}`;
const join = async (): Promise<{ token: string; url: string }> => {
  const { session, token } = await fan.client.call('POST /streaming/join/{id}', { params: { id: performer.username } });
  return { token: token.tokenId, url: session.playback!.url };
};
/** Decodes the first pictures of an address as a player would. @returns how many there were */
const play = async (url: string): Promise<number> => {
  const args = ['-v', 'error', '-i', url, '-map', '0:v', '-frames:v', String(PICTURES), '-f', 'framemd5', '-'];
  const { stdout } = await promisify(execFile)(await ffmpegPath(), args, { timeout: DEADLINE.timeout });
  return stdout.split('\n').filter((line) => line !== '' && !line.startsWith('#')).length;
};
const fetchAs = (extension: string, token?: string): Promise<Response> =>
  fetch(address(`streams/${streamId}.${extension}`), token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } });
const answerOf = async (response: Response): Promise<[number, string]> => [
  response.status,
  ((await response.json()) as { error: string }).error,
];

test('playlists and segments are refused without a token, with a wrong one and with a publishing token', async () => {
  const { token, url } = await join();
  expect(new URL(url).searchParams.get('token')).toBe(token);
  const playlist = await (await fetch(`${address(`streams/${streamId}.m3u8`)}?token=${token}`)).text();
  const segment = playlist.split('\n').find((line) => line !== '' && !line.startsWith('#'))!;
  expect(segment).toContain(`?token=${token}`);
  const at = (given: string): Promise<Response> => fetch(`${address(`streams/${segment.split('?')[0]!}`)}${given}`);
  expect((await at(`?token=${token}`)).status).toBe(200);
  for (const given of ['', '?token=nobody-was-given-this', `?token=${publishToken}`])
    expect(await answerOf(await at(given))).toEqual([403, 'LIVE_TOKEN_INVALID']);
  for (const given of [undefined, 'nobody-was-given-this', publishToken])
    expect(await answerOf(await fetchAs('m3u8', given))).toEqual([403, 'LIVE_TOKEN_INVALID']);
  expect((await answerOf(await fetchAs('mp4')))[1]).toBe('LIVE_TOKEN_INVALID');
});

test('a playlist comes through the site as compressed as the live process sent it', async () => {
  const { token } = await join();
  const encodingAndText = async (accepted: string): Promise<[string | null, string | null, string]> => {
    const response = await fetch(address(`streams/${streamId}.m3u8`), {
      headers: { authorization: `Bearer ${token}`, 'accept-encoding': accepted },
    });
    return [response.headers.get('content-encoding'), response.headers.get('vary'), (await response.text()).slice(0, 8)];
  };
  expect(await encodingAndText('identity')).toEqual([null, 'accept-encoding', '#EXTM3U\n']);
  // A show's first playlist is too short for it.
  await expect.poll(() => encodingAndText('gzip')).toEqual(['gzip', 'accept-encoding', '#EXTM3U\n']);
});

test('another `AntMediaAppname` is in the addresses, and both formats play there and nowhere else', async () => {
  await app.platform.settings.change({ AntMediaAppname: 'Loft_2' }, null);
  const other = await createPerformer(app);
  const next = await other.client.call('POST /streaming/live', { body: { title: 'Bach in the loft' } });
  const id = next.session._id;
  const loft = await publish({ url: `${app.url}${new URL(next.publishing.whip!).pathname}`, token: next.publishing.token });
  const former = ['m3u8', 'mp4'].map((extension) => address(`streams/${id}.${extension}`));
  const joinLoft = async () => {
    const { session, token } = await fan.client.call('POST /streaming/join/{id}', { params: { id: other.username } });
    return { token: token.tokenId, url: session.playback!.url };
  };
  try {
    await vi.waitUntil(async () => {
      const { pathname, search } = new URL((await joinLoft()).url);
      return (await fetch(`${app.url}${pathname}${search}`)).ok;
    }, DEADLINE);
    for (const [format, extension] of [
      ['hls', 'm3u8'],
      ['mp4', 'mp4'],
    ] as const) {
      await app.platform.settings.change({ optionForBroadcast: format }, null);
      const { url, token } = await joinLoft();
      const { pathname, search } = new URL(url);
      expect([pathname, search]).toEqual([`/media/Loft_2/streams/${id}.${extension}`, `?token=${token}`]);
      expect(await play(`${app.url}${pathname}${search}`)).toBe(PICTURES);
      for (const old of former) expect((await fetch(`${old}${search}`)).status).toBe(404);
    }
  } finally {
    await loft.stop();
    await app.platform.settings.change({ AntMediaAppname: 'stagedoor', optionForBroadcast: 'hls' }, null);
  }
});

test('a playing token can’t publish, and a second publisher is refused', async () => {
  const { token } = await join();
  await expect(publish({ url: address(`whip/${streamId}`), token })).rejects.toMatchObject({ cause: { status: 403 } });
  const { publishing } = await performer.client.call('POST /streaming/live', { body: { title: 'Another machine' } });
  await expect(publish({ url: address(`whip/${streamId}`), token: publishing.token })).rejects.toMatchObject({ cause: { status: 409 } });
  const viewer = await watch({ url: address(`whep/${streamId}`), token });
  await vi.waitUntil(() => viewer.seen().pictures > 5, DEADLINE);
  await viewer.stop();
});

test('ends the session and the segments of a revoked grant while other viewers continue', async () => {
  const [{ token }, other] = [await join(), await join()];
  const mine = await watch({ url: address(`whep/${streamId}`), token });
  const theirs = await watch({ url: address(`whep/${streamId}`), token: other.token });
  await vi.waitUntil(() => mine.seen().pictures > 5 && theirs.seen().pictures > 5, DEADLINE);
  await app.platform.database
    .updateTable('stream_rights')
    .set({ revoked_at: new Date() })
    .where('token_hash', '=', createHash('sha256').update(token).digest())
    .execute();
  await vi.waitUntil(async () => (await fetchAs('m3u8', token)).status === 403, DEADLINE);
  await vi.waitUntil(() => mine.isClosed(), DEADLINE);
  const before = theirs.seen().pictures;
  await expect.poll(() => theirs.seen().pictures, DEADLINE).toBeGreaterThan(before + 10);
  await Promise.all([mine.stop().catch(() => {}), theirs.stop()]);
});

test('the site passes on the live process’s word about caches', async () => {
  const cachingOf = async (path: string, token?: string): Promise<(string | null)[]> => {
    const { headers } = await fetch(
      address(`streams/${path}`),
      token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } },
    );
    return [
      headers.get('cache-control'),
      headers.get('x-media-access'),
      headers.get('set-cookie'),
      headers.get('access-control-allow-origin'),
    ];
  };
  const { token } = await join();
  const segments = (await (await fetchAs('m3u8', token)).text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const media = segments.at(-1)!;
  expect(await cachingOf(`${streamId}.m3u8`, token)).toEqual(['private, no-store', null, null, '*']);
  expect(await cachingOf(media, token)).toEqual(['private, no-store', null, null, '*']);
  await app.platform.settings.change({ secureOption: false }, null);
  try {
    await vi.waitUntil(async () => (await fetchAs('m3u8')).ok, DEADLINE);
    expect(await cachingOf(`${streamId}.m3u8`)).toEqual(['public, max-age=1', 'open', null, '*']);
    await vi.waitUntil(async () => (await cachingOf(`${streamId}.m3u8`, token))[1] === 'open', DEADLINE);
    expect(await cachingOf(media)).toEqual(['public, max-age=60, immutable', null, null, '*']);
  } finally {
    await app.platform.settings.change({ secureOption: true }, null);
  }
  await vi.waitUntil(async () => (await fetchAs('m3u8')).status === 403, DEADLINE);
});

test('after the end nobody can join or publish', async () => {
  await performer.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
  const refused = await fan.client.send('POST /streaming/join/{id}', { params: { id: streamId } });
  expect([refused.status, refused.error.error]).toEqual([409, 'LIVE_NOT_ON_AIR']);
  await expect(publish({ url: address(`whip/${streamId}`), token: publishToken })).rejects.toMatchObject({ cause: { status: 409 } });
  // Those who come late are told that there is nothing to wait for.
  await expect.poll(async () => answerOf(await fetchAs('m3u8')), DEADLINE).toEqual([410, 'LIVE_ENDED']);
});
