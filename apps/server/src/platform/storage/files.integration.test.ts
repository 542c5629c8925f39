import { once } from 'node:events';
import { connect } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openFile } from '../../testing/open-documents.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer, picture, topUp } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { asBlob, video } from '../../testing/videos.ts';
import { readSecrets } from '../secrets.ts';
import { type UrlSigner, createUrlSigner } from './url-signer.ts';

const HOUR_MS = 3_600_000;

let app: TestApp;
let admin: Person;
let performer: Person;
let fan: Person;
let urlSigner: UrlSigner;
/** The address of a picture of 640 pixels, and of another one. */
let path: string;
let otherPath: string;
let bytes: Uint8Array;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  performer = await createPerformer(app, { admin, monthlyPrice: 5 });
  fan = await createFan(app);
  await topUp(app, fan, 100);
  urlSigner = createUrlSigner((await readSecrets(app.dataDirectory)).addresses);
  const upload = async (): Promise<string> => {
    const { picture: made } = await performer.client.call('POST /feeds/files/photo/upload', { files: { file: await picture() } });
    return made!.sources.at(-1)!.url;
  };
  [path, otherPath] = [await upload(), await upload()];
  bytes = new Uint8Array(await (await fetch(app.url + path)).arrayBuffer());
});
afterAll(() => app.close());

const get = (address: string, headers: Record<string, string> = {}, method = 'GET') => fetch(app.url + address, { headers, method });
const keyOf = (address: string): string => decodeURIComponent(new URL(address, app.url).pathname.slice('/files/'.length));
const codeOf = async (address: string): Promise<[number, string | undefined]> => {
  const answer = await get(address);
  const body = answer.ok ? await answer.arrayBuffer() : ((await answer.json()) as { error: string });
  return [answer.status, 'error' in body ? body.error : undefined];
};
/** A request whose path is sent unchanged. */
const rawStatus = async (target: string): Promise<number> => {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
  socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  await once(socket, 'close');
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
};

describe('signatures', () => {
  test('are valid for one to two hours, and the same within the hour', () => {
    const key = keyOf(path);
    const start = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
    expect(urlSigner.of(key, '', start)).toBe(urlSigner.of(key, '', start + HOUR_MS - 1));
    expect(urlSigner.of(key, '', start)).not.toBe(urlSigner.of(key, '', start + HOUR_MS));
    const { e, s } = Object.fromEntries(new URL(urlSigner.of(key, '', start), app.url).searchParams) as { e: string; s: string };
    expect([start, start + 2 * HOUR_MS].map((now) => urlSigner.isValid(key, { e, s }, now))).toEqual([true, true]);
    expect(urlSigner.isValid(key, { e, s }, start + 2 * HOUR_MS + 1)).toBe(false);
  });

  test('that are expired, of another file or forged are refused', async () => {
    const key = keyOf(path);
    const query = new URL(path, app.url).searchParams;
    const otherQuery = new URL(otherPath, app.url).searchParams;
    const blur = key.replace(/[^/]+$/, 'blur.webp');
    const forged = createUrlSigner('x'.repeat(43));
    const bad = {
      expired: urlSigner.of(key, '', Date.now() - 3 * HOUR_MS),
      'of another file': `/files/${key}?${otherQuery.toString()}`,
      'of another size': `/files/${blur}?${query.toString()}`,
      'of another secret': forged.of(key),
      'for longer': `/files/${key}?e=${Number(query.get('e')) + 3600}&s=${query.get('s')}`,
      'for ever': `/files/${key}?e=999999999999&s=${query.get('s')}`,
      'of another type': `${path}&t=text/html`,
      'with no signature': `/files/${key}?e=${query.get('e')}`,
      'with two signatures': `${path}&s=${query.get('s')}`,
      'with a short signature': path.slice(0, -1),
      'with nothing': `/files/${key}`,
    };
    for (const [name, address] of Object.entries(bad)) expect([name, ...(await codeOf(address))]).toEqual([name, 403, 'FORBIDDEN']);
    expect((await codeOf(path))[0]).toBe(200);
    expect((await codeOf(urlSigner.of(blur)))[0]).toBe(200);
    expect(await codeOf(urlSigner.of('feedPhoto/nothing/320.webp'))).toEqual([404, 'NOT_FOUND']);
  });

  // Even a valid signature doesn't lead outside: keys are checked.
  test.each([
    '../secrets.json',
    '..%2fsecrets.json',
    '%2e%2e/secrets.json',
    'a/../../secrets.json',
    './secrets.json',
    '/etc/passwd',
    '.incoming/x',
    'feedPhoto',
    'a\\..\\x',
    'a%00b',
    'x//y',
  ])('don’t lead outside the storage by %s', async (key) => {
    const signed = urlSigner.of(decodeURIComponent(key));
    const query = signed.slice(signed.indexOf('?'));
    expect([400, 403, 404]).toContain(await rawStatus(`/files/${key}${query}`));
    const raw = urlSigner.of(key);
    expect([400, 403, 404]).toContain(await rawStatus(`/files/${key}${raw.slice(raw.indexOf('?'))}`));
  });
});

describe('ranges', () => {
  test('are returned from the middle, with an open end and from the tail', async () => {
    const size = bytes.length;
    const cases: [string, number, number][] = [
      ['bytes=0-0', 0, 0],
      ['bytes=10-19', 10, 19],
      [`bytes=${size - 3}-`, size - 3, size - 1],
      ['bytes=-4', size - 4, size - 1],
      ['bytes=5-99999999999', 5, size - 1],
      ['bytes=-99999999999', 0, size - 1],
    ];
    for (const [range, start, end] of cases) {
      const part = await get(path, { range });
      expect([range, part.status, part.headers.get('content-range'), part.headers.get('content-length')]).toEqual([
        range,
        206,
        `bytes ${start}-${end}/${size}`,
        String(end - start + 1),
      ]);
      expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(start, end + 1));
      const head = await get(path, { range }, 'HEAD');
      expect([head.status, head.headers.get('content-range'), (await head.arrayBuffer()).byteLength]).toEqual([
        206,
        `bytes ${start}-${end}/${size}`,
        0,
      ]);
    }
  });

  test('beyond the end get 416 with the size; others than single ranges get the whole file', async () => {
    for (const range of [`bytes=${bytes.length}-`, 'bytes=-0', 'bytes=9-3', 'bytes=99999999999999999999-']) {
      const answer = await get(path, { range });
      expect([range, answer.status, answer.headers.get('content-range'), (await answer.arrayBuffer()).byteLength]).toEqual([
        range,
        416,
        `bytes */${bytes.length}`,
        0,
      ]);
    }
    for (const range of ['bytes=0-1,4-5', 'bytes=', 'bytes=a-b', 'pages=1-2', 'bytes=--1']) {
      const answer = await get(path, { range });
      expect([range, answer.status, answer.headers.get('content-range')]).toEqual([range, 200, null]);
      expect((await answer.arrayBuffer()).byteLength).toBe(bytes.length);
    }
  });
});

describe('response headers of files', () => {
  test('a picture is served with its type, for this site only, in a sandbox', async () => {
    for (const method of ['GET', 'HEAD']) {
      const { headers, status } = await get(path, {}, method);
      expect([status, Object.fromEntries(headers)]).toEqual([
        200,
        expect.objectContaining({
          'content-type': 'image/webp',
          'content-length': String(bytes.length),
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
          'cross-origin-resource-policy': 'same-origin',
          'accept-ranges': 'bytes',
          'cache-control': 'private, max-age=3600, immutable',
        }),
      ]);
    }
    const etag = (await get(path)).headers.get('etag')!;
    for (const value of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const same = await get(path, { 'if-none-match': value });
      expect([value, same.status, same.headers.get('etag')]).toEqual([value, 304, etag]);
    }
    expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  test('a PDF is downloaded, not shown; files accept GET and HEAD only', async () => {
    const applicant = await createPerformer(app, { approved: false });
    const pdf = new Blob([
      new TextEncoder().encode(`%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n${' '.repeat(200)}`),
    ]);
    await applicant.client.call('POST /performers/documents/upload', { files: { idVerification: pdf } });
    const { documentList } = await admin.client.call('GET /admin/applications/{id}', { params: { id: applicant.id } });
    const document = documentList.find(({ contentType }) => contentType === 'application/pdf')!;
    const { url } = await admin.client.call('GET /admin/documents/{id}', { params: { id: document._id } });
    const answer = await openFile(app, admin, url);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
      200,
      'application/pdf',
      'attachment',
    ]);
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) expect((await get(path, {}, method)).status).toBe(404);
  });
});

describe('locked files', () => {
  test('have no address in responses to viewers without access, and all of theirs in responses to viewers with access', async () => {
    const clip = asBlob(await video({ seconds: 0.3 }));
    const { _id: videoId } = await performer.client.call('POST /feeds/files/video/upload', { files: { file: clip } });
    const { _id: thumbnailId } = await performer.client.call('POST /feeds/files/thumbnail/upload', { files: { file: await picture() } });
    const film = await performer.client.call('POST /performer/feeds', {
      body: { text: 'A film.', audience: 'buyers', price: 3, fileIds: [videoId], thumbnailId },
    });
    const photos = await createFeed(performer, { audience: 'subscribers', photos: 2, text: 'For subscribers.' });
    const sold = await createFeed(performer, { audience: 'buyers', price: 4, photos: 1, text: 'For buyers.' });
    const words = await createFeed(performer, { audience: 'subscribers', photos: 0, text: 'A secret sentence, for subscribers alone.' });
    const open = await createFeed(performer, { photos: 1, text: 'For all.' });
    // A film is shown, and can be bookmarked, once it is ready.
    await app.settle();
    await fan.client.call('POST /reactions', { body: { objectType: 'performer', objectId: performer.id, action: 'follow' } });
    for (const feedId of [film._id, photos])
      await fan.client.call('POST /reactions', { body: { objectType: 'feed', objectId: feedId, action: 'bookmark' } });
    // Unpaid orders reveal nothing either.
    const soldWords = await createFeed(performer, { audience: 'buyers', price: 2, photos: 0, text: 'A secret sentence for sale.' });
    const { redirectUrl } = await fan.client.call('POST /payment/purchase-feed', { body: { feedId: soldWords } });
    await fan.client.call('POST /payment/purchase-feed', { body: { feedId: sold } });
    const paymentId = redirectUrl.split('/').at(-1)!;
    await app.settle();

    const { rows: files } = await sql<{ feed_id: string; original_key: string; variants: { name: string; key: string }[] }>`
      select ff.item_id as feed_id, f.original_key, f.variants from item_files ff join files f on f.id = ff.file_id`.execute(
      app.platform.database,
    );
    const hidden = (feedIds: string[]): string[] =>
      files
        .filter(({ feed_id }) => feedIds.includes(feed_id))
        .flatMap(({ original_key, variants }) => [
          original_key,
          ...variants.filter(({ name }) => name !== 'blur' && name !== 'posterBlur').map(({ key }) => key),
        ]);
    const locked = hidden([film._id, photos, sold]);
    expect(locked.length).toBeGreaterThan(9);

    /** All responses to a person without access, as one text. */
    const everything = async (person?: Person): Promise<string> => {
      const client = person?.client ?? app.client();
      const texts: unknown[] = [];
      const read = async (key: string, request?: Parameters<typeof client.raw>[1]) => {
        const { status, data } = await client.raw(key, request);
        expect([key, status < 500]).toEqual([key, true]);
        texts.push(data);
      };
      for (const id of [film._id, photos, sold, words, soldWords, open]) await read('GET /feeds/{id}', { params: { id } });
      await read('GET /feeds', { query: { performerId: performer.username, limit: 50 } });
      await read('GET /feeds', { query: { limit: 50 } });
      await read('GET /feeds', { query: { limit: 50, type: 'video' } });
      for (const id of [performer.id, performer.username]) await read('GET /performers/{id}', { params: { id } });
      await read('GET /performers/search');
      await read('GET /ranking-performers');
      await read('GET /gateways/sandbox/payments/{id}', { params: { id: paymentId } });
      if (person) {
        for (const key of ['home-feeds'] as const) await read(`GET /feeds/${key}`, { query: { limit: 50 } });
        await read('GET /reactions/search');
        await read('GET /payment/transactions');
        await read('GET /transactions/user/search');
        await read('GET /wallet-transactions/user/search');
        await read('GET /users/view/{id}', { params: { id: performer.id } });
        await read('POST /performers/{id}/check-subscribe', { params: { id: performer.id } });
      }
      return JSON.stringify(texts);
    };
    const rival = await createPerformer(app, { admin });
    for (const person of [undefined, fan, rival]) {
      const text = await everything(person);
      expect(locked.filter((key) => text.includes(key))).toEqual([]);
      expect(text).not.toContain('A secret sentence');
      expect(hidden([open]).filter((key) => text.includes(key)).length).toBeGreaterThan(0);
      // The returned addresses can be opened, and show no more than a blur.
      const given = [...text.matchAll(/\/files\/[^"]+/g)].map(([address]) => address);
      for (const address of new Set(given)) expect([address, (await get(address)).status]).toEqual([address, 200]);
    }

    // Bought and subscribed: everything is there.
    await fan.client.call('POST /payment-wallet/purchase-feed', { body: { feedId: film._id } });
    const { orderId } = await fan.client.call('POST /payment/subscribe-performer', { body: { performerId: performer.id } });
    await fan.client.call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: orderId } });
    await app.settle();
    const text = await everything(fan);
    const seen = hidden([film._id, photos]).filter((key) => text.includes(key));
    expect(seen.some((key) => key.endsWith('.mp4'))).toBe(true);
    expect(seen.length).toBeGreaterThanOrEqual(5);
    expect(text).toContain('A secret sentence');
    // Originals are never returned, and what is still locked stays so.
    expect(files.filter(({ original_key }) => text.includes(original_key))).toEqual([]);
    expect(hidden([sold]).filter((key) => text.includes(key))).toEqual([]);
  });
});
