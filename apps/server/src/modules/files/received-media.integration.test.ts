import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { animatedGif } from '../../testing/animated-gif.ts';
import { type Person, createFan, createPerformer } from '../../testing/factories.ts';
import { heicOf } from '../../testing/media-table/heic.ts';
import { quadrants } from '../../testing/media-table/quadrants.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { asBlob, captions, ffmpegPath, video } from '../../testing/videos.ts';

// Calls receive files as people have them. docs/pictures.md has the table of formats.

let app: TestApp;
let star: Person;
let fan: Person;
let folder: string;
let heic: Blob;
let gif: Blob;
beforeAll(async () => {
  app = await createTestApp({ environment: { FFMPEG_PATH: await ffmpegPath() } });
  [star, fan] = [await createPerformer(app, { monthlyPrice: 5 }), await createFan(app)];
  folder = await mkdtemp(join(tmpdir(), 'stagedoor-received-'));
  const part = join(folder, 'part.png');
  await quadrants(128, 96).png().toFile(part);
  const size = { width: 128, height: 96 };
  heic = asBlob(await heicOf(join(folder, 'part'), { tiles: [part], columns: 1, tile: size, ...size }), 'image/heic');
  gif = asBlob(await animatedGif(), 'image/gif');
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const sendPhoto = (file: Blob, person = star) => person.client.send('POST /feeds/files/photo/upload', { files: { file } });
const rowOf = async (id: string) =>
  (
    await sql<{ key: string; content_type: string; variants: { name: string; key: string }[] }>`
      select original_key as key, content_type, variants from files where id = ${id}::uuid`.execute(app.platform.database)
  ).rows[0]!;
const post = (fileId: string, terms: object) =>
  star.client.call('POST /performer/feeds', { body: { text: 'A picture.', fileIds: [fileId], ...terms } as never });

describe('a HEIC', () => {
  test('is kept and shown as a JPEG', async () => {
    const { data, status } = await sendPhoto(heic);
    expect([status, data.state]).toEqual([201, 'ready']);
    const { key, content_type: contentType } = await rowOf(data._id);
    const original = await sharp(await readFile(join(app.dataDirectory, 'files', key))).metadata();
    expect([contentType, original.format, original.width, original.height]).toEqual(['image/jpeg', 'jpeg', 128, 96]);
    await app.settle();
    const left = await readdir(join(app.dataDirectory, 'files', 'uploads'), { recursive: true });
    const names = left.filter((name) => name.includes(key.split('/').at(-1)!.replace('-clean', '')));
    expect(names.map((name) => name.endsWith('-clean'))).toEqual([true]);
  });

  test('is refused where pictures are shown as they came, with the formats that are accepted', async () => {
    const files = { idVerification: heic, documentVerification: heic };
    const { error } = await star.client.send('POST /performers/documents/upload', { files });
    expect(error).toMatchObject({ error: 'FILE_KIND_REFUSED', message: expect.stringContaining(': JPEG, PNG, WebP, AVIF, GIF, PDF.') });
  });
});

describe('an animated picture', () => {
  test('moves for those who may see it, and is a still for nobody else', async () => {
    const { data } = await sendPhoto(gif);
    const { _id } = await post(data._id, { audience: 'subscribers' });
    await app.settle();
    const { photos } = await star.client.call('GET /feeds/{id}', { params: { id: _id } });
    const [photo] = photos;
    expect([photo!.width, photo!.height, photo!.sources.length > 0]).toEqual([160, 120, true]);
    const answer = await fetch(app.url + photo!.animation!);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'video/mp4']);
    const seen = await fan.client.call('GET /feeds/{id}', { params: { id: _id } });
    expect([seen.photos, JSON.stringify(seen).includes('animation')]).toEqual([[], false]);
    expect((await fetch(app.url + photo!.animation!.split('?')[0]!)).status).toBe(403);
  });

  test('is deleted with its picture', async () => {
    const { _id } = await star.client.call('POST /performer/media-libraries/upload', { body: {}, files: { file: gif } });
    await app.settle();
    const { key } = (await rowOf(_id)).variants.find(({ name }) => name === 'animation')!;
    expect(await app.platform.storage.exists(key)).toBe(true);
    await star.client.call('DELETE /performer/media-libraries/{id}', { params: { id: _id }, body: { confirmed: true } });
    await app.settle();
    expect(await app.platform.storage.exists(key)).toBe(false);
  });

  test('stays a still as an avatar', async () => {
    await fan.client.call('POST /users/avatar/upload', { files: { avatar: gif } });
    await app.settle();
    const { rows } = await sql<{ variants: { name: string }[] }>`
      select variants from files where purpose = 'avatar' and owner_id = ${fan.id}::uuid`.execute(app.platform.database);
    expect(rows.flatMap(({ variants }) => variants.map(({ name }) => name))).not.toContain('animation');
  });
});

describe('a video that no item uses yet', () => {
  test('gets captions, which the item shows', async () => {
    const film = asBlob(await video({ seconds: 0.3, sound: false }));
    const { _id } = await star.client.call('POST /feeds/files/video/upload', { files: { file: film } });
    const put = (person: Person) =>
      person.client.send('PUT /performer/media-libraries/{id}/captions', {
        params: { id: _id },
        body: { locale: 'es' },
        files: { file: captions() },
      });
    expect((await put(await createPerformer(app))).error.error).toBe('NOT_FOUND');
    expect((await put(star)).data.captions).toEqual([{ locale: 'es', label: 'Español' }]);
    const made = await post(_id, { audience: 'everyone' });
    await app.settle();
    const { video: shown } = await fan.client.call('GET /feeds/{id}', { params: { id: made._id } });
    expect(shown!.captions.map(({ locale }) => locale)).toEqual(['es']);
  });
});

describe('a refusal', () => {
  test('names the formats that each upload accepts, in the language of its sender', async () => {
    const text = new Blob(['Hello.']);
    expect(await sendPhoto(text)).toMatchObject({
      status: 415,
      error: {
        error: 'FILE_KIND_REFUSED',
        message: 'This kind of file isn’t accepted here. Choose one of these: JPEG, PNG, WebP, AVIF, GIF, HEIC.',
      },
    });
    const film = await star.client.send('POST /feeds/files/video/upload', { files: { file: text }, headers: { 'accept-language': 'es' } });
    expect(film.error.message).toBe('Aquí no se acepta este tipo de archivo. Elige uno de estos: MP4, MOV, WebM, MKV, 3GP.');
  });

  test('names the most pixels that a picture may have', async () => {
    const large = await sharp({ create: { width: 9000, height: 8000, channels: 3, background: '#fff' }, limitInputPixels: false })
      .png({ compressionLevel: 1 })
      .toBuffer();
    expect((await sendPhoto(asBlob(large, 'image/png'))).error).toMatchObject({
      error: 'FILE_TOO_LARGE',
      message: 'This picture has more than 64 megapixels. Make it smaller and try again.',
    });
  });
});
