import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Trx } from '../../platform/database/database.ts';
import { madeHere } from '../../platform/media/clean-file.ts';
import type { Variant } from '../../platform/media/variants.ts';
import type { Platform } from '../../platform/platform.ts';
import { insertFile } from './files.store.ts';

export interface Recording {
  /** A plain MP4 on the local disk, H.264 with AAC or Opus, or the sound alone with a size of 0. It is not deleted. */
  path: string;
  durationMs: number;
  width: number;
  height: number;
}

/**
 * Puts a finished recording into storage: it is playable as it is, so it is its only rendition.
 * @returns functions to insert its row, in the transaction that refers to it, or to discard it.
 */
export const storeRecording = async (
  platform: Pick<Platform, 'storage' | 'clock'>,
  ownerId: string,
  recording: Recording,
): Promise<{ insert(trx: Trx): Promise<string>; discard(): Promise<void> }> => {
  const { storage, clock } = platform;
  const id = randomUUID();
  const folder = `recording/${id}-${randomUUID().slice(0, 8)}`;
  const key = `${folder}/video.mp4`;
  const contentType = 'video/mp4';
  const { width, height, durationMs } = recording;
  const { bytes, sha256 } = await storage.put(key, createReadStream(recording.path), { contentType });
  const variants: Variant[] = [{ name: 'mp4', key, width, height, contentType }];
  return {
    async insert(trx) {
      await insertFile(
        trx,
        id,
        {
          ownerId,
          purpose: 'recording',
          kind: 'video',
          state: 'ready',
          original: madeHere({ key, contentType, bytes, sha256 }),
          // Sound alone has no size.
          ...(width > 0 && height > 0 ? { width, height } : {}),
          durationMs,
          variants,
          attachedAt: clock.now(),
        },
        clock.now(),
      );
      return id;
    },
    discard: () => storage.removeFolder(folder),
  };
};
