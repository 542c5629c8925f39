import { readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { systemCodeOf } from '../platform/thrown.ts';
import { BackupError } from './backup-error.ts';
import { NAMES } from './catalogue.ts';
import type { Packing, Unpacking } from './packing.ts';
import type { BackupTarget } from './target.ts';
import { isWalFile } from './wal-names.ts';

export interface WalShipping {
  /** The folder where PostgreSQL puts finished files. */
  folder: string;
  target: BackupTarget;
  packing: Packing;
  /** Reads what this machine has written to the target. */
  unpacking: Unpacking;
}

/** Names of the files that wait, the oldest first. */
export const waitingWal = async (folder: string): Promise<string[]> => {
  try {
    return (await readdir(folder)).filter(isWalFile).sort();
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return [];
    throw error;
  }
};

const shipOne = async ({ folder, target, packing, unpacking }: WalShipping, file: string): Promise<void> => {
  const content = await readFile(join(folder, file));
  const name = `${NAMES.wal}/${file}${packing.suffix}`;
  const packed = Buffer.concat(await (await packing.pack(Readable.from([content]))).toArray());
  if (!(await target.putNew(name, packed))) {
    // Shipped before a crash, or by another site.
    const there = Buffer.concat(await (await unpacking.unpack(name, await target.open(name))).toArray());
    if (!there.equals(content))
      throw new BackupError(
        `${target.label} has another write-ahead log than this site’s: another copy of the site runs with the same BACKUP_TO. Name another place for one of them.`,
      );
  }
  await rm(join(folder, file));
};

/**
 * Moves the finished files of the write-ahead log to where backups are kept, in order.
 * @returns how many were shipped
 * @throws BackupError
 */
export const shipWal = async (shipping: WalShipping): Promise<number> => {
  const files = await waitingWal(shipping.folder);
  for (const file of files) await shipOne(shipping, file);
  return files.length;
};
