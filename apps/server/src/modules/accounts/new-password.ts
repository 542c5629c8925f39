import { passwordWords, type PasswordOwner } from '../../platform/auth/password-words.ts';
import { hashPassword } from '../../platform/auth/passwords.ts';
import type { Executor } from '../../platform/database/database.ts';
import { FieldsError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';

/**
 * Judges and hashes a password that somebody chose. Every call that sets one comes here.
 * @throws FieldsError for one that is guessable or was leaked; CodedError UNAVAILABLE when too many wait
 */
export const hashNewPassword = async (
  { newPasswords, settings, config }: Platform,
  password: string,
  owner: PasswordOwner,
): Promise<string> => {
  const words = passwordWords(owner, { name: settings.get('siteName'), publicUrl: config.publicUrl });
  const flaw = await newPasswords.flawOf(password, words);
  if (flaw) throw new FieldsError([{ property: 'password', rule: flaw }]);
  return hashPassword(password);
};

/** The person of an account, as a password's owner. */
export const passwordOwner = async (executor: Executor, accountId: string): Promise<PasswordOwner> => {
  const account = await executor
    .selectFrom('accounts as a')
    .leftJoin('performers as p', 'p.account_id', 'a.id')
    .select(['a.username', 'a.email', 'a.name', 'a.date_of_birth', 'p.first_name', 'p.last_name'])
    .where('a.id', '=', accountId)
    .executeTakeFirstOrThrow();
  return {
    username: account.username,
    email: account.email,
    names: [account.name, account.first_name ?? '', account.last_name ?? ''],
    dateOfBirth: account.date_of_birth,
  };
};
