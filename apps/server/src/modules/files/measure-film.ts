import { CodedError } from '../../platform/errors.ts';
import { convert, findFfmpeg, probe } from '../../platform/media/ffmpeg.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ReceivedFile } from '../../platform/storage/received-file.ts';

/** How long reading a film's shape may take. */
const PROBE_MS = 60_000;

/**
 * Size and length of a received film. Browsers write films without a length: those are read to their end, without decoding.
 * @throws CodedError FILE_UNREADABLE; FILE_NOT_MADE on a site without ffmpeg
 */
export const measureFilm = async (
  { storage, config }: Pick<Platform, 'storage' | 'config'>,
  file: Pick<ReceivedFile, 'key'>,
): Promise<{ width: number; height: number; durationMs: number }> => {
  const ffmpeg = await findFfmpeg(config.ffmpegPath);
  if (!ffmpeg) throw new CodedError('FILE_NOT_MADE');
  const path = await storage.localPath(file.key);
  const signal = AbortSignal.timeout(PROBE_MS);
  const { width, height, durationMs } = await probe(ffmpeg, path, signal);
  if (durationMs > 0) return { width, height, durationMs };
  let lastMs = 0;
  await convert(
    ffmpeg,
    path,
    { after: ['-map', '0:v:0', '-c', 'copy', '-f', 'null', '-'] },
    signal,
    (ms) => (lastMs = Math.max(lastMs, ms)),
  );
  return { width, height, durationMs: lastMs };
};
