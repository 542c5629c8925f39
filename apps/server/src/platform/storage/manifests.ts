import { text } from 'node:stream/consumers';
import { CodedError } from '../errors.ts';
import type { UrlSigner } from './url-signer.ts';
import type { Storage } from './storage.ts';

/** The manifest of some hours of video has about 300 kB. */
const MAX_BYTES = 4 * 1024 * 1024;
const NAME = '[A-Za-z0-9][A-Za-z0-9-]*\\.(?:m3u8|m4s|webp)';
/** A line with a file name and optionally a picture region, or the URI attribute of a tag. */
const REFERENCE = new RegExp(`^(${NAME})(#xywh=[\\d,]+)?$|(?<=URI=")(${NAME})(?=")`, 'gm');

/** Whether a key is a manifest that references other files: an HLS playlist, or the thumbnails of a video's timeline. */
export const isManifest = (key: string): boolean => key.endsWith('.m3u8') || key.endsWith('/previews.vtt');

/**
 * A manifest with each file name replaced by the file's signed URL, which expires with the manifest's own. In storage the names are
 * relative: no signed URL is stored, and a manifest can only reference files in its own folder.
 * @param expires expiry of the URL by which the manifest was requested
 * @throws CodedError NOT_FOUND
 */
export const signedManifest = async (storage: Storage, urlSigner: UrlSigner, key: string, expires: string): Promise<Buffer> => {
  const { stream, bytes } = await storage.open(key);
  if (bytes > MAX_BYTES) {
    stream.destroy();
    throw new CodedError('NOT_FOUND');
  }
  const folder = key.slice(0, key.lastIndexOf('/') + 1);
  const content = await text(stream);
  // All segments of a rendition are in one file: each name is signed once.
  const signedUrls = new Map<string, string>();
  const signedUrlOf = (name: string): string => {
    const found = signedUrls.get(name) ?? urlSigner.until(folder + name, expires);
    signedUrls.set(name, found);
    return found;
  };
  return Buffer.from(
    content.replace(
      REFERENCE,
      (_all, line: string | undefined, part = '', attribute: string | undefined) => signedUrlOf((line ?? attribute)!) + part,
    ),
  );
};
