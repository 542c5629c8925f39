import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Storage } from '../storage/storage.ts';
import { convert } from './ffmpeg.ts';
import type { Rendition } from './adaptive.ts';
import { timestampOf } from './timestamps.ts';
import type { Variant } from './variants.ts';

/** The longer side of one thumbnail. */
const SIDE = 160;
const COLUMNS = 10;
/** Maximum number of thumbnails: they fit into one sprite sheet. */
const MAX_THUMBNAILS = 120;
/** From this step on only key frames are decoded, which occur every two seconds. */
const KEY_FRAME_SECONDS = 2;
const even = (value: number): number => Math.max(2, Math.round(value / 2) * 2);

/** The thumbnail track for players: WebVTT whose cues reference a region of the sheet (W3C Media Fragments, `xywh`). */
const cuesOf = (sheet: string, count: number, size: { width: number; height: number }, stepMs: number): string =>
  [
    'WEBVTT',
    ...Array.from({ length: count }, (_, at) => {
      const [x, y] = [(at % COLUMNS) * size.width, Math.floor(at / COLUMNS) * size.height];
      return `${timestampOf(at * stepMs)} --> ${timestampOf((at + 1) * stepMs)}\n${sheet}#xywh=${x},${y},${size.width},${size.height}`;
    }),
  ].join('\n\n');

/**
 * Creates the seek previews of a video: a sprite sheet of thumbnails, and the track that maps times to them.
 * @param rendition the smallest one, which is decoded again
 * @throws CodedError FILE_UNREADABLE
 */
export const makePreviews = async (
  storage: Storage,
  ffmpeg: string,
  rendition: Rendition,
  durationMs: number,
  { work, folder, signal }: { work: string; folder: string; signal: AbortSignal },
): Promise<Variant | null> => {
  const step = Math.max(1, Math.ceil(durationMs / 1000 / MAX_THUMBNAILS));
  const scale = SIDE / Math.max(rendition.width, rendition.height);
  const [width, height] = [even(rendition.width * scale), even(rendition.height * scale)];
  const raw = join(work, 'previews.rgb');
  await convert(
    ffmpeg,
    rendition.path,
    {
      before: step >= KEY_FRAME_SECONDS ? ['-skip_frame', 'nokey'] : [],
      after: [
        '-an',
        '-vf',
        `fps=1/${step},scale=${width}:${height},format=rgb24`,
        '-frames:v',
        String(MAX_THUMBNAILS),
        '-f',
        'rawvideo',
        raw,
      ],
    },
    signal,
  );
  const pixels = await readFile(raw);
  const [row, cell] = [width * 3, width * height * 3];
  const count = Math.floor(pixels.length / cell);
  if (count === 0) return null;
  const columns = Math.min(COLUMNS, count);
  const rows = Math.ceil(count / COLUMNS);
  const sheet = Buffer.alloc(columns * rows * cell);
  for (let at = 0; at < count; at += 1)
    for (let y = 0; y < height; y += 1) {
      const target = ((Math.floor(at / COLUMNS) * height + y) * columns + (at % COLUMNS)) * row;
      pixels.copy(sheet, target, at * cell + y * row, at * cell + (y + 1) * row);
    }
  const webp = await sharp(sheet, { raw: { width: columns * width, height: rows * height, channels: 3 } })
    .webp({ quality: 60, effort: 2 })
    .toBuffer();
  await storage.put(`${folder}/previews.webp`, webp, { contentType: 'image/webp' });
  const key = `${folder}/previews.vtt`;
  await storage.put(key, Buffer.from(cuesOf('previews.webp', count, { width, height }, step * 1000)), { contentType: 'text/vtt' });
  return { name: 'previews', key, width, height, contentType: 'text/vtt' };
};
