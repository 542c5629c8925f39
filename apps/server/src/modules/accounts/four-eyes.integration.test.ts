import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, createAdmin, unique } from '../../testing/factories.ts';
import { codeOf } from '../../testing/log-in.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

let app: TestApp;
let first: Person;
let second: Person;
beforeAll(async () => {
  app = await createTestApp();
  first = await createAdmin(app);
});
afterAll(() => app.close());

const byTwo = (on: boolean) => first.client.send('PUT /admin/settings', { body: { values: { ownersByTwo: on } } });
const roleOf = async (id: string) =>
  (await app.platform.database.selectFrom('accounts').select('admin_role').where('id', '=', id).executeTakeFirstOrThrow()).admin_role;
const setRole = (by: Person, id: string, adminRole: 'owner' | 'finance' | 'support') =>
  by.client.send('PUT /admin/admins/{id}', { params: { id }, body: { adminRole } });
const newAide = async (): Promise<Person> => {
  const aide = await createAdmin(app);
  await app.platform.database.updateTable('accounts').set({ admin_role: 'finance' }).where('id', '=', aide.id).execute();
  return aide;
};

test('new owners can take two owners only where there are two', async () => {
  expect(codeOf(await byTwo(true))).toBe('OTHER_OWNER_FIRST');
  second = await createAdmin(app);
  expect(codeOf(await byTwo(true))).toBe('ok');
  await app.settle();
  // A mail tells the other owner which safety settings changed.
  expect((await app.mailsTo(second.email)).at(-1)).toContain('New owners need two owners');
});

describe('a new owner', () => {
  test('is proposed by one owner and confirmed by another, who is told', async () => {
    const aide = await newAide();
    const { data } = await setRole(first, aide.id, 'owner');
    expect([await roleOf(aide.id), data.ownerProposal?.by.username]).toEqual(['finance', first.username]);
    await app.settle();
    expect((await app.mailsTo(second.email)).at(-1)).toContain(aide.username);
    // Proposing again confirms nothing.
    await setRole(first, aide.id, 'owner');
    expect(await roleOf(aide.id)).toBe('finance');
    const confirmed = await setRole(second, aide.id, 'owner');
    expect([await roleOf(aide.id), confirmed.data.ownerProposal]).toEqual(['owner', null]);
    const { data: history } = await first.client.call('GET /admin/audit', { query: { objectId: aide.id } });
    expect(history.map(({ action }) => action)).toEqual(expect.arrayContaining(['accounts.ownerProposed', 'accounts.adminRoleChanged']));
    await setRole(first, aide.id, 'finance');
  });

  test('starts as support when the account is created', async () => {
    const username = unique('new');
    const created = await first.client.call('POST /admin/admins', {
      body: { email: `${username}@example.org`, username, name: 'New', adminRole: 'owner' },
    });
    expect([await roleOf(created._id), created.ownerProposal?.by.username]).toEqual(['support', first.username]);
    await setRole(second, created._id, 'owner');
    expect(await roleOf(created._id)).toBe('owner');
    await setRole(first, created._id, 'support');
  });

  test('can’t confirm themselves; a proposal ends after seven days, by withdrawal, and with its owner’s role', async () => {
    const aide = await newAide();
    await setRole(first, aide.id, 'owner');
    expect(codeOf(await setRole(aide, aide.id, 'owner'))).toBe('FORBIDDEN');
    app.clock.advance(7 * 86_400_000 + 1000);
    await setRole(second, aide.id, 'owner');
    expect(await roleOf(aide.id)).toBe('finance');
    await setRole(first, aide.id, 'support');
    expect((await first.client.call('GET /admin/users/{id}', { params: { id: aide.id } })).ownerProposal).toBeNull();
    const third = await createAdmin(app);
    await setRole(third, aide.id, 'owner');
    await app.platform.database.updateTable('accounts').set({ admin_role: 'support' }).where('id', '=', third.id).execute();
    await setRole(second, aide.id, 'owner');
    expect(await roleOf(aide.id)).toBe('support');
  });

  test('needs both owners, also when twenty calls arrive at once', async () => {
    const aide = await newAide();
    await Promise.all(Array.from({ length: 20 }, (_, n) => setRole(n % 2 === 0 ? first : second, aide.id, 'owner')));
    expect(await roleOf(aide.id)).toBe('owner');
    const alone = await newAide();
    await Promise.all(Array.from({ length: 20 }, () => setRole(first, alone.id, 'owner')));
    expect(await roleOf(alone.id)).toBe('finance');
  });
});
