import { Damaged, type Piece, type Source, keepRange, readWhole } from './clean-pieces.ts';

/** A box of an ISO base media file (ISO/IEC 14496-12, 4.2). */
export interface Box {
  type: string;
  start: number;
  /** The first byte of its content. */
  content: number;
  end: number;
}

/** Bytes that are overwritten in place: positions within the file stay valid. */
export interface Patch {
  start: number;
  end: number;
  with?: Buffer;
}

/** As many boxes side by side as a usable file has. */
const MAX_BOXES = 100_000;
/** Larger tables are refused: they are read into memory. */
const MAX_TABLE_BYTES = 64 * 1024 * 1024;

/** Reads the boxes of a part of a file. @throws Damaged */
export const boxesOf = async (source: Source, from: number, to: number): Promise<Box[]> => {
  const boxes: Box[] = [];
  for (let at = from; at + 8 <= to; ) {
    const header = await readWhole(source, at, 8);
    const small = header.readUInt32BE();
    const isLarge = small === 1;
    const size = isLarge ? Number((await readWhole(source, at + 8, 8)).readBigUInt64BE()) : small === 0 ? to - at : small;
    const content = at + (isLarge ? 16 : 8);
    if (size < content - at || at + size > to || boxes.length >= MAX_BOXES) throw new Damaged(`a box of ${size} bytes at ${at}`);
    boxes.push({ type: header.toString('latin1', 4), start: at, content, end: at + size });
    at += size;
  }
  return boxes;
};

/** Reads a box's content into memory. @throws Damaged */
export const contentOf = async (source: Source, { content, end }: Box): Promise<Buffer> => {
  if (end - content > MAX_TABLE_BYTES) throw new Damaged('a table that is too large');
  return Buffer.from(await readWhole(source, content, end - content));
};

/** Turns a box into one that readers skip, filled with zeros. */
export const freed = ({ start, content, end }: Box): Patch[] => [
  { start: start + 4, end: start + 8, with: Buffer.from('free', 'latin1') },
  { start: content, end },
];

/** Overwrites the parts of a range that aren't in `kept`. */
export const zeroOutside = (range: { start: number; end: number }, kept: readonly { start: number; end: number }[]): Patch[] => {
  const patches: Patch[] = [];
  let at = range.start;
  for (const { start, end } of [...kept].sort((a, b) => a.start - b.start)) {
    if (end <= at) continue;
    if (start >= range.end) break;
    if (start > at) patches.push({ start: at, end: start });
    at = end;
  }
  if (at < range.end) patches.push({ start: at, end: range.end });
  return patches;
};

/** The pieces of a file with patches, which don't overlap. */
export const patched = (size: number, patches: readonly Patch[]): Piece[] => {
  const pieces: Piece[] = [];
  let at = 0;
  for (const patch of [...patches].sort((a, b) => a.start - b.start)) {
    if (patch.end <= patch.start) continue;
    keepRange(pieces, at, patch.start);
    pieces.push(patch.with ?? { zeros: patch.end - patch.start });
    at = patch.end;
  }
  keepRange(pieces, at, size);
  return pieces;
};

/** Blanks the name of a handler, which some programs fill with their own: it follows 20 bytes of a full box. */
export const blankHandler = ({ content, end }: Box): Patch[] => (content + 24 < end ? [{ start: content + 24, end }] : []);
