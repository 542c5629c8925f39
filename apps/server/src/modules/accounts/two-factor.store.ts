import { sql } from 'kysely';
import type { Executor, Trx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { RECOVERY_CODES, hashRecoveryCode, newRecoveryCode, stepOf } from './two-factor-codes.ts';

export const sealedFor = (accountId: string): string => `twoFactor:${accountId}`;

/** The second factors that an account has now; a session's viewer may have been cached before one was added or removed. */
export const readFactors = async (executor: Executor, accountId: string): Promise<{ hasTwoFactor: boolean; hasPasskey: boolean }> => {
  const { rows } = await sql<{ has_app: boolean; has_passkey: boolean }>`
    select exists (select from two_factor where account_id = ${accountId}::uuid and confirmed_at is not null) as has_app,
      exists (select from passkeys where account_id = ${accountId}::uuid) as has_passkey`.execute(executor);
  const [{ has_app: hasApp, has_passkey: hasPasskey } = { has_app: false, has_passkey: false }] = rows;
  return { hasTwoFactor: hasApp || hasPasskey, hasPasskey };
};

/**
 * Verifies and consumes a code of the app: each time step only once.
 * @param confirmed whether the factor must already be active; during the set-up it isn't
 */
export const consumeAppCode = async (
  platform: Platform,
  executor: Executor,
  accountId: string,
  code: string,
  confirmed: boolean,
): Promise<boolean> => {
  const row = await executor
    .selectFrom('two_factor')
    .select(['secret_sealed'])
    .where('account_id', '=', accountId)
    .where('confirmed_at', confirmed ? 'is not' : 'is', null)
    .executeTakeFirst();
  if (!row) return false;
  const step = stepOf(platform.encryption.decrypt<string>(row.secret_sealed, sealedFor(accountId)), code, platform.clock.now());
  if (step === null) return false;
  const updated = await executor
    .updateTable('two_factor')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where('secret_sealed', '=', row.secret_sealed)
    .where('last_step', '<', step)
    .returning('account_id')
    .executeTakeFirst();
  return updated !== undefined;
};

/** Verifies and consumes a code of the app or a recovery code. */
export const consumeCode = async (platform: Platform, accountId: string, code: string): Promise<boolean> => {
  if (await consumeAppCode(platform, platform.database, accountId, code, true)) return true;
  const used = await platform.database
    .updateTable('recovery_codes')
    .set({ used_at: platform.clock.now() })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hashRecoveryCode(accountId, code))
    .where('used_at', 'is', null)
    .returning('account_id')
    .executeTakeFirst();
  return used !== undefined;
};

/** Replaces the recovery codes. The new ones are shown only once. */
export const replaceRecoveryCodes = async (trx: Trx, accountId: string): Promise<string[]> => {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await trx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
  await trx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ account_id: accountId, code_hash: hashRecoveryCode(accountId, code) })))
    .execute();
  return codes;
};

/** Deletes the recovery codes of an account without a second factor: no app and no passkey. */
export const sweepRecoveryCodes = async (trx: Trx, accountId: string): Promise<void> => {
  await sql`
    delete from recovery_codes r where r.account_id = ${accountId}::uuid
      and not exists (select from passkeys k where k.account_id = r.account_id)
      and not exists (select from two_factor t where t.account_id = r.account_id and t.confirmed_at is not null)`.execute(trx);
};

/** Removes the app, and the recovery codes where no passkey needs them. @returns whether it was active */
export const removeTwoFactor = async (trx: Trx, accountId: string): Promise<boolean> => {
  const removed = await trx.deleteFrom('two_factor').where('account_id', '=', accountId).returning('confirmed_at').executeTakeFirst();
  await sweepRecoveryCodes(trx, accountId);
  return removed !== undefined && removed.confirmed_at !== null;
};
