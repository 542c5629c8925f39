import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { filmFile, pictureFile } from '@stagedoor/demo-pictures';
import { type ReceivedFile, uploadsFolder } from '../platform/storage/received-file.ts';
import type { Platform } from '../platform/platform.ts';
import type { CastFilm } from './cast.ts';
import type { Seeding } from './seeding.ts';

/** Stores one picture or film where it belongs. */
export type StoreFile = () => Promise<void>;

/** Pictures whose sizes are made at a time. */
const AT_ONCE = 4;

/** Stores all files, a few at a time. The first error ends the work; it is thrown once nothing is under way any more. */
export const storeAll = async ({ signal }: Seeding, files: readonly StoreFile[]): Promise<void> => {
  const waiting = [...files].reverse();
  const work = async (): Promise<void> => {
    try {
      for (let store = waiting.pop(); store; store = waiting.pop()) {
        signal.throwIfAborted();
        await store();
      }
    } finally {
      waiting.length = 0;
    }
  };
  const workers = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
  for (const worker of workers) if (worker.status === 'rejected') throw worker.reason;
};

/** Stores a file as an upload. */
const receive = async ({ storage }: Platform, source: Buffer, kind: ReceivedFile['kind'], contentType: string): Promise<ReceivedFile> => {
  const key = `${uploadsFolder(new Date())}/${randomUUID()}`;
  const { bytes, sha256 } = await storage.put(key, source, { contentType });
  // Unattached files are swept after a day, like other uploads.
  return { field: 'file', key, kind, contentType, bytes, sha256, keep() {} };
};

/** A picture of the demo, by its name. */
export const receivePicture = async (platform: Platform, name: string): Promise<ReceivedFile> =>
  receive(platform, await readFile(pictureFile(name)), 'image', 'image/webp');

/** A picture of a performer's posts, by its name among them. */
export const receivePostPicture = (platform: Platform, username: string, name: string): Promise<ReceivedFile> =>
  receivePicture(platform, `posts/${username}/${name}`);

/** A film of the demo, wide or as its reel. */
export const receiveFilm = async (platform: Platform, film: CastFilm, shape: 'wide' | 'tall' = 'wide'): Promise<ReceivedFile> =>
  receive(platform, await readFile(filmFile(`films/${film}${shape === 'tall' ? '-tall' : ''}`)), 'video', 'video/mp4');

export const receivePng = (platform: Platform, png: Buffer): Promise<ReceivedFile> => receive(platform, png, 'image', 'image/png');

export const receiveCaptions = (platform: Platform, vtt: string): Promise<ReceivedFile> =>
  receive(platform, Buffer.from(vtt), 'captions', 'text/vtt');

export const receiveDocument = (platform: Platform, pdf: Buffer): Promise<ReceivedFile> =>
  receive(platform, pdf, 'document', 'application/pdf');
