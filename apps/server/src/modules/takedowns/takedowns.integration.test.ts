import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, createAdmin, createFan, createFeed, createPerformer, topUp } from '../../testing/factories.ts';
import { watchRows } from '../../testing/changed-rows.ts';
import { forgetSenders } from './personal-data.ts';
import { createGallery } from '../../testing/gallery-fixtures.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

let app: TestApp;
let admin: Person;
let star: Person;

beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin, monthlyPrice: 5 });
});
afterAll(() => app.close());

const notice = (url: string, change: Record<string, unknown> = {}) => ({
  url,
  reason: 'notConsented' as const,
  statement: 'I am in this picture and never agreed to it.',
  name: 'Ana Prado',
  email: 'ana@example.org',
  goodFaith: true as const,
  ...change,
});

test('a visitor’s notice is stored, and mailed to its sender and to the owner', async () => {
  const { reference } = (await app.client().raw('POST /takedowns', { body: notice(`/${star.username}`), query: { locale: 'es' } }))
    .data as { reference: string };
  expect(reference).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  await app.settle();
  expect((await app.mailsTo('ana@example.org')).at(-1)).toContain(reference);
  expect((await app.mailsTo(app.platform.settings.get('adminEmail'))).at(-1)).toContain(reference);
  const { data, counts } = await admin.client.call('GET /admin/takedowns');
  expect(data).toEqual([
    expect.objectContaining({
      reference,
      state: 'open',
      name: 'Ana Prado',
      hiding: 'hidden',
      target: expect.objectContaining({ kind: 'account', _id: star.id, isDown: true }),
    }),
  ]);
  expect(counts).toEqual({ open: 1, upheld: 0, rejected: 0 });
});

test('upholding a notice hides the post from everybody at once, buyers included, and tells its performer why', async () => {
  const fan = await createFan(app);
  await topUp(app, fan, 10);
  const feedId = await createFeed(star, { audience: 'buyers', price: 3 });
  await app.settle();
  await fan.client.call('POST /payment-wallet/purchase-feed', { body: { feedId } });
  await app.client().call('POST /takedowns', { body: notice(`http://localhost:8080/feeds/${feedId}`) });
  // The confirmation is mailed first: mails of one moment have no order.
  await app.settle();
  const open = (await admin.client.call('GET /admin/takedowns')).data.find(({ target }) => target?._id === feedId)!;
  const decided = await admin.client.call('POST /admin/takedowns/{id}/decide', {
    params: { id: open._id },
    body: { decision: 'upheld', note: 'No release was shown.' },
  });
  expect(decided).toMatchObject({ state: 'upheld', decidedBy: 'The admin', target: { isDown: true } });
  for (const client of [app.client(), fan.client])
    expect((await client.raw('GET /feeds/{id}', { params: { id: feedId } })).status).toBe(404);
  await app.settle();
  expect((await app.mailsTo(star.email)).at(-1)).toContain('No release was shown.');
  expect((await app.mailsTo('ana@example.org')).at(-1)).toContain('No release was shown.');
  const { database } = app.platform;
  expect(await database.selectFrom('items').select('state').where('id', '=', feedId).executeTakeFirst()).toEqual({ state: 'taken-down' });
  expect(await database.selectFrom('items').select('on_sale').where('id', '=', feedId).executeTakeFirst()).toEqual({ on_sale: false });
  const audit = await database.selectFrom('audit_log').select(['action', 'actor_id']).where('object_id', '=', feedId).execute();
  expect(audit).toEqual([{ action: 'takedowns.upheld', actor_id: admin.id }]);
  expect(
    (await admin.client.raw('POST /admin/takedowns/{id}/decide', { params: { id: open._id }, body: { decision: 'rejected', note: 'x' } }))
      .error?.error,
  ).toBe('NOTICE_STATE');
});

test('upholding a notice about a gallery hides it with its photos, and its performer gets a link to it', async () => {
  const { _id: id } = await createGallery(star, { title: 'Rehearsals' });
  const url = `http://localhost:8080/galleries/${id}`;
  await app.client().call('POST /takedowns', { body: notice(url) });
  const open = (await admin.client.call('GET /admin/takedowns')).data.find(({ target }) => target?._id === id)!;
  await admin.client.call('POST /admin/takedowns/{id}/decide', {
    params: { id: open._id },
    body: { decision: 'upheld', note: 'The hall does not allow it.' },
  });
  expect((await app.client().raw('GET /performer-assets/galleries/{id}/view', { params: { id } })).status).toBe(404);
  await app.settle();
  const mail = (await app.mailsTo(star.email)).at(-1);
  expect(mail).toContain('The hall does not allow it.');
  expect(mail).toContain(`/galleries/${id}`);
  const states = await app.platform.database
    .selectFrom('items')
    .select('state')
    .where((where) => where.or([where('id', '=', id), where('parent_id', '=', id)]))
    .execute();
  expect(states).toEqual([{ state: 'taken-down' }, { state: 'taken-down' }]);
});

test('rejecting requires a reason', async () => {
  await app.client().call('POST /takedowns', { body: notice('https://elsewhere.org/x', { reason: 'copyright' }) });
  const open = (await admin.client.call('GET /admin/takedowns')).data.find(({ url }) => url.includes('elsewhere'))!;
  expect(open.target).toBeNull();
  const decide = (note: string) =>
    admin.client.raw('POST /admin/takedowns/{id}/decide', { params: { id: open._id }, body: { decision: 'rejected', note } });
  expect((await decide('')).error?.error).toBe('REASON_REQUIRED');
  expect((await decide('This is not our site.')).status).toBe(200);
});

test('a notice about a minor requires no name; others require name, statement and good faith', async () => {
  expect((await app.client().raw('POST /takedowns', { body: notice('/x', { reason: 'underage', name: '', email: '' }) })).status).toBe(201);
  await app.settle();
  const changed = await watchRows(app);
  for (const change of [
    { name: '' },
    { email: '' },
    { email: 'nobody' },
    { statement: 'short' },
    { goodFaith: false },
    { reason: 'dislike' },
    { url: '' },
    { name: 'A\r\nBcc: all@example.org' },
  ])
    expect([change, (await app.client().raw('POST /takedowns', { body: notice('/x', change) })).error?.error]).toEqual([
      change,
      'VALIDATION_FAILED',
    ]);
  expect(await changed()).toEqual({});
});

test('a sender finds notices in the export of the account with that verified address, and is forgotten three years after the decision', async () => {
  const fan = await createFan(app);
  const { email } = await app.platform.database.selectFrom('accounts').select('email').where('id', '=', fan.id).executeTakeFirstOrThrow();
  const { reference } = await app.client().call('POST /takedowns', { body: notice('/terms', { email: email.toUpperCase() }) });
  const dataOf = async (person: Person) =>
    app.platform.personalData
      .modules()
      .find(({ module }) => module === 'takedowns')!
      .read(app.platform.database, person.id);
  expect((await dataOf(fan)).data).toEqual({ notices: [expect.objectContaining({ reference, url: '/terms' })] });
  expect((await dataOf(star)).data).toEqual({ notices: [] });

  const open = (await admin.client.call('GET /admin/takedowns')).data.find((row) => row.reference === reference)!;
  await admin.client.call('POST /admin/takedowns/{id}/decide', {
    params: { id: open._id },
    body: { decision: 'rejected', note: 'Not there.' },
  });
  const senderOf = () =>
    app.platform.database
      .selectFrom('takedown_notices')
      .select(['name', 'email', 'statement'])
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow();
  const decidedBefore = (days: number) =>
    app.platform.database
      .updateTable('takedown_notices')
      .set({ decided_at: new Date(app.clock.now().getTime() - days * 86_400_000) })
      .where('reference', '=', reference)
      .execute();
  await decidedBefore(3 * 365 - 2);
  await forgetSenders(app.platform);
  expect(await senderOf()).toMatchObject({ name: 'Ana Prado' });
  await decidedBefore(3 * 366);
  await forgetSenders(app.platform);
  expect(await senderOf()).toEqual({ name: '-', email: '-', statement: '-' });
});

const hidingOf = (url: string) =>
  app.platform.database.selectFrom('takedown_notices').select(['hiding', 'object_type']).where('url', '=', url).orderBy('id').execute();
const send = (url: string, change: Record<string, unknown> = {}) => app.client().raw('POST /takedowns', { body: notice(url, change) });
const set = (values: Record<string, unknown>) => admin.client.call('PUT /admin/settings', { body: { values } });

test('a notice answers the same whatever is behind its address, and hides only what is published', async () => {
  const performer = await createPerformer(app, { admin });
  const draft = (await performer.client.call('POST /performer/feeds/draft', { body: { text: 'Notes.' } }))._id;
  const shown = await createFeed(performer, { photos: 0, text: 'For all.' });
  await app.settle();
  await set({ hidingsPerSender: 100, unfoundedLimit: 0 });
  const urls = [`/feeds/${draft}`, `/feeds/${shown}`, '/feeds/01890000-0000-7000-8000-000000000000', `/messages/${draft}`];
  const answers = await Promise.all(urls.map((url) => send(url)));
  expect(new Set(answers.map(({ status, data }) => `${status} ${Object.keys(data as object).join()}`)).size).toBe(1);
  expect(await Promise.all(urls.map(async (url) => (await hidingOf(url))[0]))).toEqual([
    { hiding: null, object_type: 'feed' },
    { hiding: 'hidden', object_type: 'feed' },
    { hiding: null, object_type: null },
    { hiding: null, object_type: null },
  ]);
  expect(await app.platform.database.selectFrom('items').select('state').where('id', '=', draft).executeTakeFirst()).toEqual({
    state: 'draft',
  });
});

test('a flood of notices hides as much as the limits allow; the others wait with an alert', async () => {
  const performer = await createPerformer(app, { admin });
  const posts = await Promise.all(Array.from({ length: 4 }, () => createFeed(performer, { photos: 0, text: 'For all.' })));
  await app.settle();
  await app.platform.database.updateTable('takedown_notices').set({ hiding: null }).execute();
  await set({ hidingsPerSender: 2, unfoundedLimit: 0 });
  await Promise.all(posts.map((id) => send(`/feeds/${id}`)));
  await app.settle();
  const states = await app.platform.database.selectFrom('items').select('state').where('id', 'in', posts).execute();
  expect(states.map(({ state }) => state).sort()).toEqual(['active', 'active', 'taken-down', 'taken-down']);
  const alerts = (await admin.client.call('GET /notifications')).data.filter(({ kind }) => kind === 'moderation');
  expect(alerts.length).toBe(1);
  await set({ hidingsPerSender: 100 });
});

test('a sender follows a notice by the link of the mail, and complains once', async () => {
  const performer = await createPerformer(app, { admin });
  const id = await createFeed(performer, { photos: 0, text: 'For all.' });
  await app.settle();
  const { reference } = (await send(`/feeds/${id}`, { reason: 'copyright', email: 'bo@example.org' })).data as { reference: string };
  await app.settle();
  const mail = (await app.mailsTo('bo@example.org')).at(-1)!;
  const token = /token=([\w-]+)/.exec(mail.replaceAll('=\r\n', '').replaceAll('=3D', '='))![1]!;
  const look = (secret: string) => app.client().raw('GET /takedowns/{reference}', { params: { reference }, query: { token: secret } });
  const complain = (secret = token) =>
    app.client().raw('POST /takedowns/{reference}/complain', {
      params: { reference },
      body: { token: secret, text: 'Look at the second page.' },
    });
  expect((await look(token)).data).toMatchObject({ reference, state: 'open', complainUntil: null });
  expect((await look(`${token.slice(0, -1)}!`)).status).toBe(404);
  expect((await complain()).error?.error).toBe('REPORT_STATE');
  const open = (await admin.client.call('GET /admin/takedowns', { query: { limit: 100 } })).data.find(
    (row) => row.reference === reference,
  )!;
  const decision = { decision: 'rejected', note: 'It is a quotation.' } as const;
  await admin.client.call('POST /admin/takedowns/{id}/decide', { params: { id: open._id }, body: decision });
  expect((await complain('x'.repeat(43))).status).toBe(404);
  expect((await complain()).data).toMatchObject({ complaint: { state: 'open' } });
  expect((await complain()).error?.error).toBe('REPORT_STATE');
  const second = await createAdmin(app);
  const { data: queue } = await second.client.call('GET /admin/appeals', { query: { limit: 100 } });
  const objection = queue.find((one) => one.reference === reference)!;
  expect(objection).toMatchObject({ kind: 'complaint', by: null, facts: 'It is a quotation.' });
  await second.client.call('POST /admin/appeals/{id}/decide', {
    params: { id: objection._id },
    body: { decision: 'upheld', note: 'It is a copy.' },
  });
  await app.settle();
  expect((await look(token)).data).toMatchObject({ state: 'upheld', complaint: { state: 'upheld', note: 'It is a copy.' } });
  expect((await app.client().raw('GET /feeds/{id}', { params: { id } })).status).toBe(404);
  expect((await app.mailsTo('bo@example.org')).at(-1)).toContain('It is a copy.');
});
