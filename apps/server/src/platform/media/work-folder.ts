import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** Creates a temporary folder for encoding a video, and removes those left by killed attempts. */
export const createWorkFolder = async (folder: string): Promise<string> => {
  const prefix = `stagedoor-video-${basename(folder)}-`;
  for (const left of (await readdir(tmpdir())).filter((name) => name.startsWith(prefix)))
    await rm(join(tmpdir(), left), { recursive: true, force: true });
  return mkdtemp(join(tmpdir(), prefix));
};
