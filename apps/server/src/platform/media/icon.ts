import sharp from 'sharp';
import { CodedError } from '../errors.ts';
import type { Storage } from '../storage/storage.ts';

const MAX_PIXELS = 25_000_000;

/** A small picture of the site's own, made anew from its pixels: nothing but pixels of what was sent is kept. */
export interface Icon {
  data: Buffer;
  extension: 'webp' | 'png';
}

/**
 * @param box the largest width and height it is kept in
 * @param options.format PNG for what browsers show in their own bars; `isAnimated` keeps moving pictures moving
 * @throws CodedError FILE_UNREADABLE
 */
export const makeIcon = async (
  storage: Storage,
  key: string,
  box: { width: number; height: number },
  options: { format: Icon['extension']; isAnimated?: boolean },
): Promise<Icon> => {
  try {
    const picture = sharp(await storage.localPath(key), {
      limitInputPixels: MAX_PIXELS,
      failOn: 'truncated',
      animated: options.isAnimated ?? false,
    });
    const fitted = picture.autoOrient().resize({ ...box, fit: 'inside', withoutEnlargement: true });
    const data = await (options.format === 'png' ? fitted.png({ compressionLevel: 9 }) : fitted.webp({ quality: 90 })).toBuffer();
    return { data, extension: options.format };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw error;
    throw new CodedError('FILE_UNREADABLE');
  }
};
