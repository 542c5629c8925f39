import { hashSync, verifySync } from '@node-rs/argon2';
import { ARGON2_OPTIONS } from './argon2.ts';
import { serveJobs } from './worker-process.ts';

/** A password to hash, or to compare with a stored hash. */
export interface HashRequest {
  password: string;
  stored?: string;
}
export interface HashResult {
  hash?: string;
  matches?: boolean;
}

serveJobs<HashRequest, HashResult>({ title: 'stagedoor passwords', nice: 19 }, ({ password, stored }) =>
  stored === undefined ? { hash: hashSync(password, ARGON2_OPTIONS) } : { matches: verifySync(stored, password) },
);
