import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import type { InsideFact } from '@stagedoor/contract/inside.values';
import type { Source } from './clean-pieces.ts';

/** Larger documents are looked at in their first and last part: programs write what they say of themselves there. */
const PART_BYTES = 16 * 1024 * 1024;
/** Compressed parts that are looked into, and how much of each. */
const MAX_STREAMS = 200;
const MAX_INFLATED = 2 * 1024 * 1024;
/** Programs write the dictionary of a stream into fewer bytes before it. */
const DICTIONARY_BYTES = 600;

/** Entries of the information dictionary (ISO 32000-1, 14.3.3). */
const ENTRIES: Readonly<Record<string, InsideFact['kind']>> = {
  Author: 'author',
  Title: 'title',
  Subject: 'description',
  Keywords: 'description',
  Creator: 'program',
  Producer: 'program',
  CreationDate: 'date',
  ModDate: 'date',
};
/** Elements of XMP, and attributes of the same names. */
const XMP: Readonly<Record<string, InsideFact['kind']>> = {
  'dc:creator': 'author',
  'dc:title': 'title',
  'dc:description': 'description',
  'xmp:CreatorTool': 'program',
  'pdf:Producer': 'program',
  'xmp:CreateDate': 'date',
  'xmp:ModifyDate': 'date',
  'photoshop:AuthorsPosition': 'author',
  'exif:GPSLatitude': 'place',
  'exif:GPSLongitude': 'place',
};

const inflated = promisify<Buffer, { finishFlush: number; maxOutputLength: number }, Buffer>(inflate);

/** Bytes of a text string: UTF-16 with a mark, or one byte for each character. */
const decoded = (bytes: Buffer): string => {
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return Buffer.from(bytes.subarray(2, bytes.length - (bytes.length % 2)))
      .swap16()
      .toString('utf16le');
  if (bytes[0] === 0xef && bytes[1] === 0xbb) return bytes.subarray(3).toString('utf8');
  return bytes.toString('latin1');
};

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
/** The text of a literal string between its parentheses. */
const literal = (text: string): string =>
  decoded(
    Buffer.from(
      text.replace(/\\([0-7]{1,3}|\r?\n|[\s\S])/g, (_, sign: string) =>
        /^[0-7]/.test(sign) ? String.fromCharCode(Number.parseInt(sign, 8) & 255) : /^[\r\n]/.test(sign) ? '' : (ESCAPES[sign] ?? sign),
      ),
      'latin1',
    ),
  );
const STRING = String.raw`(?:\(((?:[^()\\]|\\[\s\S]|\([^()]{0,500}\)){0,2000})\)|<([0-9A-Fa-f\s]{0,4000})>)`;
const ENTRY = new RegExp(`/(${Object.keys(ENTRIES).join('|')})\\s*(?:${STRING}|\\s(\\d{1,9}) (\\d{1,5}) R)`, 'g');
/** A string that stands as an object of its own. */
const OBJECT = new RegExp(String.raw`^[\s\S]{1,3}obj\s{0,9}${STRING}`);

const stringOf = (plain: string | undefined, hex: string | undefined): string =>
  plain === undefined ? decoded(Buffer.from((hex ?? '').replace(/\s/g, ''), 'hex')) : literal(plain);

/** The string that an entry refers to by its object's number. */
const referred = (text: string, number: string, generation: string): string => {
  const start = `\n${number} ${generation} `;
  const at = text.lastIndexOf(start);
  const found = at < 0 ? null : OBJECT.exec(text.slice(at + start.length - 1, at + start.length + 4200));
  return found ? stringOf(found[1], found[2]) : '';
};

/** `D:20260131…` as a day. */
const dayOf = (text: string): string => /^(?:D:)?(\d{4})(\d{2})?(\d{2})?/.exec(text)?.slice(1).filter(Boolean).join('-') ?? text;

const entriesOf = (text: string): InsideFact[] => {
  const facts: InsideFact[] = [];
  for (const [, name, plain, hex, number, generation] of text.matchAll(ENTRY)) {
    const kind = ENTRIES[name!]!;
    const value = number === undefined ? stringOf(plain, hex) : referred(text, number, generation!);
    facts.push({ kind, text: kind === 'date' ? dayOf(value) : value });
  }
  return facts;
};

const xmpOf = (packet: string): InsideFact[] => {
  const facts: InsideFact[] = [];
  for (const [name, kind] of Object.entries(XMP)) {
    const element = new RegExp(`<${name}[^>]{0,200}>([\\s\\S]{0,2000}?)</${name}>`).exec(packet)?.[1];
    const attribute = new RegExp(`\\s${name}="([^"]{0,1000})"`).exec(packet)?.[1];
    const value = (element ?? attribute ?? '').replace(/<[^>]{0,500}>/g, ' ').trim();
    if (value) facts.push({ kind, text: kind === 'date' ? value.slice(0, 10) : value });
  }
  return facts;
};

/** Finds entries of the information dictionary, wherever they stand, and XMP. */
const factsIn = (text: string): InsideFact[] => {
  const facts = entriesOf(text);
  for (let at = text.indexOf('<x:xmpmeta'); at >= 0; at = text.indexOf('<x:xmpmeta', at + 1)) {
    const end = text.indexOf('</x:xmpmeta>', at);
    if (end < 0) break;
    facts.push(...xmpOf(Buffer.from(text.slice(at, end), 'latin1').toString('utf8')));
    at = end;
  }
  return facts;
};

/** The compressed streams that may hold objects or metadata: bounded, since a small one can be gigabytes. */
const compressedTexts = async function* (bytes: Buffer): AsyncGenerator<string> {
  let count = 0;
  for (let at = bytes.indexOf('stream'); at >= 0 && count < MAX_STREAMS; at = bytes.indexOf('stream', at + 6)) {
    const dictionary = bytes.toString('latin1', Math.max(0, at - DICTIONARY_BYTES), at);
    const own = dictionary.slice(dictionary.lastIndexOf(' obj') + 1);
    if (!own.includes('FlateDecode') || !/\/(?:ObjStm|Metadata)/.test(own)) continue;
    count += 1;
    const start = at + 6 + (bytes[at + 6] === 0x0d ? 2 : 1);
    const end = bytes.indexOf('endstream', start);
    const text = await inflated(bytes.subarray(start, end < 0 ? undefined : end), { finishFlush: 2, maxOutputLength: MAX_INFLATED }).catch(
      () => Buffer.alloc(0),
    );
    yield text.toString('latin1');
  }
};

/** Lists what a PDF says of its author, its making and its program. */
export const lookInsidePdf = async (source: Source): Promise<InsideFact[]> => {
  const parts = [await source.read(0, PART_BYTES)];
  if (source.size > PART_BYTES) parts.push(await source.read(Math.max(PART_BYTES, source.size - PART_BYTES), PART_BYTES));
  const facts: InsideFact[] = [];
  for (const bytes of parts) {
    facts.push(...factsIn(bytes.toString('latin1')));
    for await (const text of compressedTexts(bytes)) facts.push(...factsIn(text));
  }
  if (parts.some((bytes) => /\/Encrypt\s+\d+ \d+ R/.test(bytes.toString('latin1')))) facts.push({ kind: 'encrypted', text: 'PDF' });
  return facts;
};
