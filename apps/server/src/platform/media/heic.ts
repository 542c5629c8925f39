import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CodedError } from '../errors.ts';
import type { Storage } from '../storage/storage.ts';
import { MAX_PIXELS, decodeInTurn } from './pictures.ts';
import { runProgram } from './run-program.ts';
import { TOO_LARGE } from './heic-answers.ts';
import { createWorkFolder } from './work-folder.ts';

const DECODER = fileURLToPath(new URL('./decode-heic.entry.ts', import.meta.url));

/** Tells whether a type that `sniffKind` detects is a HEIC: a picture coded by HEVC, as phones take them. */
export const isHeic = (contentType: string): boolean => /^image\/hei[cf](?:-sequence)?$/.test(contentType);

/**
 * Decodes a HEIC into a JPEG, upright and without metadata but its color profile. Its tiles are put together; of several pictures it is the
 * main one. One is decoded at a time, in a process of its own.
 * @param to key of the JPEG
 * @throws CodedError FILE_UNREADABLE, also for one whose tile is missing; FILE_TOO_LARGE
 */
export const jpegOfHeic = async (
  storage: Storage,
  key: string,
  to: string,
  signal: AbortSignal,
): Promise<{ bytes: number; sha256: string }> => {
  const work = await createWorkFolder(to);
  try {
    const target = join(work, 'picture.jpg');
    const path = await storage.localPath(key);
    const answer = await decodeInTurn({ width: MAX_PIXELS.other, height: 1 }, () =>
      runProgram(process.execPath, [DECODER, path, target, String(MAX_PIXELS.other)], signal),
    );
    if (answer.includes(TOO_LARGE)) throw new CodedError('FILE_TOO_LARGE', { megapixels: MAX_PIXELS.other / 1_000_000 });
    return await storage.take(to, target, { contentType: 'image/jpeg' });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
};
