import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { hashSync, verifySync } from '@node-rs/argon2';
import { niceness } from '../niceness.ts';
import { ARGON2_OPTIONS } from './argon2.ts';

// One of the processes that hash passwords. It does one thing after the other: what it takes is all of one core, which is given up at once
// to whoever answers calls.

/** What is asked of it. */
export type HashOrder = { id: number; password: string; stored?: string };
/** What it answers. */
export type HashAnswer = { id: number; hash?: string; matches?: boolean; failure?: string };

const NICE = niceness(19);

process.title = 'stagedoor passwords';
/**
 * Linux may share the cores among sessions first and look at niceness only within one (sched(7), "The autogroup feature"): a process of
 * another session, like each of the database's, would have to share evenly with us. So the session that was begun for us is nice too.
 */
const yieldAsSession = (): void => writeFileSync('/proc/self/autogroup', String(NICE));
for (const yieldToOthers of [() => setPriority(NICE), yieldAsSession]) {
  try {
    yieldToOthers();
  } catch {
    // Without the right to it, or the feature, it works as fast as anything else.
  }
}
// Whoever started it is gone.
process.on('disconnect', () => process.exit(0));
// Its parent ends it, once the calls on their way have been answered.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});

const answerOf = ({ id, password, stored }: HashOrder): HashAnswer => {
  try {
    return stored === undefined ? { id, hash: hashSync(password, ARGON2_OPTIONS) } : { id, matches: verifySync(stored, password) };
  } catch (error) {
    return { id, failure: error instanceof Error ? error.message : String(error) };
  }
};

// Were nobody there to hear it, the channel's end would say so.
process.on('message', (order: HashOrder) => process.send!(answerOf(order), undefined, {}, () => {}));
