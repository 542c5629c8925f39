import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CodedError } from '../errors.ts';
import { createUrlSigner } from '../storage/url-signer.ts';
import { createLocalStorage } from '../storage/local-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { grainOf, grainyPhoto } from '../../testing/grainy-photo.ts';
import { video } from '../../testing/videos.ts';
import { makeAvif, makePictures, validatePicture } from './pictures.ts';
import { sniffKind } from './sniff.ts';

let folder: string;
let storage: Storage;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stagedoor-pictures-'));
  storage = createLocalStorage(folder, createUrlSigner('test'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let count = 0;
const keep = async (bytes: Uint8Array): Promise<string> => {
  const key = `uploads/${(count += 1)}`;
  await storage.put(key, Buffer.from(bytes), { contentType: 'application/octet-stream' });
  return key;
};
const left = async (path: string): Promise<string[]> => readdir(join(folder, path)).catch(() => []);
const codeOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'made',
    (error: unknown) => (error instanceof CodedError ? error.code : error),
  );
const make = async (bytes: Uint8Array, mark: string | null = null) => {
  const key = await keep(bytes);
  return { key, made: await makePictures(storage, key, `made/${count}`, mark) };
};
const read = (key: string): Promise<Buffer> => readFile(join(folder, key));

const crcOf = (bytes: Buffer): number => {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
};
/** A PNG of any size in few bytes: its lines are all the same. */
const bomb = (width: number, height: number, data: Buffer): Buffer => {
  const chunk = (name: string, content: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(name), content]);
    const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    crc.writeUInt32BE(crcOf(body));
    return Buffer.concat([length, body, crc]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
};

describe('a picture', () => {
  test('is rotated upright and contains no metadata', async () => {
    const exif = {
      IFD0: { Make: 'Secretcam', Software: 'Darkroom', ImageDescription: 'Somewhere' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '38/1 43/1 20/1', GPSLongitudeRef: 'W', GPSLongitude: '9/1 8/1 21/1' },
    };
    // Orientation 6: to be rotated by 90° clockwise.
    const bytes = await (await grainyPhoto()).jpeg().withExif(exif).withMetadata({ orientation: 6, exif }).toBuffer();
    expect(bytes.toString('latin1')).toContain('Secretcam');
    const { key, made } = await make(bytes);
    expect([made.width, made.height]).toEqual([600, 900]);
    const forms = [...made.variants, ...(await makeAvif(storage, key, made.variants, null))];
    expect(forms.map(({ name, width }) => [name, width])).toEqual([
      ['picture', 320],
      ['picture', 600],
      ['blur', 480],
      ['avif', 600],
    ]);
    for (const form of forms) {
      const file = await read(form.key);
      const metadata = await sharp(file).metadata();
      expect([metadata.exif, metadata.xmp, metadata.iptc, metadata.orientation]).toEqual([undefined, undefined, undefined, undefined]);
      expect(file.toString('latin1')).not.toMatch(/Secretcam|Darkroom|Somewhere/);
      expect([metadata.width, metadata.height]).toEqual([form.width, form.height]);
    }
    // The red corner moved from the top left to the top right.
    const { data, info } = await sharp(await read(made.variants[1]!.key))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number): number[] => [...data.subarray((y * info.width + x) * info.channels).subarray(0, 3)];
    const isRed = ([r, g, b]: number[]): boolean => r! > 200 && g! < 60 && b! < 60;
    expect([isRed(at(590, 10)), isRed(at(10, 10))]).toEqual([true, false]);
  });

  test('is stored as AVIF only where that is smaller', async () => {
    const { key, made } = await make(await (await grainyPhoto(1200, 800)).jpeg({ quality: 92 }).toBuffer());
    const avif = await makeAvif(storage, key, made.variants, null);
    expect(avif[0]).toMatchObject({ width: 640, contentType: 'image/avif' });
    for (const { key: avifKey } of avif)
      expect((await read(avifKey)).length).toBeLessThan((await read(avifKey.replace('.avif', '.webp'))).length * 0.9);
    // Fine even noise, which WebP compresses better.
    const plain = await make(await grainOf(700, 500, 10).blur(1).png().toBuffer());
    const [before, none] = [await left(`made/${count}`), await makeAvif(storage, plain.key, plain.made.variants, null)];
    expect([none, await left(`made/${count}`)]).toEqual([[], before]);
  });

  test('has the watermark at its bottom right, on light and on dark; its blur and its original don’t', async () => {
    for (const background of ['#fff', '#000', '#c84']) {
      const bytes = await sharp({ create: { width: 1000, height: 700, channels: 3, background } })
        .png()
        .toBuffer();
      const { key, made } = await make(bytes, 'Stagedoor · @lúcia');
      const spread = async (file: Buffer, part: 'mark' | 'rest'): Promise<number> => {
        const { width, height } = await sharp(file).metadata();
        const [left, top] = part === 'mark' ? [Math.round(width * 0.5), Math.round(height * 0.9)] : [0, 0];
        const piece = await sharp(file)
          .extract({ left, top, width: width - left, height: part === 'mark' ? height - top : Math.round(height * 0.85) })
          .greyscale()
          .png()
          .toBuffer();
        const { channels } = await sharp(piece).stats();
        return channels[0]!.max - channels[0]!.min;
      };
      for (const { key: form } of made.variants.filter(({ name }) => name === 'picture')) {
        const file = await read(form);
        expect([background, await spread(file, 'mark')]).toEqual([background, expect.toSatisfy((value: number) => value > 50)]);
        expect(await spread(file, 'rest')).toBeLessThan(12);
      }
      expect(await spread(await read(made.variants.find(({ name }) => name === 'blur')!.key), 'mark')).toBeLessThan(12);
      expect((await read(key)).equals(bytes)).toBe(true);
    }
    // Too small for letters: it has no mark, and is accepted.
    expect(
      (
        await make(
          await sharp({ create: { width: 12, height: 9, channels: 3, background: '#888' } })
            .png()
            .toBuffer(),
          'Stagedoor · @lúcia',
        )
      ).made.width,
    ).toBe(12);
  });
});

describe('too large or incomplete pictures', () => {
  test('a few bytes that unpack to gigapixels are refused by their header, before decoding', async () => {
    const bytes = bomb(60_000, 60_000, deflateSync(Buffer.alloc(50_000_000)));
    expect(bytes.length).toBeLessThan(100_000);
    const key = await keep(bytes);
    const before = process.memoryUsage().rss;
    expect([await codeOf(makePictures(storage, key, 'bomb', null)), await codeOf(validatePicture(storage, key))]).toEqual([
      'FILE_TOO_LARGE',
      'FILE_TOO_LARGE',
    ]);
    expect(process.memoryUsage().rss - before).toBeLessThan(60_000_000);
    expect(await left('bomb')).toEqual([]);
  });

  test('100 megapixels: a JPEG is accepted within a memory limit; a PNG is refused', async () => {
    const jpeg = await sharp({ create: { width: 12_000, height: 8400, channels: 3, background: '#28a' } })
      .jpeg({ quality: 60 })
      .toBuffer();
    const before = process.memoryUsage().rss;
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss - before)), 5);
    const made = await Promise.all([make(jpeg), make(jpeg), make(jpeg)]);
    clearInterval(watch);
    expect(made.map(({ made: { width, height, variants } }) => [width, height, variants.length])).toEqual(Array(3).fill([12_000, 8400, 5]));
    expect(most).toBeLessThan(300_000_000);
    expect(await codeOf(validatePicture(storage, await keep(bomb(12_000, 8400, deflateSync(Buffer.alloc(1501 * 8400))))))).toBe(
      'FILE_TOO_LARGE',
    );
    // A PNG of 40 megapixels is accepted.
    expect((await make(bomb(8000, 5000, deflateSync(Buffer.alloc(1001 * 5000))))).made.width).toBe(8000);
  });

  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
    'a %s that is cut off in its middle is refused, and leaves nothing',
    async (format) => {
      const whole = await (await grainyPhoto(400, 300)).toFormat(format).toBuffer();
      expect(await codeOf(make(whole))).toBe('made');
      for (const part of [0.02, 0.3, 0.7, 0.95]) {
        const key = await keep(whole.subarray(0, Math.floor(whole.length * part)));
        expect([part, await codeOf(makePictures(storage, key, 'cut', null))]).toEqual([part, 'FILE_UNREADABLE']);
        expect(await left('cut')).toEqual([]);
      }
    },
  );
});

/** Reproducible random numbers (mulberry32, by T. Ettinger; public domain). */
const random = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
};

describe('damaged headers', { timeout: 90_000 }, () => {
  const CASES = 120;
  const HEAD = 400;
  test.each(['jpeg', 'png', 'webp', 'gif', 'mp4'] as const)(
    'of %s: each file is accepted or refused by code, and nothing is left',
    async (format) => {
      const whole =
        format === 'mp4' ? await video({ seconds: 0.2, faststart: true }) : await (await grainyPhoto(120, 90)).toFormat(format).toBuffer();
      const next = random(format.length * 7919);
      const outcomes = new Map<unknown, number>();
      for (let round = 0; round < CASES; round += 1) {
        let bytes = Buffer.from(whole);
        for (let change = 0; change <= next() * 6; change += 1) {
          const at = Math.floor(next() * Math.min(HEAD, bytes.length));
          const kind = Math.floor(next() * 4);
          if (kind === 0) bytes[at] = Math.floor(next() * 256);
          else if (kind === 1) bytes.fill(next() < 0.5 ? 0xff : 0, at, at + 1 + Math.floor(next() * 8));
          else if (kind === 2) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + Math.floor(next() * 16))]);
          else
            bytes = Buffer.concat([
              bytes.subarray(0, at),
              Buffer.from(Array.from({ length: 1 + Math.floor(next() * 16) }, () => Math.floor(next() * 256))),
              bytes.subarray(at),
            ]);
        }
        if (bytes.equals(whole)) continue;
        const key = await keep(bytes);
        const sniffed = await sniffKind(storage, key);
        expect(sniffed === null || ['image', 'video', 'document', 'captions'].includes(sniffed.kind)).toBe(true);
        const [made, proven] = [
          await codeOf(makePictures(storage, key, `fuzz-${format}/${round}`, null)),
          await codeOf(validatePicture(storage, key)),
        ];
        for (const outcome of [made, proven]) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        expect((await left(`fuzz-${format}/${round}`)).length > 0).toBe(made === 'made');
      }
      const unexpected = [...outcomes.keys()].filter((outcome) => !['made', 'FILE_UNREADABLE', 'FILE_TOO_LARGE'].includes(String(outcome)));
      expect(unexpected).toEqual([]);
      // Films are never pictures; of the damaged pictures some are accepted and some are not, or nothing was tested.
      expect([...outcomes.keys()]).toContain('FILE_UNREADABLE');
      // A PNG has checksums: no changed one is accepted.
      expect((outcomes.get('made') ?? 0) > 0).toBe(format !== 'mp4' && format !== 'png');
    },
  );

  test('nothing is left in the folder of incoming files', async () => {
    expect(await left('.incoming')).toEqual([]);
    await writeFile(join(folder, 'still-writable'), '');
  });
});
