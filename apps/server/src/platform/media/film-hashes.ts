import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { convert } from './ffmpeg.ts';
import { type PerceptualHash, HASHED_SIDE, distanceOf, hashFrame } from './perceptual-hash.ts';

/** A hash of a frame of a film; of a picture its only one, at 0. */
export interface FrameHash extends PerceptualHash {
  atMs: number;
}

/** One frame a second, and fewer of longer films. */
const MAX_FRAMES = 240;
/** From this step on only key frames are decoded, which occur every two seconds; before it, all that others are made from. */
const KEY_FRAME_SECONDS = 2;
/** A frame that differs from the last one in fewer bits adds nothing. */
const LEAST_CHANGE = 10;
const FRAME_BYTES = HASHED_SIDE * HASHED_SIDE;

/**
 * Hashes frames of a film at low priority, one a second, without those that are nearly the same as the one before.
 * @param path on the local disk, best of its smallest rendition
 * @param work a folder for the frames, 1 MB at most
 * @throws CodedError FILE_UNREADABLE
 */
export const hashFilm = async (
  ffmpeg: string,
  path: string,
  durationMs: number,
  { work, signal }: { work: string; signal: AbortSignal },
): Promise<FrameHash[]> => {
  const step = Math.max(1, Math.ceil(durationMs / 1000 / MAX_FRAMES));
  const raw = join(work, 'frames.grey');
  const filter = `fps=1/${step},scale=${HASHED_SIDE}:${HASHED_SIDE}:flags=area,format=gray`;
  await convert(
    ffmpeg,
    path,
    {
      before: ['-skip_frame', step < KEY_FRAME_SECONDS ? 'noref' : 'nokey'],
      after: ['-an', '-sn', '-vf', filter, '-frames:v', String(MAX_FRAMES), '-f', 'rawvideo', raw],
    },
    signal,
  );
  const file = await open(raw);
  try {
    const frames: FrameHash[] = [];
    const pixels = Buffer.alloc(FRAME_BYTES);
    for (let at = 0; ; at += 1) {
      signal.throwIfAborted();
      const { bytesRead } = await file.read(pixels, 0, FRAME_BYTES, at * FRAME_BYTES);
      if (bytesRead < FRAME_BYTES) return frames;
      const hash = hashFrame(pixels);
      const last = frames.at(-1);
      if (!last || distanceOf(last.turns[0]!, hash.turns[0]!) >= LEAST_CHANGE) frames.push({ ...hash, atMs: at * step * 1000 });
      await yieldToOthers();
    }
  } finally {
    await file.close();
    await rm(raw, { force: true });
  }
};
