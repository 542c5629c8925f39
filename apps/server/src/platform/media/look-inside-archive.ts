import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import type { InsideFact } from '@stagedoor/contract/inside.values';
import { Damaged, type Source, readWhole } from './clean-pieces.ts';
import { placeIn } from './orientation.ts';

// ZIP, by PKWARE's APPNOTE 6.3.10: names and comments stand in the directory at the end.

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const END_BYTES = 22;
const MAX_COMMENT = 65_535;
const MAX_DIRECTORY = 16 * 1024 * 1024;
/** Names that are listed; pictures that are looked into, and how much of each. */
const MAX_NAMES = 8;
const MAX_PICTURES = 100;
const HEAD_BYTES = 64 * 1024;
/** Folders that are named after the person who works on the machine. */
const HOME = /(?:^|[/\\])(?:Users|home|Documents and Settings)[/\\]([^/\\]{1,80})/i;
const PICTURE = /\.jpe?g$/i;

const inflated = promisify<Buffer, { finishFlush: number; maxOutputLength: number }, Buffer>(inflateRaw);

interface Entry {
  name: string;
  comment: string;
  isCompressed: boolean;
  isEncrypted: boolean;
  bytes: number;
  at: number;
}

/** Names are UTF-8 where a flag says so, and where they are valid as such. */
const nameOf = (bytes: Buffer): string => {
  const text = bytes.toString('utf8');
  return text.includes('\uFFFD') ? bytes.toString('latin1') : text;
};

const entriesOf = (directory: Buffer): Entry[] => {
  const entries: Entry[] = [];
  for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === ENTRY; ) {
    const lengthAt = (offset: number): number => directory.readUInt16LE(at + offset);
    const [name, extra, comment] = [lengthAt(28), lengthAt(30), lengthAt(32)];
    const nameAt = at + 46;
    const commentAt = nameAt + name + extra;
    entries.push({
      name: nameOf(directory.subarray(nameAt, nameAt + name)),
      comment: nameOf(directory.subarray(commentAt, commentAt + comment)),
      isCompressed: directory.readUInt16LE(at + 10) === 8,
      isEncrypted: (directory.readUInt16LE(at + 8) & 1) === 1,
      bytes: directory.readUInt32LE(at + 20),
      at: directory.readUInt32LE(at + 42),
    });
    at = commentAt + comment;
  }
  return entries;
};

/** The first bytes of an entry's content. */
const headOf = async (source: Source, entry: Entry): Promise<Buffer> => {
  const local = await readWhole(source, entry.at, 30);
  const start = entry.at + 30 + local.readUInt16LE(26) + local.readUInt16LE(28);
  const bytes = await source.read(start, Math.min(entry.bytes, HEAD_BYTES));
  if (!entry.isCompressed) return bytes;
  return inflated(bytes, { finishFlush: 2, maxOutputLength: HEAD_BYTES * 4 }).catch(() => Buffer.alloc(0));
};

/** Lists what a ZIP archive says: its names, comments, the person in its paths, and pictures that tell a place. */
export const lookInsideArchive = async (source: Source): Promise<InsideFact[]> => {
  const tailAt = Math.max(0, source.size - END_BYTES - MAX_COMMENT);
  const tail = Buffer.from(await source.read(tailAt, END_BYTES + MAX_COMMENT));
  const mark = Buffer.alloc(4);
  mark.writeUInt32LE(END);
  const end = tail.lastIndexOf(mark);
  if (end < 0 || end + END_BYTES > tail.length) throw new Damaged('an archive without a directory');
  const [size, at] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
  const entries = size > MAX_DIRECTORY ? [] : entriesOf(Buffer.from(await source.read(at, size)));
  const facts: InsideFact[] = [
    { kind: 'comment', text: nameOf(tail.subarray(end + END_BYTES, end + END_BYTES + tail.readUInt16LE(end + 20))) },
  ];
  for (const { name, comment } of entries) {
    const person = HOME.exec(name)?.[1];
    if (person) facts.push({ kind: 'person', text: person });
    if (comment) facts.push({ kind: 'comment', text: comment });
  }
  if (entries.some(({ isEncrypted }) => isEncrypted)) facts.push({ kind: 'encrypted', text: 'ZIP' });
  const pictures = entries.filter(({ name, isEncrypted }) => PICTURE.test(name) && !isEncrypted).slice(0, MAX_PICTURES);
  for (const entry of pictures)
    if (placeIn(await headOf(source, entry).catch(() => Buffer.alloc(0)))) facts.push({ kind: 'place', text: entry.name });
  const names = entries.map(({ name }) => name).filter((name) => !name.endsWith('/'));
  for (const name of names.slice(0, MAX_NAMES)) facts.push({ kind: 'fileName', text: name });
  return facts;
};
