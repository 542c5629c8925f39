import { createHashPool } from './hash-pool.ts';

// One pool for each process: it starts up to one child for each core.
const pool = createHashPool();

/** Argon2id, in a worker process. @throws CodedError UNAVAILABLE when the queue is full */
export const hashPassword = (password: string): Promise<string> => pool.hash(password);

/** How many hashes and verifications this process has requested; for tests of a call's cost. */
export const countHashes = (): number => pool.count();

/** The hash of a random password; verified when the account doesn't exist, so that both cases take the same time. */
let decoy: Promise<string> | undefined;

/** @throws CodedError UNAVAILABLE when the queue is full */
export const verifyPassword = async (stored: string | undefined, password: string): Promise<boolean> => {
  decoy ??= pool.hash(crypto.randomUUID()).catch((error: unknown) => {
    decoy = undefined;
    throw error;
  });
  const matches = await pool.verify(stored ?? (await decoy), password);
  return stored !== undefined && matches;
};

/** A hash that no password matches, for accounts that may no longer log in. */
export const unusablePassword = (): Promise<string> => pool.hash(`${crypto.randomUUID()}${crypto.randomUUID()}`);
