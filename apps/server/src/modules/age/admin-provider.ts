import type { AgeProviderCheck, AgeProviderEntry, AgeProviderState } from '@stagedoor/contract/age';
import { AGE_RETURN_PATH } from '@stagedoor/contract/age.values';
import { sql } from 'kysely';
import { type Idempotency, recordAudit, transact } from '../../platform/database/database.ts';
import { CodedError, FieldsError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { verifiesAge, verifiesAgeWith } from '../../platform/settings/age-levels.ts';
import type { StoredProvider } from './provider.ts';
import { currentProvider, openProvider, removeProviders, saveProvider } from './providers.ts';

const STATISTICS_DAYS = 30;

export const readProviderState = async (platform: Platform): Promise<AgeProviderState> => {
  const { database, config, settings, clock } = platform;
  const [provider, { rows }] = await Promise.all([
    currentProvider(platform, database),
    sql<{ passed: number; failed: number; open: number }>`
      select count(*) filter (where state = 'passed')::int as passed, count(*) filter (where state in ('failed', 'expired'))::int as failed,
        count(*) filter (where state = 'begun')::int as open
      from age_checks where begun_at > ${clock.now()}::timestamptz - make_interval(days => ${sql.lit(STATISTICS_DAYS)})`.execute(database),
  ]);
  return {
    provider: provider && {
      name: provider.name,
      issuer: provider.issuer,
      clientId: provider.clientId,
      hasSecret: provider.clientSecret !== '',
      scope: provider.scope,
      claim: provider.claim,
      enteredAt: provider.enteredAt.toISOString(),
    },
    returnAddress: config.publicUrl + AGE_RETURN_PATH,
    isNeeded: verifiesAge(settings),
    checks: rows[0]!,
  };
};

/** The provider that was entered, with the stored secret in place of an empty one: it is sent to the stored issuer for the stored client alone. */
const completed = async (platform: Platform, entry: AgeProviderEntry): Promise<Omit<StoredProvider, 'id'>> => {
  if (!platform.config.publicUrl.startsWith('http:') && entry.issuer.startsWith('http:'))
    throw new FieldsError([{ property: 'issuer', rule: 'webAddress' }]);
  const current = await currentProvider(platform, platform.database);
  const isSame = current?.issuer === entry.issuer && current.clientId === entry.clientId;
  return { ...entry, clientSecret: entry.clientSecret || (isSame ? current.clientSecret : '') };
};

const runTest = (platform: Platform, provider: Omit<StoredProvider, 'id'>): Promise<AgeProviderCheck[]> =>
  openProvider(platform, { id: '', ...provider }).test();

const passes = (checks: readonly AgeProviderCheck[]): boolean => checks.every(({ state }) => state === 'ok');

/** Tests a provider that was entered; nothing is stored. @throws FieldsError */
export const tryProvider = async (
  platform: Platform,
  entry: AgeProviderEntry,
): Promise<{ passes: boolean; checks: AgeProviderCheck[] }> => {
  const checks = await runTest(platform, await completed(platform, entry));
  return { passes: passes(checks), checks };
};

/**
 * Tests a provider, and stores it for checks that begin from now on. Audited by its issuer and the names of the fields that changed.
 * @throws FieldsError; CodedError AGE_PROVIDER_FAILED with the checks
 */
export const changeProvider = async (
  platform: Platform,
  adminId: string,
  entry: AgeProviderEntry,
  idempotency: Idempotency | undefined,
): Promise<{ checks: AgeProviderCheck[] }> => {
  const provider = await completed(platform, entry);
  const checks = await runTest(platform, provider);
  if (!passes(checks)) throw new CodedError('AGE_PROVIDER_FAILED', { checks });
  return transact(platform.database, idempotency, async (trx) => {
    const before = await currentProvider(platform, trx);
    const names = ['name', 'issuer', 'clientId', 'clientSecret', 'scope', 'claim'] as const;
    const at = platform.clock.now();
    await saveProvider(platform.encryption, trx, provider, at);
    await recordAudit(trx, {
      actorId: adminId,
      action: 'settings.ageProviderChanged',
      objectKind: 'ageProvider',
      objectId: null,
      detail: { address: provider.issuer, fields: names.filter((name) => provider[name] !== before?.[name]).join(', ') },
      at,
    });
    return { checks };
  });
};

/** Removes the provider. @throws CodedError AGE_PROVIDER_NEEDED, AGE_PROVIDER_MISSING */
export const removeProvider = (platform: Platform, adminId: string): Promise<{ success: true }> =>
  transact(platform.database, undefined, async (trx) => {
    // Serialized with changes of the settings, which read the provider.
    await sql`select pg_advisory_xact_lock(hashtext('settings'))`.execute(trx);
    const { rows } = await sql<{ key: string; value: unknown }>`
      select key, value from settings where key in ('ageDefault', 'ageRules')`.execute(trx);
    if (verifiesAgeWith((key) => rows.find((row) => row.key === key)?.value)) throw new CodedError('AGE_PROVIDER_NEEDED');
    const at = platform.clock.now();
    if (!(await removeProviders(trx, at))) throw new CodedError('AGE_PROVIDER_MISSING');
    await recordAudit(trx, {
      actorId: adminId,
      action: 'settings.ageProviderRemoved',
      objectKind: 'ageProvider',
      objectId: null,
      detail: {},
      at,
    });
    return { success: true as const };
  });

/**
 * Refuses settings that verify ages without a provider that works: the gate would be closed to everybody.
 * @param values the settings that change
 * @throws FieldsError
 */
export const assertProviderWorks = async (
  platform: Pick<Platform, 'config' | 'database' | 'encryption' | 'settings'>,
  values: Readonly<Record<string, unknown>>,
): Promise<void> => {
  const { settings, database } = platform;
  const isChanged = (key: 'ageDefault' | 'ageRules') => key in values && JSON.stringify(values[key]) !== JSON.stringify(settings.get(key));
  const property = isChanged('ageRules') ? 'ageRules' : 'ageDefault';
  if (!isChanged(property)) return;
  const resulting = (key: 'ageDefault' | 'ageRules') => (key in values ? values[key] : settings.get(key));
  const levels: unknown[] = [resulting('ageDefault'), ...Object.values(resulting('ageRules') ?? {})];
  if (!levels.includes('verify')) return;
  const provider = await currentProvider(platform, database);
  const checks = provider ? await openProvider(platform, provider).test() : null;
  if (!checks || !passes(checks)) throw new FieldsError([{ property, rule: checks ? 'ageProviderFails' : 'ageProvider' }]);
};
