import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findLengthViolations, findLongFunctions, findLongRoutes } from './lengths.mjs';

const project = fileURLToPath(new URL('..', import.meta.url));
const NONE = { functions: 0, routes: 0, files: [] };

let root: string;

const plant = (path: string, text: string): void => {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};

/** A function of so many lines. */
const functionOf = (lines: number): string =>
  ['export const long = () => {', ...Array.from({ length: lines - 2 }, () => '  // A line.'), '};', ''].join('\n');

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'stagedoor-lengths-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('the check of lengths', () => {
  test('finds nothing in this project', () => {
    expect(findLengthViolations(project)).toEqual([]);
  });

  test('reports a function over the most lines wherever it stands', () => {
    plant('apps/server/src/long.ts', functionOf(151));
    plant('apps/web/src/ui/Long.tsx', functionOf(151));
    expect(findLengthViolations(root, { ...NONE, functions: 2 })).toEqual([
      expect.stringMatching(/^apps\/server\/src\/long\.ts:1: a function of 151 lines/),
      expect.stringMatching(/^apps\/web\/src\/ui\/Long\.tsx:1: a function of 151 lines/),
    ]);
  });

  test('leaves out a file that is excepted, until its function is divided', () => {
    plant('apps/server/src/long.ts', functionOf(151));
    const allowed = { ...NONE, functions: 1, files: ['apps/server/src/long.ts'] };
    expect(findLengthViolations(root, allowed)).toEqual([]);
    plant('apps/server/src/long.ts', functionOf(101));
    expect(findLengthViolations(root, allowed)).toEqual([expect.stringMatching(/long\.ts has no function over 150 lines any more/)]);
  });

  test('reports more long functions than are allowed', () => {
    plant('apps/server/src/one.ts', functionOf(101));
    plant('packages/contract/src/two.ts', functionOf(150));
    expect(findLengthViolations(root, { ...NONE, functions: 2 })).toEqual([]);
    expect(findLengthViolations(root, { ...NONE, functions: 1 })).toEqual([
      expect.stringMatching(/^2 functions are over 100 lines, and 1 may be/),
    ]);
  });

  test('reports more long routes than are allowed', () => {
    plant('apps/web/src/routes/admin/long.tsx', '// A line.\n'.repeat(81));
    plant('apps/web/src/routes/short.tsx', '// A line.\n'.repeat(80));
    expect(findLongRoutes(root)).toEqual([{ path: 'apps/web/src/routes/admin/long.tsx', lines: 81 }]);
    expect(findLengthViolations(root, NONE)).toEqual([expect.stringMatching(/^1 routes are over 80 lines, and 0 may be/)]);
  });

  test('counts neither tests nor functions of a hundred lines', () => {
    plant('apps/server/src/long.test.ts', functionOf(200));
    plant('apps/server/src/testing/stage.ts', functionOf(200));
    plant('apps/server/src/fits.ts', functionOf(100));
    expect(findLongFunctions(root)).toEqual([]);
    expect(findLengthViolations(root, NONE)).toEqual([]);
  });
});
