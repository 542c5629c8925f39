import { cleanKeyOf } from '../storage/received-file.ts';
import type { Storage } from '../storage/storage.ts';
import { webpOfSequence } from './animations.ts';
import { cleanFilm } from './clean-film.ts';
import { cleanPicture } from './clean-picture.ts';
import { findFfmpeg } from './ffmpeg.ts';
import { isHeic, jpegOfHeic } from './heic.ts';

/** Known to this file alone: nothing else can make a clean file. */
const CLEAN: unique symbol = Symbol('clean');

/** An original that may leave the site. Only the functions of this file make one, and a ready row of `files` can't be written without it. */
export interface CleanFile {
  readonly [CLEAN]: true;
  /** Key in storage: the received one for a file that was clean as it came. */
  key: string;
  contentType: string;
  bytes: number;
  sha256: string;
  /** Hash of the bytes as they came; null where they are unchanged. */
  receivedSha256: string | null;
}

/** A file in storage as it came. */
export interface UncleanFile {
  key: string;
  kind: 'image' | 'video' | 'audio' | 'document' | 'captions' | 'archive';
  contentType: string;
  bytes: number;
  sha256: string;
}

type Unmarked = Omit<CleanFile, typeof CLEAN>;
const marked = (file: Unmarked): CleanFile => ({ ...file, [CLEAN]: true });
const asItCame = ({ key, contentType, bytes, sha256 }: UncleanFile): CleanFile =>
  marked({ key, contentType, bytes, sha256, receivedSha256: null });

/**
 * Removes what a file says besides its content: every file of the site passes here, or one of the two functions below. Documents and archives
 * stay as they are, since their words are their content; their senders are told what is inside. A HEIC becomes a JPEG, which every browser shows,
 * and an animated AVIF a WebP, whose frames can be read again.
 * @returns the file, or its cleaned copy beside it
 * @throws CodedError FILE_UNREADABLE, FILE_TOO_LARGE; FILE_NOT_MADE for films and sound on a site without ffmpeg
 */
export const cleanFile = async (
  { storage, ffmpegPath }: { storage: Storage; ffmpegPath: string | undefined },
  file: UncleanFile,
  signal: AbortSignal,
): Promise<CleanFile> => {
  const { key, kind, contentType } = file;
  const to = cleanKeyOf(key);
  if (kind === 'document' || kind === 'archive') return asItCame(file);
  if (isHeic(contentType))
    return marked({
      key: to,
      contentType: 'image/jpeg',
      ...(await jpegOfHeic(storage, key, to, signal)),
      receivedSha256: file.sha256,
    });
  const sequence = contentType === 'image/avif' ? await webpOfSequence({ storage, ffmpegPath }, key, to, signal) : null;
  if (sequence) return marked({ key: to, contentType: 'image/webp', ...sequence, receivedSha256: file.sha256 });
  const written =
    kind === 'image'
      ? await cleanPicture(storage, key, contentType, to)
      : await cleanFilm({ storage, ffmpeg: await findFfmpeg(ffmpegPath) }, key, contentType, to, signal);
  return written ? marked({ key: to, contentType, ...written, receivedSha256: file.sha256 }) : asItCame(file);
};

/** Keeps an identity document as it came: it is evidence, and only admins and its owner see it. */
export const keptAsEvidence = (file: UncleanFile): CleanFile => asItCame(file);

/** Marks a file that the site itself wrote, such as a recording. */
export const madeHere = (file: Omit<UncleanFile, 'kind'>): CleanFile => asItCame({ ...file, kind: 'video' });
