import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CONTRACT } from '@stagedoor/contract';
import type { Endpoint, EndpointKey } from '@stagedoor/contract/endpoint';
import { sql } from 'kysely';
import type { z } from 'zod';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { animatedGif } from './animated-gif.ts';
import type { Client } from './client.ts';
import { createConversation, openMessages, sendPaidMessage, writeMessage } from './conversation-fixtures.ts';
import { type Person, createAdmin, createFan, createPerformer, picture, topUp } from './factories.ts';
import { createGallery, createPhoto } from './gallery-fixtures.ts';
import { type TestApp, createTestApp } from './test-app.ts';
import { createVideo, uploadFilm } from './video-fixtures.ts';
import { asBlob, video } from './videos.ts';

// Locked files must be unreachable without an entitlement: no original, rendition, thumbnail or name, by any address. All reading calls are
// made by all callers without access; then every conceivable address is tried.

let app: TestApp;
let star: Person;
const others: Record<string, Client> = {};
/** Secret texts by their location. */
const secrets = new Map<string, string>();
/** Keys in storage that are locked for the others. */
let lockedKeys: string[] = [];
/** The public teaser of a locked video. */
let openTeaser: string;
/** Addresses returned to the others, all for other files. */
const given = new Set<string>();
let postIds: string[] = [];
/** Items of the other kinds, with the call that shows them. */
let items: { kind: string; id: string; call: EndpointKey; isDraft?: true }[] = [];
let conversationId: string;
let entitled: Person;

const uploadAnimation = async (): Promise<string> =>
  (await star.client.call('POST /feeds/files/photo/upload', { files: { file: asBlob(await animatedGif(), 'image/gif') } }))._id;
const upload = async (kind: 'photo' | 'video' | 'thumbnail' | 'teaser'): Promise<string> => {
  const file = kind === 'video' || kind === 'teaser' ? asBlob(await video({ seconds: 0.3 })) : await picture({ hue: secrets.size });
  const { _id } = await star.client.call(`POST /feeds/files/${kind}/upload`, { files: { file } });
  return _id;
};
const publish = async (name: string, body: Record<string, unknown>, fileIds: string[]): Promise<string> => {
  const { _id } = await star.client.call('POST /performer/feeds', { body: { text: `Post ${name}.`, ...body, fileIds } as never });
  return _id;
};

/** One of each kind besides posts: for subscribers, for buyers, or both; and what is known to its performer alone. */
const publishOtherKinds = async (): Promise<typeof items> => {
  const gallery = await createGallery(star, { audience: 'buyers', price: 2, title: 'Post for buyers' });
  const photo = await createPhoto(star, { audience: 'buyers', price: 1, title: 'Post by itself' });
  const shown = await createPhoto(star, { audience: 'subscribers', title: 'Post for subscribers' });
  const sold = await createVideo(star, { audience: 'buyers', price: 4, title: 'Post on film' });
  const included = await createVideo(star, { audience: 'subscribers', title: 'Post on film too' });
  const draft = await star.client.call('POST /performer/performer-assets/videos', {
    body: { title: 'TITLE-OF-A-DRAFT', isDraft: true, videoId: await uploadFilm(star) },
  });
  const product = await star.client.call('POST /performer/performer-assets/products/upload', {
    body: { type: 'digital', name: 'Post as a file', price: 3 },
    files: { file: new Blob(['%PDF-1.7 A SCORE TO PAY FOR'], { type: 'application/pdf' }), image: await picture({ hue: 150 }) },
  });
  await openMessages(star);
  conversationId = await createConversation(entitled, star);
  await writeMessage(star, conversationId, 'WORDS-BETWEEN-TWO');
  const message = await sendPaidMessage(star, conversationId);
  const view = 'GET /performer-assets/photos/{id}/view';
  return [
    { kind: 'gallery', id: gallery._id, call: 'GET /performer-assets/galleries/{id}/view' },
    { kind: 'photo', id: gallery.photoIds[0]!, call: view },
    { kind: 'photo', id: photo, call: view },
    { kind: 'photo', id: shown, call: view },
    { kind: 'video', id: sold._id, call: 'GET /performer-assets/videos/{id}' },
    { kind: 'video', id: included._id, call: 'GET /performer-assets/videos/{id}' },
    { kind: 'product', id: product._id, call: 'GET /performer-assets/products/{id}/download-link' },
    { kind: 'message', id: message, call: 'GET /messages/items/{id}' },
    { kind: 'video', id: draft._id, call: 'GET /performer/performer-assets/videos/{id}/view', isDraft: true },
  ];
};

/** Buys what is sold of them. */
const buyOtherKinds = async (): Promise<void> => {
  const { client } = entitled;
  const idOf = (kind: string, nr = 0): string => items.filter((item) => item.kind === kind)[nr]!.id;
  await client.call('POST /payment-wallet/purchase-gallery', { body: { galleryId: idOf('gallery') } });
  await client.call('POST /payment-wallet/purchase-video', { body: { videoId: idOf('video') } });
  await client.call('POST /payment-wallet/purchase-products', { body: { products: [{ productId: idOf('product') }] } });
  const orders = [
    await client.call('POST /payment/purchase-single-photo', { body: { photoId: idOf('photo', 1) } }),
    await client.call('POST /payment/purchase-message/{id}', { params: { id: idOf('message') }, body: {} }),
  ];
  for (const { orderId } of orders) await client.call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: orderId } });
};

beforeAll(async () => {
  app = await createTestApp();
  const admin = await createAdmin(app);
  star = await createPerformer(app, { admin, monthlyPrice: 5 });
  const [stranger, follower, blocked, lapsed, fan] = await Promise.all(Array.from({ length: 5 }, () => createFan(app)));
  const rival = await createPerformer(app, { admin });
  entitled = fan!;
  await topUp(app, entitled, 100);
  await topUp(app, lapsed!, 100);

  const followers = await publish('for followers', { audience: 'followers' }, [await upload('photo')]);
  const subscribers = await publish('for subscribers', { audience: 'subscribers' }, [await upload('photo'), await upload('photo')]);
  const sold = await publish('for buyers', { audience: 'buyers', price: 3 }, [await uploadAnimation()]);
  const soldFilm = await publish(
    'a film for buyers',
    { audience: 'buyers', price: 4, thumbnailId: await upload('thumbnail'), teaserId: await upload('teaser') },
    [await upload('video')],
  );
  // One film has a public teaser cut out of it, another one doesn't.
  const long = await video({ seconds: 6, extra: ['-r', '2'] });
  const uploadLong = async (): Promise<string> =>
    (await star.client.call('POST /feeds/files/video/upload', { files: { file: asBlob(long) } }))._id;
  const cutId = await uploadLong();
  const cut = await publish('a film with a piece for all', { audience: 'buyers', price: 4, teaserCut: true }, [cutId]);
  const uncut = await publish('a film without one', { audience: 'buyers', price: 4 }, [await uploadLong()]);
  const words = await publish('words', { audience: 'buyers', price: 2, text: 'WORDS-THAT-ARE-SOLD' }, []);
  const scheduled = await publish('scheduled', { scheduledAt: new Date(Date.now() + 86_400_000).toISOString() }, [await upload('photo')]);
  const deleted = await publish('deleted', {}, [await upload('photo')]);
  const withdrawn = await publish('taken down', {}, [await upload('photo')]);
  const draft = await star.client.call('POST /performer/feeds/draft', {
    body: { text: 'NOTES-OF-A-DRAFT', fileIds: [await upload('photo')] },
  });
  const shelved = await star.client.call('POST /performer/media-libraries/upload', {
    body: { name: 'NAME-OF-A-FILE' },
    files: { file: await picture({ hue: 77 }) },
  });
  await app.platform.settings.change({ reviewBeforePublishing: true }, admin.id);
  const reviewed = await publish('in review', { title: 'TITLE-IN-REVIEW', text: 'Post in review.' }, [await upload('photo')]);
  await app.platform.settings.change({ reviewBeforePublishing: false }, admin.id);
  items = await publishOtherKinds();
  await app.settle();
  await buyOtherKinds();
  await star.client.call('DELETE /performer/feeds/{id}', { params: { id: deleted } });
  await sql`update items set state = 'taken-down' where id = ${withdrawn}::uuid`.execute(app.platform.database);
  for (const id of [sold, soldFilm, words]) await entitled.client.call('POST /payment-wallet/purchase-feed', { body: { feedId: id } });
  for (const person of [entitled, lapsed!]) {
    const order = await person.client.call('POST /payment/subscribe-performer', { body: { performerId: star.id } });
    await person.client.call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: order.orderId } });
  }
  await sql`update subscriptions set expires_at = now() - interval '1 day', paid_until = now() - interval '1 day', next_attempt_at = null
    where fan_id = ${lapsed!.id}::uuid`.execute(app.platform.database);
  await entitled.client.call('POST /comments', {
    body: { objectType: 'feed', objectId: subscribers, content: 'WORDS-UNDER-A-LOCKED-POST' },
    files: { file: await picture({ hue: 12 }) },
  });
  await follower!.client.call('POST /reactions', { body: { action: 'follow', objectType: 'performer', objectId: star.id } });
  await app.platform.database.insertInto('blocks').values({ performer_id: star.id, account_id: blocked!.id }).execute();
  await app.settle();

  Object.assign(others, {
    visitor: app.client(),
    stranger: stranger!.client,
    blocked: blocked!.client,
    lapsed: lapsed!.client,
    rival: rival.client,
  });
  postIds = [followers, subscribers, sold, soldFilm, words, cut, uncut, scheduled, deleted, withdrawn, reviewed, draft._id];
  const { rows } = await sql<{ id: string; purpose: string; original_key: string; variants: { name: string; key: string }[] }>`
    select id, purpose, original_key, variants from files where purpose not in ('avatar', 'cover', 'document', 'feedTeaser', 'productImage')`.execute(
    app.platform.database,
  );
  openTeaser = rows.find(({ id }) => id === cutId)!.variants.find(({ name }) => name === 'teaser')!.key;
  for (const { purpose, original_key: original, variants } of rows) {
    const locked = variants.filter(({ name, key }) => name !== 'blur' && name !== 'posterBlur' && key !== openTeaser).map(({ key }) => key);
    for (const key of [...locked, original]) secrets.set(key, purpose);
  }
  lockedKeys = [...secrets.keys()];
  const texts = [
    'WORDS-THAT-ARE-SOLD',
    'NOTES-OF-A-DRAFT',
    'NAME-OF-A-FILE',
    'WORDS-UNDER-A-LOCKED-POST',
    'TITLE-OF-A-DRAFT',
    'WORDS-BETWEEN-TWO',
    'A SCORE TO PAY FOR',
  ];
  for (const words of texts) secrets.set(words, 'text');
  secrets.set(shelved._id, 'id');
  // Not even the preview of what is in review, nor that there is something.
  const { rows: previews } = await sql<{ key: string }>`
    select preview ->> 'key' as key from item_contents where item_id = ${reviewed}::uuid`.execute(app.platform.database);
  for (const secret of ['TITLE-IN-REVIEW', reviewed, previews[0]!.key]) secrets.set(secret, 'an item in review');
});
afterAll(() => app.close());

/** Reading calls of the contract, each with every known id. */
const QUESTIONS = (Object.entries(CONTRACT) as [EndpointKey, Endpoint][])
  .filter(([key]) => key.startsWith('GET '))
  .map(([key, { query }]) => ({
    key,
    names: [...key.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!),
    asks: new Set(Object.keys((query as z.ZodObject)?.shape ?? {})),
  }));
const requestsOf = ({ names, asks }: (typeof QUESTIONS)[number]): Record<string, unknown>[] => {
  if (names.length > 0)
    return [star.username, star.id, ...postIds, ...items.map(({ id }) => id), conversationId].map((id) => ({
      params: Object.fromEntries(names.map((name) => [name, id])),
    }));
  return [
    {},
    ...(asks.has('limit') ? [{ query: { limit: 100 } }] : []),
    ...(asks.has('q') ? [{ query: { q: 'Post' } }] : []),
    ...(asks.has('performerId') ? [{ query: { performerId: star.id } }] : []),
    ...(asks.has('objectId') ? postIds.map((objectId) => ({ query: { objectType: 'feed', objectId } })) : []),
    ...(asks.has('objectId') ? items.map(({ kind: objectType, id: objectId }) => ({ query: { objectType, objectId } })) : []),
  ];
};

describe('locked content', () => {
  test('exists in this test, and is visible with an entitlement', async () => {
    expect(lockedKeys.length).toBeGreaterThan(20);
    const seen = await Promise.all(
      postIds.slice(0, 5).map(async (id) => JSON.stringify(await entitled.client.send('GET /feeds/{id}', { params: { id } }))),
    );
    expect(lockedKeys.filter((key) => key.endsWith('/teaser.mp4'))).toHaveLength(1);
    expect(lockedKeys.filter((key) => key.endsWith('/animation.mp4'))).toHaveLength(1);
    expect(seen.every((text) => [...secrets.keys()].some((secret) => text.includes(secret)))).toBe(true);
  });

  test('of every other kind is visible with an entitlement too', async () => {
    const keysOf = (text: string): string[] => lockedKeys.filter((key) => text.includes(key));
    for (const { kind, id, call, isDraft } of items) {
      const { client } = isDraft ? star : entitled;
      const { status, data } = await client.raw(call, { params: { id } } as never);
      expect({ kind, status, isShown: keysOf(JSON.stringify(data)).length > 0 }).toEqual({ kind, status: 200, isShown: true });
    }
    expect(new Set(items.map(({ kind }) => kind))).toEqual(new Set(['gallery', 'photo', 'video', 'product', 'message']));
  });

  test('is in no response to a viewer without access', async () => {
    const leaks: string[] = [];
    let answers = 0;
    const askAll = async (name: string, client: Client): Promise<void> => {
      for (const question of QUESTIONS)
        for (const request of requestsOf(question)) {
          const { data, error, status } = await client.raw(question.key, request as never);
          const text = JSON.stringify([data, error]);
          for (const address of text.match(/\/files\/[^"\\ ]+/g) ?? []) given.add(address);
          for (const [secret, where] of secrets)
            if (text.includes(secret)) leaks.push(`${name}: ${question.key} ${JSON.stringify(request)} tells ${where}`);
          if (status < 400) answers += 1;
          // This caller is refused whatever the request.
          if (status === 401 || status === 403) break;
        }
    };
    await Promise.all(Object.entries(others).map(([name, client]) => askAll(name, client)));
    expect(leaks).toEqual([]);
    expect(answers).toBeGreaterThan(200);
    // The public teaser exists and plays: its folder is among the attempts below.
    const teaser = [...given].filter((address) => address.includes(openTeaser));
    expect(teaser.length).toBeGreaterThan(0);
    expect((await fetch(app.url + teaser[0]!)).status).toBe(200);
  });

  test('can’t be opened by any address: unsigned, signed for another file, guessed or changed', async () => {
    const signatures = [...new Set([...given].map((address) => new URL(address, app.url).search))];
    expect(signatures.length).toBeGreaterThan(5);
    const open: string[] = [];
    const attempt = async (path: string): Promise<void> => {
      const answer = await fetch(app.url + path);
      await answer.arrayBuffer();
      if (answer.ok) open.push(path);
    };
    for (const key of lockedKeys) {
      const folder = key.replace(/\/[^/]*$/, '');
      await attempt(`/files/${key}`);
      await attempt(`/files/${key}?e=99999999999&s=${'A'.repeat(32)}`);
      await attempt(`/${key}`);
      await attempt(`/api/files/${key}`);
      await attempt(`/files/x/..%2f${encodeURIComponent(key)}${signatures[0]}`);
      for (const search of signatures.slice(0, 12)) await attempt(`/files/${key}${search}`);
      // Next to a known address, in its folder.
      const neighbours = [...given].filter((address) => address.includes(folder));
      for (const address of neighbours) await attempt(address.replace(/[^/?]+\?/, `${key.split('/').at(-1)}?`));
    }
    expect(open).toEqual([]);
  });

  test('is stored only where nothing serves it', async () => {
    const files = await readdir(app.dataDirectory, { recursive: true, withFileTypes: true });
    const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name).slice(app.dataDirectory.length + 1));
    expect(lockedKeys.filter((key) => paths.some((path) => path.endsWith(key))).length).toBe(lockedKeys.length);
    const open: string[] = [];
    for (const path of paths) {
      const answer = await fetch(`${app.url}/${path.split('/').map(encodeURIComponent).join('/')}`);
      const body = await answer.arrayBuffer();
      // Any path is answered with a page; no path with a file.
      if (answer.ok && !answer.headers.get('content-type')?.startsWith('text/html') && body.byteLength > 0) open.push(path);
    }
    expect(open).toEqual([]);
  });
});
