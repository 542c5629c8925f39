// docs/duties.md lists the duties of a site's owner. Each row names a setting, a screen and tests that exist; `npm run check -- security` checks it, and
// the test commands fail for a named test that they should have run and didn't.
import { readFileSync } from 'node:fs';
import { cellsOf, missingTests, testsOf } from './named-tests.mjs';
import { inRoot } from './paths.mjs';

const DOCUMENT = 'docs/duties.md';
const FIRST_WORDS = 'This is no legal advice.';
const HEAD = ['duty', 'whom it meets', 'setting', 'screen', 'test'];

/**
 * Names that rows may have.
 *
 * @typedef {{ settings: readonly string[], screens: readonly string[] }} Sources
 */

/** Reads the keys of the settings and the paths of the pages from their sources. @returns {Sources} */
export const sourcesOfDuties = () => ({
  settings: [
    ...readFileSync(inRoot('packages/contract/src/settings.ts'), 'utf8').matchAll(/^ {2}(?<key>\w+): (?:setting|commission)\(/gm),
  ].map(({ groups: { key } }) => key),
  screens: [...readFileSync(inRoot('apps/web/src/app/pages.ts'), 'utf8').matchAll(/\bpath: '(?<path>[^']+)'/g)].map(
    ({ groups: { path } }) => path,
  ),
});

/**
 * Reads the rows of the document's tables.
 *
 * @param {string} text
 * @returns {{ number: string, cells: string[], tests: import('./named-tests.mjs').NamedTest[] }[]}
 */
const rowsOf = (text) => {
  let isInTable = false;
  return text.split('\n').flatMap((line) => {
    if (!line.startsWith('|')) {
      isInTable = false;
      return [];
    }
    const isHead = !isInTable;
    isInTable = true;
    const cells = cellsOf(line);
    if (isHead || /^[-:]+$/.test(cells[0])) return [];
    return [{ number: `“${cells[0]}”`, cells, tests: testsOf(cells[4] ?? '') }];
  });
};

const headsOf = (text) =>
  text.split('\n').flatMap((line, index, lines) => (line.startsWith('|') && !lines[index - 1]?.startsWith('|') ? [cellsOf(line)] : []));

const codesOf = (cell) => [...cell.matchAll(/`(?<code>[^`]+)`/g)].map(({ groups: { code } }) => code);

const problemsOfRow = (row, find, { settings, screens }) => {
  const { number, cells, tests } = row;
  if (cells.length !== HEAD.length || cells.includes('')) return [`${number} needs ${HEAD.length} cells with words.`];
  return [
    ...codesOf(cells[2])
      .filter((key) => !settings.includes(key))
      .map((key) => `${number}: there is no setting ${key}.`),
    ...codesOf(cells[3])
      .filter((path) => !screens.includes(path))
      .map((path) => `${number}: there is no page ${path}.`),
    ...(tests.length === 0 ? [`${number} has no proof: name a test as \`folder/stem\` “title”.`] : []),
    ...missingTests(row, find),
  ];
};

/**
 * Says what is wrong with the document, one sentence each.
 *
 * @param {string} text
 * @param {(test: { file: string, test: string }) => void} find throws a Failure
 * @param {Sources} sources
 * @returns {string[]}
 */
export const problemsOfDuties = (text, find, sources) => {
  const paragraph = text.split('\n').find((line) => line.trim() !== '' && !line.startsWith('#')) ?? '';
  const rows = rowsOf(text);
  return [
    ...(paragraph.startsWith(FIRST_WORDS) ? [] : [`it must begin with “${FIRST_WORDS}”`]),
    ...(rows.length === 0 ? ['it names no duty.'] : []),
    ...headsOf(text)
      .filter((cells) => cells.join() !== HEAD.join())
      .map((cells) => `a table has the head “${cells.join(', ')}”: it must be “${HEAD.join(', ')}”.`),
    ...rows.flatMap((row) => problemsOfRow(row, find, sources)),
  ];
};

/** The document's path, its text and its rows with their tests. */
export const readDuties = () => {
  const text = readFileSync(inRoot(DOCUMENT), 'utf8');
  return { document: DOCUMENT, text, rows: rowsOf(text) };
};
