import { hashToken, newToken } from '../../platform/auth/sessions.ts';
import type { Executor, Trx } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';

export type TokenPurpose = 'verifyEmail' | 'resetPassword' | 'invitation';

const LIFETIME_MS: Record<TokenPurpose, number> = { verifyEmail: 3 * 86_400_000, resetPassword: 3_600_000, invitation: 7 * 86_400_000 };

/** Makes a single-use token for a mail; only its hash is kept. Older ones of the purpose end. */
export const createAccountToken = async (
  executor: Executor,
  account: { id: string; email: string },
  purpose: TokenPurpose,
  now: Date,
): Promise<string> => {
  const token = newToken();
  await executor
    .updateTable('account_tokens')
    .set({ used_at: now })
    .where('account_id', '=', account.id)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute();
  await executor
    .insertInto('account_tokens')
    .values({
      token_hash: hashToken(token),
      account_id: account.id,
      purpose,
      email: account.email,
      expires_at: new Date(now.getTime() + LIFETIME_MS[purpose]),
    })
    .execute();
  return token;
};

/**
 * Uses a token up.
 * @throws CodedError TOKEN_INVALID when it is unknown, used, expired, or of an address since changed.
 */
export const useAccountToken = async (
  trx: Trx,
  token: string,
  purposes: readonly TokenPurpose[],
  now: Date,
): Promise<{ accountId: string }> => {
  const row = await trx
    .updateTable('account_tokens as t')
    .from('accounts as a')
    .set({ used_at: now })
    .where('t.token_hash', '=', hashToken(token))
    .where('t.purpose', 'in', purposes)
    .where('t.used_at', 'is', null)
    .where('t.expires_at', '>', now)
    .whereRef('a.id', '=', 't.account_id')
    .whereRef('a.email', '=', 't.email')
    .returning('t.account_id')
    .executeTakeFirst();
  if (!row) throw new CodedError('TOKEN_INVALID');
  return { accountId: row.account_id };
};
