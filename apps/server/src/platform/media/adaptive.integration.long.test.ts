import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, createFan, createPerformer } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { asBlob, ffmpegPath, framesOf, video } from '../../testing/videos.ts';

const SECONDS = 5;

let app: TestApp;
let performer: Person;
let fan: Person;
/** A film of 640 × 360 for subscribers. */
let feedId: string;
let fileId: string;
beforeAll(async () => {
  app = await createTestApp({ environment: { FFMPEG_PATH: await ffmpegPath() } });
  performer = await createPerformer(app, { monthlyPrice: 5 });
  fan = await createFan(app);
  const film = asBlob(await video({ seconds: SECONDS, extra: ['-vf', 'scale=640:360', '-r', '25'] }));
  ({ _id: fileId } = await performer.client.call('POST /feeds/files/video/upload', { files: { file: film } }));
  ({ _id: feedId } = await performer.client.call('POST /performer/feeds', {
    body: { text: 'A film.', audience: 'subscribers', fileIds: [fileId] },
  }));
  await app.settle();
});
afterAll(() => app.close());

const get = (address: string, init?: RequestInit) => fetch(new URL(address, app.url), init);
const text = async (address: string): Promise<string> => {
  const answer = await get(address);
  expect([address, answer.status]).toEqual([address, 200]);
  return answer.text();
};
const own = async () => (await performer.client.call('GET /feeds/{id}', { params: { id: feedId } })).video!;
const lines = (list: string): string[] => list.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
const keyOf = (address: string): string => new URL(address, app.url).pathname;

describe('an adaptive video', () => {
  test('has its sizes with bitrates and codecs, and key frames at the same instants', async () => {
    const master = await text((await own()).hls!);
    const streams = [
      ...master.matchAll(/#EXT-X-STREAM-INF:BANDWIDTH=(\d+),AVERAGE-BANDWIDTH=(\d+),RESOLUTION=(\d+x\d+),CODECS="([^"]+)"/g),
    ];
    expect(streams.map(([, , , size]) => size)).toEqual(['426x240', '640x360']);
    for (const [, peak, mean, , codecs] of streams) {
      expect(Number(peak)).toBeGreaterThanOrEqual(Number(mean));
      expect(Number(mean)).toBeGreaterThan(10_000);
      expect(codecs).toMatch(/^avc1\.64[0-9a-f]{4},mp4a\.40\.2$/);
    }
    const lists = await Promise.all(lines(master).map(text));
    const lengths = lists.map((list) => [...list.matchAll(/#EXTINF:([\d.]+)/g)].map(([, seconds]) => Number(seconds)));
    expect(lengths[0]).toEqual([4, 1]);
    expect(lengths[1]).toEqual(lengths[0]);
  });

  test('is one file for each size, whose byte ranges contain the whole film', async () => {
    for (const address of lines(await text((await own()).hls!))) {
      const list = await text(address);
      const [rendition] = new Set(lines(list));
      const head = /#EXT-X-MAP:URI="([^"]+)",BYTERANGE="(\d+)@(\d+)"/.exec(list)!;
      expect(head[1]).toBe(rendition);
      const ranges = [[head[2], head[3]], ...[...list.matchAll(/#EXT-X-BYTERANGE:(\d+)@(\d+)/g)].map(([, length, from]) => [length, from])];
      const parts: Buffer[] = [];
      for (const [length, from] of ranges.map(([a, b]) => [Number(a), Number(b)] as const)) {
        const answer = await get(rendition!, { headers: { range: `bytes=${from}-${from + length - 1}` } });
        expect([answer.status, answer.headers.get('content-type')]).toEqual([206, 'video/iso.segment']);
        parts.push(Buffer.from(await answer.arrayBuffer()));
      }
      // The ranges have no gaps, and contain all pictures of the film.
      expect(Buffer.concat(parts).length).toBe((await (await get(rendition!)).arrayBuffer()).byteLength);
      expect(await framesOf(Buffer.concat(parts))).toBe(SECONDS * 25);
      // A segment begins with a key frame: it plays without the previous ones.
      expect(await framesOf(Buffer.concat([parts[0]!, parts[2]!]))).toBe(25);
    }
  });

  test('its plain file is the largest size of at most 720 lines, copied, not encoded again', async () => {
    const { mp4 } = await own();
    const bytes = Buffer.from(await (await get(mp4!)).arrayBuffer());
    expect(await framesOf(bytes)).toBe(SECONDS * 25);
    const { variants } = await app.platform.database
      .selectFrom('files')
      .select('variants')
      .where('id', '=', fileId)
      .executeTakeFirstOrThrow();
    const forms = variants as { name: string; width: number; height: number }[];
    expect(
      forms.filter(({ name }) => ['mp4', 'hls', 'previews'].includes(name)).map(({ name, width, height }) => [name, width, height]),
    ).toEqual([
      ['mp4', 640, 360],
      ['hls', 640, 360],
      ['previews', 160, 90],
    ]);
  });

  test('its previews are a sprite sheet with a part for each second', async () => {
    const cues = await text((await own()).previews!);
    expect(cues.startsWith('WEBVTT\n\n00:00:00.000 --> 00:00:01.000\n/files/')).toBe(true);
    const parts = [...cues.matchAll(/^(\/files\/\S+)#xywh=(\d+),(\d+),(\d+),(\d+)$/gm)];
    expect(parts.length).toBe(SECONDS);
    const sheet = Buffer.from(await (await get(parts[0]![1]!)).arrayBuffer());
    expect(await sharp(sheet).metadata()).toMatchObject({ format: 'webp', width: SECONDS * 160, height: 90 });
    // The test picture shows the seconds: no two parts are the same.
    const cells = await Promise.all(
      parts.map(([, , x, y, width, height]) =>
        sharp(sheet)
          .extract({ left: Number(x), top: Number(y), width: Number(width), height: Number(height) })
          .raw()
          .toBuffer(),
      ),
    );
    expect(new Set(cells.map((cell) => cell.toString('base64'))).size).toBe(SECONDS);
  });
});

describe('addresses of a video', () => {
  /** Every address that a manifest leads to, manifests included. */
  const reached = async (): Promise<string[]> => {
    const { hls, previews } = await own();
    const lists = lines(await text(hls!));
    const renditions = (await Promise.all(lists.map(text))).flatMap(lines);
    const sheet = /^\/files\/[^#\s]+/m.exec(await text(previews!))![0];
    return [hls!, previews!, sheet, ...lists, ...new Set(renditions)];
  };

  test('expire with the manifest that names them, and are refused unsigned, with another’s signature or changed', async () => {
    const all = await reached();
    expect(all.length).toBe(7);
    expect(new Set(all.map((address) => new URL(address, app.url).searchParams.get('e'))).size).toBe(1);
    const signatures = all.map((address) => new URL(address, app.url).search);
    for (const [at, address] of all.entries()) {
      const key = keyOf(address);
      const refused = [key, key + signatures[(at + 1) % all.length]!, address.replace(/e=(\d+)/, (_all, e) => `e=${Number(e) + 3600}`)];
      for (const wrong of refused) expect([wrong, (await get(wrong)).status]).toEqual([wrong, 403]);
    }
  });

  test('are not stored: manifests contain names of files in their own folder only', async () => {
    const folder = join(app.dataDirectory, 'files', keyOf((await own()).hls!).slice('/files/'.length), '..');
    const { readFile } = await import('node:fs/promises');
    for (const name of (await readdir(folder)).filter((file) => /\.(m3u8|vtt)$/.test(file)))
      expect(await readFile(join(folder, name), 'utf8')).not.toMatch(/[?/](?!.*-->)|s=/);
  });

  test('are not returned to viewers without access', async () => {
    for (const person of [app.client(), fan.client]) {
      const seen = await person.call('GET /feeds/{id}', { params: { id: feedId } });
      expect([seen.access.allowed, seen.video]).toEqual([false, null]);
      const folder = keyOf((await own()).hls!)
        .split('/')
        .slice(0, -1)
        .join('/');
      expect(JSON.stringify(seen)).not.toContain(`${folder}/`);
    }
  });

  test('of a manifest answer HEAD and If-None-Match', async () => {
    const { hls } = await own();
    const whole = await get(hls!);
    const body = await whole.text();
    const head = await get(hls!, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), head.headers.get('content-type')]).toEqual([
      200,
      String(body.length),
      'application/vnd.apple.mpegurl',
    ]);
    const again = await get(hls!, { headers: { 'if-none-match': whole.headers.get('etag')! } });
    expect(again.status).toBe(304);
  });
});

test('deleting a video removes all its files', async () => {
  const film = asBlob(await video({ seconds: 0.5 }));
  const { _id } = await performer.client.call('POST /performer/media-libraries/upload', { body: {}, files: { file: film } });
  await app.settle();
  const files = async (): Promise<string[]> =>
    (await readdir(join(app.dataDirectory, 'files'), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile() && entry.parentPath.includes(_id))
      .map(({ name }) => name)
      .sort();
  expect(await files()).toEqual(
    ['90.m3u8', '90.m4s', 'master.m3u8', 'previews.vtt', 'previews.webp', 'video.mp4', '160.webp', 'blur.webp'].sort(),
  );
  await performer.client.call('DELETE /performer/media-libraries/{id}', { params: { id: _id }, body: {} });
  await app.settle();
  expect(await files()).toEqual([]);
});
