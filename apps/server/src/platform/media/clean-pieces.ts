import { open } from 'node:fs/promises';

/** A file that can be read at any position. */
export interface Source {
  /** In bytes. */
  size: number;
  /** Reads a part of the file; it is shorter where the file ends. */
  read(start: number, length: number): Promise<Buffer>;
}

/** A part of a cleaned file: bytes of the source, other bytes, or zeros. `end` isn't included. */
export type Piece = { start: number; end: number } | Buffer | { zeros: number };

/** The structure of a file is broken, so that it can't be told what is metadata. */
export class Damaged extends Error {}

const WINDOW_BYTES = 64 * 1024;
const CHUNK_BYTES = 1024 * 1024;

/** Opens a local file; small reads come from a window of it, since headers lie close together. */
export const openSource = async (path: string): Promise<Source & { close(): Promise<void> }> => {
  const file = await open(path);
  const { size } = await file.stat();
  let window: { start: number; bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) };
  const fetch = async (start: number, length: number): Promise<Buffer> => {
    const wanted = Math.max(0, Math.min(length, size - start));
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(wanted), 0, wanted, start);
    return buffer.subarray(0, bytesRead);
  };
  return {
    size,
    async read(start, length) {
      if (length > WINDOW_BYTES) return fetch(start, length);
      const isInside = start >= window.start && start + length <= window.start + window.bytes.length;
      if (!isInside) window = { start, bytes: await fetch(start, WINDOW_BYTES) };
      return window.bytes.subarray(start - window.start, start - window.start + length);
    },
    close: () => file.close(),
  };
};

/** Reads a part of a file that must be there. @throws Damaged */
export const readWhole = async (source: Source, start: number, length: number): Promise<Buffer> => {
  const bytes = await source.read(start, length);
  if (bytes.length < length) throw new Damaged(`the file ends within ${length} bytes from ${start}`);
  return bytes;
};

/** Adds bytes of the source, as one piece with those directly before them. */
export const keepRange = (pieces: Piece[], start: number, end: number): void => {
  const last = pieces.at(-1);
  if (last && 'end' in last && last.end === start) last.end = end;
  else if (end > start) pieces.push({ start, end });
};

/** Tells whether pieces are the whole source, unchanged. */
export const isUnchanged = (source: Source, pieces: readonly Piece[]): boolean => {
  const [only, ...others] = pieces;
  return others.length === 0 && only !== undefined && 'end' in only && only.start === 0 && only.end === source.size;
};

/** Streams a cleaned file; a megabyte of it is in memory at a time. */
export const streamPieces = async function* (source: Source, pieces: readonly Piece[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    if (Buffer.isBuffer(piece)) yield piece;
    else if ('zeros' in piece) for (let left = piece.zeros; left > 0; left -= CHUNK_BYTES) yield Buffer.alloc(Math.min(left, CHUNK_BYTES));
    else
      for (let at = piece.start; at < piece.end; at += CHUNK_BYTES)
        yield await readWhole(source, at, Math.min(CHUNK_BYTES, piece.end - at));
  }
};
