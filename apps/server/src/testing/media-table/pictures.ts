import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { runFfmpeg } from '../videos.ts';
import { type HeicOptions, heicOf } from './heic.ts';
import { quadrants } from './quadrants.ts';
import { KIND_REFUSED, type Row } from './row.ts';

const save = async (folder: string, name: string, bytes: Uint8Array): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
};

/** A row for a picture that `sharp` writes. */
const row = (name: string, out: string, file: string, make: () => Promise<Uint8Array>): Row => ({
  name,
  out,
  make: async (folder) => save(folder, file, await make()),
});

const SIZE = { width: 400, height: 300 };
const shown = () => quadrants(SIZE.width, SIZE.height);
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#e61414' }, limitInputPixels: false });

/** A row for an animation of ten frames a second, two seconds long, that ffmpeg writes. */
const moving = (name: string, out: string, file: string, coding: readonly string[]): Row => ({
  name,
  out,
  async make(folder) {
    const [still, path] = [join(folder, 'frame.png'), join(folder, file)];
    await quadrants(200, 150).png().toFile(still);
    const motion = ['-f', 'lavfi', '-t', '2', '-i', 'testsrc2=size=40x30:rate=10', '-filter_complex', 'overlay=80:60'];
    await runFfmpeg('-loop', '1', '-framerate', '10', '-t', '2', '-i', still, ...motion, ...coding, path);
    return path;
  },
});

/** A row for a HEIC of tiles of 256 × 256, which cover more than the picture. */
const heic = (name: string, out: string, options: Partial<HeicOptions> & { isCut?: boolean } = {}): Row => ({
  name,
  out,
  async make(folder) {
    const tile = { width: 256, height: 256 };
    const { width, height } = SIZE;
    const [columns, rows] = [Math.ceil(width / tile.width), Math.ceil(height / tile.height)];
    const whole = await shown()
      .extend({ right: columns * tile.width - width, bottom: rows * tile.height - height, background: '#000' })
      .png()
      .toBuffer();
    const tiles: string[] = [];
    for (let at = 0; at < columns * rows; at += 1) {
      const path = join(folder, `tile-${at}.png`);
      const [left, top] = [(at % columns) * tile.width, Math.floor(at / columns) * tile.height];
      await sharp(whole)
        .extract({ left, top, ...tile })
        .toFile(path);
      tiles.push(path);
    }
    const bytes = await heicOf(join(folder, 'tile'), { tiles, columns, tile, width, height, ...options });
    return save(folder, 'IMG_0001.HEIC', options.isCut ? bytes.subarray(0, Math.round(bytes.length * 0.6)) : bytes);
  },
});

const STILL = 'Picture, 400 × 300, RGWB';
const MOVING = 'Picture, 200 × 150, RGWB; moves for 2.0 s';
const UNREADABLE = 'Refused: This file can’t be read. Is it damaged?';

/** The pictures of the table. */
export const PICTURE_ROWS: readonly Row[] = [
  row('JPEG', STILL, 'a.jpg', () => shown().jpeg().toBuffer()),
  row('JPEG, progressive, gray', 'Picture, 400 × 300, ??W?', 'a.jpg', () => shown().grayscale().jpeg({ progressive: true }).toBuffer()),
  row('JPEG, CMYK', STILL, 'a.jpg', () => shown().toColourspace('cmyk').jpeg().toBuffer()),
  row('JPEG, Display P3', STILL, 'a.jpg', () => shown().withIccProfile('p3').jpeg().toBuffer()),
  row('JPEG, to be turned to the right', 'Picture, 300 × 400, BRGW', 'a.jpg', () =>
    shown().jpeg().withMetadata({ orientation: 6 }).toBuffer(),
  ),
  row('JPEG, to be mirrored and turned', 'Picture, 300 × 400, RBWG', 'a.jpg', () =>
    shown().jpeg().withMetadata({ orientation: 5 }).toBuffer(),
  ),
  row('PNG', STILL, 'a.png', () => shown().png().toBuffer()),
  row('PNG, 16 bit, interlaced, with transparency', STILL, 'a.png', () =>
    shown().ensureAlpha().toColourspace('rgb16').png({ progressive: true }).toBuffer(),
  ),
  row('WebP', STILL, 'a.webp', () => shown().webp().toBuffer()),
  row('WebP, lossless', STILL, 'a.webp', () => shown().webp({ lossless: true }).toBuffer()),
  row('AVIF', STILL, 'a.avif', () => shown().avif({ effort: 0 }).toBuffer()),
  row('AVIF, 4:4:4', STILL, 'a.avif', () => shown().avif({ effort: 0, chromaSubsampling: '4:4:4' }).toBuffer()),
  row('GIF', STILL, 'a.gif', () => shown().gif().toBuffer()),
  heic('HEIC of four tiles, cut at the right and below', STILL),
  heic('HEIC of four tiles, to be turned to the left', 'Picture, 300 × 400, GWBR', { turns: 1 }),
  heic('HEIC, 10 bit', STILL, { pixelFormat: 'yuv420p10le' }),
  {
    name: 'HEIC of one part, Display P3',
    out: STILL,
    async make(folder) {
      const { icc } = await sharp(await shown().withIccProfile('p3').png().toBuffer()).metadata();
      const part = join(folder, 'part.png');
      await shown().withIccProfile('p3').png().toFile(part);
      const options = { tiles: [part], columns: 1, tile: SIZE, ...SIZE, ...(icc ? { profile: icc } : {}) };
      return save(folder, 'IMG_0002.HEIC', await heicOf(join(folder, 'part'), options));
    },
  },
  heic('HEIC without one of its tiles', UNREADABLE, { isTileMissing: true }),
  heic('HEIC, cut short', UNREADABLE, { isCut: true }),
  moving('GIF, animated', MOVING, 'a.gif', ['-loop', '0']),
  moving('PNG, animated', MOVING, 'a.png', ['-f', 'apng', '-plays', '0']),
  moving('WebP, animated', MOVING, 'a.webp', ['-c:v', 'libwebp_anim', '-loop', '0']),
  moving('AVIF, animated', MOVING, 'a.avif', ['-c:v', 'libaom-av1', '-cpu-used', '8', '-pix_fmt', 'yuv420p']),
  row('1 × 1', 'Picture, 1 × 1, RRRR', 'a.png', () => plain(1, 1).png().toBuffer()),
  row('1 × 40,000', 'Picture, 1 × 16383 of 1 × 40000, RRRR', 'a.png', () => plain(1, 40_000).png().toBuffer()),
  row('40,000 × 1', 'Picture, 1600 × 1 of 40000 × 1, RRRR', 'a.jpg', () => plain(40_000, 1).jpeg().toBuffer()),
  row('800 × 20,000', 'Picture, 655 × 16375 of 800 × 20000, RGWB', 'a.jpg', () => quadrants(800, 20_000).jpeg().toBuffer()),
  row('100 megapixels, JPEG', 'Picture, 1600 × 1600 of 10000 × 10000, RRRR', 'a.jpg', () => plain(10_000, 10_000).jpeg().toBuffer()),
  row('100 megapixels, PNG', 'Refused: This picture has more than 64 megapixels. Make it smaller and try again.', 'a.png', () =>
    plain(10_000, 10_000).png({ compressionLevel: 1 }).toBuffer(),
  ),
  row('JPEG, named MP4', STILL, 'film.mp4', () => shown().jpeg().toBuffer()),
  row('JPEG, cut short', UNREADABLE, 'a.jpg', async () => (await quadrants(1200, 900).jpeg().toBuffer()).subarray(0, 4000)),
  row('HTML, named JPEG', KIND_REFUSED, 'a.jpg', () => Promise.resolve(Buffer.from('<!doctype html><p>Hello</p>'))),
  row('TIFF', KIND_REFUSED, 'a.tif', () => shown().tiff().toBuffer()),
];
