import type { SettingValues } from '@stagedoor/contract/settings';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Person, createAdmin, createFeed, createPerformer, picture } from '../../testing/factories.ts';
import { createGallery } from '../../testing/gallery-fixtures.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

// What previews of links show, over HTTP: the tags of pages, and the pictures at their lasting addresses.

/** Headers of a request from the United States. */
const ABROAD = { 'x-forwarded-for': '8.8.8.8' };

let app: TestApp;
let admin: Person;
let star: Person;
beforeAll(async () => {
  app = await createTestApp({ web: true, environment: { TRUST_PROXY: '1' }, responseCacheMs: 60_000 });
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin });
});
afterAll(() => app.close());
afterEach(async () => {
  await app.platform.database.deleteFrom('settings').execute();
  await app.platform.settings.reload();
});

const set = (values: Partial<SettingValues>) => app.platform.settings.change(values, admin.id);
const ask = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(app.url + path, { headers, redirect: 'manual' });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
};
const statusOf = async (path: string, headers?: Record<string, string>): Promise<number> => (await ask(path, headers)).status;
const UNESCAPED: Record<string, string> = { '&amp;': '&', '&quot;': '"', '&#x27;': "'", '&lt;': '<', '&gt;': '>' };
/** The tags of a page's head by name, and its canonical link. */
const tagsOf = async (path: string): Promise<Record<string, string>> => {
  const { status, bytes } = await ask(path);
  expect([path, status]).toEqual([path, 200]);
  const html = bytes.toString();
  const tags = [...html.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)"/g)].map(([, name, value]) => [
    name,
    value!.replaceAll(/&[^;]+;/g, (entity) => UNESCAPED[entity] ?? entity),
  ]);
  const canonical = /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1];
  return { ...(Object.fromEntries(tags) as Record<string, string>), canonical: canonical ?? '' };
};
/** The path of a page's picture. */
const pictureOf = async (path: string): Promise<string> => (await tagsOf(path))['og:image']!.replace(app.platform.config.publicUrl, '');
const storedBytes = async (key: string): Promise<Buffer> => buffer((await app.platform.storage.open(key)).stream);
/** What is stored of an item's first file, by the names of the variants. */
const variantsOf = async (itemId: string): Promise<{ name: string; key: string }[]> => {
  const { variants } = await app.platform.database
    .selectFrom('item_files as f')
    .innerJoin('files', 'files.id', 'f.file_id')
    .select('files.variants')
    .where('f.item_id', '=', itemId)
    .executeTakeFirstOrThrow();
  return variants as { name: string; key: string }[];
};

test('an open post has its picture at an address that lasts, its first words, and one address', async () => {
  const text = 'The dress rehearsal went on until two in the morning, and nobody wanted to go home before the last act.';
  const id = await createFeed(star, { text });
  await app.settle();
  const site = app.platform.config.publicUrl;
  const tags = await tagsOf(`/feeds/${id}`);
  expect(tags).toMatchObject({
    'og:title': 'The dress rehearsal went on until two in the morning, and… · Stagedoor',
    'og:description': text,
    'og:type': 'article',
    'og:url': `${site}/feeds/${id}`,
    'og:image': `${site}/og/feeds/${id}`,
    'twitter:card': 'summary_large_image',
    canonical: `${site}/feeds/${id}`,
  });
  const shown = await ask(`/og/feeds/${id}`);
  expect([shown.status, shown.headers.get('content-type'), shown.headers.get('cache-control')]).toEqual([
    200,
    'image/webp',
    'private, no-cache',
  ]);
  const keys = (await variantsOf(id)).filter(({ name }) => name === 'picture').map(({ key }) => key);
  expect((await Promise.all(keys.map(storedBytes))).some((bytes) => bytes.equals(shown.bytes))).toBe(true);
  app.clock.advance(24 * 3_600_000);
  expect(await statusOf(`/og/feeds/${id}`)).toBe(200);
  expect((await fetch(`${app.url}/og/feeds/${id}`, { method: 'HEAD' })).status).toBe(200);
});

test('a locked post shows the blurred preview, to whoever asks', async () => {
  const id = await createFeed(star, { audience: 'subscribers', text: '' });
  await app.settle();
  expect(await tagsOf(`/feeds/${id}`)).toMatchObject({
    'og:title': `Post by ${(await profileOf(star)).name} · Stagedoor`,
    'og:image': `${app.platform.config.publicUrl}/og/feeds/${id}`,
  });
  const blurred = await storedBytes((await variantsOf(id)).find(({ name }) => name === 'blur')!.key);
  for (const headers of [{}, { cookie: `token=${star.client.token}` }, { cookie: `token=${admin.client.token}` }] as Record<
    string,
    string
  >[])
    expect((await ask(`/og/feeds/${id}`, headers)).bytes.equals(blurred)).toBe(true);
});

const profileOf = (person: Person) => app.client().call('GET /performers/{id}', { params: { id: person.username } });

test('a post that was opened or locked shows it at once, also on pages that were kept', async () => {
  const id = await createFeed(star, { text: 'Something to hear' });
  await app.settle();
  const open = (await ask(`/og/feeds/${id}`)).bytes;
  expect((await tagsOf(`/feeds/${id}`))['og:title']).toContain('Something to hear');
  await star.client.call('PUT /performer/feeds/{id}', {
    params: { id },
    body: { text: 'Something to see', audience: 'buyers', price: 3 } as never,
  });
  await app.settle();
  expect((await tagsOf(`/feeds/${id}`))['og:title']).toContain('Something to see');
  const locked = (await ask(`/og/feeds/${id}`)).bytes;
  expect(locked.equals(open)).toBe(false);
  expect(locked.equals(await storedBytes((await variantsOf(id)).find(({ name }) => name === 'blur')!.key))).toBe(true);
});

test('a post without a picture shows its performer’s', async () => {
  const id = await createFeed(star, { photos: 0, text: 'Only words' });
  await app.settle();
  const path = await pictureOf(`/feeds/${id}`);
  expect(path).toBe(`/og/performers/${star.id}`);
  expect(await statusOf(`/og/feeds/${id}`)).toBe(404);
});

test('of a text that is locked nothing is told', async () => {
  const id = await createFeed(star, { photos: 0, text: 'A secret of the house', audience: 'buyers', price: 2 });
  await app.settle();
  const { bytes } = await ask(`/feeds/${id}`);
  expect(bytes.toString()).not.toContain('A secret of the house');
});

test('a profile shows its cover, else its avatar, else the picture of those without', async () => {
  const person = await createPerformer(app, { admin });
  const path = `/og/performers/${person.id}`;
  expect(await pictureOf(`/${person.username}`)).toBe(path);
  expect((await tagsOf(`/${person.username}`))['og:type']).toBe('profile');
  await app.platform.database.updateTable('accounts').set({ avatar_key: null }).where('id', '=', person.id).execute();
  const nothing = await ask(path);
  expect([nothing.status, nothing.headers.get('location')]).toEqual([302, '/no-avatar.png']);
  await person.client.call('POST /performers/avatar/upload', { files: { avatar: await picture() } });
  await app.settle();
  const avatar = await ask(path);
  expect([avatar.status, avatar.headers.get('content-type')]).toEqual([200, 'image/webp']);
  await person.client.call('POST /performers/cover/upload', { files: { cover: await picture({ width: 1600, height: 500 }) } });
  await app.settle();
  const cover = await ask(path);
  expect([cover.status, cover.bytes.equals(avatar.bytes)]).toEqual([200, false]);
});

test('drafts, items taken down or deleted and hidden performers have no picture', async () => {
  const person = await createPerformer(app, { admin });
  const [shown, takenDown, deleted] = [await createFeed(person), await createFeed(person), await createFeed(person)];
  const { _id: gallery } = await createGallery(person);
  const file = await person.client.call('POST /feeds/files/photo/upload', { files: { file: await picture() } });
  const draft = await person.client.call('POST /performer/feeds/draft', {
    body: { text: 'Later', audience: 'everyone', fileIds: [file._id] },
  });
  await app.settle();
  const pathsOfAll = [
    `/og/feeds/${shown}`,
    `/og/galleries/${gallery}`,
    `/og/performers/${person.id}`,
    `/feeds/${shown}`,
    `/${person.username}`,
  ];
  for (const path of pathsOfAll) expect([path, [200, 302].includes(await statusOf(path))]).toEqual([path, true]);
  expect([await statusOf(`/og/feeds/${takenDown}`), await statusOf(`/og/feeds/${deleted}`)]).toEqual([200, 200]);
  await admin.client.call('POST /admin/content/{id}/take-down', { params: { id: takenDown }, body: { note: 'Not theirs' } });
  await person.client.call('DELETE /performer/feeds/{id}', { params: { id: deleted } });
  await app.settle();
  for (const id of [takenDown, deleted, draft._id]) expect(await statusOf(`/og/feeds/${id}`)).toBe(404);
  // By the address of another kind, or none.
  for (const path of [
    `/og/videos/${shown}`,
    `/og/messages/${shown}`,
    `/og/performers/${shown}`,
    '/og/feeds/x',
    `/og/feeds/${shown.toUpperCase()}x`,
  ])
    expect([path, await statusOf(path)]).toEqual([path, 404]);
  // A country that the performer is hidden in.
  await app.platform.database.insertInto('country_blocks').values({ performer_id: person.id, country: 'US' }).execute();
  for (const path of pathsOfAll.slice(0, 3)) expect([path, await statusOf(path, ABROAD)]).toEqual([path, 404]);
  expect(await statusOf(`/og/feeds/${shown}`)).toBe(200);
  await admin.client.call('POST /admin/users/{id}/suspend', { params: { id: person.id }, body: { reason: 'fraud' } });
  await app.settle();
  for (const path of pathsOfAll) expect([path, await statusOf(path)]).toEqual([path, 404]);
});

test('the gates close them as they close pages', async () => {
  const path = `/og/feeds/${await createFeed(star)}`;
  await app.settle();
  await set({ maintenanceMode: true });
  expect(await statusOf(path)).toBe(503);
  await set({ maintenanceMode: false, blockedCountries: ['US'] });
  expect([await statusOf(path, ABROAD), await statusOf(path)]).toEqual([403, 200]);
  await set({ blockedCountries: [], ageDefault: 'declare' });
  expect([await statusOf(path), await statusOf(path, { cookie: 'ageConfirmed=yes' })]).toEqual([403, 200]);
});
