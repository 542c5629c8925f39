import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inRoot, nodeProgram } from '../paths.mjs';
import { FLAWS } from './flaws.mjs';
import { nameOf } from './guards.mjs';
import { replaceOnce } from './replace-once.mjs';
import { tableOf } from './report.mjs';
import { applyChanges, createScratchCopy, listFiles } from './scratch-copy.mjs';
import { findGuard, projectOf } from './test-files.mjs';

const files = listFiles();

describe('replacing a text', () => {
  test('replaces it literally where it occurs once', () => {
    expect(replaceOnce('a = b;', 'b', '$& $1', 'here')).toBe('a = $& $1;');
  });

  test.each([
    ['never', 'a', 'c', 'd'],
    ['twice', 'aa', 'a', 'b'],
    ['with an empty search text', 'a', '', 'b'],
    ['by itself', 'a', 'a', 'a'],
  ])('fails for a text that occurs %s', (_, text, search, replacement) => {
    expect(() => replaceOnce(text, search, replacement, 'here')).toThrow(/^here: /);
  });
});

describe('the planted flaws', () => {
  test('have names of their own', () => {
    expect(new Set(FLAWS.map(({ name }) => name)).size).toBe(FLAWS.length);
  });

  test.each(FLAWS)('fit the source: $name', ({ name, changes, guard }) => {
    expect(applyChanges(changes, name).size).toBeGreaterThan(0);
    expect(nameOf(guard, files)).toMatch(/^[\w-]+: /);
  });
});

describe('finding a guard', () => {
  const known = ['apps/a/src/feeds/feeds.integration.test.ts', 'apps/a/src/feeds/feeds.test.ts', 'e2e/src/people.journey.long.test.ts'];
  const read = (path: string): string => (path.startsWith('e2e') ? "test('the focus returns', …)" : '');

  test('knows the project of a test file', () => {
    expect(known.map(projectOf)).toEqual(['integration', 'unit', 'long-journeys']);
    expect(projectOf('apps/web/src/a.component.test.tsx')).toBe('components');
  });

  test('finds it by stem, by kind and by the title of a test', () => {
    expect(findGuard({ file: 'feeds/feeds', kind: 'unit' }, known, read).path).toBe(known[1]);
    expect(findGuard({ test: 'the focus returns' }, known, read)).toEqual({ path: known[2], project: 'long-journeys' });
  });

  test('fails when none or several match', () => {
    expect(() => findGuard({ file: 'feeds/feeds' }, known, read)).toThrow(/^2 test files/);
    expect(() => findGuard({ test: 'nothing' }, known, read)).toThrow(/^0 test files/);
  });
});

describe('a scratch copy', () => {
  test('has workspaces of its own, changes and restores files, and leaves nothing behind', () => {
    const file = 'packages/contract/package.json';
    const copy = createScratchCopy([...files.filter((path) => path.endsWith('package.json')), 'scripts/paths.mjs']);
    try {
      for (const name of ['server', 'contract', 'web'])
        expect(realpathSync(join(copy.directory, 'node_modules/@stagedoor', name))).toMatch(new RegExp(`^${copy.directory}/`));
      const program = `process.stdout.write((await import('./scripts/paths.mjs')).root)`;
      const root = execFileSync(nodeProgram, ['--input-type=module', '--eval', program], { cwd: copy.directory, encoding: 'utf8' });
      expect(root).toBe(`${copy.directory}/`);
      const restore = copy.write(
        new Map([
          [file, 'changed'],
          ['new.ts', ''],
        ]),
      );
      expect(readFileSync(join(copy.directory, file), 'utf8')).toBe('changed');
      restore();
      expect(readFileSync(join(copy.directory, file), 'utf8')).toBe(readFileSync(inRoot(file), 'utf8'));
      expect(existsSync(join(copy.directory, 'new.ts'))).toBe(false);
    } finally {
      copy.remove();
    }
    expect(existsSync(copy.directory)).toBe(false);
    expect(existsSync(inRoot('node_modules/vitest/package.json'))).toBe(true);
  });
});

test('prints a table with aligned columns', () => {
  expect(tableOf(['flaw', 's'], [['a | b', 12]])).toBe('| flaw   | s   |\n| ------ | --- |\n| a \\| b | 12  |');
});
