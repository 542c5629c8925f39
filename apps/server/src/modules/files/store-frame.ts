import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CodedError, FieldsError } from '../../platform/errors.ts';
import { convert, findFfmpeg } from '../../platform/media/ffmpeg.ts';
import { createWorkFolder } from '../../platform/media/work-folder.ts';
import type { Platform } from '../../platform/platform.ts';
import { uploadsFolder } from '../../platform/storage/received-file.ts';
import type { StoredFile } from './files.store.ts';
import type { FilePurpose } from './purposes.ts';
import { storePicture } from './store-file.ts';

/** How long taking a frame may take. */
const FRAME_MS = 30_000;

/**
 * Stores a picture of one frame of a film: an orphan, swept after a day, until something attaches it.
 * @param seconds from the start
 * @throws CodedError FILE_NOT_YOURS, FILE_UNREADABLE; FILE_NOT_MADE on a site without ffmpeg; FieldsError `thumbnailAt` beyond the end
 */
export const storeFrame = async (
  platform: Platform,
  { ownerId, purpose }: { ownerId: string; purpose: FilePurpose },
  fileId: string,
  seconds: number,
): Promise<StoredFile> => {
  const { database, storage, config } = platform;
  const film = await database
    .selectFrom('files')
    .select('original_key')
    .where('id', '=', fileId)
    .where('owner_id', '=', ownerId)
    .where('kind', '=', 'video')
    .executeTakeFirst();
  if (!film) throw new CodedError('FILE_NOT_YOURS');
  const ffmpeg = await findFfmpeg(config.ffmpegPath);
  if (!ffmpeg) throw new CodedError('FILE_NOT_MADE');
  const work = await createWorkFolder(`frame-${randomUUID()}`);
  const key = `${uploadsFolder(new Date())}/${randomUUID()}`;
  let isKept = false;
  try {
    const still = join(work, 'frame.png');
    const source = await storage.localPath(film.original_key);
    await convert(ffmpeg, source, { before: ['-ss', seconds.toFixed(3)], after: ['-frames:v', '1', still] }, AbortSignal.timeout(FRAME_MS));
    // ffmpeg writes no file and reports no error when there is no frame.
    const found = await stat(still).catch(() => undefined);
    if (!found) throw new FieldsError([{ property: 'thumbnailAt', rule: 'invalid' }]);
    const { bytes, sha256 } = await storage.put(key, createReadStream(still), { contentType: 'image/png' });
    const received = {
      field: 'thumbnail',
      key,
      kind: 'image',
      contentType: 'image/png',
      bytes,
      sha256,
      keep: () => void (isKept = true),
    } as const;
    return await storePicture(platform, received, { ownerId, purpose });
  } finally {
    if (!isKept) await storage.remove(key);
    await rm(work, { recursive: true, force: true });
  }
};
