import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  PASSWORD,
  type Person,
  createAdmin,
  createFan,
  createFeed,
  createPerformer,
  picture,
  topUp,
  unique,
} from '../../testing/factories.ts';
import { watchRows } from '../../testing/changed-rows.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

let app: TestApp;
let owner: Person;
let moderator: Person;
let support: Person;
let fan: Person;
let star: Person;

const errorOf = async (answer: Promise<{ status: number; error?: { error: string } }>) => (await answer).error?.error;

/** An admin of a role, invited as an owner invites one. */
const invite = async (adminRole: 'moderator' | 'support' | 'finance' | 'owner'): Promise<Person> => {
  const username = unique('aide');
  const email = `${username}@example.org`;
  const made = await owner.client.call('POST /admin/admins', { body: { email, username, name: `Aide ${username}`, adminRole } });
  expect(made).toMatchObject({ role: 'admin', adminRole, status: 'active' });
  await app.settle();
  const mail = (await app.mailsTo(email))
    .at(-1)!
    .replace(/=\r?\n/g, '')
    .replace(/=3D/g, '=');
  const token = /reset-password\?token=([\w-]+)/.exec(mail)![1]!;
  await app.client().call('POST /auth/reset', { body: { token, password: PASSWORD } });
  expect(await errorOf(app.client().raw('POST /auth/reset', { body: { token, password: 'another one 42' } }))).toBe('TOKEN_INVALID');
  const session = await app.client().call('POST /auth/login', { body: { username, password: PASSWORD } });
  return { id: made._id, username, email, client: app.client(session.token) };
};

beforeAll(async () => {
  app = await createTestApp();
  owner = await createAdmin(app);
  moderator = await invite('moderator');
  support = await invite('support');
  fan = await createFan(app);
  star = await createPerformer(app, { admin: owner, monthlyPrice: 5 });
});
afterAll(() => app.close());

const auditOf = (objectId: string) =>
  app.platform.database
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'detail'])
    .where('object_id', '=', objectId)
    .orderBy('id', 'desc')
    .execute();

describe('accounts', () => {
  test('are found by the beginning of a username or address, any word of a name, or their id', async () => {
    const find = async (q: string) => (await support.client.call('GET /admin/users', { query: { q } })).data.map(({ _id }) => _id);
    for (const q of [fan.username, fan.email.slice(0, 12), `FAN ${fan.username.slice(0, -1)}`, fan.id])
      expect(await find(q)).toContain(fan.id);
    expect(await find('%')).toEqual([]);
    expect(await find(fan.username.slice(2))).not.toContain(star.id);
  });

  test('are filtered by role, state and address, and counted', async () => {
    await app.presence.flush();
    const { data, total, counts } = await support.client.call('GET /admin/users', {
      query: { role: 'performer', limit: 1, sortBy: 'username', sort: 'asc' },
    });
    expect(data).toEqual([expect.objectContaining({ _id: star.id, role: 'performer', applicationState: 'approved', isOnline: true })]);
    expect([total, counts]).toEqual([1, { active: 1, suspended: 0, deleted: 0 }]);
    const unverified = await createFan(app, { verified: false });
    const waiting = await support.client.call('GET /admin/users', { query: { verified: false } });
    expect(waiting.data.map(({ _id }) => _id)).toEqual([unverified.id]);
  });

  test('an account shows what it owns and spent', async () => {
    const buyer = await createFan(app);
    await topUp(app, buyer, 20);
    await buyer.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: star.id }, body: { amount: 7.5 } });
    await app.settle();
    expect(await support.client.call('GET /admin/users/{id}', { params: { id: buyer.id } })).toMatchObject({
      balance: 12.5,
      spent: 7.5,
      sessions: 1,
      performer: null,
    });
    const detail = await support.client.call('GET /admin/users/{id}', { params: { id: star.id } });
    expect(detail.performer).toMatchObject({
      legalName: 'Star Light',
      earnedThirtyDays: 6,
      commissions: expect.arrayContaining([{ key: 'tokenTipCommission', rate: 20, siteRate: 20, isOwn: false }]),
    });
  });
});

describe('suspending', () => {
  test('hides the account, tells its owner why, and can be reverted', async () => {
    const performer = await createPerformer(app, { admin: owner });
    const feedId = await createFeed(performer);
    await app.settle();
    const suspended = await moderator.client.call('POST /admin/users/{id}/suspend', {
      params: { id: performer.id },
      body: { reason: 'impersonation', note: 'She is somebody else.' },
    });
    expect(suspended).toMatchObject({ status: 'suspended', statusReason: 'impersonation', statusNote: 'She is somebody else.' });
    await vi.waitUntil(async () => (await performer.client.raw('GET /performers/me')).error?.error === 'ACCOUNT_SUSPENDED', {
      timeout: 15_000,
    });
    expect(await errorOf(app.client().raw('GET /feeds/{id}', { params: { id: feedId } }))).toBe('NOT_FOUND');
    expect(await errorOf(fan.client.raw('GET /performers/{id}', { params: { id: performer.username } }))).toBe('NOT_FOUND');
    await app.settle();
    expect((await app.mailsTo(performer.email)).at(-1)).toContain('She is somebody else.');
    expect(await auditOf(performer.id)).toEqual(
      expect.arrayContaining([
        { action: 'accounts.suspended', actor_id: moderator.id, detail: { reason: 'impersonation', note: 'She is somebody else.' } },
      ]),
    );
    expect(
      await errorOf(moderator.client.raw('POST /admin/users/{id}/suspend', { params: { id: performer.id }, body: { reason: 'rules' } })),
    ).toBe('ACCOUNT_STATE');

    expect(await moderator.client.call('POST /admin/users/{id}/restore', { params: { id: performer.id } })).toMatchObject({
      status: 'active',
      statusReason: null,
    });
    expect((await app.client().call('GET /feeds/{id}', { params: { id: feedId } }))._id).toBe(feedId);
    expect(await errorOf(moderator.client.raw('POST /admin/users/{id}/restore', { params: { id: performer.id } }))).toBe('ACCOUNT_STATE');
  });

  test('requires a note for the reason “other”, and is refused for oneself and, without the permission, for admins', async () => {
    await app.settle();
    const changed = await watchRows(app);
    const suspend = (client: Person, id: string, reason: 'other' | 'rules' = 'rules') =>
      errorOf(client.client.raw('POST /admin/users/{id}/suspend', { params: { id }, body: { reason } }));
    expect(await suspend(moderator, fan.id, 'other')).toBe('REASON_REQUIRED');
    expect(await suspend(moderator, moderator.id)).toBe('FORBIDDEN');
    expect(await suspend(moderator, support.id)).toBe('FORBIDDEN');
    expect(await suspend(owner, owner.id)).toBe('FORBIDDEN');
    expect(await changed()).toEqual({});
  });
});

test('sessions are ended, an address is confirmed', async () => {
  const person = await createFan(app, { verified: false });
  expect(await support.client.call('POST /admin/users/{id}/verify-email', { params: { id: person.id } })).toMatchObject({
    emailVerified: true,
  });
  expect(await errorOf(support.client.raw('POST /admin/users/{id}/verify-email', { params: { id: person.id } }))).toBe('ACCOUNT_STATE');
  expect(await moderator.client.call('POST /admin/users/{id}/end-sessions', { params: { id: person.id } })).toMatchObject({ sessions: 0 });
  expect((await person.client.raw('GET /users/me')).status).toBe(401);
  expect((await auditOf(person.id)).map(({ action }) => action)).toEqual(['accounts.sessionsEnded', 'accounts.addressConfirmed']);
});

test('resetting a lost second factor deletes its rows, ends every session and sends a mail', async () => {
  const person = await createFan(app);
  const { database } = app.platform;
  expect(await errorOf(support.client.raw('POST /admin/users/{id}/reset-two-factor', { params: { id: person.id } }))).toBe(
    'TWO_FACTOR_STATE',
  );
  await database
    .insertInto('two_factor')
    .values({ account_id: person.id, secret_sealed: Buffer.from('x'), confirmed_at: new Date() })
    .execute();
  expect(await support.client.call('POST /admin/users/{id}/reset-two-factor', { params: { id: person.id } })).toMatchObject({
    hasTwoFactor: false,
    sessions: 0,
  });
  expect(await database.selectFrom('two_factor').selectAll().where('account_id', '=', person.id).execute()).toEqual([]);
  await app.settle();
  expect((await app.mailsTo(person.email)).at(-1)).toContain('/account');
});

describe('acting as an account', () => {
  const LOOK = { reason: 'A ticket about the wallet' };
  test('shows what the account sees, changes nothing, is logged, and ends on request or after its time', async () => {
    const me = await createFan(app);
    await topUp(app, me, 5);
    await app.settle();
    const changed = await watchRows(app);
    // Not without a reason.
    for (const body of [{}, { reason: ' ' }])
      expect((await support.client.raw('POST /admin/users/{id}/act-as', { params: { id: me.id }, body })).status).toBe(422);
    expect(await support.client.call('GET /users/me')).toMatchObject({ _id: support.id, actingAdmin: null });
    await support.client.call('POST /admin/users/{id}/act-as', { params: { id: me.id }, body: LOOK });
    expect(await support.client.call('GET /users/me')).toMatchObject({
      _id: me.id,
      balance: 5,
      role: 'fan',
      permissions: [],
      actingAdmin: { _id: support.id },
    });
    for (const [key, request] of [
      ['PUT /users', { body: { name: 'Somebody else' } }],
      ['POST /payment-wallet/send-tip-wallet/{id}', { params: { id: star.id }, body: { amount: 1 } }],
      ['POST /reactions', { body: { objectType: 'performer', objectId: star.id, action: 'follow' } }],
      ['PUT /auth/me/password', { body: { password: 'a new one 4242' } }],
    ] as const)
      expect([key, await errorOf(support.client.raw(key, request))]).toEqual([key, 'READ_ONLY']);
    expect(await errorOf(support.client.raw('GET /admin/users'))).toBe('FORBIDDEN');
    expect(await support.client.call('POST /auth/stop-acting')).toEqual({ accountId: me.id });
    expect(await support.client.call('GET /users/me')).toMatchObject({ _id: support.id, actingAdmin: null });
    expect(await errorOf(support.client.raw('POST /auth/stop-acting'))).toBe('ACCOUNT_STATE');
    await app.settle();
    expect(Object.keys(await changed()).filter((table) => !/audit_log|sessions|accounts/.test(table))).toEqual([]);
    expect((await auditOf(me.id)).map(({ action, actor_id, detail }) => [action, actor_id, detail])).toEqual([
      ['accounts.lookEnded', support.id, {}],
      ['accounts.lookedThrough', support.id, LOOK],
    ]);

    await support.client.call('POST /admin/users/{id}/act-as', { params: { id: me.id }, body: LOOK });
    app.clock.advance(31 * 60_000);
    await app.platform.database.updateTable('accounts').set({ email_verified_at: app.clock.now() }).where('id', '=', support.id).execute();
    await vi.waitUntil(async () => (await support.client.call('GET /users/me'))._id === support.id, { timeout: 15_000 });
  });

  test('is refused for admins, and ends when the role is lost', async () => {
    expect(await errorOf(support.client.raw('POST /admin/users/{id}/act-as', { params: { id: owner.id }, body: LOOK }))).toBe(
      'ACCOUNT_STATE',
    );
    const aide = await invite('support');
    await aide.client.call('POST /admin/users/{id}/act-as', { params: { id: fan.id }, body: LOOK });
    await owner.client.call('PUT /admin/admins/{id}', { params: { id: aide.id }, body: { adminRole: 'finance' } });
    await vi.waitUntil(async () => (await aide.client.raw('GET /users/me')).status === 401, { timeout: 15_000 });
  });
});

describe('admins', () => {
  test('change roles at once; one owner always remains, concurrently too', async () => {
    const aide = await invite('finance');
    expect(await errorOf(aide.client.raw('POST /admin/users/{id}/verify-email', { params: { id: fan.id } }))).toBe('FORBIDDEN');
    await owner.client.call('PUT /admin/admins/{id}', { params: { id: aide.id }, body: { adminRole: 'owner' } });
    await vi.waitUntil(async () => (await aide.client.raw('GET /admin/settings')).status === 200, { timeout: 15_000 });
    // Each removes the other's role at the same time: one owner remains.
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all([
        owner.client.raw('PUT /admin/admins/{id}', { params: { id: aide.id }, body: { adminRole: 'support' } }),
        aide.client.raw('PUT /admin/admins/{id}', { params: { id: owner.id }, body: { adminRole: 'support' } }),
      ]);
      expect([200, 403, 409]).toEqual(expect.arrayContaining(answers.map(({ status }) => status)));
      const { database } = app.platform;
      const owners = await database.selectFrom('accounts').select('id').where('admin_role', '=', 'owner').execute();
      expect(owners).toHaveLength(1);
      await database.updateTable('accounts').set({ admin_role: 'owner' }).where('id', 'in', [owner.id, aide.id]).execute();
      for (const { client } of [owner, aide])
        await vi.waitUntil(async () => (await client.raw('GET /admin/settings')).status === 200, { timeout: 15_000 });
    }
    expect(await errorOf(owner.client.raw('PUT /admin/admins/{id}', { params: { id: fan.id }, body: { adminRole: 'owner' } }))).toBe(
      'NOT_FOUND',
    );
    expect(
      await errorOf(
        owner.client.raw('POST /admin/admins', { body: { email: fan.email, username: unique('aide'), name: 'X', adminRole: 'owner' } }),
      ),
    ).toBe('USERNAME_TAKEN');
  });
});

describe('performers', () => {
  test('on hold are lite and see the reason, until they are released', async () => {
    const performer = await createPerformer(app, { admin: owner });
    const held = await moderator.client.call('POST /admin/performers/{id}/hold', {
      params: { id: performer.id },
      body: { reason: 'We ask about a document.' },
    });
    expect(held).toMatchObject({ applicationState: 'held', performer: { holdReason: 'We ask about a document.' } });
    await vi.waitUntil(async () => (await performer.client.raw('GET /performer/feeds')).error?.error === 'LITE_ACCOUNT', {
      timeout: 15_000,
    });
    expect(
      await errorOf(moderator.client.raw('POST /admin/performers/{id}/hold', { params: { id: performer.id }, body: { reason: 'Again' } })),
    ).toBe('APPLICATION_STATE');
    await moderator.client.call('POST /admin/performers/{id}/release', { params: { id: performer.id } });
    await vi.waitUntil(async () => (await performer.client.raw('GET /performer/feeds')).status === 200, { timeout: 15_000 });
    expect(await errorOf(moderator.client.raw('POST /admin/performers/{id}/release', { params: { id: performer.id } }))).toBe(
      'APPLICATION_STATE',
    );
  });

  test('are listed with their earnings, and featured ones lead the ranking', async () => {
    const second = await createPerformer(app, { admin: owner });
    await support.client.call('PUT /admin/performers/{id}/featured', { params: { id: second.id }, body: { position: 1 } });
    const ranking = await app.client().call('GET /ranking-performers', { query: { type: 'featured' } });
    expect(ranking.data[0]!._id).toBe(second.id);
    const featured = await support.client.call('GET /admin/performers', { query: { featured: true } });
    expect(featured.data).toEqual([expect.objectContaining({ _id: second.id, featuredPosition: 1, earnedThirtyDays: 0 })]);
    const earners = await support.client.call('GET /admin/performers', { query: { sortBy: 'earned' } });
    expect(earners.data[0]).toMatchObject({ _id: star.id, earnedThirtyDays: 6 });
    await support.client.call('PUT /admin/performers/{id}/featured', { params: { id: second.id }, body: { position: null } });
    expect((await support.client.call('GET /admin/performers', { query: { featured: true } })).total).toBe(0);
  });

  test('can have their own commissions, which apply to the next sale', async () => {
    const finance = await invite('finance');
    const buyer = await createFan(app);
    await topUp(app, buyer, 20);
    const tip = () => buyer.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: star.id }, body: { amount: 10 } });
    const set = (rate: number | null) =>
      finance.client.call('PUT /admin/performers/{id}/commissions', {
        params: { id: star.id },
        body: { rates: { tokenTipCommission: rate } },
      });
    const own = (await set(12.5)).performer!.commissions.find(({ key }) => key === 'tokenTipCommission');
    expect(own).toEqual({ key: 'tokenTipCommission', rate: 12.5, siteRate: 20, isOwn: true });
    await tip();
    expect((await set(null)).performer!.commissions.every(({ isOwn }) => !isOwn)).toBe(true);
    await tip();
    const sales = await app.platform.database
      .selectFrom('ledger.transactions')
      .select('commission_amount')
      .where('buyer_id', '=', buyer.id)
      .where('seller_id', '=', star.id)
      .orderBy('created_at')
      .execute();
    expect(sales.map(({ commission_amount }) => commission_amount)).toEqual([125n, 200n]);
    // Both were written at the same time of the test's clock: their order is undefined.
    const changes = (await auditOf(star.id)).filter(({ action }) => action === 'performers.commissionsChanged').map(({ detail }) => detail);
    expect(changes).toHaveLength(2);
    expect(changes).toEqual(
      expect.arrayContaining([
        { from: {}, to: { tokenTipCommission: 1250 } },
        { from: { tokenTipCommission: 1250 }, to: {} },
      ]),
    );
  });
});

test('an applicant is approved only by an admin who opened both documents', async () => {
  const applicant = await createPerformer(app, { approved: false });
  const params = { id: applicant.id };
  const documents = async () => (await owner.client.call('GET /admin/applications/{id}', { params })).documentList;
  const approve = async (by: Person) => errorOf(by.client.raw('POST /admin/applications/{id}/approve', { params }));
  const stateOf = async () =>
    (await app.platform.database.selectFrom('performers').select('state').where('account_id', '=', applicant.id).executeTakeFirstOrThrow())
      .state;
  const [first, second] = await documents();
  await owner.client.call('GET /admin/documents/{id}', { params: { id: first!._id } });
  expect((await documents()).map(({ isOpened }) => isOpened)).toEqual([true, false]);
  expect([await approve(owner), await stateOf()]).toEqual(['DOCUMENT_UNOPENED', 'pending']);
  await owner.client.call('GET /admin/documents/{id}', { params: { id: second!._id } });
  // Somebody else's look doesn't count.
  const other = await createAdmin(app);
  expect([await approve(other), await stateOf()]).toEqual(['DOCUMENT_UNOPENED', 'pending']);
  expect([await approve(owner), await stateOf()]).toEqual([undefined, 'approved']);
});

describe('what admins may do outside of the administration', () => {
  test('only who moderates replaces somebody’s profile picture, which is audited; and not without a required second factor', async () => {
    const upload = async (person: Person) =>
      errorOf(person.client.raw('POST /users/{id}/avatar/upload', { params: { id: fan.id }, files: { avatar: await picture() } }));
    expect(await upload(support)).toBe('FORBIDDEN');
    const replaced = async () => (await auditOf(fan.id)).filter(({ action }) => action === 'accounts.avatarSet');
    expect(await replaced()).toEqual([]);
    expect(await upload(moderator)).toBeUndefined();
    expect(await replaced()).toEqual([expect.objectContaining({ actor_id: moderator.id })]);
    await app.platform.settings.change({ adminTwoFactorRequired: true }, null);
    try {
      expect(await upload(moderator)).toBe('TWO_FACTOR_REQUIRED');
    } finally {
      await app.platform.settings.change({ adminTwoFactorRequired: false }, null);
    }
    expect(await replaced()).toHaveLength(1);
  });

  test('only who reviews content sees what is locked', async () => {
    const feedId = await createFeed(star, { audience: 'buyers', price: 3 });
    await app.settle();
    const accessOf = async (person: Person) => (await person.client.call('GET /feeds/{id}', { params: { id: feedId } })).access;
    for (const person of [owner, moderator]) expect(await accessOf(person)).toMatchObject({ allowed: true, reason: 'admin' });
    for (const person of [support, await invite('finance')])
      expect(await accessOf(person)).toMatchObject({ allowed: false, reason: 'buyers' });
  });
});
