import { statfs } from 'node:fs/promises';
import { CodedError } from '../errors.ts';
import { systemCodeOf } from '../thrown.ts';

const MB = 1_000_000;

/** System error codes of a disk or a quota without room. */
const FULL: readonly (string | undefined)[] = ['ENOSPC', 'EDQUOT'];
export const isDiskFull = (error: unknown): boolean => error instanceof Error && FULL.includes(systemCodeOf(error));

/** The room left on the disk of DATA_DIR, which the database and the files share. */
export interface DiskSpace {
  /** Returns how much is free, the reserve included, and the reserve. */
  look(): Promise<{ freeBytes: number; reserveBytes: number }>;
  /** Whether more than the reserve is left. */
  hasRoom(): Promise<boolean>;
  /**
   * @param bytes announced size of what is to be stored; 0 if unknown
   * @throws CodedError STORAGE_FULL when it would take from the reserve
   */
  assertRoomFor(bytes: number): Promise<void>;
}

/** @param reserveMb kept free for the database, in megabytes (10^6 bytes) */
export const createDiskSpace = (directory: string, reserveMb: number): DiskSpace => {
  const freeBytes = async (): Promise<number> => {
    const { bavail, bsize } = await statfs(directory);
    return bavail * bsize;
  };
  return {
    look: async () => ({ freeBytes: await freeBytes(), reserveBytes: reserveMb * MB }),
    hasRoom: async () => (await freeBytes()) > reserveMb * MB,
    async assertRoomFor(bytes) {
      if ((await freeBytes()) - reserveMb * MB <= bytes) throw new CodedError('STORAGE_FULL');
    },
  };
};
