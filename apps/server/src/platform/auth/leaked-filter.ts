import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { z } from 'zod';

/**
 * A Bloom filter of SHA-1 hashes of leaked passwords, in one file: a header of one page, then pages. A hash belongs to one page and sets bits there,
 * so that a look-up reads one page, however large the file is. Each page ends with its checksum.
 */

export const PAGE_BYTES = 4096;
const CHECKSUM_BYTES = 4;
const PAGE_BITS = (PAGE_BYTES - CHECKSUM_BYTES) * 8;
/** One false positive in 100,000: 24 bits for each hash, of which 17 are set. */
const BITS_PER_HASH = 24;
const BITS_SET = 17;
const MAGIC = 'Stagedoor leaked passwords';
const VERSION = 1;

export const leakedFilterPath = (dataDirectory: string): string => join(dataDirectory, 'leaked-passwords.filter');

const filterHeader = z.object({
  version: z.number(),
  /** Hashes in the filter, before duplicates are removed. */
  count: z.number(),
  pages: z.number(),
  pageBytes: z.number(),
  bitsSet: z.number(),
  importedAt: z.string(),
});
export type FilterHeader = z.output<typeof filterHeader>;

/** The file isn't a whole filter of this version. */
export class DamagedFilter extends Error {}

export const headerFor = (count: number, importedAt: Date): FilterHeader => ({
  version: VERSION,
  count,
  pages: Math.max(1, Math.ceil((count * BITS_PER_HASH) / PAGE_BITS)),
  pageBytes: PAGE_BYTES,
  bitsSet: BITS_SET,
  importedAt: importedAt.toISOString(),
});

/** A page with the header as JSON behind its checksum. */
export const headerPage = (header: FilterHeader): Buffer => {
  const text = `${MAGIC}\n${JSON.stringify(header)}\n`;
  const page = Buffer.alloc(PAGE_BYTES);
  page.writeUInt32LE(crc32(text), 0);
  page.write(text, CHECKSUM_BYTES);
  return page;
};

const parseHeader = (page: Buffer): FilterHeader => {
  const end = page.indexOf(0, CHECKSUM_BYTES);
  const text = page.subarray(CHECKSUM_BYTES, end < 0 ? PAGE_BYTES : end).toString();
  if (!text.startsWith(`${MAGIC}\n`) || crc32(text) !== page.readUInt32LE(0)) throw new DamagedFilter('its beginning is damaged');
  const { data: header } = filterHeader.safeParse(JSON.parse(text.slice(MAGIC.length)));
  if (!header) throw new DamagedFilter('it was written by another version');
  if (header.version !== VERSION || header.pageBytes !== PAGE_BYTES || header.bitsSet !== BITS_SET)
    throw new DamagedFilter('it was written by another version');
  return header;
};

export const sha1 = (password: string | Uint8Array): Buffer => createHash('sha1').update(password).digest();

/** The page of a hash: 48 of its bits, by the number of pages. */
export const pageOf = (hash: Buffer, pages: number): number => hash.readUIntBE(0, 6) % pages;

/** Calls back with each bit of a hash in its page, until it is told to stop (enhanced double hashing, Dillinger and Manolios 2004). */
const everyBit = (hash: Buffer, visit: (byte: number, mask: number) => boolean): boolean => {
  let x = hash.readUInt32BE(8);
  let y = hash.readUInt32BE(12);
  for (let index = 0; index < BITS_SET; index += 1) {
    const bit = Math.floor((x * PAGE_BITS) / 2 ** 32);
    if (!visit(bit >>> 3, 1 << (bit & 7))) return false;
    x = (x + y) >>> 0;
    y = (y + index + 1) >>> 0;
  }
  return true;
};

/** Sets the bits of a hash in its page. */
export const addTo = (page: Uint8Array, hash: Buffer): void =>
  void everyBit(hash, (byte, mask) => {
    page[byte]! |= mask;
    return true;
  });

export const contains = (page: Uint8Array, hash: Buffer): boolean => everyBit(hash, (byte, mask) => (page[byte]! & mask) !== 0);

/** Writes a page's checksum at its end. */
export const seal = (page: Buffer): void => void page.writeUInt32LE(crc32(page.subarray(0, -CHECKSUM_BYTES)), PAGE_BYTES - CHECKSUM_BYTES);

const isSealed = (page: Buffer): boolean => crc32(page.subarray(0, -CHECKSUM_BYTES)) === page.readUInt32LE(PAGE_BYTES - CHECKSUM_BYTES);

const readPage = async (file: FileHandle, index: number): Promise<Buffer> => {
  const page = Buffer.alloc(PAGE_BYTES);
  const { bytesRead } = await file.read(page, 0, PAGE_BYTES, index * PAGE_BYTES);
  if (bytesRead < PAGE_BYTES) throw new DamagedFilter('its end is missing');
  return page;
};

/** Reads the header of an open filter. @throws DamagedFilter for a file that isn't whole */
export const readHeader = async (file: FileHandle): Promise<FilterHeader> => {
  const header = parseHeader(await readPage(file, 0));
  const { size } = await file.stat();
  if (size !== (header.pages + 1) * PAGE_BYTES) throw new DamagedFilter(`it has ${size} bytes, not ${(header.pages + 1) * PAGE_BYTES}`);
  return header;
};

/**
 * Looks a password up in the filter at a path. The file is opened each time, so that another one is noticed at once.
 * @throws DamagedFilter; an error of the file system, ENOENT without a filter
 */
export const isInFilter = async (path: string, password: string): Promise<boolean> => {
  const file = await open(path);
  try {
    const { pages } = await readHeader(file);
    const hash = sha1(password);
    const index = pageOf(hash, pages) + 1;
    const page = await readPage(file, index);
    if (!isSealed(page)) throw new DamagedFilter(`page ${index} is damaged`);
    return contains(page, hash);
  } finally {
    await file.close();
  }
};
