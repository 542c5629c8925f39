import { messageOf, systemCodeOf } from './thrown.ts';
import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assertOwnData } from './data-owners.ts';
import { isInKernelFolder } from './kernel-folder.ts';
import { ConfigurationError } from './config.ts';

const REASONS: Record<string, string> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'its file system is read-only',
  ENOSPC: 'its disk is full',
  EDQUOT: 'this user’s disk quota is used up',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EEXIST: 'it is a file, not a folder',
  ENOENT: 'its path does not exist and can’t be created',
};

/**
 * Creates DATA_DIR if it doesn't exist, and checks that files can be written there and that what is in it isn't another user's.
 * @throws ConfigurationError
 */
export const prepareDataDirectory = async (directory: string): Promise<void> => {
  if (await isInKernelFolder(directory))
    throw new ConfigurationError(`DATA_DIR: the folder "${directory}" can’t be used, because no files are kept there.`);
  await assertOwnData(directory);
  const probe = join(directory, `.writable-${randomUUID()}`);
  try {
    await mkdir(directory, { recursive: true });
    await writeFile(probe, 'x', { flag: 'wx' });
    await rm(probe);
  } catch (error) {
    await rm(probe, { force: true }).catch(() => {});
    throw new ConfigurationError(
      `DATA_DIR: the folder "${directory}" can’t be used, because ${REASONS[systemCodeOf(error) ?? ''] ?? `of “${messageOf(error)}”`}.`,
    );
  }
};
