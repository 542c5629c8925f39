import sharp from 'sharp';
import { CodedError } from '../errors.ts';
import type { Storage } from '../storage/storage.ts';
import { systemCodeOf } from '../thrown.ts';

const MAX_PIXELS = 25_000_000;

/** A small image of the site's branding, re-encoded so that only pixels of the upload are kept. */
export interface Icon {
  data: Buffer;
  extension: 'webp' | 'png';
}

/**
 * @param box maximum width and height
 * @param options.format PNG for favicons; `isAnimated` keeps animations
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
    if (systemCodeOf(error) === 'ENOSPC') throw error;
    throw new CodedError('FILE_UNREADABLE');
  }
};
