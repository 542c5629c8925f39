import sharp, { type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { CodedError } from '../errors.ts';
import type { Storage } from '../storage/storage.ts';
import type { Variant } from './variants.ts';
import { drawWatermark } from './watermark.ts';

/** Widths a picture is kept in; never wider than it came. */
const WIDTHS = [320, 640, 1080, 1600] as const;
/** A width hardly below the picture's own would save nobody anything. */
const LEAST_STEP = 1.25;
/** Effort 2 takes half the time of 3 for 3 % more bytes. */
const WEBP = { quality: 80, effort: 2 } as const;
/**
 * More than this is refused before a pixel is decoded. A JPEG is read at a fraction of its size, so that what the largest cameras make is
 * taken; of the others every pixel must be held.
 */
const MAX_PIXELS = { jpeg: 130_000_000, other: 64_000_000 } as const;
/** Of those larger, one at a time is decoded: several would need a gigabyte. */
const LARGE_PIXELS = 24_000_000;
/** A third smaller than the WebP for a photo; effort 1 takes half the time of 2 for as many bytes, a tenth of the usual 4 for 5 % more. */
const AVIF = { quality: 55, effort: 1 } as const;
const AVIF_WIDTHS = { least: 600, most: 1080 } as const;
/** One that saves less than a tenth is not worth another address in every answer. */
const AVIF_WORTH = 0.9;
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
  sharp(path, { limitInputPixels: MAX_PIXELS.jpeg, failOn: 'truncated', animated: false, sequentialRead: true });

/**
 * Reads a picture's head alone.
 * @returns its size with the orientation applied
 * @throws CodedError FILE_UNREADABLE; FILE_TOO_LARGE for too many pixels, whatever few bytes hold them
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
/** Decodes what is large after the other large ones, and the rest at once. */
const inTurn = <T>({ width, height }: { width: number; height: number }, decode: () => Promise<T>): Promise<T> => {
  if (width * height <= LARGE_PIXELS) return decode();
  const turn = large.then(decode, decode);
  large = turn.catch(() => undefined);
  return turn;
};

/** What failed while a picture was decoded: it, unless it was something else that we know. */
const pictureError = (error: unknown): unknown =>
  error instanceof CodedError || (error as NodeJS.ErrnoException).code === 'ENOSPC' ? error : new CodedError('FILE_UNREADABLE');

/**
 * Decodes a picture whole, as small as its format allows: half of one, or one with too many pixels, is refused.
 * @throws CodedError FILE_UNREADABLE, FILE_TOO_LARGE
 */
export const provePicture = async (storage: Storage, key: string): Promise<{ width: number; height: number }> => {
  const size = await measurePicture(storage, key);
  const path = await storage.localPath(key);
  try {
    await inTurn(size, () => openPicture(path).resize({ width: BLUR_SOURCE_WIDTH }).raw().toBuffer());
    return size;
  } catch (error) {
    throw pictureError(error);
  }
};

interface Pixels {
  /** In the picture's largest width, upright. */
  decoded(): Sharp;
  widths: number[];
  size: { width: number; height: number };
}

/** Decodes a picture once, upright and no wider than its largest form; every form is made from these pixels. */
const decodePicture = async (storage: Storage, key: string): Promise<Pixels> => {
  const size = await measurePicture(storage, key);
  const path = await storage.localPath(key);
  const largest = Math.min(size.width, WIDTHS.at(-1)!);
  const { data, info } = await inTurn(size, () =>
    openPicture(path).autoOrient().resize({ width: largest }).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true }),
  );
  const raw = { width: info.width, height: info.height, channels: info.channels };
  return {
    decoded: () => sharp(data, { raw }),
    widths: [...WIDTHS.filter((candidate) => candidate * LEAST_STEP <= largest), largest],
    size,
  };
};

/** A picture in one width, with the mark burnt in where there is one. */
const sized = ({ decoded, size }: Pixels, width: number, mark: string | null): Sharp => {
  const picture = decoded().resize({ width });
  const input = mark ? drawWatermark(mark, { width, height: Math.round((width * size.height) / size.width) }) : null;
  return input ? picture.composite([{ input, gravity: 'southeast' }]) : picture;
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
 * @param mark burnt into what is displayed; the blur is made without it
 * @throws CodedError FILE_UNREADABLE for what can't be decoded whole; FILE_TOO_LARGE for too many pixels
 */
export const makePictures = async (storage: Storage, key: string, folder: string, mark: string | null): Promise<Pictures> => {
  try {
    const pixels = await decodePicture(storage, key);
    const { decoded, widths } = pixels;
    const { width, height } = pixels.size;
    const variants: Variant[] = [];
    for (const target of widths) {
      const { data, info } = await sized(pixels, target, mark).webp(WEBP).toBuffer({ resolveWithObject: true });
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
    throw pictureError(error);
  }
};

/**
 * Makes a picture's AVIF forms beside its WebP ones, in the widths that screens ask for most, as far as they are worth it.
 * @param made the picture's forms so far
 * @returns the new ones, none where WebP is as small
 */
export const makeAvif = async (storage: Storage, key: string, made: readonly Variant[], mark: string | null): Promise<Variant[]> => {
  const pictures = made.filter(({ name, width }) => name === 'picture' && width >= AVIF_WIDTHS.least && width <= AVIF_WIDTHS.most);
  if (pictures.length === 0) return [];
  const pixels = await decodePicture(storage, key);
  const variants: Variant[] = [];
  for (const { key: webpKey, width } of pictures) {
    const { stream, bytes } = await storage.open(webpKey, { start: 0, end: 0 });
    stream.destroy();
    const { data, info } = await sized(pixels, width, mark).avif(AVIF).toBuffer({ resolveWithObject: true });
    if (data.length > bytes * AVIF_WORTH) continue;
    const avifKey = webpKey.replace(/\.webp$/, '.avif');
    await storage.put(avifKey, data, { contentType: 'image/avif' });
    variants.push({ name: 'avif', key: avifKey, width: info.width, height: info.height, contentType: 'image/avif' });
  }
  return variants;
};
