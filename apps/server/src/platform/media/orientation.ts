/** The tag of the orientation, and its type (EXIF 2.32, 4.6.4). */
const ORIENTATION = 0x0112;
const SHORT = 3;
/** As many entries as a directory of a camera ever has. */
const MAX_ENTRIES = 512;
/** Marks EXIF data in a JPEG. */
export const EXIF_HEADER = Buffer.from('Exif\0\0', 'latin1');

/**
 * Reads the orientation out of EXIF data.
 * @param data with or without its header
 * @returns 1 to 8; 1 (upright) where there is none or the data is broken
 */
export const orientationOf = (data: Buffer): number => {
  const tiff = data.subarray(0, 6).equals(EXIF_HEADER) ? data.subarray(6) : data;
  const order = tiff.toString('latin1', 0, 2);
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return 1;
  const short = (at: number): number => (at + 2 > tiff.length ? 0 : order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const count = Math.min(short(directory), MAX_ENTRIES);
  for (let index = 0; index < count; index += 1) {
    const at = directory + 2 + index * 12;
    if (short(at) !== ORIENTATION || short(at + 2) !== SHORT) continue;
    const value = short(at + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
};

/** EXIF data that holds an orientation and nothing else, without its header; null for an upright picture, which needs none. */
export const exifOf = (orientation: number): Buffer | null => {
  if (orientation <= 1) return null;
  const tiff = Buffer.alloc(26);
  tiff.write('II', 'latin1');
  tiff.writeUInt16LE(42, 2);
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(1, 8);
  tiff.writeUInt16LE(ORIENTATION, 10);
  tiff.writeUInt16LE(SHORT, 12);
  tiff.writeUInt32LE(1, 14);
  tiff.writeUInt16LE(orientation, 18);
  return tiff;
};

const GPS = 0x8825;

/** Tells whether the head of a JPEG has EXIF data with a place. */
export const placeIn = (head: Buffer): boolean => {
  const at = head.indexOf(EXIF_HEADER);
  if (at < 0) return false;
  const tiff = head.subarray(at + EXIF_HEADER.length);
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  if (tiff.length < 8 || (!isLittle && tiff.toString('latin1', 0, 2) !== 'MM')) return false;
  const short = (position: number): number =>
    position + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(position) : tiff.readUInt16BE(position);
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const count = Math.min(short(directory), MAX_ENTRIES);
  return Array.from({ length: count }, (_, index) => short(directory + 2 + index * 12)).includes(GPS);
};
