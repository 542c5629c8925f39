import { hash, verify } from '@node-rs/argon2';

/** Argon2id at OWASP's first recommendation: 19 MiB, two passes, one lane. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const hashPassword = (password: string): Promise<string> => hash(password, OPTIONS);

/** A hash of nothing anybody knows; checked when there is no account, so that both cases take the same time. */
let decoy: Promise<string> | undefined;

export const verifyPassword = async (stored: string | undefined, password: string): Promise<boolean> => {
  decoy ??= hashPassword(crypto.randomUUID());
  const matches = await verify(stored ?? (await decoy), password);
  return stored !== undefined && matches;
};
