import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MARKER, PLACE, PLACE_BYTES, taggedAvif, taggedGif, taggedJpeg, taggedPng, taggedWebp } from '../../testing/tagged-pictures.ts';
import { CodedError } from '../errors.ts';
import { createLocalStorage } from '../storage/local-storage.ts';
import { createUrlSigner } from '../storage/url-signer.ts';
import { cleanPicture } from './clean-picture.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stagedoor-clean-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const clean = async (bytes: Buffer, contentType: string): Promise<Buffer> => {
  const storage = createLocalStorage(folder, createUrlSigner('x'.repeat(43)));
  const [from, to] = [`in-${randomUUID()}`, `out-${randomUUID()}`];
  await writeFile(join(folder, from), bytes);
  const written = await cleanPicture(storage, from, contentType, to);
  if (!written) return bytes;
  const cleaned = await readFile(join(folder, to));
  expect(written).toEqual({ bytes: cleaned.length, sha256: createHash('sha256').update(cleaned).digest('hex') });
  return cleaned;
};
const tells = (bytes: Buffer): boolean => bytes.includes(MARKER) || bytes.includes(PLACE) || bytes.includes(PLACE_BYTES);
const pixelsOf = (bytes: Buffer) => sharp(bytes, { animated: true }).raw().toBuffer();

/** The code of a refusal, or `clean`; otherwise what went wrong. */
const outcomeOf = async (bytes: Buffer, type: string): Promise<string> => {
  try {
    return tells(await clean(bytes, type)) ? 'tells' : 'clean';
  } catch (error) {
    return error instanceof CodedError ? error.code : String(error);
  }
};

const KINDS = {
  'a JPEG': ['image/jpeg', () => taggedJpeg()],
  'a progressive JPEG': ['image/jpeg', () => taggedJpeg({ progressive: true })],
  'a PNG': ['image/png', () => taggedPng()],
  'a WebP': ['image/webp', () => taggedWebp()],
  'an animated GIF': ['image/gif', () => taggedGif()],
  'an AVIF': ['image/avif', () => taggedAvif()],
} as const;

describe.each(Object.entries(KINDS))('%s', (_name, [type, make]) => {
  test('loses every tag and keeps its pixels', async () => {
    const tagged = await make();
    expect(tells(tagged)).toBe(true);
    const cleaned = await clean(tagged, type);
    expect(tells(cleaned)).toBe(false);
    expect(await pixelsOf(cleaned)).toEqual(await pixelsOf(tagged));
  });

  test('stays as it is once it is clean', async () => {
    const cleaned = await clean(await make(), type);
    expect((await clean(cleaned, type)).equals(cleaned)).toBe(true);
  });

  test('is refused or cleaned as far as it decodes when a part is missing', async () => {
    const tagged = await make();
    const outcomes = new Set<string>();
    for (let part = 1; part < 20; part += 1)
      outcomes.add(await outcomeOf(tagged.subarray(0, Math.floor((tagged.length * part) / 20)), type));
    expect([...outcomes].filter((outcome) => !['FILE_UNREADABLE', 'clean'].includes(outcome))).toEqual([]);
  });

  test('is refused or tells nothing when bytes are changed at random', async () => {
    const tagged = await make();
    let seed = 7;
    const next = (below: number): number => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
    const outcomes = new Set<string>();
    for (let round = 0; round < 60; round += 1) {
      const broken = Buffer.from(tagged);
      for (let change = 0; change < 3; change += 1) broken[next(Math.min(broken.length, 1200))] = next(256);
      outcomes.add(await outcomeOf(broken, type));
    }
    expect([...outcomes].filter((outcome) => !['FILE_UNREADABLE', 'FILE_TOO_LARGE', 'clean'].includes(outcome))).toEqual([]);
  });
});

test.each([
  ['image/jpeg', (orientation: number) => taggedJpeg({ orientation })],
  ['image/png', taggedPng],
  ['image/webp', taggedWebp],
] as const)('%s keeps its orientation and nothing else of its EXIF data', async (type, make) => {
  for (const orientation of [3, 6, 8]) {
    const cleaned = await clean(await make(orientation), type);
    expect(tells(cleaned)).toBe(false);
    const found = await sharp(cleaned).metadata();
    expect(found.orientation).toBe(orientation);
    expect(found.exif!.length).toBeLessThanOrEqual(32);
    expect((await clean(cleaned, type)).equals(cleaned)).toBe(true);
  }
});

test('a color profile stays, under a name that says nothing', async () => {
  const pixels = sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } }).withIccProfile('p3');
  for (const [type, bytes] of [
    ['image/jpeg', await pixels.clone().jpeg().toBuffer()],
    ['image/png', await pixels.clone().png().toBuffer()],
    ['image/webp', await pixels.clone().webp().toBuffer()],
  ] as const) {
    const cleaned = await clean(bytes, type);
    expect((await sharp(cleaned).metadata()).icc).toEqual((await sharp(bytes).metadata()).icc);
  }
});

test('an animation keeps its frames and its repetition', async () => {
  const tagged = await taggedGif();
  const [before, after] = [
    await sharp(tagged, { animated: true }).metadata(),
    await sharp(await clean(tagged, 'image/gif'), { animated: true }).metadata(),
  ];
  expect([after.pages, after.loop, after.delay]).toEqual([before.pages, before.loop, before.delay]);
  expect([after.pages, after.loop]).toEqual([2, 3]);
});
