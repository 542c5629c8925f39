import { text } from 'node:stream/consumers';
import { CodedError } from '../errors.ts';
import type { Addresses } from './addresses.ts';
import type { Storage } from './storage.ts';

/** A list of some hours of video has about 300 kB; ours never have more. */
const MAX_BYTES = 4 * 1024 * 1024;
const NAME = '[A-Za-z0-9][A-Za-z0-9-]*\\.(?:m3u8|m4s|webp)';
/** A line that is a name, with the part of a picture that is meant; or a tag's attribute. */
const REFERENCE = new RegExp(`^(${NAME})(#xywh=[\\d,]+)?$|(?<=URI=")(${NAME})(?=")`, 'gm');

/** Whether a key is one of those lists of ours that name other files: of a video's sizes, of its segments, of its small pictures. */
export const isList = (key: string): boolean => key.endsWith('.m3u8') || key.endsWith('/previews.vtt');

/**
 * A list as it leaves: each file that it names is replaced by that file's signed address, which lives as long as the list's own. In storage
 * the names are relative, so that nothing signed is ever kept; only what lies beside a list can be named by it.
 * @param expires of the address by which the list itself was asked for
 * @throws CodedError NOT_FOUND
 */
export const signedList = async (storage: Storage, addresses: Addresses, key: string, expires: string): Promise<Buffer> => {
  const { stream, bytes } = await storage.open(key);
  if (bytes > MAX_BYTES) {
    stream.destroy();
    throw new CodedError('NOT_FOUND');
  }
  const folder = key.slice(0, key.lastIndexOf('/') + 1);
  const list = await text(stream);
  // A rendition is one file, named by each of its segments.
  const known = new Map<string, string>();
  const address = (name: string): string => {
    const found = known.get(name) ?? addresses.until(folder + name, expires);
    known.set(name, found);
    return found;
  };
  return Buffer.from(
    list.replace(
      REFERENCE,
      (_all, line: string | undefined, part = '', attribute: string | undefined) => address((line ?? attribute)!) + part,
    ),
  );
};
