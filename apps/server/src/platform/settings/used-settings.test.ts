import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { SETTINGS } from '@stagedoor/contract/settings';
import { expect, test } from 'vitest';

const sourcesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'testing' ? [] : sourcesIn(path);
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [readFileSync(path, 'utf8')] : [];
  });

test('every setting is read', () => {
  const server = join(import.meta.dirname, '../..');
  const sources = [...sourcesIn(server), ...sourcesIn(join(server, '../../web/src'))].join('\n');
  // Commissions are read by the names that the registry of kinds makes.
  const isRead = (key: string) => key.endsWith('Commission') || new RegExp(String.raw`\b${key}\b`).test(sources);
  const unread = Object.keys(SETTINGS).filter((key) => !isRead(key));
  expect(unread).toEqual([]);
});
