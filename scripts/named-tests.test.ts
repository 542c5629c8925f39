import { expect, test } from 'vitest';
import { assertTest, createFinder, notRunOf, testsOf } from './named-tests.mjs';

test('reads a list of tests, quotations in titles included, and nothing from a cell with other words', () => {
  expect(testsOf('`a/one` “opens it (once)”; `a/two` “lasts a year with “remember me””')).toEqual([
    { file: 'a/one', test: 'opens it (once)' },
    { file: 'a/two', test: 'lasts a year with “remember me”' },
  ]);
  expect(testsOf('seen by hand, and `a/one` “opens it”')).toEqual([]);
});

test('finds a test, a row of tests and a suite by the whole title', () => {
  const text = `describe('a page', () => {\n  test.each([['a', 1]])('opens %s', () => {});\n  test(\n    "it’s closed",\n    () => {},\n  );\n});`;
  for (const title of ['a page', 'opens %s', 'it’s closed']) expect(() => assertTest(text, title)).not.toThrow();
  expect(() => assertTest(text, 'opens')).toThrow('“opens” is only a part of a title.');
  expect(() => assertTest("const title = 'opens';", 'opens')).toThrow('“opens” is no title of a test.');
});

test.each(['test.skip', 'it.todo', 'describe.skip', 'test.skipIf(isCi)', 'test.skip.each([1])', 'test.only'])(
  'refuses a title of %s',
  (call) => {
    const text = `test('opens', () => {});\n${call}('closes', () => {});`;
    expect(() => assertTest(text, 'closes')).toThrow('“closes” is skipped');
    expect(() => assertTest(text, 'opens')).not.toThrow();
  },
);

test('a title that doesn’t exist, and a file that doesn’t, are told', () => {
  const find = createFinder();
  expect(find({ file: 'scripts/named-tests', test: 'finds a test, a row of tests and a suite by the whole title' })).toEqual({
    path: 'scripts/named-tests.test.ts',
    project: 'unit',
  });
  expect(() => find({ file: 'scripts/gone', test: 'refuses a title of %s' })).toThrow('0 test files have the stem scripts/gone');
  expect(() => find({ file: 'scripts/named-tests', test: ['never', 'written'].join(' ') })).toThrow('0 test files');
});

test('a named test that should have run and didn’t, or was skipped, is told', () => {
  const rows = [
    { number: '2.1', tests: testsOf('`a/one` “opens it (once)”; `a/two` “is open for %s in $locale”') },
    { number: '2.2', tests: testsOf('`a/long` “takes its time”') },
    { number: '2.3', tests: [] },
  ];
  const at = ({ file }: { file: string }) => ({ path: `${file}.test.ts`, project: file === 'a/long' ? 'long-journeys' : 'unit' });
  const ran = (file: string, name: string, state: 'passed' | 'skipped' = 'passed') => ({
    project: 'unit',
    file: `${file}.test.ts`,
    errors: [],
    tests: [{ name, state }],
  });
  const missing = (projects: string[], files: ReturnType<typeof ran>[]) => notRunOf('docs/rows.md', rows, at, projects, files);
  const one = ran('a/one', 'a page > opens it (once)');
  expect(missing(['unit'], [one, ran('a/two', 'is open for fans in en')])).toEqual([]);
  expect(missing(['unit'], [one, ran('a/two', 'is open for fans', 'passed')])).toEqual([
    '2.1 of docs/rows.md: “is open for %s in $locale” of a/two.test.ts didn’t run',
  ]);
  expect(missing(['long-journeys'], [ran('a/long', 'takes its time', 'skipped')])).toEqual([
    '2.2 of docs/rows.md: “takes its time” of a/long.test.ts didn’t run',
  ]);
});
