import { createHashPool } from './hash-pool.ts';

// One a process: its children are as many as there are cores.
const pool = createHashPool();

/** Argon2id, in a process of its own. @throws CodedError UNAVAILABLE when too many wait for theirs */
export const hashPassword = (password: string): Promise<string> => pool.hash(password);

/** How many passwords this process has had hashed or checked: what a call costs. */
export const countHashes = (): number => pool.count();

/** A hash of nothing anybody knows; checked when there is no account, so that both cases take the same time. */
let decoy: Promise<string> | undefined;

/** @throws CodedError UNAVAILABLE when too many wait for theirs */
export const verifyPassword = async (stored: string | undefined, password: string): Promise<boolean> => {
  decoy ??= pool.hash(crypto.randomUUID()).catch((error: unknown) => {
    decoy = undefined;
    throw error;
  });
  const matches = await pool.verify(stored ?? (await decoy), password);
  return stored !== undefined && matches;
};

/** What an account's password is set to when nobody may log in any more: no password matches it. */
export const unusablePassword = (): Promise<string> => pool.hash(`${crypto.randomUUID()}${crypto.randomUUID()}`);
