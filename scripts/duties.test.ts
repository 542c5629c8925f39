import { expect, test } from 'vitest';
import { problemsOfDuties, sourcesOfDuties } from './duties.mjs';
import { Failure } from './terminal.mjs';

const SOURCES = { settings: ['ageRules'], screens: ['/admin/countries'] };
const ROW = '| Verify ages | everybody | `ageRules` | `/admin/countries` | `age/age-checks` “that hangs is given up” |';
const whole = (row: string): string =>
  [
    '# Duties',
    '',
    'This is no legal advice. Ask a lawyer.',
    '',
    '| duty | whom it meets | setting | screen | test |',
    '| --- | --- | --- | --- | --- |',
    row,
  ].join('\n');
const find = ({ file }: { file: string; test: string }): void => {
  if (file !== 'age/age-checks') throw new Failure(`0 test files have the stem ${file}.`);
};
const problems = (text: string): string[] => problemsOfDuties(text, find, SOURCES);

test('a document whose rows name settings, pages and tests that exist has no problem', () => {
  expect(problems(whole(ROW))).toEqual([]);
});

test.each([
  ['an unknown setting', ROW.replace('ageRules', 'ageRule'), '“Verify ages”: there is no setting ageRule.'],
  ['an unknown page', ROW.replace('/admin/countries', '/admin/ages'), '“Verify ages”: there is no page /admin/ages.'],
  ['an unknown test', ROW.replace('age/age-checks', 'age/gone'), '“Verify ages”: 0 test files have the stem age/gone.'],
  ['no test', ROW.replace(/`age\/.*” /, 'seen by hand '), '“Verify ages” has no proof: name a test as `folder/stem` “title”.'],
  ['an empty cell', ROW.replace('everybody', ''), '“Verify ages” needs 5 cells with words.'],
])('a row with %s is refused', (_fault, row, sentence) => {
  expect(problems(whole(row))).toEqual([sentence]);
});

test('a document without the warning, without rows, or with another table is refused', () => {
  expect(problems(whole(ROW).replace('This is no legal advice. ', ''))).toEqual(['it must begin with “This is no legal advice.”']);
  expect(problems(whole(''))).toEqual(['it names no duty.']);
  expect(problems(whole(ROW).replace('| setting |', '| key |'))).toEqual([
    'a table has the head “duty, whom it meets, key, screen, test”: it must be “duty, whom it meets, setting, screen, test”.',
  ]);
});

test('settings and pages are read from their sources', () => {
  const { settings, screens } = sourcesOfDuties();
  expect(settings).toEqual(expect.arrayContaining(['siteName', 'ageRules', 'disputeBodies', 'videoSaleCommission']));
  expect(screens).toEqual(expect.arrayContaining(['/', '/contact', '/admin/moderation', '/takedown/:reference']));
});
