import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findCastViolations, findCasts } from './casts.mjs';

const project = fileURLToPath(new URL('..', import.meta.url));
const NONE = { casts: 0, throughUnknown: {} };

let root: string;

const plant = (path: string, text: string): void => {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'stagedoor-casts-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('the check of type assertions', () => {
  test('finds nothing in this project', () => {
    expect(findCastViolations(project)).toEqual([]);
  });

  test('reports more assertions than are allowed, in either way of writing them', () => {
    plant('apps/server/src/one.ts', 'export const kind = JSON.parse("1") as number;\n');
    plant('packages/contract/src/two.ts', '\nexport const kind = <string>JSON.parse("1");\n');
    expect(findCasts(root)).toEqual([
      { path: 'apps/server/src/one.ts', line: 1, type: 'number', isThroughUnknown: false },
      { path: 'packages/contract/src/two.ts', line: 2, type: 'string', isThroughUnknown: false },
    ]);
    expect(findCastViolations(root, { ...NONE, casts: 2 })).toEqual([]);
    expect(findCastViolations(root, { ...NONE, casts: 1 })).toEqual([expect.stringMatching(/^2 type assertions, and 1 may be/)]);
  });

  test('reports an assertion by way of unknown, which counts once', () => {
    plant('apps/web/src/ui/Field.tsx', 'export const field = <T,>(of: T) => <p>{(of as unknown as { name: string }).name}</p>;\n');
    expect(findCastViolations(root, { ...NONE, casts: 1 })).toEqual([
      expect.stringMatching(/^apps\/web\/src\/ui\/Field\.tsx:1: "as unknown as \{ name: string \}"/),
    ]);
  });

  test('leaves out a file with a reason, until it asserts nothing so any more', () => {
    plant('apps/server/src/one.ts', 'export const one = (of: string) => of as unknown as number;\n');
    const allowed = { casts: 1, throughUnknown: { 'apps/server/src/one.ts': 'A library.' } };
    expect(findCastViolations(root, allowed)).toEqual([]);
    plant('apps/server/src/one.ts', 'export const one = (of: string) => Number(of);\n');
    expect(findCastViolations(root, allowed)).toEqual([expect.stringMatching(/one\.ts asserts nothing by way of "unknown" any more/)]);
  });

  test('counts neither constants, nor what only forgets a type, nor tests, comments, texts and imports', () => {
    plant(
      'apps/server/src/fits.ts',
      "// as Word\nimport { a as B } from './a.ts';\nexport const of = ['as Text', B] as const;\nexport const any = B as unknown;\n",
    );
    plant('apps/server/src/fits.test.ts', 'export const kind = JSON.parse("1") as number;\n');
    expect(findCasts(root)).toEqual([]);
    expect(findCastViolations(root, NONE)).toEqual([]);
  });
});
