import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, createAdmin, createFan, createPerformer, topUp, unique } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { type TestNode, createShow, createTestNode } from '../../testing/test-node.ts';
import { payTip } from './index.ts';

// What was looked up of a performer is cached for the next tip: changes in between must apply at once (decision 21).

let app: TestApp;
let admin: Person;
let node: TestNode;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  node = createTestNode(app);
  fan = await createFan(app);
  await topUp(app, fan, 200);
});
afterAll(() => app.close());

const tip = (performer: string, { streamId, key = unique('tip') }: { streamId?: string; key?: string } = {}) =>
  fan.client.send('POST /payment-wallet/send-tip-wallet/{id}', {
    params: { id: performer },
    body: { amount: 2, streamId },
    headers: { 'idempotency-key': key },
  });
const codeOf = async (answer: ReturnType<typeof tip>): Promise<string> => (await answer).error.error;
const saleOf = async (transactionId: string) =>
  app.platform.database
    .selectFrom('ledger.transactions')
    .select(['seller_id', 'commission_rate', 'item_title'])
    .where('id', '=', transactionId)
    .executeTakeFirstOrThrow();
const balance = async (): Promise<number> => (await fan.client.call('GET /users/me')).balance;
/** A performer who was tipped already, so that everything is cached. */
const tipped = async (): Promise<Person> => {
  const star = await createPerformer(app, { admin });
  expect([(await tip(star.username)).status, (await tip(star.id)).status]).toEqual([200, 200]);
  return star;
};

test('the second tip uses the cache, also for another spelling of the name', async () => {
  const star = await tipped();
  const { data } = await tip(star.username.toUpperCase());
  expect((await saleOf(data.transactionId)).seller_id).toBe(star.id);
  expect((await star.client.call('GET /earning/stats')).pending).toBe(4.8);
});

test('a performer’s own commission applies from the next tip on', async () => {
  const star = await tipped();
  await admin.client.call('PUT /admin/performers/{id}/commissions', {
    params: { id: star.id },
    body: { rates: { tokenTipCommission: 5 } },
  });
  for (const name of [star.username, star.id]) {
    const { data } = await tip(name);
    expect((await saleOf(data.transactionId)).commission_rate).toBe(500);
  }
});

test('a block applies from the next tip on, by id or name, and a repeated key still gets its response', async () => {
  const star = await tipped();
  const first = await tip(star.username, { key: 'before-the-block' });
  const before = await balance();
  const { database } = app.platform;
  await database.insertInto('blocks').values({ performer_id: star.id, account_id: fan.id }).execute();
  expect([await codeOf(tip(star.username)), await codeOf(tip(star.id))]).toEqual(['BLOCKED_PAIR', 'BLOCKED_PAIR']);
  expect((await tip(star.username, { key: 'before-the-block' })).data).toEqual(first.data);
  expect(await balance()).toBe(before);
  await database.deleteFrom('blocks').where('performer_id', '=', star.id).execute();
  expect((await tip(star.username)).status).toBe(200);
});

test('a suspended performer is no longer paid', async () => {
  const star = await tipped();
  const before = await balance();
  await admin.client.call('POST /admin/users/{id}/suspend', { params: { id: star.id }, body: { reason: 'rules' } });
  expect([await codeOf(tip(star.username)), await codeOf(tip(star.id))]).toEqual(['NOT_FOUND', 'NOT_FOUND']);
  expect(await balance()).toBe(before);
});

test('a username that another performer has taken over pays that performer', async () => {
  const [star, other] = [await tipped(), await createPerformer(app, { admin })];
  const taken = star.username.toLowerCase();
  const rename = (person: Person, username: string) =>
    app.platform.database.updateTable('accounts').set({ username }).where('id', '=', person.id).execute();
  await rename(star, unique('moved'));
  expect(await codeOf(tip(taken))).toBe('NOT_FOUND');
  await rename(other, taken);
  const { data } = await tip(taken);
  expect((await saleOf(data.transactionId)).seller_id).toBe(other.id);
});

test('a blocked country gets NOT_FOUND, other countries don’t', async () => {
  const star = await tipped();
  await sql`insert into country_blocks (performer_id, country) values (${star.id}::uuid, 'PT')`.execute(app.platform.database);
  const from = (country: string) =>
    payTip(app.platform, { id: fan.id, country }, { performer: star.username }, { amount: 200n, message: '' }, undefined);
  await expect(from('PT')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await from('FR')).amount).toBe(2);
  await expect(from('PT')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('performers can’t tip themselves, even when a fan’s tip is cached', async () => {
  const star = await tipped();
  await topUp(app, star, 10);
  const own = await star.client.send('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: star.username }, body: { amount: 2 } });
  expect(own.error.error).toBe('OWN_ITEM');
  expect((await star.client.call('GET /users/me')).balance).toBe(10);
});

test('tips in a show carry its current title, and end with it', async () => {
  const star = await tipped();
  const { streamId } = await createShow(star, { node, title: 'Scales' });
  const inShow = () => tip(star.username, { streamId });
  for (let n = 0; n < 2; n += 1) expect((await saleOf((await inShow()).data.transactionId)).item_title).toBe('Scales');
  await app.platform.database.updateTable('items').set({ title: 'Encores' }).where('id', '=', streamId).execute();
  expect((await saleOf((await inShow()).data.transactionId)).item_title).toBe('Encores');
  const before = await balance();
  await star.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
  expect(await codeOf(inShow())).toBe('LIVE_NOT_ON_AIR');
  expect(await balance()).toBe(before);
  expect((await tip(star.username)).status).toBe(200);
});
