import { buffer } from 'node:stream/consumers';
import type { Storage } from '../storage/storage.ts';
import { looksLikeCaptions } from './captions.ts';

/** Detects the type of a stored file by its content: null for unsupported types. */
export type SniffKind = (
  storage: Storage,
  key: string,
) => Promise<{ kind: 'image' | 'video' | 'audio' | 'document' | 'captions' | 'archive'; contentType: string } | null>;

/** Codecs follow some of them: `audio/ogg; codecs=opus`. */
const isAudio = (mime: string): boolean => /^audio\/(?:mpeg|ogg|opus|wav|vnd\.wave|mp4|x-m4a|aac|flac|x-flac)(?:;|$)/.test(mime);

export const sniffKind: SniffKind = async (storage, key) => {
  const { fileTypeFromBuffer } = await import('file-type');
  const { stream } = await storage.open(key, { start: 0, end: 65_535 });
  const head = await buffer(stream);
  if (looksLikeCaptions(head.subarray(0, 256).toString('utf8'))) return { kind: 'captions', contentType: 'text/vtt' };
  const type = await fileTypeFromBuffer(head);
  if (!type) return null;
  if (['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'].includes(type.mime))
    return { kind: 'image', contentType: type.mime };
  if (['video/mp4', 'video/quicktime', 'video/webm', 'video/matroska'].includes(type.mime))
    return { kind: 'video', contentType: type.mime };
  if (isAudio(type.mime)) return { kind: 'audio', contentType: type.mime };
  if (['application/zip', 'application/epub+zip'].includes(type.mime)) return { kind: 'archive', contentType: type.mime };
  if (type.mime === 'application/pdf') return { kind: 'document', contentType: type.mime };
  return null;
};
