// `npm run check -- security`: docs/security.md has every chapter of ASVS 5.0. Each promise names a file that meets it and a test that proves it;
// both exist, and the test isn't skipped. The test commands fail for such a test that they should have run and didn't. docs/duties.md is checked with it.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { problemsOfDuties, readDuties, sourcesOfDuties } from './duties.mjs';
import { cellsOf, createFinder, missingTests, testsOf } from './named-tests.mjs';
import { inRoot } from './paths.mjs';
import { listFiles } from './planted/scratch-copy.mjs';
import { Failure, main } from './terminal.mjs';

const DOCUMENT = 'docs/security.md';

/** The chapters of OWASP ASVS 5.0.0. */
export const CHAPTERS = [
  'V1 Encoding and Sanitization',
  'V2 Validation and Business Logic',
  'V3 Web Frontend Security',
  'V4 API and Web Service',
  'V5 File Handling',
  'V6 Authentication',
  'V7 Session Management',
  'V8 Authorization',
  'V9 Self-contained Tokens',
  'V10 OAuth and OIDC',
  'V11 Cryptography',
  'V12 Secure Communication',
  'V13 Configuration',
  'V14 Data Protection',
  'V15 Secure Coding and Architecture',
  'V16 Security Logging and Error Handling',
  'V17 WebRTC',
];

/** First cells of the two kinds of tables. */
const PROMISED = 'promised';
const NOT_MET = 'not met';

/** A promise is called by its chapter and its first words in messages. */
const nameOf = (chapter, words) => `${chapter.split(' ')[0]}, “${words.length > 60 ? `${words.slice(0, 59)}…` : words}”`;

/**
 * Reads the rows of the document.
 *
 * @param {string} text
 * @returns {{ chapter: string, kind: string, number: string, cells: string[], tests: import('./named-tests.mjs').NamedTest[] }[]} `kind` is the
 *   first cell of the table's head
 */
export const rowsOf = (text) => {
  let chapter = '';
  let kind;
  return text.split('\n').flatMap((line) => {
    if (line.startsWith('## ')) chapter = line.slice(3).trim();
    if (!line.startsWith('|')) {
      kind = undefined;
      return [];
    }
    const cells = cellsOf(line);
    const isHead = kind === undefined;
    kind ??= cells[0];
    if (isHead || /^[-:]+$/.test(cells[0])) return [];
    return [{ chapter, kind, number: nameOf(chapter, cells[0]), cells, tests: kind === PROMISED ? testsOf(cells[2] ?? '') : [] }];
  });
};

const problemsOfRow = (row, find, files) => {
  const { kind, number, cells, tests } = row;
  if (kind !== PROMISED && kind !== NOT_MET) return [`${number} stands in a table of “${kind}”: it must be “${PROMISED}” or “${NOT_MET}”.`];
  if (cells.length !== 3 || cells.includes('')) return [`${number} needs three cells with words.`];
  if (kind === NOT_MET) return [];
  const named = [...cells[1].matchAll(/`(?<file>[^`\s]+\.(?:tsx?|mjs|sql))`/g)].map(({ groups: { file } }) => file);
  return [
    ...(named.length === 0 ? [`${number} doesn’t name the file that meets it.`] : []),
    ...named.filter((file) => !files.some((each) => `/${each}`.endsWith(`/${file}`))).map((file) => `${number}: there is no file ${file}.`),
    ...(tests.length === 0 ? [`${number} has no proof: name a test as \`folder/stem\` “title”.`] : []),
    ...missingTests(row, find),
  ];
};

/**
 * Says what is wrong with the document, one sentence each.
 *
 * @param {string} text
 * @param {(test: { file: string, test: string }) => void} find throws a Failure
 * @param {readonly string[]} files of the checkout
 */
export const problemsOf = (text, find, files) => {
  const headings = text.split('\n').filter((line) => /^## V\d/.test(line));
  const rows = rowsOf(text);
  return [
    ...CHAPTERS.filter((chapter) => !headings.includes(`## ${chapter}`)).map((chapter) => `the chapter “## ${chapter}” is missing.`),
    ...CHAPTERS.filter((chapter) => headings.includes(`## ${chapter}`) && !rows.some((row) => row.chapter === chapter)).map(
      (chapter) => `${chapter} says nothing.`,
    ),
    ...rows.flatMap((row) => problemsOfRow(row, find, files)),
  ];
};

/** The document's path and its promises. */
export const readSecurity = () => ({ document: DOCUMENT, rows: rowsOf(readFileSync(inRoot(DOCUMENT), 'utf8')) });

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(() => {
    const files = listFiles();
    const find = createFinder(files);
    const { document, text } = readDuties();
    const problems = [
      ...problemsOf(readFileSync(inRoot(DOCUMENT), 'utf8'), find, files).map((problem) => `${DOCUMENT}: ${problem}`),
      ...problemsOfDuties(text, find, sourcesOfDuties()).map((problem) => `${document}: ${problem}`),
    ];
    if (problems.length > 0) throw new Failure(problems.join('\n'));
  });
}
