import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { hashSync, verifySync } from '@node-rs/argon2';
import { backgroundNiceness } from '../background-priority.ts';
import { ARGON2_OPTIONS } from './argon2.ts';

// A worker process that hashes passwords one at a time. It may use a whole core, and yields it at once to the processes that serve requests.

/** A message to the worker. */
export type HashRequest = { id: number; password: string; stored?: string };
/** The worker's reply. */
export type HashResult = { id: number; hash?: string; matches?: boolean; failure?: string };

const NICE = backgroundNiceness(19);

process.title = 'stagedoor passwords';
/**
 * Linux may schedule by session first and apply niceness only within one (sched(7), "The autogroup feature"): processes of other sessions, such
 * as PostgreSQL's, would get no larger share than this one. So the niceness of this worker's session is raised too.
 */
const lowerSessionPriority = (): void => writeFileSync('/proc/self/autogroup', String(NICE));
for (const lowerPriority of [() => setPriority(NICE), lowerSessionPriority]) {
  try {
    lowerPriority();
  } catch {
    // Without permission or the feature, the priority stays normal.
  }
}
// The parent process has exited.
process.on('disconnect', () => process.exit(0));
// The parent ends it after the requests in progress are done.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});

const runJob = ({ id, password, stored }: HashRequest): HashResult => {
  try {
    return stored === undefined ? { id, hash: hashSync(password, ARGON2_OPTIONS) } : { id, matches: verifySync(stored, password) };
  } catch (error) {
    return { id, failure: error instanceof Error ? error.message : String(error) };
  }
};

// Errors of sending are ignored: a closed channel is handled by 'disconnect'.
process.on('message', (request: HashRequest) => process.send!(runJob(request), undefined, {}, () => {}));
