import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type AgeProviderDouble, type DiscoveryFault, startAgeProvider } from '../../testing/age-provider-double.ts';
import { type Person, createAdmin } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

let app: TestApp;
let provider: AgeProviderDouble;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  provider = await startAgeProvider();
  admin = await createAdmin(app);
});
afterAll(async () => {
  await provider.close();
  await app.close();
});
afterEach(async () => {
  provider.fault(null);
  provider.leave(false);
  const { database, settings } = app.platform;
  await database.deleteFrom('settings').execute();
  await settings.reload();
  await database.deleteFrom('age_providers').execute();
});

const enter = (changes: Partial<ReturnType<AgeProviderDouble['entry']>> = {}) =>
  admin.client.send('PUT /admin/age-provider', { body: { ...provider.entry(), ...changes } });
const set = (values: Record<string, unknown>) => admin.client.send('PUT /admin/settings', { body: { values } });
const rowsOf = () => app.platform.database.selectFrom('age_providers').selectAll().execute();
const problemOf = async () => {
  const { passes, checks } = await admin.client.call('POST /admin/age-provider/test', { body: provider.entry() });
  return [passes, checks.find(({ state }) => state === 'failed')?.problem ?? null];
};

describe('a provider', () => {
  test('that passes is stored, with its secret encrypted, and shown without it', async () => {
    expect((await enter()).data.checks.map(({ subject, state }) => [subject, state])).toEqual([
      ['discovery', 'ok'],
      ['endpoints', 'ok'],
      ['algorithms', 'ok'],
      ['keys', 'ok'],
    ]);
    const state = await admin.client.call('GET /admin/age-provider');
    expect(state.provider).toMatchObject({ issuer: provider.issuer, clientId: 'the-loft', hasSecret: true, claim: 'age_over_18' });
    expect(JSON.stringify(state)).not.toContain(provider.clientSecret);
    expect(JSON.stringify(await rowsOf())).not.toContain(provider.clientSecret);
    const audit = await app.platform.database
      .selectFrom('audit_log')
      .select(['detail'])
      .where('action', '=', 'settings.ageProviderChanged')
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(audit)).not.toContain(provider.clientSecret);
  });

  test('keeps its secret for the same issuer and client alone', async () => {
    await enter();
    const secretOf = async () => {
      const { secrets } = await app.platform.database
        .selectFrom('age_providers')
        .select('secrets')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      return app.platform.encryption.decrypt<{ clientSecret: string }>(secrets, 'ageProvider').clientSecret;
    };
    await enter({ clientSecret: '', name: 'Another name' });
    expect(await secretOf()).toBe(provider.clientSecret);
    await enter({ clientSecret: '', clientId: 'another-client' });
    expect(await secretOf()).toBe('');
  });

  const FAULTS: [DiscoveryFault, string][] = [
    ['otherIssuer', 'otherIssuer'],
    ['noCode', 'noCodeFlow'],
    ['noPkce', 'noPkce'],
    ['noAlgorithm', 'noAlgorithm'],
    ['noKeys', 'noKeys'],
    ['html', 'notOpenId'],
    ['huge', 'unreachable'],
  ];
  test.each(FAULTS)('with a fault (%s) is told as %s, and isn’t stored', async (fault, problem) => {
    provider.fault(fault);
    expect(await problemOf()).toEqual([false, problem]);
    expect([(await enter()).error.error, await rowsOf()]).toEqual(['AGE_PROVIDER_FAILED', []]);
  });

  test('that is away, or inside the private network, is unreachable', async () => {
    provider.leave(true);
    expect(await problemOf()).toEqual([false, 'unreachable']);
    provider.leave(false);
    const before = provider.requests.length;
    const { checks } = await admin.client.call('POST /admin/age-provider/test', {
      body: { ...provider.entry(), issuer: 'http://10.1.2.3' },
    });
    expect(checks[0]).toMatchObject({ state: 'failed', problem: 'unreachable' });
    expect(provider.requests).toHaveLength(before);
  });

  test('is removed unless a country needs it', async () => {
    const remove = async () => (await admin.client.send('DELETE /admin/age-provider')).error?.error ?? 'removed';
    expect(await remove()).toBe('AGE_PROVIDER_MISSING');
    await enter();
    await set({ ageRules: { DE: 'verify' } });
    expect(await remove()).toBe('AGE_PROVIDER_NEEDED');
    await set({ ageRules: { DE: 'declare' } });
    expect(await remove()).toBe('removed');
    expect((await admin.client.call('GET /admin/age-provider')).provider).toBeNull();
  });
});

describe('the level of a country', () => {
  const problem = async (values: Record<string, unknown>) => {
    const { status, error } = await set(values);
    return status === 422 ? (error.message as readonly { property: string; constraints: Record<string, string> }[])[0] : null;
  };

  test('can’t be `verify` without a provider, or with one that doesn’t work; other levels can', async () => {
    expect(await problem({ ageRules: { DE: 'declare' } })).toBeNull();
    const without = await problem({ ageRules: { DE: 'verify' } });
    expect([without?.property, Object.keys(without!.constraints)]).toEqual(['ageRules', ['ageProvider']]);
    expect((await problem({ ageDefault: 'verify' }))?.property).toBe('ageDefault');
    await enter();
    provider.leave(true);
    expect(Object.keys((await problem({ ageRules: { DE: 'verify' } }))!.constraints)).toEqual(['ageProviderFails']);
    provider.leave(false);
    expect(await problem({ ageRules: { DE: 'verify' } })).toBeNull();
    // Other settings change while the provider is away.
    provider.leave(true);
    expect(await problem({ siteName: 'The Loft', ageRules: { DE: 'verify' } })).toBeNull();
  });

  test.each([
    [{ ageRules: { DEU: 'verify' } }],
    [{ ageRules: { de: 'none' } }],
    [{ ageRules: { DE: 'always' } }],
    [{ ageRules: ['DE'] }],
    [{ ageDefault: 'maybe' }],
    [{ ageValidDays: 0 }],
    [{ ageValidDays: 1.5 }],
  ])('refuses %j', async (values) => {
    expect((await set(values)).error.error).toBe('VALIDATION_FAILED');
  });
});
