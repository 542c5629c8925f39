import { isOneOf } from '@stagedoor/contract/keys.values';
import { NOT_ME_CAUSES, type NotMeCause } from '@stagedoor/contract/not-me.values';
import { sql } from 'kysely';
import { hashToken, newToken } from '../../platform/auth/sessions.ts';
import type { Executor, Trx } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';

export type TokenPurpose = 'verifyEmail' | 'resetPassword' | 'invitation' | 'changeEmail' | 'undoEmailChange' | 'notMe';

const HOUR_MS = 3_600_000;
const LIFETIME_MS: Record<TokenPurpose, number> = {
  verifyEmail: 72 * HOUR_MS,
  resetPassword: HOUR_MS,
  invitation: 7 * 24 * HOUR_MS,
  changeEmail: 24 * HOUR_MS,
  undoEmailChange: 72 * HOUR_MS,
  notMe: 7 * 24 * HOUR_MS,
};

/** Of these an account has one at a time: a newer one revokes the older. */
const ONE_AT_A_TIME: ReadonlySet<TokenPurpose> = new Set(['invitation', 'changeEmail']);

/**
 * Creates a single-use token for a mail; only its hash is stored. Older ones of the purpose stay valid for their time where strangers can
 * have mails sent (otherwise they could revoke the link that the owner is about to open), and for undoing an address change: a second
 * change must not prevent undoing the first.
 *
 * @param account the address is the one the token is for: with `changeEmail` the new one, with `undoEmailChange` the old one
 * @param event with `notMe`: what the mail is about, and when it happened
 */
export const createAccountToken = async (
  executor: Executor,
  account: { id: string; email: string },
  purpose: TokenPurpose,
  now: Date,
  event?: { cause: NotMeCause; since: Date },
): Promise<string> => {
  const token = newToken();
  if (ONE_AT_A_TIME.has(purpose)) await endTokens(executor, account.id, [purpose], now);
  await executor
    .insertInto('account_tokens')
    .values({
      token_hash: hashToken(token),
      account_id: account.id,
      purpose,
      email: account.email,
      expires_at: new Date(now.getTime() + LIFETIME_MS[purpose]),
      created_at: now,
      ...event,
    })
    .execute();
  return token;
};

/** How many tokens of a purpose were made for an account since an instant. */
export const countTokensSince = async (executor: Executor, accountId: string, purpose: TokenPurpose, since: Date): Promise<number> => {
  const { count } = await executor
    .selectFrom('account_tokens')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Deletes the tokens of a purpose made since an instant: their mail could not be sent. */
export const deleteTokensSince = async (executor: Executor, accountId: string, purpose: TokenPurpose, since: Date): Promise<void> => {
  await executor
    .deleteFrom('account_tokens')
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('created_at', '>=', since)
    .execute();
};

/** Revokes an account's tokens, all or those of some purposes. */
export const endTokens = async (
  executor: Executor,
  accountId: string,
  purposes: readonly TokenPurpose[] | 'all',
  now: Date,
): Promise<void> => {
  let query = executor.updateTable('account_tokens').set({ used_at: now }).where('account_id', '=', accountId).where('used_at', 'is', null);
  if (purposes !== 'all') query = query.where('purpose', 'in', purposes);
  await query.execute();
};

/** Whether a token of a verification mail was opened before, for the address that its account has, verified, today. */
export const wasUsedToVerify = async (executor: Executor, token: string): Promise<boolean> =>
  (await executor
    .selectFrom('account_tokens as t')
    .innerJoin('accounts as a', 'a.id', 't.account_id')
    .select('t.account_id')
    .where('t.token_hash', '=', hashToken(token))
    .where('t.purpose', '=', 'verifyEmail')
    .where('t.used_at', 'is not', null)
    .where('a.email_verified_at', 'is not', null)
    .where('a.status', '<>', 'deleted')
    .whereRef('a.email', '=', 't.email')
    .executeTakeFirst()) !== undefined;

/**
 * The account of a token that could be consumed now.
 * @throws CodedError TOKEN_INVALID as when it is consumed
 */
export const accountOfToken = async (executor: Executor, token: string, purposes: readonly TokenPurpose[], now: Date): Promise<string> => {
  const row = await executor
    .selectFrom('account_tokens as t')
    .innerJoin('accounts as a', 'a.id', 't.account_id')
    .select('t.account_id')
    .where('t.token_hash', '=', hashToken(token))
    .where('t.purpose', 'in', purposes)
    .where('t.used_at', 'is', null)
    .where('t.expires_at', '>', now)
    .where('a.status', '<>', 'deleted')
    .whereRef('a.email', '=', 't.email')
    .executeTakeFirst();
  if (!row) throw new CodedError('TOKEN_INVALID');
  return row.account_id;
};

/**
 * Consumes a token.
 * @returns the account, the address it is for, and when it was created
 * @throws CodedError TOKEN_INVALID when it is unknown, used, expired, or was sent to an address since changed
 */
export const useAccountToken = async (
  trx: Trx,
  token: string,
  purposes: readonly TokenPurpose[],
  now: Date,
): Promise<{ accountId: string; email: string; createdAt: Date }> => {
  const row = await trx
    .updateTable('account_tokens as t')
    .from('accounts as a')
    .set({ used_at: now })
    .where('t.token_hash', '=', hashToken(token))
    .where('t.purpose', 'in', purposes)
    .where('t.used_at', 'is', null)
    .where('t.expires_at', '>', now)
    .whereRef('a.id', '=', 't.account_id')
    .where('a.status', '<>', 'deleted')
    .where((where) =>
      // These are for an address that isn't, or is no longer, the account's.
      where.or([where('t.purpose', 'in', ['changeEmail', 'undoEmailChange']), where('a.email', '=', where.ref('t.email'))]),
    )
    .returning(['t.account_id', 't.email', 't.created_at'])
    .executeTakeFirst();
  if (!row) throw new CodedError('TOKEN_INVALID');
  return { accountId: row.account_id, email: row.email, createdAt: row.created_at };
};

/** A token of a mail with “This wasn’t me”, as it was stored. */
export interface NotMeToken {
  accountId: string;
  /** The address that the mail went to. */
  email: string;
  cause: NotMeCause;
  since: Date;
}

/**
 * Finds a token of “This wasn’t me” that still works, without consuming it.
 * @throws CodedError TOKEN_INVALID, TOKEN_USED, TOKEN_EXPIRED
 */
export const findNotMeToken = async (executor: Executor, token: string, now: Date): Promise<NotMeToken> => {
  const row = await executor
    .selectFrom('account_tokens as t')
    .innerJoin('accounts as a', 'a.id', 't.account_id')
    .select(['t.account_id', 't.email', 't.cause', 't.since', 't.used_at', 't.expires_at'])
    .where('t.token_hash', '=', hashToken(token))
    .where('t.purpose', '=', 'notMe')
    .where('a.status', '<>', 'deleted')
    .executeTakeFirst();
  if (!row?.since || !isOneOf(NOT_ME_CAUSES, row.cause)) throw new CodedError('TOKEN_INVALID');
  if (row.used_at) throw new CodedError('TOKEN_USED');
  if (row.expires_at <= now) throw new CodedError('TOKEN_EXPIRED');
  return { accountId: row.account_id, email: row.email, cause: row.cause, since: row.since };
};

/** Consumes a token of “This wasn’t me”: of two requests at once, one succeeds. @throws CodedError TOKEN_USED */
export const consumeNotMeToken = async (trx: Trx, token: string, now: Date): Promise<void> => {
  const used = await trx
    .updateTable('account_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', 'notMe')
    .where('used_at', 'is', null)
    .returning('token_hash')
    .executeTakeFirst();
  if (!used) throw new CodedError('TOKEN_USED');
};

/**
 * Revokes an account's tokens after “This wasn’t me”. Links of mails about earlier events stay: whoever changed the address must not be able
 * to end the link that went to the address before.
 */
export const endTokensAfterNotMe = async (trx: Trx, accountId: string, since: Date, now: Date): Promise<void> => {
  await sql`
    update account_tokens set used_at = ${now} where account_id = ${accountId}::uuid and used_at is null
      and (purpose not in ('notMe', 'undoEmailChange') or coalesce(since, created_at) >= ${since})`.execute(trx);
};
