import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CAPTIONS_BYTES, CAPTIONS_LANGUAGES } from '@stagedoor/contract/media';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, createFan, createPerformer, picture } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { asBlob, captions, ffmpegPath, video } from '../../testing/videos.ts';

let app: TestApp;
let star: Person;
let rival: Person;
let fan: Person;
let film: Blob;
beforeAll(async () => {
  app = await createTestApp({ environment: { FFMPEG_PATH: await ffmpegPath() } });
  [star, rival, fan] = [await createPerformer(app, { monthlyPrice: 5 }), await createPerformer(app), await createFan(app)];
  film = asBlob(await video({ seconds: 0.3, sound: false }));
});
afterAll(() => app.close());

const upload = async (file: Blob = film): Promise<string> =>
  (await star.client.call('POST /performer/media-libraries/upload', { body: {}, files: { file } }))._id;
const put = (id: string, locale: string, file: Blob = captions(), person = star) =>
  person.client.send('PUT /performer/media-libraries/{id}/captions', { params: { id }, body: { locale }, files: { file } });
const take = (id: string, locale: string, person = star) =>
  person.client.send('DELETE /performer/media-libraries/{id}/captions/{locale}', { params: { id, locale } });
const stored = async (id: string): Promise<string[]> =>
  (await readdir(join(app.dataDirectory, 'files', 'captions'), { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile() && entry.parentPath.includes(id))
    .map(({ name }) => name)
    .sort();

describe('captions', () => {
  test('added while the video is encoded exist when it is ready, in the post and as WebVTT', async () => {
    const id = await upload();
    expect((await put(id, 'es', captions('Buenas noches.'))).data.captions).toEqual([{ locale: 'es', label: 'Español' }]);
    const { _id } = await star.client.call('POST /performer/feeds', { body: { text: 'A film.', audience: 'subscribers', fileIds: [id] } });
    await app.settle();
    // And one added afterwards, which the post shows as well.
    await put(id, 'en');
    await app.settle();
    const { video: shown } = await star.client.call('GET /feeds/{id}', { params: { id: _id } });
    expect([shown!.hls !== null, shown!.captions.map(({ locale, label }) => [locale, label])]).toEqual([
      true,
      [
        ['en', 'English'],
        ['es', 'Español'],
      ],
    ]);
    const answer = await fetch(app.url + shown!.captions[1]!.url);
    expect([answer.headers.get('content-type'), await answer.text()]).toEqual([
      'text/vtt; charset=utf-8',
      'WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nBuenas noches.\n',
    ]);
    // A viewer without access to the film gets none.
    expect((await fan.client.call('GET /feeds/{id}', { params: { id: _id } })).video).toBeNull();
    const [path] = shown!.captions[0]!.url.split('?');
    expect((await fetch(app.url + path)).status).toBe(403);
  });

  test('of a language are replaced and removed, and leave nothing', async () => {
    const id = await upload();
    await put(id, 'en', captions('First.'));
    expect((await put(id, 'en', captions('Second.'))).data.captions).toHaveLength(1);
    await app.settle();
    expect(await stored(id)).toEqual(['en.vtt']);
    expect((await take(id, 'en')).data.captions).toEqual([]);
    await app.settle();
    expect(await stored(id)).toEqual([]);
    expect((await take(id, 'en')).error.error).toBe('NOT_FOUND');
    await put(id, 'en');
    await star.client.call('DELETE /performer/media-libraries/{id}', { params: { id }, body: {} });
    await app.settle();
    expect(await stored(id)).toEqual([]);
  });

  test('that are invalid, too large, of a picture or by another performer are refused, and change nothing', async () => {
    const id = await upload();
    await app.settle();
    const photo = await upload(await picture());
    const page = new Blob(['<!doctype html><script>alert(1)</script>']);
    const backwards = new Blob(['WEBVTT\n\n00:02.000 --> 00:01.000\nBack\n']);
    const huge = new Blob(['WEBVTT\n\n', '00:01.000 --> 00:02.000\nx\n\n'.repeat(CAPTIONS_BYTES / 20)]);
    const row = () => app.platform.database.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const before = await row();
    const codes = [
      await put(id, 'en', page),
      await put(id, 'en', film),
      await put(id, 'en', await picture()),
      await put(id, 'en', backwards),
      await put(id, 'en', huge),
      await put(photo, 'en'),
      await put(id, '../../x'),
      await put(id, 'en', captions(), rival),
      await take(id, 'en', rival),
    ].map(({ error }) => error.error);
    expect(codes).toEqual([
      'FILE_KIND_REFUSED',
      'FILE_KIND_REFUSED',
      'FILE_KIND_REFUSED',
      'FILE_UNREADABLE',
      'FILE_TOO_LARGE',
      'FILE_KIND_REFUSED',
      'VALIDATION_FAILED',
      'NOT_FOUND',
      'NOT_FOUND',
    ]);
    await app.settle();
    expect([await row(), await stored(id)]).toEqual([before, []]);
    // And captions are not accepted as a picture.
    const asPhoto = await star.client.send('POST /feeds/files/photo/upload', { files: { file: captions() } });
    expect(asPhoto.error.error).toBe('FILE_KIND_REFUSED');
  });

  test('in too many languages are refused', async () => {
    const id = await upload();
    const locales = Array.from({ length: CAPTIONS_LANGUAGES }, (_, at) => `q${String.fromCharCode(97 + (at % 26))}${at < 26 ? 'a' : 'b'}`);
    for (const locale of locales) expect((await put(id, locale)).status).toBe(200);
    expect((await put(id, 'en')).error.error).toBe('CAPTIONS_FULL');
    expect((await put(id, locales[0]!)).status).toBe(200);
  });
});
