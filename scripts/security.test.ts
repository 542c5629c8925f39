import { expect, test } from 'vitest';
import { CHAPTERS, problemsOf, rowsOf } from './security.mjs';
import { Failure } from './terminal.mjs';

const FILES = ['apps/server/src/platform/html/clean-html.ts'];
const PROMISE = '| Script is removed | `html/clean-html.ts` cleans it | `html/clean-html` “%s” |';
const table = (head: string, ...rows: string[]): string => [`| ${head} | how | test |`, '| --- | --- | --- |', ...rows].join('\n');
const whole = (first: string): string => CHAPTERS.map((chapter) => `## ${chapter}\n\n${first}\n`).join('\n');
const find = ({ file, test: title }: { file: string; test: string }): void => {
  if (file !== 'html/clean-html') throw new Failure(`0 test files have the stem ${file}.`);
  if (title === 'left out') throw new Failure('“left out” is skipped: test.skip.');
};
const problems = (text: string): string[] => problemsOf(text, find, FILES);
const withRow = (row: string): string[] => problems(whole(table('promised', PROMISE)).replace(PROMISE, row));

test('a document with all chapters, whose promises have files and tests, has no problem', () => {
  const text = whole(`${table('promised', PROMISE)}\n\n${table('not met', '| HSTS preload | The host decides | HSTS |')}`);
  expect(problems(text)).toEqual([]);
  expect(rowsOf(text).filter(({ kind }) => kind === 'promised')).toHaveLength(CHAPTERS.length);
});

test('a chapter that is missing, or says nothing, is told', () => {
  const text = whole(table('promised', PROMISE));
  expect(problems(text.replace('## V9 Self-contained Tokens', '### Tokens'))).toEqual([
    'the chapter “## V9 Self-contained Tokens” is missing.',
  ]);
  expect(problems(text.replace(PROMISE, ''))).toEqual(['V1 Encoding and Sanitization says nothing.']);
});

test.each([
  ['no test', '| Script is removed | `html/clean-html.ts` | seen by hand |', 'has no proof'],
  ['a test file that is gone', '| Script is removed | `html/clean-html.ts` | `html/gone` “%s” |', '0 test files have the stem html/gone.'],
  ['a skipped test', '| Script is removed | `html/clean-html.ts` | `html/clean-html` “left out” |', 'is skipped'],
  ['no file', '| Script is removed | by a library | `html/clean-html` “%s” |', 'doesn’t name the file that meets it'],
  ['a file that is gone', '| Script is removed | `html/gone.ts` | `html/clean-html` “%s” |', 'there is no file html/gone.ts'],
  ['two cells', '| Script is removed | `html/clean-html.ts` |', 'needs three cells'],
])('a promise with %s is told', (_fault, row, sentence) => {
  expect(withRow(row)).toEqual([expect.stringMatching(/^V1, “Script is removed”/)]);
  expect(withRow(row)[0]).toContain(sentence);
});

test('a table of another kind, and a row of what isn’t met without a reason, are told', () => {
  expect(problems(whole(table('hoped', PROMISE)))[0]).toContain('stands in a table of “hoped”');
  expect(problems(whole(table('not met', '| HSTS preload |  | HSTS |')))[0]).toContain('needs three cells');
});
