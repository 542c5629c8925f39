import { Damaged, type Piece, type Source, keepRange, readWhole } from './clean-pieces.ts';
import { exifOf, orientationOf } from './orientation.ts';

/** Chunks that say how the picture looks (RFC 9649, 2). */
const NEEDED = new Set(['VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ICCP']);
const NEEDED_IN_FRAME = new Set(['VP8 ', 'VP8L', 'ALPH']);
const EXIF_FLAG = 0x08;
const XMP_FLAG = 0x04;
const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
/** Bytes before the chunks of a frame of an animation. */
const FRAME_BYTES = 16;
const EXTENDED_BYTES = 10;
const MAX_EXIF_BYTES = 64 * 1024;

interface Chunk {
  type: string;
  start: number;
  /** The content's, in bytes. */
  length: number;
  /** With the byte that pads it to an even length. */
  end: number;
}

const sizeOf = (pieces: readonly Piece[]): number =>
  pieces.reduce(
    (sum, piece) => sum + (Buffer.isBuffer(piece) ? piece.length : 'zeros' in piece ? piece.zeros : piece.end - piece.start),
    0,
  );

const headerOf = (type: string, length: number): Buffer => {
  const header = Buffer.alloc(CHUNK_HEADER_BYTES);
  header.write(type, 'latin1');
  header.writeUInt32LE(length, 4);
  return header;
};

const chunksOf = async (source: Source, from: number, to: number): Promise<Chunk[]> => {
  const chunks: Chunk[] = [];
  for (let at = from; at + CHUNK_HEADER_BYTES <= to; ) {
    const header = await readWhole(source, at, CHUNK_HEADER_BYTES);
    const length = header.readUInt32LE(4);
    const end = at + CHUNK_HEADER_BYTES + length + (length % 2);
    if (at + CHUNK_HEADER_BYTES + length > to) throw new Damaged(`a chunk of ${length} bytes at ${at}`);
    chunks.push({ type: header.toString('latin1', 0, 4), start: at, length, end: Math.min(end, to) });
    at = end;
  }
  return chunks;
};

/** Adds a chunk unchanged, with a zero where it is padded. */
const keepChunk = (pieces: Piece[], { start, length }: Chunk): void => {
  keepRange(pieces, start, start + CHUNK_HEADER_BYTES + length);
  if (length % 2 === 1) pieces.push({ zeros: 1 });
};

const keepFrame = async (source: Source, pieces: Piece[], frame: Chunk): Promise<void> => {
  if (frame.length < FRAME_BYTES) throw new Damaged('a frame without its header');
  const from = frame.start + CHUNK_HEADER_BYTES;
  const inner = await chunksOf(source, from + FRAME_BYTES, from + frame.length);
  const content: Piece[] = [];
  keepRange(content, from, from + FRAME_BYTES);
  for (const chunk of inner) if (NEEDED_IN_FRAME.has(chunk.type)) keepChunk(content, chunk);
  pieces.push(headerOf('ANMF', sizeOf(content)), ...content);
};

const isKept = ({ type }: Chunk): boolean => NEEDED.has(type) || type === 'VP8X' || type === 'ANMF';

/** Tells whether nothing would be removed: clean pictures aren't written again. */
const isSame = async (source: Source, chunks: readonly Chunk[], content: readonly Piece[], exif: Buffer | null): Promise<boolean> => {
  if (sizeOf(content) + HEADER_BYTES !== source.size) return false;
  const [other, ...others] = chunks.filter((chunk) => !isKept(chunk));
  if (!other) return true;
  if (others.length > 0 || other.type !== 'EXIF' || exif?.length !== other.length) return false;
  return exif.equals(await readWhole(source, other.start + CHUNK_HEADER_BYTES, other.length));
};

/**
 * Plans a WebP without EXIF (but its orientation), XMP and unknown chunks. What follows the end is cut.
 * @throws Damaged
 */
export const planWebp = async (source: Source): Promise<Piece[]> => {
  const header = await readWhole(source, 0, HEADER_BYTES);
  const end = header.readUInt32LE(4) + 8;
  if (header.toString('latin1', 0, 4) !== 'RIFF' || header.toString('latin1', 8) !== 'WEBP') throw new Damaged('not a WebP');
  if (end > source.size + 1) throw new Damaged('the picture has no end');
  const chunks = await chunksOf(source, HEADER_BYTES, Math.min(end, source.size));
  const exifChunk = chunks.find(({ type }) => type === 'EXIF');
  const exif =
    exifChunk &&
    exifOf(orientationOf(await readWhole(source, exifChunk.start + CHUNK_HEADER_BYTES, Math.min(exifChunk.length, MAX_EXIF_BYTES))));
  const content: Piece[] = [];
  for (const chunk of chunks) {
    if (chunk.type === 'VP8X') {
      if (chunk.length < EXTENDED_BYTES) throw new Damaged('an extended header without its content');
      const data = Buffer.from(await readWhole(source, chunk.start + CHUNK_HEADER_BYTES, EXTENDED_BYTES));
      data[0] = (data[0]! & ~(EXIF_FLAG | XMP_FLAG)) | (exif ? EXIF_FLAG : 0);
      content.push(headerOf('VP8X', EXTENDED_BYTES), data);
    } else if (chunk.type === 'ANMF') await keepFrame(source, content, chunk);
    else if (NEEDED.has(chunk.type)) keepChunk(content, chunk);
  }
  if (exif && chunks.some(({ type }) => type === 'VP8X')) content.push(headerOf('EXIF', exif.length), exif);
  if (await isSame(source, chunks, content, exif ?? null)) return [{ start: 0, end: source.size }];
  const riff = Buffer.from(header);
  riff.writeUInt32LE(sizeOf(content) + 4, 4);
  return [riff, ...content];
};
