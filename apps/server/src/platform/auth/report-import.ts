import { mkdir } from 'node:fs/promises';
import { messageOf, systemCodeOf } from '../thrown.ts';
import { type ListFormat, UnusableList, importLeaked } from './import-leaked.ts';

const REASONS: Record<string, string> = {
  ENOENT: 'it does not exist',
  EACCES: 'this user has no permission for it',
  EPERM: 'this user has no permission for it',
  EISDIR: 'it is a folder',
  EEXIST: 'it is a file, not a folder',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EROFS: 'its file system is read-only',
  ENOSPC: 'its disk is full',
};

/** The list or DATA_DIR can't be used: one sentence. */
export class ImportRefused extends Error {}

/**
 * Imports a list of leaked passwords into DATA_DIR, for a command at a terminal.
 * @returns how many entries it has, and lines that say what was done
 * @throws ImportRefused
 */
export const reportImport = async (
  path: string,
  directory: string,
  format: ListFormat | undefined,
): Promise<{ count: number; lines: string[] }> => {
  try {
    await mkdir(directory, { recursive: true });
    const imported = await importLeaked(path, directory, { format, now: new Date() });
    const { count, skipped, bytes } = imported;
    const named = imported.format === 'hashes' ? 'SHA-1 hashes' : 'passwords';
    const skippedLines =
      imported.format === 'hashes' ? 'lines that are no hashes' : 'passwords that are too short or too long for the site';
    return {
      count,
      lines: [
        `Read as ${named}${format ? '' : ' (detected)'}: ${count.toLocaleString('en')} imported.`,
        ...(skipped > 0 ? [`Skipped ${skipped.toLocaleString('en')} ${skippedLines}.`] : []),
        `Wrote ${imported.path}, ${(bytes / 1_000_000).toFixed(1)} MB. One in 100,000 other passwords is refused by chance.`,
      ],
    };
  } catch (error) {
    const failed = error instanceof Error && 'path' in error ? String(error.path) : path;
    const message = messageOf(error);
    if (error instanceof UnusableList) throw new ImportRefused(`"${path}" can’t be imported: ${message}.`);
    throw new ImportRefused(`"${failed}" can’t be used: ${REASONS[systemCodeOf(error) ?? ''] ?? message}.`);
  }
};
