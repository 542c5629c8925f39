import { createHash } from 'node:crypto';
import type { Executor, Trx } from '../../platform/database/database.ts';
import { usernameSkeleton } from './accounts.rules.ts';

/** Hashes the skeleton of a username: names that look alike have the same hash. */
const hashOf = (username: string): Buffer => createHash('sha256').update(usernameSkeleton(username)).digest();

/** Keeps the username of a deleted performer from everybody for good: fans would pay whoever took it for the one they knew. */
export const reserveUsername = async (trx: Trx, username: string, at: Date): Promise<void> => {
  await trx
    .insertInto('reserved_usernames')
    .values({ skeleton_hash: hashOf(username), reserved_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Returns true if a username, or one that looks like it, was a deleted performer's. */
export const isUsernameReserved = async (executor: Executor, username: string): Promise<boolean> =>
  (await executor
    .selectFrom('reserved_usernames')
    .select('reserved_at')
    .where('skeleton_hash', '=', hashOf(username))
    .executeTakeFirst()) !== undefined;
