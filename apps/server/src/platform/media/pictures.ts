import sharp, { type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { CodedError } from '../errors.ts';
import type { Storage } from '../storage/storage.ts';
import type { Variant } from './variants.ts';
import { drawWatermark } from './watermark.ts';
import { systemCodeOf } from '../thrown.ts';
import { type PerceptualHash, SCALED_SIDE, brightnessOf, hashPicture } from './perceptual-hash.ts';

/** Widths of a picture's renditions; pictures are never enlarged. */
const WIDTHS = [320, 640, 1080, 1600] as const;
/** The longest side that WebP can have. Taller pictures are scaled by their height. */
const MAX_SIDE = 16_383;
/** A width must be smaller than the next by this factor to be worthwhile. */
const MIN_STEP = 1.25;
/** Effort 2 takes half the time of 3 for 3 % more bytes. */
const WEBP = { quality: 80, effort: 2 } as const;
/**
 * More pixels are refused before decoding. A JPEG is decoded at a fraction of its size, so the limit covers the largest cameras; other
 * formats must be held in memory in full.
 */
export const MAX_PIXELS = { jpeg: 130_000_000, other: 64_000_000 } as const;
/** Larger pictures are decoded one at a time: several would need a gigabyte. */
const LARGE_PIXELS = 24_000_000;
/** A third smaller than WebP for photos. Effort 1 takes half the time of 2 for the same size, and a tenth of the default 4 for 5 % more. */
const AVIF = { quality: 55, effort: 1 } as const;
const AVIF_WIDTHS = { least: 600, most: 1080 } as const;
/** An AVIF that saves less than a tenth is not worth another URL in every response. */
const MAX_AVIF_RATIO = 0.9;
/** The blurred preview is made from so few pixels that no detail can be recovered. */
const BLUR_SOURCE = { width: 24, height: 48 } as const;
const BLUR = { width: 480, height: 960 } as const;
const THUMBHASH_SIDE = 100;

export interface Pictures {
  width: number;
  height: number;
  thumbhash: string;
  variants: Variant[];
  /** Hash of the picture without a watermark. */
  hash: PerceptualHash;
}

const openPicture = (path: string) =>
  sharp(path, { limitInputPixels: MAX_PIXELS.jpeg, failOn: 'truncated', animated: false, sequentialRead: true });

/**
 * Reads a picture's header only.
 * @returns its size with the orientation applied
 * @throws CodedError FILE_UNREADABLE; FILE_TOO_LARGE for too many pixels, also in a small file
 */
export const measurePicture = async (storage: Storage, key: string): Promise<{ width: number; height: number }> => {
  const { autoOrient, format } = await sharp(await storage.localPath(key), { limitInputPixels: false, animated: false })
    .metadata()
    .catch(() => {
      throw new CodedError('FILE_UNREADABLE');
    });
  const most = format === 'jpeg' ? MAX_PIXELS.jpeg : MAX_PIXELS.other;
  if (autoOrient.width * autoOrient.height > most) throw new CodedError('FILE_TOO_LARGE', { megapixels: most / 1_000_000 });
  return autoOrient;
};

let large: Promise<unknown> = Promise.resolve();
/** Serializes the decoding of large pictures; others are decoded at once. */
export const decodeInTurn = <T>({ width, height }: { width: number; height: number }, decode: () => Promise<T>): Promise<T> => {
  if (width * height <= LARGE_PIXELS) return decode();
  const turn = large.then(decode, decode);
  large = turn.catch(() => undefined);
  return turn;
};

/** Converts a decoding error to FILE_UNREADABLE, except coded errors and a full disk. */
const pictureError = (error: unknown): unknown =>
  error instanceof CodedError || systemCodeOf(error) === 'ENOSPC' ? error : new CodedError('FILE_UNREADABLE');

/**
 * Validates a picture by decoding it completely, at the smallest scale of its format: refuses truncated and too large ones.
 * @throws CodedError FILE_UNREADABLE, FILE_TOO_LARGE
 */
export const validatePicture = async (storage: Storage, key: string): Promise<{ width: number; height: number }> => {
  const size = await measurePicture(storage, key);
  const path = await storage.localPath(key);
  try {
    await decodeInTurn(size, () =>
      openPicture(path)
        .resize({ ...BLUR_SOURCE, fit: 'inside' })
        .raw()
        .toBuffer(),
    );
    return size;
  } catch (error) {
    throw pictureError(error);
  }
};

interface Size {
  width: number;
  height: number;
}

interface Pixels {
  /** At the size of the largest rendition, with the orientation applied. */
  decoded(): Sharp;
  widths: number[];
  size: Size;
}

/** The size of a rendition of at most a width, whose longer side WebP can have. */
const fitted = ({ width, height }: Size, most: number): Size => {
  const scale = Math.min(1, most / width, MAX_SIDE / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
};

/** Decodes a picture once, with the orientation applied and at the largest rendition's width; all renditions are made from these pixels. */
const decodePicture = async (storage: Storage, key: string): Promise<Pixels> => {
  const size = await measurePicture(storage, key);
  const path = await storage.localPath(key);
  const largest = fitted(size, WIDTHS.at(-1)!);
  const { data, info } = await decodeInTurn(size, () =>
    openPicture(path)
      .autoOrient()
      .resize({ ...largest, fit: 'fill' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  const raw = { width: info.width, height: info.height, channels: info.channels };
  return {
    decoded: () => sharp(data, { raw }),
    widths: [...WIDTHS.filter((candidate) => candidate * MIN_STEP <= largest.width), largest.width],
    size,
  };
};

/** A picture resized to a width, with the watermark if there is one. */
const resized = ({ decoded, size }: Pixels, width: number, mark: string | null): Sharp => {
  const target = fitted(size, width);
  const picture = decoded().resize({ ...target, fit: 'fill' });
  const input = mark ? drawWatermark(mark, target) : null;
  return input ? picture.composite([{ input, gravity: 'southeast' }]) : picture;
};

/** A heavily blurred preview. */
const blurred = async (source: Sharp): Promise<{ data: Buffer; width: number; height: number }> => {
  const tiny = await source
    .resize({ ...BLUR_SOURCE, fit: 'inside' })
    .blur(1.2)
    .png()
    .toBuffer();
  const { data, info } = await sharp(tiny)
    .resize({ ...BLUR, fit: 'inside', kernel: 'cubic' })
    .blur(8)
    .webp({ quality: 40 })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};

/** Hashes decoded pixels; what is transparent counts as white. */
export const perceptualHashOf = async (decoded: Sharp): Promise<PerceptualHash> => {
  const { data, info } = await decoded
    .flatten({ background: '#fff' })
    .resize({ width: SCALED_SIDE, height: SCALED_SIDE, fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return hashPicture(info.channels === 1 ? new Float32Array(data) : brightnessOf(data));
};

/**
 * Hashes a stored picture that was encoded before pictures were hashed.
 * @throws CodedError FILE_UNREADABLE, FILE_TOO_LARGE
 */
export const hashStoredPicture = async (storage: Storage, key: string): Promise<PerceptualHash> => {
  try {
    const { decoded } = await decodePicture(storage, key);
    return await perceptualHashOf(decoded());
  } catch (error) {
    throw pictureError(error);
  }
};

/**
 * Measures and hashes a small picture in memory, such as a still of a show.
 * @throws CodedError FILE_UNREADABLE
 */
export const hashPictureBytes = async (bytes: Buffer): Promise<{ width: number; height: number; hash: PerceptualHash }> => {
  try {
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS.other, failOn: 'truncated', animated: false });
    const { width, height } = await picture.metadata();
    return { width, height, hash: await perceptualHashOf(picture.clone().toColourspace('srgb')) };
  } catch (error) {
    throw pictureError(error);
  }
};

/**
 * Encodes a picture's renditions into a folder: WebP in several widths with the orientation applied and without metadata,
 * a blurred preview, and a thumbhash.
 *
 * @param mark text of the watermark; the blurred preview has none
 * @throws CodedError FILE_UNREADABLE when it can't be decoded completely; FILE_TOO_LARGE for too many pixels
 */
export const makePictures = async (storage: Storage, key: string, folder: string, mark: string | null): Promise<Pictures> => {
  try {
    const pixels = await decodePicture(storage, key);
    const { decoded, widths } = pixels;
    const { width, height } = pixels.size;
    const variants: Variant[] = [];
    for (const target of widths) {
      const { data, info } = await resized(pixels, target, mark).webp(WEBP).toBuffer({ resolveWithObject: true });
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
    return {
      width,
      height,
      thumbhash: Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64'),
      variants,
      hash: await perceptualHashOf(decoded()),
    };
  } catch (error) {
    await storage.removeFolder(folder);
    throw pictureError(error);
  }
};

/**
 * Encodes a picture's AVIF renditions, in the most requested widths and where they are smaller.
 * @param existing the picture's renditions so far
 * @returns the new ones; empty when WebP is as small
 */
export const makeAvif = async (storage: Storage, key: string, existing: readonly Variant[], mark: string | null): Promise<Variant[]> => {
  const pictures = existing.filter(({ name, width }) => name === 'picture' && width >= AVIF_WIDTHS.least && width <= AVIF_WIDTHS.most);
  if (pictures.length === 0) return [];
  const pixels = await decodePicture(storage, key);
  const variants: Variant[] = [];
  for (const { key: webpKey, width } of pictures) {
    const { stream, bytes } = await storage.open(webpKey, { start: 0, end: 0 });
    stream.destroy();
    const { data, info } = await resized(pixels, width, mark).avif(AVIF).toBuffer({ resolveWithObject: true });
    if (data.length > bytes * MAX_AVIF_RATIO) continue;
    const avifKey = webpKey.replace(/\.webp$/, '.avif');
    await storage.put(avifKey, data, { contentType: 'image/avif' });
    variants.push({ name: 'avif', key: avifKey, width: info.width, height: info.height, contentType: 'image/avif' });
  }
  return variants;
};
