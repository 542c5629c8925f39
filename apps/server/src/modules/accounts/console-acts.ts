import { normalLogin } from '@stagedoor/contract/email-address';
import { recordAudit, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { removeFactors } from './assist-account.ts';
import { hashNewPassword, passwordOwner } from './new-password.ts';
import { replacePassword } from './passwords.ts';

/** An account that the command line acts on. */
export interface NamedAccount {
  id: string;
  username: string;
  email: string;
  role: 'fan' | 'performer' | 'admin';
}

/** Finds an account by its username or mail address; undefined for none, and for an erased one. */
export const findNamedAccount = ({ database }: Pick<Platform, 'database'>, name: string): Promise<NamedAccount | undefined> => {
  const wanted = normalLogin(name);
  return database
    .selectFrom('accounts')
    .select(['id', 'username', 'email', 'role'])
    .where(wanted.includes('@') ? 'email' : 'username', '=', wanted)
    .where('status', '<>', 'deleted')
    .executeTakeFirst();
};

/**
 * Gives an admin a new password. Every session ends, and the admin gets a mail; a second factor stays.
 * @throws CodedError FORBIDDEN for others, who set theirs by mail; FieldsError for a guessable or leaked password
 */
export const resetAdminPassword = async (platform: Platform, { id, role }: NamedAccount, password: string): Promise<void> => {
  if (role !== 'admin') throw new CodedError('FORBIDDEN');
  const passwordHash = await hashNewPassword(platform, password, await passwordOwner(platform.database, id));
  await transact(platform.database, undefined, async (trx) => {
    await replacePassword(platform, trx, id, passwordHash);
    await recordAudit(trx, {
      actorId: null,
      action: 'accounts.passwordReset',
      objectKind: 'account',
      objectId: id,
      at: platform.clock.now(),
    });
  });
};

/**
 * Removes an admin's second factor and passkeys. Every session ends, and the admin gets a mail.
 * @throws CodedError FORBIDDEN for others, whose factors the administration removes; TWO_FACTOR_STATE when there is none
 */
export const removeAdminFactors = (platform: Platform, { id, role }: NamedAccount): Promise<void> => {
  if (role !== 'admin') throw new CodedError('FORBIDDEN');
  return transact(platform.database, undefined, async (trx) => {
    await removeFactors(platform, trx, id);
    await recordAudit(trx, {
      actorId: null,
      action: 'accounts.twoFactorReset',
      objectKind: 'account',
      objectId: id,
      at: platform.clock.now(),
    });
  });
};

/** Records that a copy of an account's data was made on the server. */
export const recordDataExport = (platform: Platform, accountId: string): Promise<void> =>
  transact(platform.database, undefined, (trx) =>
    recordAudit(trx, {
      actorId: null,
      action: 'accounts.dataExported',
      objectKind: 'account',
      objectId: accountId,
      at: platform.clock.now(),
    }),
  );
