import sharp, { type Sharp } from 'sharp';
import { seededRandom } from '../demo/chance.ts';

/**
 * Gray grain around the middle of the range, the same at each call: libvips' own noise differs, and with it the bytes that a test damages.
 *
 * @param sigma its standard deviation, of 255
 */
export const grainOf = (width: number, height: number, sigma: number): Sharp => {
  const random = seededRandom(width * 8191 + height);
  // The sum of three numbers in [0, 1) has a standard deviation of one half.
  const pixels = Buffer.from(Array.from({ length: width * height * 3 }, () => 128 + (random() + random() + random() - 1.5) * 2 * sigma));
  return sharp(pixels, { raw: { width, height, channels: 3 } });
};

/** A picture with visible content and grain like a camera's; red at the top left. */
export const grainyPhoto = async (width = 900, height = 600): Promise<Sharp> => {
  const grain = await grainOf(width, height, 34).blur(1.1).png().toBuffer();
  const circle = (at: number): string =>
    `<circle cx="${(at * 37) % 100}%" cy="${(at * 61) % 100}%" r="${(at % 7) + 1}%" fill="hsl(${at * 40} 60% 50%)" opacity=".6"/>`;
  const drawn = await sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="#28a"/><stop offset="1" stop-color="#e92"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/>${Array.from({ length: 60 }, (_, at) => circle(at)).join('')}</svg>`,
    ),
  )
    .composite([{ input: grain, blend: 'overlay' }])
    .png()
    .toBuffer();
  const red = { width: Math.ceil(width / 4), height: Math.ceil(height / 4), channels: 3 as const, background: '#f00' };
  const input = await sharp({ create: red }).png().toBuffer();
  return sharp(drawn).composite([{ input, gravity: 'northwest' }]);
};
