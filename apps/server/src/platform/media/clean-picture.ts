import { Readable } from 'node:stream';
import sharp from 'sharp';
import { CodedError } from '../errors.ts';
import type { Storage } from '../storage/storage.ts';
import { planAvif } from './clean-avif.ts';
import { planGif } from './clean-gif.ts';
import { planJpeg } from './clean-jpeg.ts';
import { Damaged, type Piece, type Source, isUnchanged, openSource, streamPieces } from './clean-pieces.ts';
import { planPng } from './clean-png.ts';
import { planWebp } from './clean-webp.ts';
import { measurePicture, validatePicture } from './pictures.ts';

/** By the types that `sniffKind` detects. */
const PLANS: Readonly<Record<string, (source: Source) => Promise<Piece[]>>> = {
  'image/jpeg': planJpeg,
  'image/png': planPng,
  'image/webp': planWebp,
  'image/gif': planGif,
  'image/avif': planAvif,
};
/** Quality of pictures that are encoded again. */
const QUALITY = 92;

/** Encodes a picture again from its pixels, in the same format. */
const encodeAnew = async (path: string, contentType: string): Promise<Buffer> => {
  const picture = sharp(path, { failOn: 'truncated', animated: contentType === 'image/gif' || contentType === 'image/webp' });
  const upright = contentType === 'image/gif' ? picture : picture.autoOrient();
  switch (contentType) {
    case 'image/jpeg':
      return upright.keepIccProfile().jpeg({ quality: QUALITY }).toBuffer();
    case 'image/png':
      return upright.png().toBuffer();
    case 'image/webp':
      return upright.webp({ quality: QUALITY }).toBuffer();
    case 'image/gif':
      return upright.gif().toBuffer();
    default:
      return upright.avif({ quality: QUALITY }).toBuffer();
  }
};

/**
 * Removes metadata from a picture without touching its pixels. A picture with a broken structure is decoded and encoded again.
 * @param to key of the cleaned picture
 * @returns null for a clean one, which isn't written again
 * @throws CodedError FILE_UNREADABLE, FILE_TOO_LARGE
 */
export const cleanPicture = async (
  storage: Storage,
  key: string,
  contentType: string,
  to: string,
): Promise<{ bytes: number; sha256: string } | null> => {
  const plan = PLANS[contentType];
  if (!plan) throw new CodedError('FILE_UNREADABLE');
  const path = await storage.localPath(key);
  const source = await openSource(path);
  try {
    const pieces = await plan(source);
    if (isUnchanged(source, pieces)) return null;
    return await storage.put(to, Readable.from(streamPieces(source, pieces)), { contentType });
  } catch (error) {
    if (!(error instanceof Damaged)) throw error;
    await measurePicture(storage, key);
    await validatePicture(storage, key);
    const data = await encodeAnew(path, contentType).catch(() => {
      throw new CodedError('FILE_UNREADABLE');
    });
    return storage.put(to, data, { contentType });
  } finally {
    await source.close();
  }
};
