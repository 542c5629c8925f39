import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Log } from '../telemetry/log.ts';
import { UnusableList, importLeaked } from './import-leaked.ts';
import { PAGE_BYTES, contains, isInFilter, leakedFilterPath, pageOf, sha1 } from './leaked-filter.ts';
import { createNewPasswords } from './new-passwords.ts';

const COMMAND = fileURLToPath(new URL('import-leaked.command.ts', import.meta.url));
const NOW = new Date('2026-11-29T06:00:00Z');
const LEAKED = ['salamander and rye 8', 'contraseña de otra 77', 'purple kite on monday'];
const NOBODY = { own: [], site: [] };

let directory: string;
let list: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'passwords-'));
  list = join(directory, 'list.txt');
});
afterEach(() => rmSync(directory, { recursive: true }));

const write = (content: string | Buffer): void => writeFileSync(list, content);
const hashOf = (password: string): string => sha1(password).toString('hex');
const importList = (format?: 'hashes' | 'passwords') => importLeaked(list, directory, { format, now: NOW });
const found = (passwords: readonly string[]): Promise<boolean[]> =>
  Promise.all(passwords.map((password) => isInFilter(leakedFilterPath(directory), password)));
const run = (...args: string[]) => {
  const { INIT_CWD: _, ...environment } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], {
    env: { ...environment, DATA_DIR: directory },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
};

test.each([
  ['in upper case with counts', LEAKED.map((one, index) => `${hashOf(one).toUpperCase()}:${index + 1}`).join('\n')],
  ['in lower case', `${LEAKED.map(hashOf).join('\n')}\n`],
  ['with the ends of lines of Windows', `\uFEFF${LEAKED.map((one) => `${hashOf(one)}:12`).join('\r\n')}\r\n`],
  ['with empty lines and spaces', `\n\n${LEAKED.map((one) => `${hashOf(one)}  `).join('\n\n')}`],
])('imports SHA-1 hashes %s', async (_form, content) => {
  write(content);
  expect(await importList()).toMatchObject({ format: 'hashes', count: 3, skipped: 0, bytes: 8192 });
  expect(await found([...LEAKED, 'salamander and rye 9', hashOf(LEAKED[0]!)])).toEqual([true, true, true, false, false]);
});

test('imports passwords, without those that the site refuses for their length', async () => {
  write(`${LEAKED.join('\r\n')}\r\nshort\n${'x'.repeat(3_000_000)}\n${'y'.repeat(900)}\nlast without an end`);
  expect(await importList()).toMatchObject({ format: 'passwords', count: 4, skipped: 2 });
  expect(await found([...LEAKED, 'last without an end', 'short'])).toEqual([true, true, true, true, false]);
});

test('reads a list as it is told to', async () => {
  write([...LEAKED, ...LEAKED.map(hashOf)].join('\n'));
  await expect(importList()).rejects.toThrow(/^3 of the first 6 lines are SHA-1 hashes .* --hashes or --passwords$/);
  expect(await importList('hashes')).toMatchObject({ count: 3, skipped: 3 });
  expect(await importList('passwords')).toMatchObject({ count: 6, skipped: 0 });
  expect(await found([LEAKED[0]!, hashOf(LEAKED[0]!)])).toEqual([true, true]);
});

test.each([
  ['an empty file', '', /^the file is empty$/],
  ['blank lines', '\n\r\n\n', /^the file is empty$/],
  ['binary data', Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 10, 7]), /^the file isn’t text/],
  ['hashes of another kind', `${'0123456789abcdef0123456789ABCDEF:7\n'.repeat(3)}`, /SHA-1/],
  ['short passwords', 'abc\ndef\n', /^no password has the 8 characters/],
])('refuses %s, and leaves the earlier filter', async (_case, content, sentence) => {
  write(LEAKED.join('\n'));
  await importList();
  write(content);
  const refusal = await importList().catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(UnusableList);
  expect((refusal as Error).message).toMatch(sentence);
  expect(await found(LEAKED)).toEqual([true, true, true]);
  expect(readdirSync(directory).toSorted()).toEqual(['leaked-passwords.filter', 'list.txt']);
});

test('finds every entry of a large list, and one in 100,000 others', async () => {
  const entries = Array.from({ length: 100_000 }, (_, index) => `leaked password ${index}`);
  write(entries.map((one) => `${hashOf(one)}:3`).join('\n'));
  const { bytes, path } = await importList();
  // 24 bits an entry.
  expect(bytes).toBeLessThan(100_000 * 3.1);
  const filter = readFileSync(path);
  const has = (password: string): boolean => {
    const hash = sha1(password);
    const index = 1 + pageOf(hash, filter.length / PAGE_BYTES - 1);
    return contains(filter.subarray(index * PAGE_BYTES, (index + 1) * PAGE_BYTES), hash);
  };
  expect(entries.filter((one) => !has(one))).toEqual([]);
  const others = Array.from({ length: 400_000 }, (_, index) => `another password ${index}`);
  // Four are expected.
  expect(others.filter(has).length).toBeLessThan(20);
});

test('a new list counts at once; without one nothing is refused', async () => {
  const warnings: unknown[] = [];
  const passwords = createNewPasswords(directory, { warn: (...args: unknown[]) => warnings.push(args) } as unknown as Log);
  expect(await passwords.flawOf(LEAKED[0]!, NOBODY)).toBeNull();
  write(LEAKED[0]!);
  await importList();
  expect(await passwords.flawOf(LEAKED[0]!, NOBODY)).toBe('passwordLeaked');
  expect(await passwords.flawOf(LEAKED[1]!, NOBODY)).toBeNull();
  write(LEAKED[1]!);
  await importList();
  expect(await passwords.flawOf(LEAKED[0]!, NOBODY)).toBeNull();
  expect(await passwords.flawOf(LEAKED[1]!, NOBODY)).toBe('passwordLeaked');
  expect(warnings).toEqual([]);
});

test.each([
  ['truncated', (path: string) => truncateSync(path, 5000)],
  ['truncated to nothing', (path: string) => truncateSync(path, 0)],
  ['damaged in its header', (path: string) => flip(path, 40)],
  ['damaged in a page', (path: string) => flip(path, 5000)],
  ['replaced by junk', (path: string) => writeFileSync(path, 'x'.repeat(8192))],
])('a filter that was %s is warned of once, and passwords are taken', async (_case, damage) => {
  write(LEAKED.join('\n'));
  const { path } = await importList();
  damage(path);
  const warn = vi.fn<(details: object, message: string) => void>();
  const passwords = createNewPasswords(directory, { warn } as unknown as Log);
  for (const password of LEAKED) expect(await passwords.flawOf(password, NOBODY)).toBeNull();
  expect(warn).toHaveBeenCalledTimes(1);
  expect(warn.mock.calls[0]![1]).toContain('leaked passwords');
  // The next import mends it.
  await importList();
  expect(await passwords.flawOf(LEAKED[0]!, NOBODY)).toBe('passwordLeaked');
});

const flip = (path: string, at: number): void => {
  const content = readFileSync(path);
  content[at]! ^= 0xff;
  writeFileSync(path, content);
};

test('the command says what it read, or why it did not', () => {
  write(LEAKED.map(hashOf).join('\n'));
  expect(run(list)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Read as SHA-1 hashes \(detected\): 3 imported\.\nWrote /) });
  expect(run(list, '--passwords').stdout).toMatch(/^Read as passwords: 3 imported\./);
  expect(run(join(directory, 'none.txt'))).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/none\.txt" can’t be used: it does not exist\.\n$/),
  });
  expect(run(directory)).toMatchObject({ status: 1, stderr: expect.stringMatching(/it is no file\.\n$/) });
  write('');
  expect(run(list)).toMatchObject({ status: 1, stderr: `"${list}" can’t be imported: the file is empty.\n` });
  for (const args of [[], [list, list], [list, '--hashes', '--passwords'], [list, '--what']])
    expect(run(...args)).toMatchObject({ status: 2, stderr: expect.stringMatching(/^Name one file: npm run passwords:import/) });
});
