import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CodedError } from '../errors.ts';
import type { Storage } from '../storage/storage.ts';
import { convert, readStreams } from './ffmpeg.ts';
import { type ProbedFile, knownSoundsOf } from './film-facts.ts';
import { createWorkFolder } from './work-folder.ts';

/** ffmpeg's names of the containers that `sniffKind` accepts; parameters such as codecs are cut off before. */
const MUXERS: Readonly<Record<string, string>> = {
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'video/matroska': 'matroska',
  'video/3gpp': '3gp',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/opus': 'ogg',
  'audio/wav': 'wav',
  'audio/vnd.wave': 'wav',
  'audio/mp4': 'ipod',
  'audio/x-m4a': 'ipod',
  'audio/aac': 'adts',
  'audio/flac': 'flac',
  'audio/x-flac': 'flac',
};
/** A film whose copy is shorter than this part of its length was cut short. */
const LEAST_PART = 0.9;
const isCut = (received: ProbedFile, copied: ProbedFile): boolean =>
  Number(copied.format?.duration ?? 0) < Number(received.format?.duration ?? 0) * LEAST_PART;

/** Containers whose subtitles are somebody's work: in those of cameras they tell the place of each second. */
const WITH_SUBTITLES = ['webm', 'matroska'];

/**
 * Copies a film or a sound into a container of the same kind without metadata: pictures and sound stay the same to the bit. Tags, chapters,
 * attachments, cover pictures and tracks of data (the places of action cameras) are dropped. Memory doesn't grow with the file.
 * @param to key of the cleaned film
 * @throws CodedError FILE_UNREADABLE, also for a film that was cut short; FILE_NOT_MADE on a site without ffmpeg
 */
export const cleanFilm = async (
  { storage, ffmpeg }: { storage: Storage; ffmpeg: string | undefined },
  key: string,
  contentType: string,
  to: string,
  signal: AbortSignal,
): Promise<{ bytes: number; sha256: string }> => {
  const muxer = MUXERS[contentType.split(';')[0]!];
  if (!muxer) throw new CodedError('FILE_UNREADABLE');
  if (!ffmpeg) throw new CodedError('FILE_NOT_MADE');
  const work = await createWorkFolder(to);
  try {
    const target = join(work, 'clean');
    const path = await storage.localPath(key);
    const isAudio = contentType.startsWith('audio/');
    // A sound of a codec that ffmpeg doesn't know can't be copied: phones add one for spatial sound.
    const received = isAudio ? {} : await readStreams(ffmpeg, path, signal);
    const known = knownSoundsOf(received).map((index) => `0:${index}`);
    const streams = ['0:V?', ...(isAudio ? ['0:a?'] : known), ...(WITH_SUBTITLES.includes(muxer) ? ['0:s?'] : [])].flatMap((stream) => [
      '-map',
      stream,
    ]);
    const without = ['-map_metadata', '-1', '-map_metadata:s', '-1', '-map_chapters', '-1', '-fflags', '+bitexact', '-id3v2_version', '0'];
    await convert(
      ffmpeg,
      path,
      {
        after: [...streams, '-c', 'copy', ...without.slice(0, muxer === 'mp3' ? undefined : -2), '-f', muxer, target],
        isAudio,
      },
      signal,
    );
    if (!isAudio && isCut(received, await readStreams(ffmpeg, target, signal))) throw new CodedError('FILE_UNREADABLE');
    return await storage.take(to, target, { contentType });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
};
