import fc from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { grainyPhoto } from '../../testing/grainy-photo.ts';
import { createHashIndex } from './hash-index.ts';
import { COPY_DISTANCE, type PerceptualHash, brightnessOf, distanceOf, hashFrame, hashPicture, setBits } from './perceptual-hash.ts';

const SIDE = 64;

/** The hash by its definition: the cosine transform of each frequency over all pixels, and the bits above the median. */
const byDefinition = (pixels: readonly number[]): string => {
  const frequencies: number[] = [];
  for (let f = 1; f <= 16; f += 1)
    for (let g = 1; g <= 16; g += 1) {
      let sum = 0;
      for (let y = 0; y < SIDE; y += 1)
        for (let x = 0; x < SIDE; x += 1)
          sum += pixels[y * SIDE + x]! * Math.cos((Math.PI * f * (2 * y + 1)) / 128) * Math.cos((Math.PI * g * (2 * x + 1)) / 128);
      frequencies.push(sum);
    }
  const median = frequencies.toSorted((a, b) => a - b)[127]!;
  // The bit of the lowest frequencies is the last one of the number.
  return BigInt(
    `0b${frequencies
      .map((frequency) => (frequency > median ? 1 : 0))
      .reverse()
      .join('')}`,
  )
    .toString(16)
    .padStart(64, '0');
};

const hashOf = async (picture: Buffer): Promise<PerceptualHash> =>
  hashPicture(brightnessOf(await sharp(picture).resize({ width: 512, height: 512, fit: 'fill' }).removeAlpha().raw().toBuffer()));
const photo = async (): Promise<Buffer> => (await grainyPhoto(600, 400)).png().toBuffer();
const nearest = (one: PerceptualHash, other: PerceptualHash): number =>
  Math.min(...one.turns.map((turn) => distanceOf(turn, other.turns[0]!)));

test('a hash is what the definition says', () => {
  const pixels = Array.from({ length: SIDE * SIDE }, (_, at) => (at * 7919 + ((at * at) % 251) * 31) % 256);
  expect(hashFrame(pixels).turns[0]!.toString('hex')).toBe(byDefinition(pixels));
});

test('half of the bits are set', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 255 }), { minLength: SIDE * SIDE, maxLength: SIDE * SIDE }), (pixels) => {
      const bits = [...hashFrame(pixels).turns[0]!].reduce((sum, byte) => sum + setBits(byte), 0);
      expect(bits).toBeLessThanOrEqual(128);
      expect(bits).toBeGreaterThan(100);
    }),
    { numRuns: 20 },
  );
});

test.each([
  ['as it is', (picture: Sharp) => picture],
  ['mirrored', (picture: Sharp) => picture.flop()],
  ['upside down', (picture: Sharp) => picture.flip()],
  ['turned by a quarter', (picture: Sharp) => picture.rotate(90)],
  ['turned by a half', (picture: Sharp) => picture.rotate(180)],
  ['turned by three quarters', (picture: Sharp) => picture.rotate(270)],
  ['encoded again', (picture: Sharp) => picture.jpeg({ quality: 30 })],
  ['smaller', (picture: Sharp) => picture.resize({ width: 240 })],
] as const)('a picture is near its copy: %s', async (_name, change) => {
  const original = await photo();
  const copy = await change(sharp(original)).toBuffer();
  expect(nearest(await hashOf(copy), await hashOf(original))).toBeLessThanOrEqual(12);
});

test('a plain picture has no quality, a detailed one much', async () => {
  const plain = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#567' } })
    .png()
    .toBuffer();
  expect((await hashOf(plain)).quality).toBe(0);
  expect((await hashOf(await photo())).quality).toBeGreaterThan(90);
});

const hash = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes));
const flipped = (of: Buffer, bits: readonly number[]): Buffer => {
  const copy = Buffer.from(of);
  for (const bit of bits) copy[bit >> 3]! ^= 1 << (bit & 7);
  return copy;
};

test('the index finds every hash within the distance, and no other', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(hash, { minLength: 1, maxLength: 40 }),
      fc.uniqueArray(fc.integer({ min: 0, max: 255 }), { maxLength: 40 }),
      fc.integer({ min: 0, max: 40 }),
      async (hashes, bits, sortedAfter) => {
        const index = createHashIndex(0);
        for (const [id, one] of hashes.entries()) {
          if (id === sortedAfter) await index.settle();
          index.add(id, one);
        }
        const wanted = flipped(hashes[0]!, bits);
        const expected = hashes.flatMap((one, id) =>
          distanceOf(one, wanted) <= COPY_DISTANCE ? [{ id, distance: distanceOf(one, wanted) }] : [],
        );
        expect(index.near(wanted).sort((a, b) => a.id - b.id)).toEqual(expected);
      },
    ),
    { numRuns: 200 },
  );
});
