import { expect, test } from 'vitest';
import { problemsOf, statementsOf } from './conformity.mjs';
import { Failure } from './terminal.mjs';

const KNOWN = 'people/log-in';
const find = ({ file }: { file: string }): void => {
  if (file !== KNOWN) throw new Failure(`0 test files have the stem ${file}.`);
};
const problems = (rows: string): string[] => problemsOf(statementsOf(rows), find);

test('reads rows with tests, decisions, and what isn’t there yet', () => {
  const rows = [
    '# 2. Routes',
    '| no. | statement | proof |',
    '| --- | --- | --- |',
    `| 2.1 | The page is there. | \`${KNOWN}\` “shows the page”; \`${KNOWN}\` “shows it again”   |`,
    '| 2.2 | So many days. | decision: a day, or 365 |',
    '| 2.3 | Pays there. | not yet: gateways |',
  ].join('\n');
  expect(statementsOf(rows).map(({ number, tests }) => [number, tests.length])).toEqual([
    ['2.1', 2],
    ['2.2', 0],
    ['2.3', 0],
  ]);
  expect(problems(rows)).toEqual([]);
});

test('a statement without a proof, with a test that doesn’t exist, or there twice, is a problem', () => {
  expect(problems('| 2.1 | The page is there. | seen by hand |')).toEqual([expect.stringContaining('2.1 has no proof')]);
  expect(problems('| 2.1 | The page is there. | `people/gone` “shows the page” |')).toEqual([
    '2.1: 0 test files have the stem people/gone.',
  ]);
  expect(problems('| 2.1 | One. | decision: so |\n| 2.1 | Two. | decision: so |')).toEqual(['2.1 is there twice.']);
});
