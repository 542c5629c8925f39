import { crc32 } from 'node:zlib';
import { Damaged, type Piece, type Source, keepRange, readWhole } from './clean-pieces.ts';
import { exifOf, orientationOf } from './orientation.ts';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Chunks that say how the picture looks (PNG, third edition), those of animations included. */
const NEEDED = new Set('IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB cICP mDCV cLLI sBIT bKGD pHYs acTL fcTL fdAT'.split(' '));
/** A larger color profile is dropped: it is held in memory. */
const MAX_PROFILE_BYTES = 4 * 1024 * 1024;
const MAX_EXIF_BYTES = 64 * 1024;
/** The longest name of a profile, and the zero after it. */
const MAX_NAME_BYTES = 80;
const PROFILE_NAME = Buffer.from('ICC\0', 'latin1');

const chunkOf = (type: string, data: Buffer): Buffer => {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length);
  chunk.write(type, 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
};

/** A color profile's chunk under a name that says nothing; null for a broken one. */
const cleanProfile = (data: Buffer): Buffer | null => {
  const end = data.subarray(0, MAX_NAME_BYTES).indexOf(0);
  return end < 1 ? null : chunkOf('iCCP', Buffer.concat([PROFILE_NAME, data.subarray(end + 1)]));
};

/**
 * Plans a PNG without metadata: texts, times, EXIF but its orientation, unknown and private chunks, and what follows the end are dropped.
 * @throws Damaged
 */
export const planPng = async (source: Source): Promise<Piece[]> => {
  if (!(await readWhole(source, 0, 8)).equals(SIGNATURE)) throw new Damaged('not a PNG');
  const pieces: Piece[] = [{ start: 0, end: 8 }];
  let hasExif = false;
  for (let at = 8; ; ) {
    const header = await readWhole(source, at, 8);
    const length = header.readUInt32BE();
    const type = header.toString('latin1', 4);
    const end = at + 12 + length;
    if (end > source.size) throw new Damaged(`a chunk of ${length} bytes at ${at}`);
    const keepIfSame = async (chunk: Buffer | null): Promise<void> => {
      if (chunk?.equals(await readWhole(source, at, 12 + length))) keepRange(pieces, at, end);
      else if (chunk) pieces.push(chunk);
    };
    if (NEEDED.has(type)) keepRange(pieces, at, end);
    else if (type === 'iCCP' && length <= MAX_PROFILE_BYTES)
      await keepIfSame(cleanProfile(Buffer.from(await readWhole(source, at + 8, length))));
    else if (type === 'eXIf' && !hasExif) {
      hasExif = true;
      const exif = exifOf(orientationOf(await readWhole(source, at + 8, Math.min(length, MAX_EXIF_BYTES))));
      if (exif) await keepIfSame(chunkOf('eXIf', exif));
    }
    if (type === 'IEND') return pieces;
    at = end;
  }
};
