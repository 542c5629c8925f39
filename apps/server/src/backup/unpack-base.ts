import { createWriteStream } from 'node:fs';
import { chmod, chown, mkdir } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar-stream';
import type { SystemUser } from '../platform/database/postgres-program.ts';
import { createMeasure } from '../platform/storage/measure.ts';
import { BackupError } from './backup-error.ts';
import type { UnpackedFiles } from './manifest.ts';

const isInside = (path: string): boolean => !path.startsWith('/') && !normalize(path).startsWith('..');

/**
 * Unpacks a cluster.
 * @param cluster an empty folder that belongs to the user
 * @returns size and hash of each file, as it was written
 * @throws BackupError when the archive has what no cluster has; an error of the stream when it is damaged
 */
export const unpackBase = async (tar: Readable, cluster: string, user: SystemUser): Promise<UnpackedFiles> => {
  const written = new Map<string, { bytes: number; sha256: string }>();
  const own = async (path: string): Promise<void> => {
    if (user.uid !== undefined && user.gid !== undefined) await chown(path, user.uid, user.gid);
  };
  const folders = new Set([cluster]);
  const makeFolder = async (path: string): Promise<void> => {
    if (folders.has(path)) return;
    await makeFolder(dirname(path));
    await mkdir(path, { recursive: true, mode: 0o700 });
    await own(path);
    folders.add(path);
  };
  const unpacked = extract();
  const done = pipeline(tar, unpacked);
  done.catch(() => {});
  for await (const entry of unpacked) {
    const { name, type } = entry.header;
    if (!isInside(name) || (type !== 'file' && type !== 'directory' && type !== 'contiguous-file'))
      throw new BackupError(`The backup can’t be unpacked: "${name}" is no file of a database.`);
    const path = join(cluster, name);
    if (type === 'directory') {
      await makeFolder(path);
      entry.resume();
      continue;
    }
    await makeFolder(dirname(path));
    const { stream, measured } = createMeasure(undefined);
    await pipeline(entry, stream, createWriteStream(path, { mode: 0o600 }));
    written.set(name, measured());
    await own(path);
  }
  await done;
  await chmod(cluster, 0o700);
  return written;
};
