import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Log } from '../telemetry/log.ts';
import type { JudgeRequest } from './judge-process.ts';
import { isInFilter, leakedFilterPath } from './leaked-filter.ts';
import type { PasswordFlaw, PasswordWords } from './password-judge.ts';
import { createProcessPool } from './process-pool.ts';
import { errorOf, systemCodeOf } from '../thrown.ts';

/** The lists of words take 80 MB, and are needed seldom: the process that has loaded them ends after five minutes without a password. */
const pool = createProcessPool<JudgeRequest, PasswordFlaw | null>({
  entry: fileURLToPath(new URL('./judge-process.ts', import.meta.url)),
  processes: 1,
  maxQueued: 200,
  idleMs: 300_000,
});

/** Decides which new passwords are taken. */
export interface NewPasswords {
  /**
   * Why a new password is refused; null when it is taken.
   * @throws CodedError UNAVAILABLE when too many wait
   */
  flawOf(password: string, words: PasswordWords): Promise<PasswordFlaw | null>;
}

export const createNewPasswords = (dataDirectory: string, log: Log): NewPasswords => {
  const path = leakedFilterPath(dataDirectory);
  /** The file that was warned of last. */
  let warnedOf = '';

  /** Warns once of each file that can't be used. */
  const warn = async (error: Error): Promise<void> => {
    const info = await stat(path).catch(() => undefined);
    const file = `${info?.ino} ${info?.mtimeMs} ${error.message}`;
    if (file === warnedOf) return;
    warnedOf = file;
    log.warn(
      { err: error, path },
      'the list of leaked passwords can’t be read, so new passwords are not compared with it; import it again',
    );
  };

  const isLeaked = async (password: string): Promise<boolean> => {
    try {
      return await isInFilter(path, password);
    } catch (error) {
      if (systemCodeOf(error) !== 'ENOENT') await warn(errorOf(error));
      return false;
    }
  };

  return {
    flawOf: async (password, words) => ((await isLeaked(password)) ? 'passwordLeaked' : pool.submit({ password, words })),
  };
};
