import sharp, { type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { CodedError } from '../errors.ts';
import type { Storage } from '../storage/storage.ts';
import type { Variant } from './variants.ts';

/** Widths a picture is kept in; never wider than it came. */
const WIDTHS = [320, 640, 1080, 1600] as const;
/** A width hardly below the picture's own would save nobody anything. */
const LEAST_STEP = 1.25;
/** Effort 2 takes half the time of 3 for 3 % more bytes. */
const WEBP = { quality: 80, effort: 2 } as const;
/** More than this is refused before a pixel is decoded. */
const MAX_PIXELS = 50_000_000;
/** The blurred preview is made from so few pixels that nothing can be won back from it. */
const BLUR_SOURCE_WIDTH = 24;
const BLUR_WIDTH = 480;
const THUMBHASH_SIDE = 100;

export interface Pictures {
  width: number;
  height: number;
  thumbhash: string;
  variants: Variant[];
}

const openPicture = (path: string) =>
  sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'truncated', animated: false, sequentialRead: true });

/** @throws CodedError FILE_UNREADABLE */
export const measurePicture = async (storage: Storage, key: string): Promise<{ width: number; height: number }> => {
  try {
    const { autoOrient } = await openPicture(await storage.localPath(key)).metadata();
    return autoOrient;
  } catch {
    throw new CodedError('FILE_UNREADABLE');
  }
};

/**
 * Decodes a picture whole, as small as its format allows: half of one, or one with too many pixels, is refused.
 * @throws CodedError FILE_UNREADABLE
 */
export const provePicture = async (storage: Storage, key: string): Promise<{ width: number; height: number }> => {
  const size = await measurePicture(storage, key);
  try {
    await openPicture(await storage.localPath(key))
      .resize({ width: BLUR_SOURCE_WIDTH })
      .raw()
      .toBuffer();
    return size;
  } catch {
    throw new CodedError('FILE_UNREADABLE');
  }
};

/** A heavily blurred preview of a picture, small and without detail. */
const blurred = async (source: Sharp): Promise<{ data: Buffer; width: number; height: number }> => {
  const tiny = await source.resize({ width: BLUR_SOURCE_WIDTH }).blur(1.2).png().toBuffer();
  const { data, info } = await sharp(tiny)
    .resize({ width: BLUR_WIDTH, kernel: 'cubic' })
    .blur(8)
    .webp({ quality: 40 })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};

/**
 * Makes a picture's forms in a folder: WebP in several widths with the orientation applied and all metadata gone,
 * a blurred preview, and a thumbhash. The blur lies in a folder of its own name, so that its address tells nothing
 * of the others'.
 *
 * @throws CodedError FILE_UNREADABLE for what can't be decoded whole or has too many pixels
 */
export const makePictures = async (storage: Storage, key: string, folder: string): Promise<Pictures> => {
  try {
    const { width, height } = await measurePicture(storage, key);
    const largest = Math.min(width, WIDTHS.at(-1)!);
    const widths = [...WIDTHS.filter((candidate) => candidate * LEAST_STEP <= largest), largest];
    // Decoded once; every form is made from these pixels.
    const pixels = await openPicture(await storage.localPath(key))
      .autoOrient()
      .resize({ width: largest })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const decoded = () =>
      sharp(pixels.data, { raw: { width: pixels.info.width, height: pixels.info.height, channels: pixels.info.channels } });
    const variants: Variant[] = [];
    for (const target of widths) {
      const { data, info } = await decoded().resize({ width: target }).webp(WEBP).toBuffer({ resolveWithObject: true });
      const variantKey = `${folder}/${target}.webp`;
      await storage.put(variantKey, data, { contentType: 'image/webp' });
      variants.push({ name: 'picture', key: variantKey, width: info.width, height: info.height, contentType: 'image/webp' });
    }
    const blur = await blurred(decoded());
    const blurKey = `${folder}/blur.webp`;
    await storage.put(blurKey, blur.data, { contentType: 'image/webp' });
    variants.push({ name: 'blur', key: blurKey, width: blur.width, height: blur.height, contentType: 'image/webp' });
    const { data, info } = await decoded()
      .resize(THUMBHASH_SIDE, THUMBHASH_SIDE, { fit: 'inside' })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { width, height, thumbhash: Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64'), variants };
  } catch (error) {
    await storage.removeFolder(folder);
    if (error instanceof CodedError) throw error;
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw error;
    throw new CodedError('FILE_UNREADABLE');
  }
};
