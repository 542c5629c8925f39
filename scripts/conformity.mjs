// `npm run check -- conformity`: every statement of docs/conformity.md has a proof, and every test that it names exists. The test commands fail
// for such a test that they should have run and didn't.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createFinder, missingTests, testsOf } from './named-tests.mjs';
import { inRoot } from './paths.mjs';
import { Failure, main } from './terminal.mjs';

const DOCUMENT = 'docs/conformity.md';
const ROW = /^\| (?<number>\d+\.\d+) +\| (?<statement>.+?) +\| (?<proof>.+) \|$/;

/**
 * Reads the statements of the document.
 *
 * @param {string} text
 * @returns {{ number: string, proof: string, tests: import('./named-tests.mjs').NamedTest[] }[]}
 */
export const statementsOf = (text) =>
  text.split('\n').flatMap((line) => {
    const { number, proof: cell } = ROW.exec(line)?.groups ?? {};
    if (!number) return [];
    // Cells are padded to the width of their column.
    const proof = cell.trim();
    return [{ number, proof, tests: testsOf(proof) }];
  });

/** Says what is wrong with statements, one sentence each. @param {(test: { file: string, test: string }) => void} find throws a Failure */
export const problemsOf = (statements, find) => {
  const problems = [];
  const numbers = new Set();
  for (const statement of statements) {
    const { number, proof, tests } = statement;
    if (numbers.has(number)) problems.push(`${number} is there twice.`);
    numbers.add(number);
    if (tests.length === 0 && !/^(?:decision|not yet): ./.test(proof))
      problems.push(`${number} has no proof: name a test as \`folder/stem\` “title”, or write “decision: …”, “not yet: …”.`);
    problems.push(...missingTests(statement, find));
  }
  return problems;
};

/** The document's path and its statements. */
export const readConformity = () => ({ document: DOCUMENT, rows: statementsOf(readFileSync(inRoot(DOCUMENT), 'utf8')) });

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(() => {
    const { rows } = readConformity();
    if (rows.length === 0) throw new Failure(`${DOCUMENT} has no statements.`);
    const problems = problemsOf(rows, createFinder());
    if (problems.length > 0) throw new Failure(`${DOCUMENT}:\n${problems.join('\n')}`);
  });
}
