import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { PAGE_BYTES, addTo, headerFor, headerPage, leakedFilterPath, pageOf, seal, sha1 } from './leaked-filter.ts';

export type ListFormat = 'hashes' | 'passwords';

/** The list can't be imported; the message says why and what to do. */
export class UnusableList extends Error {}

export interface Imported {
  format: ListFormat;
  /** Entries in the filter. */
  count: number;
  /** Lines that aren't hashes, or passwords that are too short or too long to be chosen. */
  skipped: number;
  bytes: number;
  path: string;
}

const CHUNK_BYTES = 1 << 20;
/** Lines by which the format is detected. */
const SAMPLE = 1000;
const HASH_LENGTH = 40;
const NEWLINE = 10;
const RETURN = 13;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
/** The bytes of a password that the site accepts: 8 to 200 characters. */
const PASSWORD_BYTES = { min: 8, max: 800 };
const HASH_LINE = /^[0-9a-f]{40}(?::\d+)?\s*$/i;
const SHORT_HASH_LINE = /^[0-9a-f]{32}(?::\d+)?\s*$/i;

/** Calls back with each line, without its end; a line is only valid during the call. @throws UnusableList for a file that isn't text */
const readLines = async (file: FileHandle, visit: (line: Buffer) => boolean | void): Promise<void> => {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let kept = 0;
  let offset = 0;
  /** The rest of a line that is longer than a chunk is skipped. */
  let isInLongLine = false;
  for (;;) {
    const { bytesRead } = await file.read(chunk, kept, CHUNK_BYTES - kept, offset);
    const end = kept + bytesRead;
    if (chunk.subarray(kept, end).includes(0)) throw new UnusableList('the file isn’t text; if it is compressed, unpack it first');
    let start = offset === 0 && chunk.subarray(0, end).indexOf(BYTE_ORDER_MARK) === 0 ? BYTE_ORDER_MARK.length : 0;
    offset += bytesRead;
    for (;;) {
      let next = chunk.subarray(0, end).indexOf(NEWLINE, start);
      if (next < 0) {
        if (bytesRead > 0 || start === end) break;
        next = end;
      }
      const line = chunk.subarray(start, next > start && chunk[next - 1] === RETURN ? next - 1 : next);
      start = Math.min(next + 1, end);
      if (!isInLongLine && line.length > 0 && visit(line) === false) return;
      isInLongLine = false;
    }
    if (bytesRead === 0) return;
    chunk.copyWithin(0, start, end);
    kept = end - start;
    if (kept === CHUNK_BYTES) {
      isInLongLine = true;
      kept = 0;
    }
  }
};

/** Reads the beginning of a list. @throws UnusableList for one whose format isn't clear */
const detectFormat = async (file: FileHandle): Promise<ListFormat> => {
  let lines = 0;
  let hashes = 0;
  let shortHashes = 0;
  await readLines(file, (line) => {
    const text = line.toString('latin1');
    lines += 1;
    if (HASH_LINE.test(text)) hashes += 1;
    if (SHORT_HASH_LINE.test(text)) shortHashes += 1;
    return lines < SAMPLE;
  });
  if (lines === 0) throw new UnusableList('the file is empty');
  if (shortHashes * 2 > lines)
    throw new UnusableList('the list has hashes of 32 digits (NTLM or MD5); download the list with SHA-1 hashes, of 40 digits');
  if (hashes === lines) return 'hashes';
  if (hashes * 10 < lines) return 'passwords';
  throw new UnusableList(
    `${hashes} of the first ${lines} lines are SHA-1 hashes and the others aren’t; say what the list has with --hashes or --passwords`,
  );
};

/** The SHA-1 of a line's password, or undefined for a line that has none. */
const HASH_OF: Record<ListFormat, (line: Buffer) => Buffer | undefined> = {
  hashes: (line) => {
    const next = line[HASH_LENGTH];
    if (line.length < HASH_LENGTH || (next !== undefined && next !== 0x3a && next !== 0x20 && next !== 0x09)) return undefined;
    // Decoding stops at the first character that is no digit.
    const hash = Buffer.from(line.toString('latin1', 0, HASH_LENGTH), 'hex');
    return hash.length === HASH_LENGTH / 2 ? hash : undefined;
  },
  passwords: (line) => (line.length < PASSWORD_BYTES.min || line.length > PASSWORD_BYTES.max ? undefined : sha1(line)),
};

const isEntry: Record<ListFormat, (line: Buffer) => boolean> = {
  hashes: (line) => HASH_OF.hashes(line) !== undefined,
  passwords: ({ length }) => length >= PASSWORD_BYTES.min && length <= PASSWORD_BYTES.max,
};

/** Reads the list twice: the size of a filter depends on the number of its entries. */
const buildFilter = async (file: FileHandle, format: ListFormat, now: Date) => {
  let count = 0;
  let skipped = 0;
  await readLines(file, (line) => {
    if (isEntry[format](line)) count += 1;
    else skipped += 1;
  });
  if (count === 0)
    throw new UnusableList(
      format === 'hashes' ? 'no line is a SHA-1 hash of 40 digits' : 'no password has the 8 characters that the site asks for',
    );
  const header = headerFor(count, now);
  const pages = Buffer.alloc(header.pages * PAGE_BYTES);
  const pageAt = (index: number): Buffer => pages.subarray(index * PAGE_BYTES, (index + 1) * PAGE_BYTES);
  await readLines(file, (line) => {
    const hash = HASH_OF[format](line);
    if (hash) addTo(pageAt(pageOf(hash, header.pages)), hash);
  });
  for (let index = 0; index < header.pages; index += 1) seal(pageAt(index));
  return { header, pages, count, skipped };
};

/** Writes a file completely before it takes the place of an earlier one. */
const replaceFile = async (path: string, parts: readonly Buffer[]): Promise<void> => {
  const temporary = `${path}.${process.pid}.new`;
  try {
    const file = await open(temporary, 'w', 0o600);
    try {
      for (const part of parts)
        for (let at = 0; at < part.length; at += CHUNK_BYTES * 64) await file.writeFile(part.subarray(at, at + CHUNK_BYTES * 64));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
};

/**
 * Imports a list of leaked passwords: SHA-1 hashes, with or without counts behind a colon, or one password a line. Reads the list as a stream;
 * only the filter is in memory.
 * @param format detected where it isn't given
 * @throws UnusableList; an error of the file system, whose `path` says which file
 */
export const importLeaked = async (
  listPath: string,
  dataDirectory: string,
  { format, now }: { format?: ListFormat | undefined; now: Date },
): Promise<Imported> => {
  const list = await open(listPath);
  try {
    if (!(await list.stat()).isFile()) throw new UnusableList('it is no file');
    const read = format ?? (await detectFormat(list));
    const { header, pages, count, skipped } = await buildFilter(list, read, now);
    const path = leakedFilterPath(dataDirectory);
    await replaceFile(path, [headerPage(header), pages]);
    return { format: read, count, skipped, bytes: pages.length + PAGE_BYTES, path };
  } finally {
    await list.close();
  }
};
