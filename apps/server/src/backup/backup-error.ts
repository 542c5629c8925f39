import { systemCodeOf } from '../platform/thrown.ts';

/** A backup or a restore that can't be made: one sentence for whoever runs the site, with the remedy. */
export class BackupError extends Error {}

/** An object at the target that can't be unpacked. */
export class DamagedObject extends BackupError {}

const REASONS: Record<string, string> = {
  ENOSPC: 'its disk is full: make room, or choose another folder',
  EDQUOT: 'this user’s disk quota is used up: raise it, or choose another folder',
  EROFS: 'its file system is read-only: mount it writable, or choose another folder',
  EACCES: 'this user may not write there: give it the folder',
  EPERM: 'this user may not write there: give it the folder',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EIO: 'its disk fails to read or write: check it',
  ESTALE: 'its network folder went away: mount it again',
};

/** The error as a sentence about a folder, or the error itself when no remedy is known. */
export const aboutFolder = (folder: string, error: unknown): unknown => {
  const reason = REASONS[systemCodeOf(error) ?? ''];
  return reason === undefined || error instanceof BackupError
    ? error
    : new BackupError(`${folder} can’t be used, because ${reason}.`, { cause: error });
};
