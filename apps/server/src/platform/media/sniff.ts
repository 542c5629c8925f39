import type { Storage } from '../storage/storage.ts';

/** What a stored file is, by its content: null for anything that is none of ours. */
export type SniffKind = (storage: Storage, key: string) => Promise<{ kind: 'image' | 'video' | 'document'; contentType: string } | null>;

export const sniffKind: SniffKind = async (storage, key) => {
  const { fileTypeFromStream } = await import('file-type');
  const { stream } = await storage.open(key, { start: 0, end: 65_535 });
  const type = await fileTypeFromStream((await import('node:stream')).Readable.toWeb(stream) as ReadableStream<Uint8Array>);
  stream.destroy();
  if (!type) return null;
  if (['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'].includes(type.mime))
    return { kind: 'image', contentType: type.mime };
  if (['video/mp4', 'video/quicktime', 'video/webm', 'video/x-matroska'].includes(type.mime))
    return { kind: 'video', contentType: type.mime };
  if (type.mime === 'application/pdf') return { kind: 'document', contentType: type.mime };
  return null;
};
