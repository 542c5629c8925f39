import { expect, test } from 'vitest';
import { findDamagedFile, readManifest } from './manifest.ts';

/** Written by PostgreSQL 18. */
const MANIFEST =
  '{ "PostgreSQL-Backup-Manifest-Version": 2,\n"System-Identifier": 7000000000000000001,\n"Files": [\n{ "Path": "PG_VERSION", "Size": 3, "Last-Modified": "2026-11-28 03:00:00 GMT", "Checksum-Algorithm": "SHA256", "Checksum": "7ee29791fc17e986b97128845622b077fb45e349fdb80523fac9dba879b4ad60" }\n],\n"WAL-Ranges": [\n{ "Timeline": 1, "Start-LSN": "0/3000028", "End-LSN": "0/3000158" }\n],\n"Manifest-Checksum": "d92fe03340f2acc46010927278265e0385336b22e18698773335d0dc94735e37"}\n';

test('a manifest is read, and one that was changed is refused', () => {
  expect(readManifest(Buffer.from(MANIFEST))).toEqual([
    { path: 'PG_VERSION', bytes: 3, sha256: '7ee29791fc17e986b97128845622b077fb45e349fdb80523fac9dba879b4ad60' },
  ]);
  expect(() => readManifest(Buffer.from(MANIFEST.replace('"Size": 3', '"Size": 4')))).toThrow('checksum');
  expect(() => readManifest(Buffer.from(MANIFEST.slice(0, 200)))).toThrow('JSON');
});

test('a file that is missing, shorter or different is found', () => {
  const files = readManifest(Buffer.from(MANIFEST));
  const sha256 = '7ee29791fc17e986b97128845622b077fb45e349fdb80523fac9dba879b4ad60';
  const damaged = (file?: { bytes: number; sha256: string }) => findDamagedFile(new Map(file ? [['PG_VERSION', file]] : []), files);
  expect(damaged()).toBe('PG_VERSION');
  expect(damaged({ bytes: 3, sha256 })).toBeUndefined();
  expect(damaged({ bytes: 2, sha256 })).toBe('PG_VERSION');
  expect(damaged({ bytes: 3, sha256: sha256.replace('7', '8') })).toBe('PG_VERSION');
});
