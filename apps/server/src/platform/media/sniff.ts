import { buffer } from 'node:stream/consumers';
import type { FileField } from '@stagedoor/contract/endpoint';
import type { Storage } from '../storage/storage.ts';
import { looksLikeCaptions } from './captions.ts';
import { isHeic } from './heic.ts';

/** Detects the type of a stored file by its content: null for unsupported types. */
export type SniffKind = (
  storage: Storage,
  key: string,
) => Promise<{ kind: 'image' | 'video' | 'audio' | 'document' | 'captions' | 'archive'; contentType: string } | null>;

/** Tells whether a call takes a file of a detected kind and type. */
export const isTaken = (
  { kind, contentType }: { kind: FileField['accept'][number]; contentType: string },
  { accept, isPlain }: Pick<FileField, 'accept' | 'isPlain'>,
): boolean => accept.includes(kind) && !(isPlain && isHeic(contentType));

/** Codecs follow some of them: `audio/ogg; codecs=opus`. */
const isAudio = (mime: string): boolean => /^audio\/(?:mpeg|ogg|opus|wav|vnd\.wave|mp4|x-m4a|aac|flac|x-flac)(?:;|$)/.test(mime);

/** Tells whether a picture of the family of HEIC names AVIF among the brands of its first box (ISO/IEC 14496-12, 4.3). */
const isAvif = (head: Buffer): boolean => head.toString('latin1', 16, Math.min(head.readUInt32BE(0), 256)).includes('avif');

export const sniffKind: SniffKind = async (storage, key) => {
  const { fileTypeFromBuffer } = await import('file-type');
  const { stream } = await storage.open(key, { start: 0, end: 65_535 });
  const head = await buffer(stream);
  if (looksLikeCaptions(head.subarray(0, 256).toString('utf8'))) return { kind: 'captions', contentType: 'text/vtt' };
  const type = await fileTypeFromBuffer(head);
  if (!type) return null;
  if (isHeic(type.mime)) return { kind: 'image', contentType: isAvif(head) ? 'image/avif' : type.mime };
  if (['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif', 'image/apng'].includes(type.mime))
    // An animated PNG is a PNG to every reader that doesn't know animations.
    return { kind: 'image', contentType: type.mime === 'image/apng' ? 'image/png' : type.mime };
  if (type.mime === 'video/x-m4v') return { kind: 'video', contentType: 'video/mp4' };
  if (['video/3gpp', 'video/3gpp2'].includes(type.mime)) return { kind: 'video', contentType: 'video/3gpp' };
  if (['video/mp4', 'video/quicktime', 'video/webm', 'video/matroska'].includes(type.mime))
    return { kind: 'video', contentType: type.mime };
  if (isAudio(type.mime)) return { kind: 'audio', contentType: type.mime };
  if (['application/zip', 'application/epub+zip'].includes(type.mime)) return { kind: 'archive', contentType: type.mime };
  if (type.mime === 'application/pdf') return { kind: 'document', contentType: type.mime };
  return null;
};
