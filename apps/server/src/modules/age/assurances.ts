import type { AgeStatus } from '@stagedoor/contract/age';
import { sql } from 'kysely';
import { type Viewer, accountIdOf } from '../../platform/auth/viewer.ts';
import type { Trx } from '../../platform/database/database.ts';
import type { VerifiedVisitor } from '../../platform/auth/age-cookies.ts';
import type { Platform } from '../../platform/platform.ts';
import { ageLevelOf } from '../../platform/settings/age-levels.ts';
import { currentProvider } from './providers.ts';

/** Notes until when an account's age counts as verified; every node forgets what it cached of the account. */
export const assureAccount = async (trx: Trx, accountId: string, { checkId, until }: VerifiedVisitor): Promise<void> => {
  const row = { check_id: checkId, valid_until: until };
  await trx
    .insertInto('age_assurances')
    .values({ account_id: accountId, ...row })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute();
};

/** Gives a new account the check that was passed in its browser before. A check becomes that of one account only. */
export const takeOverCheck = async (trx: Trx, accountId: string, verified: VerifiedVisitor): Promise<void> => {
  const { rows } = await sql<{ valid_until: Date }>`
    update age_checks set account_id = ${accountId}::uuid
    where id = ${verified.checkId}::uuid and account_id is null and state = 'passed'
    returning valid_until`.execute(trx);
  if (rows[0]) await assureAccount(trx, accountId, { checkId: verified.checkId, until: rows[0].valid_until });
};

/** The check behind an account or a visitor's cookie. */
const readCheck = async ({ database }: Pick<Platform, 'database'>, checkId: string) =>
  database
    .selectFrom('age_checks as c')
    .innerJoin('age_providers as p', 'p.id', 'c.provider_id')
    .select(['c.method', 'p.name', 'c.valid_until'])
    .where('c.id', '=', checkId)
    .executeTakeFirst();

interface StatusCaller {
  viewer: Viewer;
  country: string | null;
  /** The check of the browser's cookie. */
  verified: VerifiedVisitor | null;
}

/** Returns the check that counts for the caller: an account's own, or a visitor's. */
const checkIdOf = async ({ database, clock }: Pick<Platform, 'database' | 'clock'>, { viewer, verified }: StatusCaller) => {
  const accountId = accountIdOf(viewer);
  if (accountId === null) return verified?.checkId ?? null;
  const own = await database
    .selectFrom('age_assurances')
    .select('check_id')
    .where('account_id', '=', accountId)
    .where('valid_until', '>', clock.now())
    .executeTakeFirst();
  return own?.check_id ?? null;
};

/** Tells the caller what the site asks for in their country, and how their age is known. */
export const readAgeStatus = async (
  platform: Pick<Platform, 'database' | 'settings' | 'encryption' | 'clock'>,
  caller: StatusCaller,
): Promise<AgeStatus> => {
  const { settings, database } = platform;
  const { viewer } = caller;
  const [checkId, provider] = await Promise.all([checkIdOf(platform, caller), currentProvider(platform, database)]);
  const check = checkId ? await readCheck(platform, checkId) : undefined;
  const byDocuments = viewer.kind === 'account' && viewer.isPerformer && !viewer.isLiteAccount;
  return {
    level: ageLevelOf(settings, caller.country),
    isVerified: byDocuments || check !== undefined,
    until: byDocuments ? null : (check?.valid_until?.toISOString() ?? null),
    method: byDocuments ? 'identityDocuments' : (check?.method ?? null),
    verifiedBy: byDocuments ? null : (check?.name ?? null),
    provider: provider && { name: provider.name, host: new URL(provider.issuer).host },
    validDays: settings.get('ageValidDays'),
  };
};
