import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ReceivedFile, uploadsFolder } from '../platform/storage/uploads.ts';
import type { Platform } from '../platform/platform.ts';
import { drawAll } from './art/draw-all.ts';
import type { PictureOrder } from './art/orders.ts';
import type { Seeding } from './seeding.ts';

/** A drawing order, and the receiver of its result. */
export interface Painting {
  order: PictureOrder;
  /** Receives one JPEG, or the frames of a clip. */
  store: (pictures: Buffer[]) => Promise<void>;
}

/** Draws on threads of their own while what was drawn is encoded and stored. */
export const paint = (seeding: Seeding, paintings: readonly Painting[]): Promise<void> =>
  drawAll(
    paintings.map(({ order }) => order),
    async (index, pictures) => {
      seeding.signal.throwIfAborted();
      await paintings[index]!.store(pictures);
    },
  );

/** Draws one picture. @returns it as an upload */
export const paintOne = async (seeding: Seeding, order: PictureOrder): Promise<ReceivedFile> => {
  let received: ReceivedFile | undefined;
  await paint(seeding, [{ order, store: async ([jpeg]) => void (received = await receivePicture(seeding.platform, jpeg!)) }]);
  return received!;
};

/** Stores a file as an upload. */
const receive = async (
  { storage }: Platform,
  source: Buffer | Readable,
  kind: ReceivedFile['kind'],
  contentType: string,
): Promise<ReceivedFile> => {
  const key = `${uploadsFolder(new Date())}/${randomUUID()}`;
  const { bytes, sha256 } = await storage.put(key, source, { contentType });
  // Unattached files are swept after a day, like other uploads.
  return { field: 'file', key, kind, contentType, bytes, sha256, keep() {} };
};

export const receivePicture = (platform: Platform, jpeg: Buffer): Promise<ReceivedFile> => receive(platform, jpeg, 'image', 'image/jpeg');

export const receiveCaptions = (platform: Platform, vtt: string): Promise<ReceivedFile> =>
  receive(platform, Buffer.from(vtt), 'captions', 'text/vtt');

export const receiveDocument = (platform: Platform, pdf: Buffer): Promise<ReceivedFile> =>
  receive(platform, pdf, 'document', 'application/pdf');

/**
 * Encodes the frames of a clip as a film.
 * @throws Error when ffmpeg fails, with its output
 */
export const receiveFilm = async (
  platform: Platform,
  ffmpeg: string,
  frames: readonly Buffer[],
  framesPerSecond: number,
): Promise<ReceivedFile> => {
  const folder = await mkdtemp(join(tmpdir(), 'stagedoor-demo-'));
  try {
    const target = join(folder, 'film.mp4');
    const coding = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '18', '-pix_fmt', 'yuv420p', '-movflags', '+faststart'];
    const child = spawn(
      ffmpeg,
      ['-v', 'error', '-y', '-f', 'image2pipe', '-c:v', 'mjpeg', '-framerate', String(framesPerSecond), '-i', '-', ...coding, target],
      {
        stdio: ['pipe', 'ignore', 'pipe'],
      },
    );
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
    const ended = new Promise<void>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`ffmpeg ended with ${code}: ${said.slice(-500)}`))));
    });
    await Promise.all([ended, pipeline(Readable.from(frames), child.stdin)]);
    return await receive(platform, createReadStream(target), 'video', 'video/mp4');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
