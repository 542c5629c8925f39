import type { ResponseOf } from '@stagedoor/contract';
import type { account as accountCalls } from '@stagedoor/contract/account';
import { hashPassword } from '../../platform/auth/passwords.ts';
import { newToken } from '../../platform/auth/sessions.ts';
import { type Trx, isUniqueViolation, recordAudit, recordEvent, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { enqueueMail } from './account-mails.ts';
import { consumeNotMeToken, endTokensAfterNotMe, findNotMeToken } from './account-tokens.ts';
import { setPassword } from './accounts.store.ts';
import { removePasskeys } from './passkeys.store.ts';
import { freezePayouts } from './payout-freezes.ts';
import { lockAccount } from './suspend-account.ts';
import { removeTwoFactor } from './two-factor.store.ts';

type Outcome = ResponseOf<(typeof accountCalls)['POST /verification/not-me']>;

/** An address that no mail reaches, for an account that lost its own. */
const placeholderOf = (accountId: string): string => `${accountId}@nowhere.invalid`;

/**
 * Gives an account the address back that a mail went to. An account that never verified it gives it up: the link shows who reads its mail.
 * If another one has verified it, neither that account nor the thief's address may open this one, so it has none until the site helps.
 */
const restoreAddress = async (trx: Trx, account: { id: string; email: string }, email: string, now: Date): Promise<Outcome['address']> => {
  if (account.email === email) return 'kept';
  const other = await trx
    .selectFrom('accounts')
    .select(['id', 'email_verified_at'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst();
  const set = (id: string, address: string, verifiedAt: Date | null) =>
    trx.updateTable('accounts').set({ email: address, email_verified_at: verifiedAt, updated_at: now }).where('id', '=', id).execute();
  if (other?.email_verified_at) {
    await set(account.id, placeholderOf(account.id), null);
    return 'lost';
  }
  if (other) await set(other.id, placeholderOf(other.id), null);
  await set(account.id, email, now);
  return 'restored';
};

/** Undoes what else was begun or changed in an account since an instant. */
const undoSince = async (platform: Platform, trx: Trx, accountId: string, since: Date, now: Date): Promise<void> => {
  await endTokensAfterNotMe(trx, accountId, since, now);
  await removePasskeys(trx, accountId, since);
  const factor = await trx.selectFrom('two_factor').select('confirmed_at').where('account_id', '=', accountId).executeTakeFirst();
  if (factor && (factor.confirmed_at === null || factor.confirmed_at >= since)) await removeTwoFactor(trx, accountId);
  // The thief may have made new ones.
  await trx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
  await trx.deleteFrom('owner_proposals').where('proposed_by', '=', accountId).where('created_at', '>=', since).execute();
  const deletion = await trx
    .updateTable('accounts')
    .set({ deletion_requested_at: null, deletes_at: null, updated_at: now })
    .where('id', '=', accountId)
    .where('deletion_requested_at', '>=', since)
    .returning('id')
    .executeTakeFirst();
  if (deletion) await enqueueMail(platform, trx, { kind: 'deletionTakenBack', accountId });
};

/**
 * Secures an account whose owner says by the link of a mail that an event wasn't theirs (decision 81): ends sessions and known browsers,
 * undoes changes since the event, makes the password useless until it is reset, and freezes payouts.
 * @throws CodedError TOKEN_INVALID, TOKEN_USED, TOKEN_EXPIRED; UNAVAILABLE when somebody takes the address at the same moment
 */
export const sayNotMe = async (platform: Platform, token: string): Promise<Outcome> => {
  const { database, clock, sessions } = platform;
  const now = clock.now();
  const { accountId, email, cause, since } = await findNotMeToken(database, token, now);
  const passwordHash = await hashPassword(newToken());
  return transact(database, undefined, async (trx) => {
    // The account is locked before the tokens, so that two links of one account don't wait for each other.
    const account = await lockAccount(trx, accountId);
    await consumeNotMeToken(trx, token, now);
    const address = await restoreAddress(trx, account, email, now);
    await setPassword(trx, accountId, passwordHash, now);
    await sessions.revokeAll(trx, accountId);
    await trx.deleteFrom('devices').where('account_id', '=', accountId).execute();
    await undoSince(platform, trx, accountId, since, now);
    const isFrozen = await freezePayouts(trx, accountId, cause, now);
    if (address !== 'lost') await enqueueMail(platform, trx, { kind: 'accountSecured', accountId });
    if (address !== 'kept') await recordEvent(trx, 'accounts.emailChanged', { accountId });
    const detail = { cause, address };
    await recordAudit(trx, { actorId: null, action: 'accounts.notMe', objectKind: 'account', objectId: accountId, detail, at: now });
    return { address, isFrozen };
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? new CodedError('UNAVAILABLE') : error;
  });
};
