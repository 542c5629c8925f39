import type { Selectable } from 'kysely';
import type { Executor, Trx } from '../../platform/database/database.ts';
import type { Passkeys } from '../../platform/database/schema.gen.ts';

export type PasskeyRow = Selectable<Passkeys>;
export type ChallengePurpose = 'register' | 'confirm' | 'logIn';

const CHALLENGE_MS = 5 * 60_000;

/** Stores a challenge, which works once. @param sessionId the session that it is for; null for a log-in */
export const saveChallenge = async (
  executor: Executor,
  challenge: string,
  { purpose, sessionId, now }: { purpose: ChallengePurpose; sessionId: string | null; now: Date },
): Promise<void> => {
  const expiresAt = new Date(now.getTime() + CHALLENGE_MS);
  await executor
    .insertInto('passkey_challenges')
    .values({ challenge: Buffer.from(challenge, 'base64url'), purpose, session_id: sessionId, expires_at: expiresAt })
    .execute();
};

/** Consumes a challenge: of concurrent answers to it, one succeeds. @returns whether it was made for this purpose and session, and still counts */
export const consumeChallenge = async (
  executor: Executor,
  challenge: string,
  { purpose, sessionId, now }: { purpose: ChallengePurpose; sessionId: string | null; now: Date },
): Promise<boolean> => {
  const consumed = await executor
    .deleteFrom('passkey_challenges')
    .where('challenge', '=', Buffer.from(challenge, 'base64url'))
    .where('purpose', '=', purpose)
    .where('session_id', sessionId === null ? 'is' : '=', sessionId)
    .where('expires_at', '>', now)
    .returning('challenge')
    .executeTakeFirst();
  return consumed !== undefined;
};

/** Deletes expired challenges. */
export const sweepChallenges = async (executor: Executor, now: Date): Promise<void> => {
  await executor.deleteFrom('passkey_challenges').where('expires_at', '<=', now).execute();
};

export const readPasskeys = (executor: Executor, accountId: string): Promise<PasskeyRow[]> =>
  executor.selectFrom('passkeys').selectAll().where('account_id', '=', accountId).orderBy('id', 'desc').execute();

export const findPasskey = (executor: Executor, credentialId: string): Promise<PasskeyRow | undefined> =>
  executor.selectFrom('passkeys').selectAll().where('credential_id', '=', Buffer.from(credentialId, 'base64url')).executeTakeFirst();

/** Removes all passkeys of an account, or those added since an instant. @returns how many */
export const removePasskeys = async (trx: Trx, accountId: string, since?: Date): Promise<number> => {
  let query = trx.deleteFrom('passkeys').where('account_id', '=', accountId);
  if (since) query = query.where('created_at', '>=', since);
  return (await query.returning('id').execute()).length;
};
