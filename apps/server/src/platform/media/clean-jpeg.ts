import { Damaged, type Piece, type Source, keepRange, readWhole } from './clean-pieces.ts';
import { EXIF_HEADER, exifOf, orientationOf } from './orientation.ts';

// Markers of ITU-T T.81, table B.1.
const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
const COM = 0xfe;
const SCAN_BYTES = 1024 * 1024;
/** Bytes of a JFIF segment without a thumbnail, and of Adobe's segment. */
const JFIF_BYTES = 18;
const ADOBE_BYTES = 16;

/** Markers without content that may stand anywhere: TEM, and restarts. */
const isLone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
/** Tables and frames that decoding needs: everything but applications' segments, comments and reserved markers. */
const isNeeded = (marker: number): boolean => (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8) || (marker >= 0xdb && marker <= 0xdf);

/** Finds the marker that ends a scan's coded data. @throws Damaged where the file ends before */
const endOfScan = async (source: Source, from: number): Promise<number> => {
  // Each part overlaps the next by a byte, so that no marker is split.
  for (let start = from; start < source.size - 1; start += SCAN_BYTES - 1) {
    const bytes = await source.read(start, SCAN_BYTES);
    for (let at = bytes.indexOf(0xff); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
      const next = bytes[at + 1]!;
      if (next !== 0 && next !== 0xff && !isLone(next)) return start + at;
    }
  }
  throw new Damaged('the picture has no end');
};

/** A JFIF segment without its thumbnail, which may show what was cut out of the picture. */
const cleanJfif = (segment: Buffer): Buffer => {
  const clean = Buffer.from(segment.subarray(0, JFIF_BYTES));
  clean.writeUInt16BE(JFIF_BYTES - 2, 2);
  clean.writeUInt16BE(0, JFIF_BYTES - 2);
  return clean;
};

const cleanAdobe = (segment: Buffer): Buffer => {
  const clean = Buffer.from(segment.subarray(0, ADOBE_BYTES));
  clean.writeUInt16BE(ADOBE_BYTES - 2, 2);
  return clean;
};

/** A segment of an application as it may stay: whole, in other bytes, or not at all. */
const cleanSegment = (marker: number, segment: Buffer): Buffer | null => {
  const starts = (text: string): boolean => segment.toString('latin1', 4, 4 + text.length) === text;
  if (marker === APP0 && starts('JFIF\0') && segment.length >= JFIF_BYTES) return cleanJfif(segment);
  if (marker === APP2 && starts('ICC_PROFILE\0')) return segment;
  if (marker === APP14 && starts('Adobe') && segment.length >= ADOBE_BYTES) return cleanAdobe(segment);
  return null;
};

const exifSegment = (orientation: number): Buffer | null => {
  const exif = exifOf(orientation);
  if (!exif) return null;
  const segment = Buffer.concat([Buffer.from([0xff, APP1, 0, 2 + EXIF_HEADER.length + exif.length]), EXIF_HEADER, exif]);
  return segment;
};

/**
 * Plans a JPEG without metadata: only what decoding needs, the color profile and the orientation stay. What follows the picture's end is cut:
 * previews, other pictures, films of motion photos.
 * @throws Damaged
 */
export const planJpeg = async (source: Source): Promise<Piece[]> => {
  if ((await readWhole(source, 0, 2)).readUInt16BE() !== 0xff00 + SOI) throw new Damaged('not a JPEG');
  const head: Piece[] = [{ start: 0, end: 2 }];
  const pieces: Piece[] = [];
  let orientation: number | undefined;
  let exif: { start: number; end: number; isClean: boolean } | undefined;
  for (let at = 2; ; ) {
    const [first, marker] = await readWhole(source, at, 2);
    if (first !== 0xff) throw new Damaged(`no marker at ${at}`);
    // Markers may be padded.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === EOI) {
      keepRange(pieces, at, at + 2);
      break;
    }
    if (isLone(marker!)) {
      at += 2;
      continue;
    }
    const length = (await readWhole(source, at, 4)).readUInt16BE(2);
    const end = at + 2 + length;
    if (length < 2 || end > source.size) throw new Damaged(`a segment of ${length} bytes at ${at}`);
    if (marker === SOS) {
      const next = await endOfScan(source, end);
      keepRange(pieces, at, next);
      at = next;
      continue;
    }
    if (isNeeded(marker!)) keepRange(pieces, at, end);
    else if (marker! >= APP0 && marker! < COM) {
      const segment = Buffer.from(await readWhole(source, at, length + 2));
      const clean = cleanSegment(marker!, segment);
      const isJfif = marker === APP0;
      if (clean?.equals(segment)) keepRange(isJfif ? head : pieces, at, end);
      else if (clean) (isJfif ? head : pieces).push(clean);
      else if (marker === APP1 && orientation === undefined && segment.subarray(4, 10).equals(EXIF_HEADER)) {
        orientation = orientationOf(segment.subarray(4));
        exif = { start: at, end, isClean: exifSegment(orientation)?.equals(segment) === true };
      }
    }
    at = end;
  }
  const last = head.at(-1)!;
  const isInPlace = exif?.isClean && 'end' in last && last.end === exif.start;
  const segment = exifSegment(orientation ?? 1);
  if (isInPlace) keepRange(head, exif!.start, exif!.end);
  else if (segment) head.push(segment);
  for (const piece of pieces) {
    if ('start' in piece) keepRange(head, piece.start, piece.end);
    else head.push(piece);
  }
  return head;
};
