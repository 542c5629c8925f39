import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { deflateSync } from 'node:zlib';
import type { InsideFact } from '@stagedoor/contract/inside.values';
import PDFDocument from 'pdfkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { taggedJpeg } from '../../testing/tagged-pictures.ts';
import { lookInside } from './look-inside.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stagedoor-inside-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const look = async (bytes: Buffer, kind: 'document' | 'archive'): Promise<InsideFact[]> => {
  const path = join(folder, randomUUID());
  await writeFile(path, bytes);
  return lookInside(path, kind);
};

const pdf = async (info: Record<string, string>): Promise<Buffer> => {
  const document = new PDFDocument({
    info: { CreationDate: new Date('2026-02-03T04:05:06Z'), Producer: 'Press 3', Creator: 'Word 9', ...info },
  });
  document.text('A score');
  document.end();
  return buffer(document);
};
/** A PDF whose information stands in a compressed stream of objects, as programs have written them since PDF 1.5. */
const compressedPdf = (text: string, type = '/ObjStm'): Buffer => {
  const data = deflateSync(Buffer.from(text, 'latin1'));
  return Buffer.concat([
    Buffer.from(`%PDF-1.5\n1 0 obj\n<< /Type ${type} /Filter /FlateDecode /Length ${data.length} >>\nstream\n`),
    data,
    Buffer.from('\nendstream\nendobj\n%%EOF'),
  ]);
};
const zip = async (files: Record<string, Buffer>, comment = ''): Promise<Buffer> => {
  const archive = new ZipFile();
  for (const [name, bytes] of Object.entries(files)) {
    // The package's types don't know comments of entries.
    const options = { mtime: new Date(0), fileComment: name === 'noted.txt' ? 'For Ana' : '' };
    archive.addBuffer(bytes, name, options);
  }
  archive.end({ forceZip64Format: false, comment } as never);
  return buffer(archive.outputStream as NodeJS.ReadableStream as never);
};

describe('a PDF', () => {
  test('tells its author, title, programs and dates', async () => {
    expect(await look(await pdf({ Author: 'Ana Sol', Title: 'Six (6) studies', Keywords: 'cello, 48.13' }), 'document')).toEqual(
      expect.arrayContaining([
        { kind: 'author', text: 'Ana Sol' },
        { kind: 'title', text: 'Six (6) studies' },
        { kind: 'description', text: 'cello, 48.13' },
        { kind: 'program', text: 'Press 3' },
        { kind: 'program', text: 'Word 9' },
        { kind: 'date', text: '2026-02-03' },
      ]),
    );
  });

  test('tells names that aren’t Latin, and those in hexadecimal', async () => {
    expect(await look(await pdf({ Author: 'Añá 上海' }), 'document')).toContainEqual({ kind: 'author', text: 'Añá 上海' });
    const hex = Buffer.from(`%PDF-1.4\n1 0 obj << /Author <${Buffer.from('Ana Sol').toString('hex')}> >>`);
    expect(await look(hex, 'document')).toEqual([{ kind: 'author', text: 'Ana Sol' }]);
  });

  test('tells what stands in compressed objects and in XMP', async () => {
    expect(await look(compressedPdf('5 0 << /Author (Ana Sol) /Producer (Press) >>'), 'document')).toEqual([
      { kind: 'author', text: 'Ana Sol' },
      { kind: 'program', text: 'Press' },
    ]);
    const xmp =
      '<x:xmpmeta><rdf:Description exif:GPSLatitude="48,8.2N"><dc:creator><rdf:Seq><rdf:li>Ana Sol</rdf:li></rdf:Seq></dc:creator></rdf:Description></x:xmpmeta>';
    const expected = [
      { kind: 'author', text: 'Ana Sol' },
      { kind: 'place', text: '48,8.2N' },
    ];
    expect(await look(Buffer.from(`%PDF-1.4 ${xmp}`), 'document')).toEqual(expected);
    expect(await look(compressedPdf(xmp, '/Metadata'), 'document')).toEqual(expected);
  });

  test('that can’t be looked into says so', async () => {
    expect(await look(Buffer.from('%PDF-1.4 trailer << /Encrypt 9 0 R >>'), 'document')).toEqual([{ kind: 'encrypted', text: 'PDF' }]);
  });

  test('that would unpack to gigabytes, is damaged or empty says nothing', async () => {
    const bomb = deflateSync(Buffer.alloc(64 * 1024 * 1024));
    const head = Buffer.from(`%PDF-1.5\n1 0 obj\n<< /Type /ObjStm /Filter /FlateDecode >>\nstream\n`);
    for (const bytes of [Buffer.concat([head, bomb, Buffer.from('\nendstream')]), head, Buffer.from('%PDF-'), Buffer.alloc(0)])
      expect(await look(bytes, 'document')).toEqual([]);
  });
});

describe('an archive', () => {
  test('tells its names, the person in its paths, and pictures with places', async () => {
    const found = await look(
      await zip({
        'Users/ana/Desktop/score.pdf': Buffer.from('x'),
        'photos/rehearsal.jpg': await taggedJpeg(),
        'noted.txt': Buffer.from('y'),
      }),
      'archive',
    );
    expect(found).toEqual([
      { kind: 'person', text: 'ana' },
      { kind: 'comment', text: 'For Ana' },
      { kind: 'place', text: 'photos/rehearsal.jpg' },
      { kind: 'fileName', text: 'Users/ana/Desktop/score.pdf' },
      { kind: 'fileName', text: 'photos/rehearsal.jpg' },
      { kind: 'fileName', text: 'noted.txt' },
    ]);
  });

  test('that is damaged, or whose pictures unpack to gigabytes, is told as far as it can be read', async () => {
    const bomb = await zip({ 'bomb.jpg': Buffer.alloc(32 * 1024 * 1024) });
    expect(await look(bomb, 'archive')).toEqual([{ kind: 'fileName', text: 'bomb.jpg' }]);
    expect(await look(bomb.subarray(0, bomb.length - 30), 'archive')).toEqual([]);
    const wrong = Buffer.from(bomb);
    wrong.writeUInt32LE(0xffff_fff0, wrong.length - 6);
    expect(await look(wrong, 'archive')).toEqual([]);
  });

  test('tells the first eight of a thousand names', async () => {
    const many = await zip(Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`take-${index}.wav`, Buffer.from('.')])));
    expect(await look(many, 'archive')).toHaveLength(8);
  });
});
