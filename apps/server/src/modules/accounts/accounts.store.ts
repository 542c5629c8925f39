import type { AdminRole } from '@stagedoor/contract/admin-roles';
import { sql } from 'kysely';
import { type Executor, type Trx, isUniqueViolation } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import { writeAccountSearch } from './account-search.store.ts';
import { isReservedUsername, usernameSkeleton } from './accounts.rules.ts';
import { isUsernameReserved } from './reserved-usernames.store.ts';
import { attemptsSince } from './registration-attempts.store.ts';

export interface NewAccount {
  role: 'fan' | 'performer' | 'admin';
  /** Admins only. */
  adminRole?: AdminRole;
  username: string;
  email: string;
  passwordHash: string;
  name: string;
  dateOfBirth: string | null;
  locale: string;
  /** Whether the person agreed to the site's terms. */
  acceptsTerms?: boolean;
}

/** Records the declaration of age and, where given, the consent to the current terms. */
const recordConsents = async (trx: Trx, accountId: string, acceptsTerms: boolean): Promise<void> => {
  // A site without such a page has no wording to name.
  if (acceptsTerms)
    await sql`
      insert into consents (account_id, purpose, version, page_id, page_version, granted)
      select ${accountId}::uuid, 'terms', coalesce(g.slug || ' ' || g.version, ''), g.id, g.version, true
      from (select 1) one left join pages g on g.kind = 'terms' and g.is_published`.execute(trx);
  await sql`insert into consents (account_id, purpose, version, granted) values (${accountId}::uuid, 'age', '', true)`.execute(trx);
};

/**
 * Inserts an account, with its consents.
 * @returns its id, or null when the address already has an account.
 * @throws CodedError USERNAME_TAKEN for a username that exists, was a deleted performer's, or looks like one of these.
 */
export const insertAccount = async (trx: Trx, account: NewAccount): Promise<string | null> => {
  if (await isUsernameReserved(trx, account.username)) throw new CodedError('USERNAME_TAKEN');
  try {
    const row = await trx
      .insertInto('accounts')
      .values({
        role: account.role,
        admin_role: account.adminRole ?? null,
        username: account.username,
        username_skeleton: usernameSkeleton(account.username),
        email: account.email,
        password_hash: account.passwordHash,
        name: account.name,
        date_of_birth: account.dateOfBirth,
        locale: account.locale,
      })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst();
    // Admins are created by others and give no consent.
    if (row && account.role !== 'admin') await recordConsents(trx, row.id, account.acceptsTerms === true);
    if (row) await writeAccountSearch(trx, [row.id]);
    return row?.id ?? null;
  } catch (error) {
    if (isUniqueViolation(error)) throw new CodedError('USERNAME_TAKEN');
    throw error;
  }
};

export const findAccountByEmail = (executor: Executor, email: string) =>
  executor
    .selectFrom('accounts')
    .select(['id', 'email', 'name', 'username', 'locale', 'email_verified_at', 'status'])
    .where('email', '=', email)
    .executeTakeFirst();

/** Returns true for usernames of accounts, of deleted performers, and of attempts to register a taken address. */
export const isUsernameTaken = async (executor: Executor, username: string, now: Date): Promise<boolean> =>
  (await isUsernameReserved(executor, username)) ||
  (
    await sql<{ taken: boolean }>`
      select exists (select from accounts where username_skeleton = ${usernameSkeleton(username)})
        or exists (select from registration_attempts where username_skeleton = ${usernameSkeleton(username)} and created_at > ${attemptsSince(now)}) as taken`.execute(
      executor,
    )
  ).rows[0]!.taken;

/** Why a username can't be registered, or null when it can. */
export const usernameObstacle = async (
  executor: Executor,
  username: string,
  now: Date,
): Promise<'USERNAME_TAKEN' | 'USERNAME_RESERVED' | null> =>
  isReservedUsername(username) ? 'USERNAME_RESERVED' : (await isUsernameTaken(executor, username, now)) ? 'USERNAME_TAKEN' : null;

export const setPassword = async (trx: Trx, accountId: string, passwordHash: string, at: Date): Promise<void> => {
  await trx.updateTable('accounts').set({ password_hash: passwordHash, updated_at: at }).where('id', '=', accountId).execute();
};
