import type { Config } from '../platform/config.ts';
import { type Packing, type Unpacking, createPacking, createUnpacking } from './packing.ts';
import { readRehearsalKey } from './rehearsal-key.ts';

/**
 * How this site packs its backups, and reads what it packed itself.
 * @throws BackupError when a recipient isn't one
 */
export const openPacking = async ({
  backup: { recipients },
  dataDirectory,
}: Pick<Config, 'backup' | 'dataDirectory'>): Promise<{ packing: Packing; unpacking: Unpacking; recipients: readonly string[] }> => {
  if (recipients.length === 0) return { packing: createPacking([]), unpacking: createUnpacking([]), recipients };
  const { identity, recipient } = await readRehearsalKey(dataDirectory);
  const all = [...recipients, recipient];
  return { packing: createPacking(all), unpacking: createUnpacking([identity]), recipients: all };
};
