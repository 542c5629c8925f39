import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, type Person, createAdmin, createFan, createFeed, createPerformer, picture, topUp, unique } from './factories.ts';
import { createGallery } from './gallery-fixtures.ts';
import { beginPrivateShow, setPrices } from './paid-show-fixtures.ts';
import { type TestApp, createTestApp } from './test-app.ts';
import { createShow, createTestNode } from './test-node.ts';

// Answers that the specification names and no other test looks at. docs/conformity.md has the numbers of the statements.

const DAY_MS = 86_400_000;
let app: TestApp;
let admin: Person;
let star: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin, monthlyPrice: 5 });
  fan = await createFan(app);
  await topUp(app, fan, 60);
});
afterAll(() => app.close());

test('a log-in takes name and password inside `credentials`', async () => {
  const credentials = { username: fan.username, password: PASSWORD };
  const { data } = await app.client().raw('POST /auth/login', { body: { remember: false, credentials } });
  const { token } = data as { token: string };
  expect(await app.client(token).call('GET /users/me')).toMatchObject({ _id: fan.id });
});

test('registering and a forgotten password answer a sentence', async () => {
  const email = `${unique('reader')}@example.org`;
  const registered = await app
    .client()
    .call('POST /auth/register', { body: { username: unique('reader'), email, password: PASSWORD, adult: true } as never });
  const forgot = await app.client().call('POST /auth/forgot', { body: { email } });
  expect([registered.message, forgot.message]).toEqual([
    expect.stringContaining('email'),
    "We've sent an email to reset your password, please check your inbox.",
  ]);
  expect(await app.platform.database.selectFrom('accounts').select('role').where('email', '=', email).execute()).toEqual([{ role: 'fan' }]);
});

test('a change of password takes the specification’s `source`', async () => {
  const person = await createFan(app);
  const body = { password: 'another-long-Sentence-7', source: 'user', currentPassword: PASSWORD };
  expect((await person.client.send('PUT /auth/me/password', { body })).status).toBe(200);
  const again = await app.client().raw('POST /auth/login', { body: { username: person.username, password: body.password } });
  expect(again.status).toBe(200);
});

test('an uploaded avatar is the account’s picture from then on', async () => {
  const before = (await fan.client.call('GET /users/me')).avatar;
  const { avatar } = await fan.client.call('POST /users/avatar/upload', { files: { avatar: await picture() } });
  expect(before).toBe('/no-avatar.png');
  expect(avatar).not.toBe(before);
  expect((await fan.client.call('GET /users/me')).avatar).toBe(avatar);
  expect((await fetch(new URL(avatar, app.url))).headers.get('content-type')).toMatch(/^image\//);
});

test('check-subscribe follows a subscription', async () => {
  const check = () => fan.client.call('POST /performers/{id}/check-subscribe', { params: { id: star.username } });
  expect(await check()).toEqual({ subscribed: false, expiresAt: null });
  const { orderId } = await fan.client.call('POST /payment/subscribe-performer', { body: { performerId: star.id } });
  await fan.client.call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: orderId } });
  const { expires_at: expiresAt } = await app.platform.database
    .selectFrom('subscriptions')
    .select('expires_at')
    .where('fan_id', '=', fan.id)
    .executeTakeFirstOrThrow();
  expect(await check()).toEqual({ subscribed: true, expiresAt: expiresAt.toISOString() });
});

test('the history of a wallet has the movements of one group or one kind', async () => {
  const reader = await createFan(app);
  await topUp(app, reader, 20);
  const { orderId } = await reader.client.call('POST /payment/subscribe-performer', { body: { performerId: star.id } });
  await reader.client.call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: orderId } });
  const kinds = async (query: { group?: 'topUp' | 'subscription' | 'tip'; kind?: 'topUpCustom' }) =>
    (await reader.client.call('GET /wallet-transactions/user/search', { query })).data.map(({ kind }) => kind);
  expect(await kinds({})).toEqual(['subscriptionStart', 'topUpCustom']);
  expect([await kinds({ group: 'topUp' }), await kinds({ group: 'subscription' }), await kinds({ group: 'tip' })]).toEqual([
    ['topUpCustom'],
    ['subscriptionStart'],
    [],
  ]);
  expect(await kinds({ kind: 'topUpCustom' })).toEqual(['topUpCustom']);
});

test('galleries are those of one performer', async () => {
  const other = await createPerformer(app, { admin });
  const [own, others] = [await createGallery(star, { title: 'Hers' }), await createGallery(other, { title: 'Another’s' })];
  const found = async (performerId: string) =>
    (await fan.client.call('GET /performer-assets/galleries/search', { query: { performerId } })).data.map(({ _id }) => _id);
  expect(await found(other.id)).toEqual([others._id]);
  expect(await found(star.id)).toContain(own._id);
  expect(await found(star.id)).not.toContain(others._id);
});

test('an unpinned post is no longer first', async () => {
  const [older, newer] = [await createFeed(star, { photos: 0 }), await createFeed(star, { photos: 0 })];
  const shown = async () => (await app.client().call('GET /feeds', { query: { performerId: star.id } })).data.slice(0, 2);
  await star.client.call('POST /performer/feeds/pin-to-profile/{id}', { params: { id: older } });
  expect((await shown())[0]).toMatchObject({ _id: older, isPinned: true });
  await star.client.call('POST /performer/feeds/unpin-to-profile/{id}', { params: { id: older } });
  expect((await shown()).map(({ _id, isPinned }) => [_id, isPinned])).toEqual([
    [newer, false],
    [older, false],
  ]);
});

test('an own gallery is viewed with its photos, a draft too', async () => {
  const { _id, photoIds } = await createGallery(star, { title: 'Sketches' });
  const view = await star.client.call('GET /performer/performer-assets/galleries/{id}/view', { params: { id: _id } });
  expect(view).toMatchObject({ _id, title: 'Sketches', photoIds });
  const draft = await star.client.call('POST /performer/performer-assets/galleries', {
    body: { title: 'Not yet', isDraft: true, fileIds: view.files.map(({ _id: fileId }) => fileId) },
  });
  expect(await star.client.call('GET /performer/performer-assets/galleries/{id}/view', { params: { id: draft._id } })).toMatchObject({
    state: 'draft',
    title: 'Not yet',
  });
});

test('an own product is viewed in any state', async () => {
  const { _id } = await star.client.call('POST /performer/performer-assets/products/upload', {
    body: { type: 'physical', name: 'Cup', price: 3, stock: 4, isDraft: true },
    files: { image: await picture() },
  });
  const view = await star.client.call('GET /performer/performer-assets/products/{id}/view', { params: { id: _id } });
  expect(view).toMatchObject({ _id, state: 'draft', type: 'physical', name: 'Cup', price: 3, stock: 4 });
});

test('a token to play a public show expires after a day unless it says sooner', async () => {
  const { streamId } = await createShow(await createPerformer(app, { admin }), { node: createTestNode(app) });
  const { expireDate } = await app.client().call('POST /streaming/token', { body: { id: streamId, type: 'play' } });
  expect(new Date(expireDate).getTime() - app.clock.now().getTime()).toBe(DAY_MS);
});

test('check-stream says that a show of the two runs, and that it is over', async () => {
  const [host, guest] = [await createPerformer(app, { admin }), await createFan(app)];
  await topUp(app, guest, 30);
  await setPrices(app, host);
  await host.client.call('GET /users/me');
  await app.settle();
  const { streamId } = await beginPrivateShow(host, guest, { node: createTestNode(app) });
  const check = (who: Person, other: Person) =>
    who.client.call('GET /streaming/private-chat/check-stream/{id}', { params: { id: other.id } });
  for (const answer of [await check(guest, host), await check(host, guest)])
    expect(answer).toMatchObject({ isStreaming: true, state: 'active', streamId });
  await host.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
  expect((await check(guest, host)).isStreaming).toBe(false);
});

test('texts are served below the API as at the site’s root', async () => {
  const read = async (path: string) => (await fetch(`${app.url}${path}`)).json() as Promise<Record<string, string>>;
  const texts = await read('/i18n/text/es');
  expect(Object.keys(texts).length).toBeGreaterThan(500);
  expect(await read('/api/i18n/text/es')).toEqual(texts);
});

test('countries are named in the caller’s language', async () => {
  const germany = async (locale: string) => {
    const { data } = await app.client().raw('GET /countries/list', { query: { locale } });
    return (data as { data: { code: string }[] }).data.find(({ code }) => code === 'DE');
  };
  expect([await germany('en'), await germany('es')]).toEqual([
    { code: 'DE', name: 'Germany', flag: '🇩🇪' },
    { code: 'DE', name: 'Alemania', flag: '🇩🇪' },
  ]);
});
