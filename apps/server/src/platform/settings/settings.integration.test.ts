import { SETTINGS, type SettingKey } from '@stagedoor/contract/settings';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Client } from '../../testing/client.ts';
import { type Person, createAdmin, createFan, topUp } from '../../testing/factories.ts';
import { type ServerProcess, startServer } from '../../testing/server-process.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

const AT_ONCE = { timeout: 4_000, interval: 10 };

let app: TestApp;
let other: ServerProcess;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  other = await startServer({ databaseUrl: app.testDatabase.ownerUrl, dataDirectory: app.dataDirectory }, { ROLES: 'web' });
  admin = await createAdmin(app);
});
afterAll(async () => {
  await other.kill();
  await app.close();
});
afterEach(async () => {
  await app.platform.database.deleteFrom('settings').execute();
  await app.platform.settings.reload();
});

const change = (values: Record<string, unknown>, client: Client = admin.client) => client.send('PUT /admin/settings', { body: { values } });
const read = async (client: Client, key: string): Promise<unknown> =>
  (await client.call('POST /settings/keys', { body: { keys: [key] } }))[key];
const history = () =>
  app.platform.database.selectFrom('setting_changes').select(['key', 'old_value', 'new_value', 'changed_by']).orderBy('id').execute();

describe('on another node', () => {
  test('a change takes effect at once, in both directions, and its author is stored', async () => {
    expect((await change({ siteName: 'The Loft', tipMinimum: 2.5 })).data).toEqual({ changed: ['siteName', 'tipMinimum'] });
    expect(await read(app.client(), 'siteName')).toBe('The Loft');
    await vi.waitUntil(async () => (await read(other.client(), 'siteName')) === 'The Loft', AT_ONCE);
    await change({ siteName: 'The Cellar' }, other.client(admin.client.token));
    await vi.waitUntil(async () => (await read(app.client(), 'siteName')) === 'The Cellar', AT_ONCE);
    expect((await history()).map(({ key, old_value, new_value, changed_by }) => [key, old_value, new_value, changed_by])).toEqual([
      ['siteName', 'Stagedoor', 'The Loft', admin.id],
      ['tipMinimum', 1, 2.5, admin.id],
      ['siteName', 'The Loft', 'The Cellar', admin.id],
    ]);
  });

  test('the effects of a change follow: maintenance closes both nodes', async () => {
    await change({ maintenanceMode: true });
    const statusThere = async () => (await other.client().send('GET /feeds')).status;
    await expect.poll(statusThere, AT_ONCE).toBe(503);
    await change({ maintenanceMode: false });
    await expect.poll(statusThere, AT_ONCE).toBe(200);
  });

  test('every node ends with the last of many quick changes', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `Name ${index}`);
    await Promise.all(names.map((siteName) => change({ siteName })));
    const { value } = await app.platform.database
      .selectFrom('settings')
      .select('value')
      .where('key', '=', 'siteName')
      .executeTakeFirstOrThrow();
    for (const client of [app.client(), other.client()]) await expect.poll(() => read(client, 'siteName'), AT_ONCE).toBe(value);
  });
});

describe('values', () => {
  test.each([
    ['nobodyKnowsThis', 1],
    ['__proto__', 1],
    ['constructor', 'x'],
    ['siteName', ''],
    ['siteName', 7],
    ['siteName', 'x'.repeat(61)],
    ['adminEmail', 'no address'],
    ['maintenanceMode', 'true'],
    ['feedSaleCommission', 101],
    ['feedSaleCommission', 20.005],
    ['feedSaleCommission', '20'],
    ['earningsHoldDays', 1.5],
    ['currency', 'usd'],
    ['tokenValue', 0],
    ['optionForBroadcast', 'avi'],
    ['blockedCountries', ['USA']],
    ['gaCode', '<script>'],
    ['topUpMinimum', null],
  ])('%s = %j is refused, and nothing of the call is stored', async (key, value) => {
    const before = await history();
    const body = JSON.parse(`{"values":{"metaKeywords":"kept by nobody",${JSON.stringify(key)}:${JSON.stringify(value)}}}`) as unknown;
    const answer = await admin.client.raw('PUT /admin/settings', { body });
    // Prototype keys are refused before the validation.
    expect([
      { status: 400, error: 'BAD_REQUEST', properties: [] },
      { status: 422, error: 'VALIDATION_FAILED', properties: [key] },
    ]).toContainEqual({
      status: answer.status,
      error: answer.error.error,
      properties: Array.isArray(answer.error.message) ? answer.error.message.map(({ property }) => property) : [],
    });
    expect([await read(app.client(), 'metaKeywords'), await history()]).toEqual(['', before]);
  });

  test('every default is valid in its own schema', () => {
    for (const [key, { schema, default: value }] of Object.entries(SETTINGS))
      expect([key, schema.safeParse(value).data]).toEqual([key, value]);
  });

  test('an invalid value in the database counts as not set', async () => {
    await app.platform.database
      .insertInto('settings')
      .values([
        { key: 'siteName', value: '7' },
        { key: 'removedLongAgo', value: '1' },
        { key: 'tipMinimum', value: '3' },
      ])
      .execute();
    await app.platform.settings.reload();
    expect([await read(app.client(), 'siteName'), await read(app.client(), 'tipMinimum')]).toEqual(['Stagedoor', 3]);
  });
});

test('an empty media server for viewers is this site’s own in the public settings', async () => {
  const client = app.client();
  const viewerURL = async () => (await client.call('GET /settings/public', { query: { group: 'live' } }))['viewerURL'];
  const own = `${app.platform.config.publicUrl}/media`;
  expect([await viewerURL(), (await client.call('POST /settings/keys', { body: { keys: ['viewerURL'] } }))['viewerURL']]).toEqual([
    own,
    own,
  ]);
  await app.platform.settings.change({ viewerURL: 'https://media.example.org' }, null);
  expect(await viewerURL()).toBe('https://media.example.org');
  await app.platform.settings.change({ viewerURL: '' }, null);
});

test('private settings are never returned by a public call', async () => {
  const keys = Object.keys(SETTINGS) as SettingKey[];
  const isPublic = (key: SettingKey): boolean => 'public' in SETTINGS[key] && SETTINGS[key].public === true;
  await change({ adminEmail: 'secret-admin@example.org', blockedCountries: ['KP'] });
  const expected = keys.filter(isPublic).sort();
  const fan = await createFan(app);
  for (const client of [app.client(), fan.client]) {
    const all = await client.call('GET /settings/public');
    expect(Object.keys(all).sort()).toEqual(expected);
    const asked = await client.call('POST /settings/keys', { body: { keys: [...keys, '__proto__', 'constructor', 'nothing'] } });
    expect(Object.keys(asked).sort()).toEqual(expected);
    for (const group of ['mail', 'access', 'commissions'] as const) {
      const some = await client.call('GET /settings/public', { query: { group } });
      expect(Object.keys(some).every((key) => isPublic(key as SettingKey) && SETTINGS[key as SettingKey].group === group)).toBe(true);
    }
    expect(JSON.stringify([all, asked])).not.toMatch(/secret-admin|KP/);
    expect((await client.send('GET /admin/settings')).status).toBeGreaterThanOrEqual(401);
  }
  const listed = await admin.client.call('GET /admin/settings');
  expect(listed.map(({ key }) => key)).toEqual(keys);
  expect(listed.filter(({ isSecret, value }) => isSecret && value !== null)).toEqual([]);
});

test('token value and currency are locked by the first posting, on every node; other settings aren’t', async () => {
  expect((await change({ tokenValue: 0.5, currency: 'EUR' })).status).toBe(200);
  const fan = await createFan(app);
  await topUp(app, fan, 20);
  for (const client of [admin.client, other.client(admin.client.token)]) {
    for (const values of [{ tokenValue: 2 }, { currency: 'USD' }, { siteName: 'Changed beside it', currency: 'USD' }]) {
      const { status, error } = await change(values, client);
      expect([status, error.error]).toEqual([403, 'FORBIDDEN']);
    }
    // The same value again is not a change.
    expect((await change({ tokenValue: 0.5, tipMaximum: 300 }, client)).status).toBe(200);
  }
  expect([await read(app.client(), 'tokenValue'), await read(app.client(), 'currency'), await read(app.client(), 'siteName')]).toEqual([
    0.5,
    'EUR',
    'Stagedoor',
  ]);
});
