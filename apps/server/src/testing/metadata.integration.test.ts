import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { CONTRACT } from '@stagedoor/contract';
import type { Endpoint } from '@stagedoor/contract/endpoint';
import PDFDocument from 'pdfkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createConversation, openMessages } from './conversation-fixtures.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer, picture, topUp } from './factories.ts';
import { openFile } from './open-documents.ts';
import { tusClient } from './resumable-uploads.ts';
import { type TaggedFilm, type TaggedSound, taggedFilm, taggedSound } from './tagged-films.ts';
import { MARKER, PLACE, PLACE_BYTES, taggedAvif, taggedGif, taggedJpeg, taggedPng, taggedWebp } from './tagged-pictures.ts';
import { type TestApp, createTestApp } from './test-app.ts';
import { asBlob, ffmpegPath } from './videos.ts';

// Files with every tag that their formats have go through every upload of the site. Then everything in its storage, which is all that its
// addresses lead to, is searched for what the tags say.

let app: TestApp;
let admin: Person;
let star: Person;
let fan: Person;
let conversation: string;

beforeAll(async () => {
  app = await createTestApp({ environment: { FFMPEG_PATH: await ffmpegPath(), AVIF_AFTER_SECONDS: '0' } });
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin, monthlyPrice: 5 });
  fan = await createFan(app);
  await topUp(app, fan, 100);
  await openMessages(star);
  conversation = await createConversation(fan, star);
});
afterAll(() => app.close());

const PICTURES = { jpeg: taggedJpeg, png: taggedPng, webp: taggedWebp, gif: taggedGif, avif: taggedAvif };
const FILMS: readonly TaggedFilm[] = ['mp4', 'mov', 'mkv', 'webm'];
const SOUNDS: readonly TaggedSound[] = ['mp3', 'm4a', 'ogg', 'flac', 'wav', 'aac'];

/** Files of each kind, by what a field accepts. */
const taggedFiles = async (accept: readonly string[]): Promise<{ name: string; file: Buffer }[]> => [
  ...(accept.includes('image')
    ? await Promise.all(Object.entries(PICTURES).map(async ([name, make]) => ({ name, file: await make() })))
    : []),
  // Fields for films alone encode each: one kind is enough there.
  ...(accept.includes('video')
    ? await Promise.all(FILMS.slice(0, accept.length === 1 ? 1 : undefined).map(async (name) => ({ name, file: await taggedFilm(name) })))
    : []),
  ...(accept.includes('audio') ? await Promise.all(SOUNDS.map(async (name) => ({ name, file: await taggedSound(name) }))) : []),
];

/** Every file below a folder, by its path. */
const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
const tells = (bytes: Buffer): boolean => bytes.includes(MARKER) || bytes.includes(PLACE) || bytes.includes(PLACE_BYTES);
const storage = (): string => join(app.dataDirectory, 'files');
/** The files in storage that tell something; identity documents stay as they came. */
const telling = async (): Promise<string[]> => {
  const rows = await app.platform.database.selectFrom('files').select('original_key').where('purpose', '=', 'document').execute();
  const evidence = new Set(rows.map(({ original_key: key }) => join(storage(), key)));
  const found: string[] = [];
  for (const path of await filesIn(storage()))
    if (!evidence.has(path) && tells(await readFile(path))) found.push(path.slice(storage().length));
  return found;
};

type Call = (file: Blob) => Promise<{ status: number; error: unknown }>;
const by =
  (person: () => Person, key: string, field: string, request: () => Promise<Record<string, unknown>> = async () => ({})): Call =>
  async (file) =>
    person().client.raw(key, { ...(await request()), files: { [field]: file } });
const commented = async () => ({
  body: { objectType: 'feed', objectId: await createFeed(star, { photos: 0, text: 'Hello.' }), content: 'Bravo.' },
});
const promo = async () => ({
  params: {
    id: (await admin.client.call('POST /admin/promos', { body: { title: { en: 'Tonight' }, audience: 'everyone', isActive: true } }))._id,
  },
});
const product = () => ({ name: 'Score', type: 'digital', price: '4', description: '', stock: '', shipping: '[]' });
const upload = (kind: string): string => `POST /performer/performer-assets/${kind}/upload`;

/** Every file field of the contract that keeps a file, by call and field. */
const WAYS_IN: Record<string, Call> = {
  'POST /users/avatar/upload avatar': by(() => fan, 'POST /users/avatar/upload', 'avatar'),
  'POST /users/{id}/avatar/upload avatar': by(
    () => admin,
    'POST /users/{id}/avatar/upload',
    'avatar',
    async () => ({ params: { id: fan.id } }),
  ),
  'POST /performers/avatar/upload avatar': by(() => star, 'POST /performers/avatar/upload', 'avatar'),
  'POST /performers/cover/upload cover': by(() => star, 'POST /performers/cover/upload', 'cover'),
  'POST /performers/welcome-video/upload file': by(() => star, 'POST /performers/welcome-video/upload', 'file'),
  'POST /feeds/files/photo/upload file': by(() => star, 'POST /feeds/files/photo/upload', 'file'),
  'POST /feeds/files/video/upload file': by(() => star, 'POST /feeds/files/video/upload', 'file'),
  'POST /feeds/files/thumbnail/upload file': by(() => star, 'POST /feeds/files/thumbnail/upload', 'file'),
  'POST /feeds/files/teaser/upload file': by(() => star, 'POST /feeds/files/teaser/upload', 'file'),
  'POST /performer/performer-assets/photos/upload file': by(() => star, upload('photos'), 'file'),
  'POST /performer/media-libraries/upload file': by(
    () => star,
    'POST /performer/media-libraries/upload',
    'file',
    async () => ({ body: {} }),
  ),
  'POST /performer/performer-assets/videos/upload video': by(() => star, upload('videos'), 'video'),
  'POST /performer/performer-assets/videos/upload teaser': by(() => star, upload('videos'), 'teaser'),
  'POST /performer/performer-assets/videos/upload thumbnail': by(() => star, upload('videos'), 'thumbnail'),
  'POST /performer/performer-assets/reels/upload file': by(
    () => star,
    upload('reels'),
    'file',
    async () => ({ body: { title: 'A minute' } }),
  ),
  'POST /performer/performer-assets/products file': by(
    () => star,
    'POST /performer/performer-assets/products',
    'file',
    async () => ({ body: product() }),
  ),
  'POST /performer/performer-assets/products image': by(
    () => star,
    'POST /performer/performer-assets/products',
    'image',
    async () => ({ body: { ...product(), isDraft: 'true' } }),
  ),
  'POST /performer/performer-assets/products/upload file': by(
    () => star,
    upload('products'),
    'file',
    async () => ({ body: product() }),
  ),
  'POST /performer/performer-assets/products/upload image': by(
    () => star,
    upload('products'),
    'image',
    async () => ({ body: { ...product(), isDraft: 'true' } }),
  ),
  'POST /performer/performer-assets/products/image image': by(() => star, 'POST /performer/performer-assets/products/image', 'image'),
  'POST /performer/performer-assets/products/image file': by(() => star, 'POST /performer/performer-assets/products/image', 'file'),
  'POST /performer/performer-assets/products/file file': by(() => star, 'POST /performer/performer-assets/products/file', 'file'),
  'POST /messages/conversations/{id}/files file': by(
    () => fan,
    'POST /messages/conversations/{id}/files',
    'file',
    async () => ({
      params: { id: conversation },
      body: {},
    }),
  ),
  'POST /messages/private/photo file': by(() => star, 'POST /messages/private/photo', 'file'),
  'POST /comments file': by(() => fan, 'POST /comments', 'file', commented),
  'PUT /comments/{id} file': by(
    () => fan,
    'PUT /comments/{id}',
    'file',
    async () => {
      const { _id } = await fan.client.call('POST /comments', { ...(await commented()), files: {} } as never);
      return { params: { id: _id }, body: { content: 'Bravo!' } };
    },
  ),
  'POST /gift/image file': by(() => star, 'POST /gift/image', 'file'),
  'POST /admin/gifts/image file': by(() => admin, 'POST /admin/gifts/image', 'file'),
  'POST /admin/promos/{id}/picture/upload picture': by(() => admin, 'POST /admin/promos/{id}/picture/upload', 'picture', promo),
  'POST /admin/branding/{key}/upload file': by(
    () => admin,
    'POST /admin/branding/{key}/upload',
    'file',
    async () => ({ params: { key: 'logoUrl' } }),
  ),
};

/** Fields for evidence, and for captions, which the site writes again. */
const NOT_CLEANED = [
  'POST /auth/performers/register idVerification',
  'POST /auth/performers/register documentVerification',
  'POST /performers/documents/upload idVerification',
  'POST /performers/documents/upload documentVerification',
  'POST /performer/participants identity',
  'POST /performer/participants release',
  'PUT /performer/media-libraries/{id}/captions file',
];

const fieldsOf = (): { name: string; accept: readonly string[] }[] =>
  Object.entries<Endpoint>(CONTRACT).flatMap(([key, { files = {} }]) =>
    Object.entries(files).map(([field, { accept }]) => ({ name: `${key} ${field}`, accept })),
  );

test('every file field of the contract is known as one whose files are cleaned, or as one whose aren’t', () => {
  const byName = (a: string, b: string): number => a.localeCompare(b);
  const names = fieldsOf().map(({ name }) => name);
  expect([...Object.keys(WAYS_IN), ...NOT_CLEANED].toSorted(byName)).toEqual(names.toSorted(byName));
});

test.each(Object.keys(WAYS_IN))('files through %s tell nothing about their maker', async (name) => {
  const { accept } = fieldsOf().find((field) => field.name === name)!;
  const files = await taggedFiles(accept);
  expect(files.every(({ file }) => tells(file))).toBe(true);
  // Reels are upright.
  if (name.includes('/reels/')) for (const one of files) one.file = await taggedFilm(one.name as TaggedFilm, '90x160');
  for (const { name: kind, file } of files) {
    const { status, error } = await WAYS_IN[name]!(asBlob(file));
    expect([kind, status < 300, status < 300 ? null : error]).toEqual([kind, true, null]);
    await app.settle();
  }
  expect((await filesIn(storage())).length).toBeGreaterThan(0);
  expect(await telling()).toEqual([]);
  const unclean = await app.platform.database.selectFrom('files').select('purpose').where('cleaned_at', 'is', null).execute();
  expect(unclean).toEqual([]);
  const failed = await app.platform.database.selectFrom('files').select('failure').where('state', '=', 'failed').execute();
  expect(failed).toEqual([]);
});

test('a file that arrives in chunks tells nothing, and its call can be repeated', async () => {
  const id = await tusClient(app.url, star.client.token).whole('productFile', await taggedFilm('mp4'));
  const send = () => star.client.raw('POST /performer/performer-assets/products/file', { uploadId: id, files: {} });
  const first = await send();
  expect([first.status, first.error]).toEqual([201, first.error]);
  await app.settle();
  expect(await telling()).toEqual([]);
  const second = await send();
  expect([first.status, second.status, second.data]).toEqual([201, 201, first.data]);
});

test('an identity document stays as it came', async () => {
  const identity = await taggedJpeg();
  // Her export holds it: not that of the performer whose export is searched.
  const other = await createPerformer(app, { admin });
  const answer = await other.client.raw('POST /performer/participants', {
    body: { legalName: 'Nora Quill', stageName: 'Nora', dateOfBirth: '1991-02-03' },
    files: { identity: asBlob(identity), release: await picture() },
  });
  expect(answer.status).toBe(201);
  const rows = await app.platform.database
    .selectFrom('files')
    .select(['original_key', 'cleaned_at'])
    .where('purpose', '=', 'document')
    .execute();
  const stored = await Promise.all(rows.map(async ({ original_key: key }) => buffer((await app.platform.storage.open(key)).stream)));
  expect(stored.filter((bytes) => bytes.equals(identity))).toHaveLength(1);
});

test('downloads of buyers and exports tell nothing', async () => {
  const { client } = star;
  const [film, sound] = [await taggedFilm('mov'), await taggedSound('flac')];
  const links: string[] = [];
  for (const file of [film, sound]) {
    const { data } = await client.raw('POST /performer/performer-assets/products/file', { files: { file: asBlob(file) } });
    const made = await client.raw('POST /performer/performer-assets/products', {
      body: { ...product(), fileId: (data as { _id: string })._id },
      files: {},
    });
    const productId = (made.data as { _id: string })._id;
    await fan.client.call('POST /payment-wallet/purchase-products', { body: { products: [{ productId, quantity: 1 }] } as never });
    links.push((await fan.client.call('GET /performer-assets/products/{id}/download-link', { params: { id: productId } })).url);
  }
  const left = await Promise.all(links.map(async (link) => Buffer.from(await (await fetch(new URL(link, app.url))).arrayBuffer())));
  for (const person of [star, fan]) {
    await person.client.call('POST /users/me/exports');
    await app.settle();
    const { url } = (await person.client.call('GET /users/me/exports')).data[0]!;
    left.push(Buffer.from(await (await openFile(app, person, url!)).arrayBuffer()));
  }
  expect(left.map((bytes) => [bytes.length > 1000, tells(bytes)])).toEqual(left.map(() => [true, false]));
});

test('the answer to an uploaded document says what is inside, and that isn’t changed', async () => {
  const document = new PDFDocument({ info: { Author: 'Ana Sol' } });
  document.end();
  const pdf = await buffer(document);
  const sold = await star.client.raw('POST /performer/performer-assets/products/file', { files: { file: asBlob(pdf) } });
  const sent = await fan.client.raw('POST /messages/conversations/{id}/files', {
    params: { id: conversation },
    body: {},
    files: { file: asBlob(pdf) },
  });
  for (const { data } of [sold, sent])
    expect(data).toMatchObject({ kind: 'document', inside: expect.arrayContaining([{ kind: 'author', text: 'Ana Sol' }]) as unknown });
  const rows = await app.platform.database
    .selectFrom('files')
    .select('original_key')
    .where('kind', '=', 'document')
    .where('purpose', '!=', 'document')
    .execute();
  for (const { original_key: key } of rows) expect((await readFile(join(storage(), key))).equals(pdf)).toBe(true);
});
