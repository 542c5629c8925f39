import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** A folder of this machine to make a film's forms in; what an attempt that was killed has left is removed first. */
export const workFolder = async (folder: string): Promise<string> => {
  const prefix = `stagedoor-video-${basename(folder)}-`;
  for (const left of (await readdir(tmpdir())).filter((name) => name.startsWith(prefix)))
    await rm(join(tmpdir(), left), { recursive: true, force: true });
  return mkdtemp(join(tmpdir(), prefix));
};
