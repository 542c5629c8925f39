import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, gunzip } from 'node:zlib';
import { NO_CRC, crcOf, withBytes, withNonce } from './crc-of-nonces.ts';

/** A rendered page, before the nonce is put in. */
export interface RenderedPage {
  status: number;
  headers: [string, string][];
  body: string;
}

/**
 * A page as it is kept: one gzip file, in which the places of the nonce are stored blocks of their own, so that a response is a copy with
 * the nonce written over and a new checksum. Compressing it anew for each response would cost more than everything else about it.
 */
export interface KeptPage {
  status: number;
  headers: [string, string][];
  /** Bytes held. */
  size: number;
  /** @param nonce of NONCE_LENGTH characters, all of them ASCII */
  gzip(nonce: string): Buffer;
  /** The page uncompressed, with zeros where the nonces belong, and where that is. */
  unpack(): Promise<PlainPage>;
}

export interface PlainPage {
  body: Buffer;
  nonceAt: readonly number[];
}

/** 18 random bytes in base64url. */
export const NONCE_LENGTH = 24;

const deflate = promisify(deflateRaw);
const inflate = promisify(gunzip);

/** As far back as deflate refers. */
const WINDOW = 32_768;
/** Magic number, deflate, no flags, no time, unknown system (RFC 1952). */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** Begins a stored block that isn't the last one (RFC 1951, 3.2.4). */
const STORED = Buffer.from([0, NONCE_LENGTH, 0, ~NONCE_LENGTH & 0xff, 0xff]);
/** An empty last block. */
const END = Buffer.from([1, 0, 0, 0xff, 0xff]);
const BLANK = Buffer.alloc(NONCE_LENGTH);

/**
 * Compresses a page whose nonces are all `slot`, a text of NONCE_LENGTH characters that stands nowhere else in it. What stands between the
 * slots may refer back across them, but not to them: no page contains the zeros that stand for the nonce here.
 */
export const keepPage = async ({ status, headers, body }: RenderedPage, slot: string): Promise<KeptPage> => {
  const pieces = body.split(slot).map((text) => Buffer.from(text));
  const hasZeros = pieces.some((piece) => piece.includes(0));
  const frame: Buffer[] = [HEADER];
  const slots: number[] = [];
  const nonceAt: number[] = [];
  let length = HEADER.length;
  let plainLength = 0;
  let before = Buffer.alloc(0);
  let crc = NO_CRC;
  const add = (bytes: Buffer): void => {
    frame.push(bytes);
    length += bytes.length;
  };
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) {
      slots.push(length + STORED.length);
      nonceAt.push(plainLength);
      add(STORED);
      add(BLANK);
      plainLength += NONCE_LENGTH;
      crc = withNonce(crc, NONCE_LENGTH);
      before = Buffer.concat([before, BLANK]);
    }
    if (piece.length === 0) continue;
    const dictionary = hasZeros || before.length === 0 ? {} : { dictionary: before.subarray(-WINDOW) };
    add(await deflate(piece, { level: 6, finishFlush: constants.Z_SYNC_FLUSH, ...dictionary }));
    plainLength += piece.length;
    crc = withBytes(crc, crc32(piece), piece.length);
    before = Buffer.concat([before, piece]).subarray(-WINDOW);
  }
  add(END);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(plainLength >>> 0, 4);
  add(trailer);
  const packed = Buffer.concat(frame, length);
  const gzip = (nonce: Buffer): Buffer => {
    const copy = Buffer.from(packed);
    for (const offset of slots) nonce.copy(copy, offset);
    copy.writeUInt32LE(crcOf(crc, crc32(nonce)), length - trailer.length);
    return copy;
  };
  return {
    status,
    headers,
    size: length,
    gzip: (nonce) => gzip(Buffer.from(nonce, 'latin1')),
    unpack: async () => ({ body: await inflate(gzip(BLANK)), nonceAt }),
  };
};

/** A copy of the page with this nonce. */
export const writeNonce = ({ body, nonceAt }: PlainPage, nonce: string): Buffer => {
  const copy = Buffer.from(body);
  for (const offset of nonceAt) copy.write(nonce, offset, 'latin1');
  return copy;
};
