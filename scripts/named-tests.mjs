// Documents that name tests: as `folder/stem` “title”. Says which of these tests are missing, skipped, or didn't run.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { listFiles } from './planted/scratch-copy.mjs';
import { findGuard } from './planted/test-files.mjs';
import { Failure } from './terminal.mjs';

/** A title may have a quotation in it. */
const NAMED = '`(?<file>[^`]+)` “(?<test>[^“”]+(?:“[^“”]*”[^“”]*)*)”';
const TEST = new RegExp(NAMED, 'g');
const TESTS = new RegExp(`^${NAMED}(?:; ${NAMED.replaceAll(/\?<\w+>/g, '')})*$`);

/**
 * A row of a document and the tests that prove it.
 *
 * @typedef {{ file: string, test: string }} NamedTest
 * @typedef {{ number: string, tests: NamedTest[] }} Proven `number` is what the row is called in messages
 */

/** The tests of a cell; none if the cell isn't a list of tests alone. @param {string} cell @returns {NamedTest[]} */
export const testsOf = (cell) => (TESTS.test(cell) ? [...cell.matchAll(TEST)].map(({ groups: { file, test } }) => ({ file, test })) : []);

/** The trimmed cells of a table's row. @param {string} line @returns {string[]} */
export const cellsOf = (line) =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());

const QUOTES = ["'", '"', '`'];
/** Beginnings of suites and tests. The last one before a title is the title's own. */
const CALL = /\b(?:test|it|describe)(?:\.\w+)*(?=[(`])/g;
const SKIPS = /\.(?:skip|todo|skipIf|runIf|only|fails)\b/;

/**
 * Asserts that a test file has a test of exactly this title, which nothing skips.
 *
 * @param {string} text of the file
 * @param {string} title as it stands in the file, placeholders included
 * @throws Failure
 */
export const assertTest = (text, title) => {
  const starts = QUOTES.map((quote) => text.indexOf(`${quote}${title}${quote}`)).filter((start) => start >= 0);
  if (starts.length === 0) throw new Failure(`“${title}” is only a part of a title.`);
  const calls = [...text.slice(0, Math.min(...starts)).matchAll(CALL)].map(([call]) => call);
  if (calls.length === 0) throw new Failure(`“${title}” is no title of a test.`);
  if (SKIPS.test(calls.at(-1))) throw new Failure(`“${title}” is skipped: ${calls.at(-1)}.`);
};

/** Says which tests of a row can't be found, one sentence each. @param {Proven} row @param {(test: NamedTest) => void} find throws a Failure */
export const missingTests = ({ number, tests }, find) =>
  tests.flatMap((test) => {
    try {
      find(test);
      return [];
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return [`${number}: ${error.message}`];
    }
  });

/** Placeholders of titles: of `test.each` (`%s`, `$name`) and of template literals. */
const PLACEHOLDER = /%[sdifjo#]|\$\{[^}]*\}|\$[a-z][\w.]*/gi;
const patternOf = (title) =>
  new RegExp(
    title
      .split(PLACEHOLDER)
      .map((part) => part.replaceAll(/[.*+?^$(){}|[\]\\]/g, String.raw`\$&`))
      .join('.*'),
  );

/**
 * Finds the named tests of some projects that didn't run.
 *
 * @param {string} document the path that messages name
 * @param {readonly Proven[]} rows
 * @param {(test: NamedTest) => { path: string, project: string }} find
 * @param {readonly string[]} projects those that were run
 * @param {readonly import('./tests/verdict.mjs').FileResult[]} files what they reported
 * @returns {string[]} one sentence each
 */
export const notRunOf = (document, rows, find, projects, files) =>
  rows.flatMap(({ number, tests }) =>
    tests.flatMap((named) => {
      const { path, project } = find(named);
      if (!projects.includes(project)) return [];
      const pattern = patternOf(named.test);
      const hasRun = files.some(
        (result) => result.file === path && result.tests.some(({ name, state }) => state !== 'skipped' && pattern.test(name)),
      );
      return hasRun ? [] : [`${number} of ${document}: “${named.test}” of ${path} didn’t run`];
    }),
  );

/** Makes a search for named tests in the checkout, which reads each file once. */
export const createFinder = (files = listFiles()) => {
  const texts = new Map();
  const read = (path) => {
    if (!texts.has(path)) texts.set(path, readFileSync(join(root, path), 'utf8'));
    return texts.get(path);
  };
  /** @param {NamedTest} named @returns {{ path: string, project: string }} @throws Failure unless one file has the test */
  return (named) => {
    const found = findGuard(named, files, read);
    assertTest(read(found.path), named.test);
    return found;
  };
};
