import { type Executor, type Trx, isUniqueViolation } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import { usernameSkeleton } from './accounts.rules.ts';

/** How long an attempt to register a taken address behaves like an unverified account. */
const KEPT_MS = 24 * 3_600_000;

/** Each costs a log-in with the address one more verification of a password. */
const MOST_PER_ADDRESS = 5;

/** From when on attempts still count. */
export const attemptsSince = (now: Date): Date => new Date(now.getTime() - KEPT_MS);

export interface RegistrationAttempt {
  username: string;
  /** Has an account. */
  email: string;
  passwordHash: string;
  at: Date;
}

/**
 * Stores an attempt to register an address that has an account. Of an address only so many are kept; an unverified account, which was the
 * first attempt of its address, counts as one.
 * @throws CodedError USERNAME_TAKEN
 */
export const storeAttempt = async (
  trx: Trx,
  { username, email, passwordHash, at }: RegistrationAttempt,
  isOwnerVerified: boolean,
): Promise<void> => {
  const { count } = await trx
    .selectFrom('registration_attempts')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('email', '=', email)
    .where('created_at', '>', attemptsSince(at))
    .executeTakeFirstOrThrow();
  if (Number(count) + (isOwnerVerified ? 0 : 1) >= MOST_PER_ADDRESS) return;
  try {
    await trx
      .insertInto('registration_attempts')
      .values({ username, username_skeleton: usernameSkeleton(username), email, password_hash: passwordHash, created_at: at })
      .execute();
  } catch (error) {
    if (isUniqueViolation(error)) throw new CodedError('USERNAME_TAKEN');
    throw error;
  }
};

/** Deletes attempts that no longer count. */
export const sweepAttempts = async (executor: Executor, now: Date): Promise<void> => {
  await executor.deleteFrom('registration_attempts').where('created_at', '<=', attemptsSince(now)).execute();
};
