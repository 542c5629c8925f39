import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigurationError } from '../platform/config.ts';
import { isAlive } from '../platform/is-alive.ts';

/** Folder of DATA_DIR in which a restore prepares its cluster. While it is there, DATA_DIR holds no site. */
export const restoringFolderOf = (dataDirectory: string): string => join(dataDirectory, 'restoring');

const pidFileOf = (dataDirectory: string): string => join(restoringFolderOf(dataDirectory), 'pid');

/** Path of the file that names the process of a restore. */
export const restorePidFile = pidFileOf;

/** Tells whether a restore into DATA_DIR is at work. */
export const isBeingRestored = async (dataDirectory: string): Promise<boolean> => {
  const pid = Number(await readFile(pidFileOf(dataDirectory), 'utf8').catch(() => ''));
  return Number.isInteger(pid) && pid > 0 && pid !== process.pid && isAlive(pid);
};

/** @throws ConfigurationError while a restore is at work, and after one that was interrupted */
export const assertNotRestoring = async (dataDirectory: string): Promise<void> => {
  const isThere = await access(restoringFolderOf(dataDirectory)).then(
    () => true,
    () => false,
  );
  if (!isThere) return;
  throw new ConfigurationError(
    (await isBeingRestored(dataDirectory))
      ? 'DATA_DIR: a backup is being restored into it: wait until that has ended.'
      : 'DATA_DIR: restoring a backup into it was interrupted: run the same restore again, which begins anew.',
  );
};
