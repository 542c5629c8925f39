import { constants, crc32, deflateRawSync, gunzipSync, inflateRawSync } from 'node:zlib';
import { ownBytes } from '../caching/own-bytes.ts';
import { NO_CRC, type NonceCrc, crcOf, withBytes, withNonce } from './crc-of-nonces.ts';

/** A rendered page, before the nonce is put in. */
export interface RenderedPage {
  status: number;
  headers: [string, string][];
  body: string;
}

/**
 * A page as it is kept: one gzip file, in which the first nonce is a stored block of its own and the others refer to it, so that a response
 * is a copy with the nonce written over and a new checksum. Compressing it anew for each response would cost more than everything else about it.
 */
export interface KeptPage {
  status: number;
  headers: [string, string][];
  /** Bytes held. */
  size: number;
  /** @param nonce of NONCE_LENGTH characters, all of them ASCII */
  gzip(nonce: string): Buffer;
  /** The page uncompressed, and where in it the nonces belong. */
  unpack(): PlainPage;
}

export interface PlainPage {
  body: Buffer;
  nonceAt: readonly number[];
}

/** 18 random bytes in base64url. */
export const NONCE_LENGTH = 24;

/** As far back as deflate refers; a little less for a whole nonce and what surrounds it. */
const WINDOW = 32_768;
const REACH = 32_000;
/** Magic number, deflate, no flags, no time, unknown system (RFC 1952). */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** Begins a stored block that isn't the last one (RFC 1951, 3.2.4). */
const STORED = Buffer.from([0, NONCE_LENGTH, 0, ~NONCE_LENGTH & 0xff, 0xff]);
/** An empty last block. */
const END = Buffer.from([1, 0, 0, 0xff, 0xff]);
/**
 * Stands for the nonce while a page is compressed: bytes that all differ and stand nowhere else in it, so that what deflate takes for a
 * repetition of them is one of the nonce.
 */
const PLACEHOLDER = Buffer.from([1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27]);
const PLACEHOLDER_BYTES = new RegExp(`[${PLACEHOLDER.toString('latin1')}]`);
/** Checksum and length. */
const TRAILER_BYTES = 8;
/** The least that zlib works with. */
const MIN_CHUNK = 64;

/** The bytes of a kept page, and what writing a nonce into them takes. */
interface Packed {
  file: Buffer;
  /** Where the nonce stands in the file. */
  slots: readonly number[];
  /** Where it stands in the page. */
  nonceAt: readonly number[];
  crc: NonceCrc;
  /** Of the page, in bytes. */
  length: number;
}

/**
 * Packs what stands between the nonces. Where `isCut`, the nonce is a stored block; elsewhere it is compressed with the text around it,
 * for which deflate refers to one before.
 */
const pack = (pieces: readonly Buffer[], isCut: (distance: number) => boolean, refersBack: boolean): Packed => {
  const parts: Buffer[] = [HEADER];
  const slots: number[] = [];
  const nonceAt: number[] = [];
  let length = HEADER.length;
  let plainLength = 0;
  let before: Buffer = Buffer.alloc(0);
  let text: Buffer[] = [];
  let crc = NO_CRC;
  const add = (bytes: Buffer): void => {
    parts.push(bytes);
    length += bytes.length;
  };
  const compress = (): void => {
    const bytes = Buffer.concat(text);
    const dictionary = refersBack && before.length > 0 ? { dictionary: before } : {};
    if (bytes.length > 0) add(deflateRawSync(bytes, { level: 6, finishFlush: constants.Z_SYNC_FLUSH, ...dictionary }));
    before = Buffer.concat([before, bytes, PLACEHOLDER]).subarray(-WINDOW);
    text = [];
  };
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) {
      if (isCut(plainLength - (nonceAt.at(-1) ?? -Infinity))) {
        compress();
        slots.push(length + STORED.length);
        add(STORED);
        add(PLACEHOLDER);
      } else text.push(PLACEHOLDER);
      nonceAt.push(plainLength);
      plainLength += NONCE_LENGTH;
      crc = withNonce(crc, NONCE_LENGTH);
    }
    text.push(piece);
    plainLength += piece.length;
    crc = withBytes(crc, crc32(piece), piece.length);
  }
  compress();
  add(END);
  const trailer = Buffer.alloc(TRAILER_BYTES);
  trailer.writeUInt32LE(plainLength, TRAILER_BYTES / 2);
  add(trailer);
  return { file: ownBytes(Buffer.concat(parts, length)), slots, nonceAt, crc, length: plainLength };
};

const gzipWith = ({ file, slots, crc }: Packed, nonce: Buffer): Buffer => {
  const copy = Buffer.from(file);
  for (const offset of slots) nonce.copy(copy, offset);
  copy.writeUInt32LE(crcOf(crc, crc32(nonce)), copy.length - TRAILER_BYTES);
  return copy;
};

/** Takes a twentieth of a millisecond: without the checksum, and into one piece of memory. */
const unpacked = ({ file, length }: Packed): Buffer =>
  inflateRawSync(file.subarray(HEADER.length, -TRAILER_BYTES), { chunkSize: Math.max(length, MIN_CHUNK) });

/** Whether the packed page unpacks to its text with another nonce: every nonce in it refers to one that is written over. */
const takesAnyNonce = (packed: Packed, body: string, slot: string): boolean => {
  try {
    return gunzipSync(gzipWith(packed, Buffer.from(slot))).equals(Buffer.from(body));
  } catch {
    // A checksum that doesn't fit.
    return false;
  }
};

/** One stored block in each window, as small as if the page were compressed whole; or one for each nonce where that isn't enough. */
const packBest = (body: string, slot: string): Packed => {
  const pieces = body.split(slot).map((text) => Buffer.from(text));
  if (PLACEHOLDER_BYTES.test(body)) return pack(pieces, () => true, false);
  const packed = pack(pieces, (distance) => distance > REACH, true);
  return takesAnyNonce(packed, body, slot) ? packed : pack(pieces, () => true, true);
};

/** Compresses a page whose nonces are all `slot`, a text of NONCE_LENGTH characters that stands nowhere else in it. */
export const keepPage = ({ status, headers, body }: RenderedPage, slot: string): KeptPage => {
  // By itself: what `packBest` works with would live as long as the functions returned here.
  const packed = packBest(body, slot);
  return {
    status,
    headers,
    size: packed.file.length,
    gzip: (nonce) => gzipWith(packed, Buffer.from(nonce, 'latin1')),
    unpack: () => ({ body: ownBytes(unpacked(packed)), nonceAt: packed.nonceAt }),
  };
};

/** A copy of the page with this nonce. */
export const writeNonce = ({ body, nonceAt }: PlainPage, nonce: string): Buffer => {
  const copy = Buffer.from(body);
  for (const offset of nonceAt) copy.write(nonce, offset, 'latin1');
  return copy;
};
