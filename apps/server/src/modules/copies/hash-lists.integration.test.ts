import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { pictureFile } from '@stagedoor/demo-pictures';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { brightnessOf, hashPicture } from '../../platform/media/perceptual-hash.ts';
import { copyOf, original } from '../../testing/copied-pictures.ts';
import { type Person, createAdmin, createPerformer } from '../../testing/factories.ts';
import { type HashListDouble, startHashList } from '../../testing/hash-list-double.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { lookBack } from '../files/index.ts';
import { fetchHashList } from './fetch-hash-lists.ts';
import { createFeedList } from './read-hash-list.ts';

const TOKEN = 'list-token-1';
let app: TestApp;
let admin: Person;
let star: Person;
let double: HashListDouble;
beforeAll(async () => {
  app = await createTestApp({ environment: { LINK_PREVIEW_NETWORKS: '127.0.0.0/8' } });
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin });
});
beforeEach(async () => {
  double = await startHashList({ token: TOKEN });
  return async () => {
    for (const { _id: id } of (await admin.client.call('GET /admin/hash-lists', {})).data)
      await admin.client.call('DELETE /admin/hash-lists/{id}', { params: { id } });
    await double.close();
  };
});
afterAll(() => app.close());

/** The hash that an organization would list: of the original. */
const pdqOf = async (name: string): Promise<string> => {
  const pixels = await sharp(await readFile(pictureFile(name)))
    .resize({ width: 512, height: 512, fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer();
  return hashPicture(brightnessOf(pixels)).listed[0]!.toString('hex');
};
const publish = async (file: Blob): Promise<string> => {
  const { _id: fileId } = await star.client.call('POST /feeds/files/photo/upload', { files: { file } });
  return (await star.client.call('POST /performer/feeds', { body: { fileIds: [fileId] } }))._id;
};
const stateOf = async (id: string): Promise<string> => {
  await app.settle();
  return (await app.platform.database.selectFrom('items').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;
};
const queue = async () => (await admin.client.call('GET /admin/copies', { query: { limit: 100 } })).data;
const add = async (address = double.url) => {
  const list = await admin.client.call('POST /admin/hash-lists', { body: { name: 'Hotline', address, token: TOKEN } });
  await expect.poll(() => app.platform.jobs.find(app.platform.database, [`hashList:${list._id}`]), { timeout: 20_000 }).toEqual([]);
  return list;
};
const fetchAgain = async (id: string, address = double.url): Promise<void> => {
  await admin.client.call('PUT /admin/hash-lists/{id}', { params: { id }, body: { name: 'Hotline', address, token: '', isEnabled: true } });
  await expect.poll(() => app.platform.jobs.find(app.platform.database, [`hashList:${id}`]), { timeout: 20_000 }).toEqual([]);
};
const lists = async () => (await admin.client.call('GET /admin/hash-lists', {})).data;

describe('an outside list of hashes', () => {
  test('is read page by page, goes on from where it was, and puts what it has first in the queue', async () => {
    double.entries.push(
      { type: 'pdq', hash: await pdqOf('covers/luna'), reason: 'abuse' },
      { type: 'sha256', hash: 'ab'.repeat(32) },
      { type: 'md5', hash: 'CD'.repeat(16) },
    );
    const { _id: listId } = await add();
    expect(await lists()).toMatchObject([{ name: 'Hotline', hasToken: true, entries: 3, problem: null }]);
    expect(JSON.stringify(await lists())).not.toContain(TOKEN);
    const id = await publish(await copyOf('covers/luna'));
    expect(await stateOf(id)).toBe('review');
    const [row] = await queue();
    expect(row).toMatchObject({
      isListed: true,
      matches: [{ objectKind: 'list', objectId: listId, title: 'Hotline', reason: 'abuse', blocked: null }],
    });
    double.entries.push({ type: 'pdq', hash: 'ef'.repeat(32) });
    double.requests.length = 0;
    await fetchAgain(listId);
    expect(double.requests.map(({ since }) => since)).toEqual(['3']);
    expect((await lists())[0]!.entries).toBe(4);
  });

  test('finds equal bytes by SHA-256 and by MD5', async () => {
    const [one, two] = [await original('covers/maeve'), await original('covers/noor')];
    const digest = async (algorithm: string, file: Blob) =>
      createHash(algorithm)
        .update(Buffer.from(await file.arrayBuffer()))
        .digest('hex');
    double.entries.push({ type: 'sha256', hash: await digest('sha256', one) }, { type: 'md5', hash: await digest('md5', two) });
    await add();
    expect([await stateOf(await publish(one)), await stateOf(await publish(two))]).toEqual(['review', 'review']);
    expect((await queue()).map(({ matches }) => matches[0]!.distance)).toEqual([0, 0]);
  });

  test('finds what was stored before', async () => {
    const id = await publish(await original('covers/mara'));
    expect(await stateOf(id)).toBe('active');
    double.entries.push({ type: 'pdq', hash: await pdqOf('covers/mara') });
    await add();
    await lookBack(app.platform, AbortSignal.timeout(60_000));
    expect(await stateOf(id)).toBe('review');
  });

  test.each(['list', 'list.csv'])('lets go what it withdraws (%s)', async (path) => {
    const name = path === 'list' ? 'covers/freya.glas' : 'covers/jun.sato';
    const address = double.url.replace(/list$/, path);
    const hash = await pdqOf(name);
    double.entries.push({ type: 'pdq', hash }, { type: 'pdq', hash: '12'.repeat(32) });
    const { _id: listId } = await add(address);
    const id = await publish(await original(name));
    expect(await stateOf(id)).toBe('review');
    double.entries.push({ type: 'pdq', hash, withdrawn: true });
    await fetchAgain(listId, address);
    expect(await stateOf(id)).toBe('active');
    expect((await lists())[0]!.entries).toBe(1);
  });

  test('that is removed lets everything go', async () => {
    double.entries.push({ type: 'pdq', hash: await pdqOf('covers/luca.ferro') });
    const { _id: listId } = await add();
    const id = await publish(await original('covers/luca.ferro'));
    expect(await stateOf(id)).toBe('review');
    await admin.client.call('DELETE /admin/hash-lists/{id}', { params: { id: listId } });
    expect(await stateOf(id)).toBe('active');
  });
});

describe('a list that can’t be read', () => {
  const attempt = (body: { address?: string; token?: string; listId?: string }) =>
    admin.client.call('POST /admin/hash-lists/test', { body: { address: double.url, token: TOKEN, ...body } });

  test.each([
    ['wrongHash', 'format'],
    ['noJson', 'format'],
    ['huge', 'tooLarge'],
    ['redirects', 'refused'],
    ['down', 'refused'],
  ] as const)('is refused and nothing is stored: %s', async (fault, problem) => {
    double.fault = fault;
    expect(await attempt({})).toEqual({ problem, entries: 0 });
    const sent = await admin.client.send('POST /admin/hash-lists', { body: { name: 'Hotline', address: double.url, token: TOKEN } });
    expect([sent.status, sent.error.error, sent.error.details]).toEqual([409, 'HASH_LIST_FAILED', { problem }]);
    expect(await lists()).toEqual([]);
  });

  test('says what is wrong with its address and its token', async () => {
    expect((await attempt({ token: 'another' })).problem).toBe('refused');
    expect((await attempt({ address: 'ftp://lists.example/list' })).problem).toBe('address');
    expect((await attempt({ address: 'http://169.254.169.254/list' })).problem).toBe('address');
    expect((await attempt({ address: 'http://127.0.0.1:9/list' })).problem).toBe('unreachable');
  });

  test('keeps what it had, says so, and is tried again', async () => {
    double.entries.push({ type: 'pdq', hash: 'ab'.repeat(32) });
    const { _id: listId } = await add();
    double.fault = 'sameCursor';
    await fetchAgain(listId);
    await fetchAgain(listId);
    expect(await lists()).toMatchObject([{ entries: 1, problem: 'format' }]);
    double.fault = null;
    await app.platform.database.updateTable('hash_lists').set({ cursor: null }).where('id', '=', listId).execute();
    await fetchAgain(listId);
    expect(await lists()).toMatchObject([{ entries: 1, problem: null }]);
  });

  test('that hangs is given up', async () => {
    double.fault = 'hangs';
    const list = createFeedList({ name: 'Hotline', address: double.url, token: TOKEN }, { networks: ['127.0.0.0/8'], timeoutMs: 50 });
    await expect(fetchHashList(app.platform, admin.id, list, null, AbortSignal.timeout(10_000))).rejects.toMatchObject({
      problem: 'unreachable',
    });
  });

  test('gets no token that was entered for another address', async () => {
    const { _id: listId } = await add();
    const elsewhere = await startHashList({ token: TOKEN });
    try {
      await attempt({ address: elsewhere.url, token: '', listId });
      expect(elsewhere.requests).toEqual([{ since: null, token: null }]);
    } finally {
      await elsewhere.close();
    }
  });
});
