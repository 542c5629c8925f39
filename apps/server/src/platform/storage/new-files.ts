import { appendFile, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCodeOf } from '../thrown.ts';

/** The list of files that were stored since it was last taken, in their folder. */
const LIST = '.new';
const TAKEN = '.new.taken';

/** Notes that a file was stored, for whoever copies new files. A note may be lost in a crash: copies look at all files now and then. */
export const noteNewFile = (directory: string, key: string): Promise<void> =>
  appendFile(join(directory, LIST), `${key}\n`, { mode: 0o600 });

/**
 * Handles the files that were noted. What an interrupted process had taken comes again.
 * @param handle is handed their keys, each once
 */
export const takeNewFiles = async (directory: string, handle: (keys: string[]) => Promise<void>): Promise<void> => {
  const read = async (): Promise<string[] | undefined> => {
    try {
      return (await readFile(join(directory, TAKEN), 'utf8')).split('\n').filter(Boolean);
    } catch (error) {
      if (systemCodeOf(error) !== 'ENOENT') throw error;
      return undefined;
    }
  };
  let keys = await read();
  if (!keys) {
    try {
      await rename(join(directory, LIST), join(directory, TAKEN));
    } catch (error) {
      if (systemCodeOf(error) === 'ENOENT') return;
      throw error;
    }
    keys = (await read()) ?? [];
  }
  await handle([...new Set(keys)]);
  await rm(join(directory, TAKEN), { force: true });
};
