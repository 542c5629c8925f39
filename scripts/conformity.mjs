// `npm run check -- conformity`: every statement of docs/conformity.md has a proof, and every test that it names exists. The test commands fail
// for such a test that they should have run and didn't.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inRoot, root } from './paths.mjs';
import { listFiles } from './planted/scratch-copy.mjs';
import { findGuard } from './planted/test-files.mjs';
import { Failure, main } from './terminal.mjs';

const DOCUMENT = 'docs/conformity.md';
const ROW = /^\| (?<number>\d+\.\d+) +\| (?<statement>.+?) +\| (?<proof>.+) \|$/;
const TESTS = /^`[^`]+` “[^”]+”(?:; `[^`]+` “[^”]+”)*$/;
const TEST = /`(?<file>[^`]+)` “(?<test>[^”]+)”/g;

/**
 * Reads the statements of the document.
 *
 * @param {string} text
 * @returns {{ number: string, proof: string, tests: { file: string, test: string }[] }[]}
 */
export const statementsOf = (text) =>
  text.split('\n').flatMap((line) => {
    const { number, proof: cell } = ROW.exec(line)?.groups ?? {};
    if (!number) return [];
    // Cells are padded to the width of their column.
    const proof = cell.trim();
    const tests = TESTS.test(proof) ? [...proof.matchAll(TEST)].map(({ groups: { file, test } }) => ({ file, test })) : [];
    return [{ number, proof, tests }];
  });

/** Says what is wrong with statements, one sentence each. @param {(test: { file: string, test: string }) => void} find throws a Failure */
export const problemsOf = (statements, find) => {
  const problems = [];
  const numbers = new Set();
  for (const { number, proof, tests } of statements) {
    if (numbers.has(number)) problems.push(`${number} is there twice.`);
    numbers.add(number);
    if (tests.length === 0 && !/^(?:decision|not yet): ./.test(proof))
      problems.push(`${number} has no proof: name a test as \`folder/stem\` “title”, or write “decision: …”, “not yet: …”.`);
    for (const test of tests) {
      try {
        find(test);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        problems.push(`${number}: ${error.message}`);
      }
    }
  }
  return problems;
};

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
 * @param {ReturnType<typeof statementsOf>} statements
 * @param {(test: { file: string, test: string }) => { path: string, project: string }} find
 * @param {readonly string[]} projects those that were run
 * @param {readonly import('./tests/verdict.mjs').FileResult[]} files what they reported
 * @returns {string[]} one sentence each
 */
export const notRunOf = (statements, find, projects, files) =>
  statements.flatMap(({ number, tests }) =>
    tests.flatMap((named) => {
      const { path, project } = find(named);
      if (!projects.includes(project)) return [];
      const pattern = patternOf(named.test);
      const hasRun = files.some(
        (result) => result.file === path && result.tests.some(({ name, state }) => state !== 'skipped' && pattern.test(name)),
      );
      return hasRun ? [] : [`${number} of ${DOCUMENT}: “${named.test}” of ${path} didn’t run`];
    }),
  );

/** The statements of the document, and a cached search for the tests that they name. */
export const readConformity = () => {
  const files = listFiles();
  const texts = new Map();
  const read = (path) => {
    if (!texts.has(path)) texts.set(path, readFileSync(join(root, path), 'utf8'));
    return texts.get(path);
  };
  return { statements: statementsOf(readFileSync(inRoot(DOCUMENT), 'utf8')), find: (test) => findGuard(test, files, read) };
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(() => {
    const { statements, find } = readConformity();
    if (statements.length === 0) throw new Failure(`${DOCUMENT} has no statements.`);
    const problems = problemsOf(statements, find);
    if (problems.length > 0) throw new Failure(`${DOCUMENT}:\n${problems.join('\n')}`);
  });
}
