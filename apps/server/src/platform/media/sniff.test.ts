import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { Storage } from '../storage/storage.ts';
import { sniffKind } from './sniff.ts';

const sniff = (bytes: Buffer) => sniffKind({ open: async () => ({ stream: Readable.from([bytes]) }) } as unknown as Storage, 'key');

/** The EBML header of a file with a document type (RFC 8794, section 11.2). */
const ebml = (type: string): Buffer =>
  Buffer.concat([
    Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x80 + 3 + type.length]),
    Buffer.from([0x42, 0x82, 0x80 + type.length]),
    Buffer.from(type),
    Buffer.alloc(64),
  ]);

test('films are told by their bytes: Matroska as WebM', async () => {
  expect([await sniff(ebml('matroska')), await sniff(ebml('webm'))]).toEqual([
    { kind: 'video', contentType: 'video/matroska' },
    { kind: 'video', contentType: 'video/webm' },
  ]);
});

test('anything else is of no kind', async () => {
  expect([await sniff(ebml('unknown')), await sniff(Buffer.from('MZ, a program')), await sniff(Buffer.alloc(0))]).toEqual([
    null,
    null,
    null,
  ]);
});
