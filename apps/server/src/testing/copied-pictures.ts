import { readFile } from 'node:fs/promises';
import { pictureFile } from '@stagedoor/demo-pictures';
import sharp, { type Sharp } from 'sharp';

const asJpeg = async (picture: Sharp): Promise<Blob> =>
  new Blob([new Uint8Array(await picture.jpeg({ quality: 90 }).toBuffer())], { type: 'image/jpeg' });

/** A detailed picture of the demo, as it is uploaded first. @param name such as `covers/luna` */
export const original = async (name: string): Promise<Blob> => asJpeg(sharp(pictureFile(name)));

/** A copy of such a picture, changed as people do. */
export const copyOf = async (
  name: string,
  change: (picture: Sharp) => Sharp = (picture) => picture.resize({ width: 700 }),
): Promise<Blob> => asJpeg(change(sharp(await readFile(pictureFile(name)))));
