import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findViolations } from './boundaries.mjs';
import { classesOf } from './web-styles.mjs';

const CARD = 'apps/web/src/ui/Card.tsx';
const SHEET = 'apps/web/src/ui/Card.module.css';
const IMPORT = "import styles from './Card.module.css';\n";

let root: string;

const plant = (path: string, text: string): void => {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};

const violations = (code: string, css: string): string[] => {
  plant(CARD, IMPORT + code);
  plant(SHEET, css);
  return findViolations(root, {}, { layerTables: {}, exceptions: [] }, [], {});
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'stagedoor-web-styles-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('the names of a CSS module are those of its selectors', () => {
  const css = `/* .not */ .card > .head:hover, .row + .row::after { margin: 0.5px }
    :global([data-theme="light"]) .lit { inset: 0 }
    @media (max-width: 819.98px) { .phone :global(.tabler-icon) { top: 1.5em } }`;
  expect([...classesOf(css)]).toEqual(['card', 'head', 'row', 'lit', 'phone']);
});

test.each([
  [
    'a class that isn’t there',
    '<i className={styles.crad} />; styles.card',
    '.card {}',
    [`${CARD}: the class "crad" isn't in ./Card.module.css`],
  ],
  ['a class that nobody uses', '<i className={styles.card} />', '.card {} .old {}', [`${SHEET}: nothing uses the class "old"`]],
  [
    'one named in a comment alone',
    '<i className={styles.card} />; // styles.old',
    '.card {} .old {}',
    [`${SHEET}: nothing uses the class "old"`],
  ],
  ['one named in a text alone', "styles.card; t('styles.old')", '.card {} .old {}', [`${SHEET}: nothing uses the class "old"`]],
])('%s is a violation', (_, code, css, expected) => expect(violations(code, css)).toEqual(expected));

test.each([
  ['used by name', 'styles.card', '.card {}'],
  ['chosen by a variable', 'styles[kind]', '.gold {} .glass {}'],
  ['given to another component', '<Frame styles={styles} />', '.gold {}'],
  ['the property of another object', 'styles.card; row.styles.none', '.card {}'],
])('%s is none', (_, code, css) => expect(violations(code, css)).toEqual([]));
