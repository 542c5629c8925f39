import { expect, test } from 'vitest';
import { findAdvisories } from './advisories.mjs';

const advisory = (part: object, more: object = {}) => ({
  id: 'GHSA-1',
  summary: 'It can be tricked.',
  affected: [{ package: { ecosystem: 'npm', name: 'mailer' }, ...part }],
  ...more,
});
const packageOf = (version: string) => ({ name: 'mailer', version, isShipped: true });
const affected = (versions: readonly string[], part: object, more?: object) =>
  findAdvisories(versions.map(packageOf), [advisory(part, more)]).map(({ version }) => version);
const range = (...events: object[]) => ({ ranges: [{ type: 'SEMVER', events }] });

test('a version is affected from where a fault was introduced until where it was fixed', () => {
  const versions = ['0.9.0', '1.0.0', '1.5.0', '2.0.0-rc.1', '2.0.0', '3.0.0', '3.1.0'];
  expect(affected(versions, range({ introduced: '0' }, { fixed: '1.0.0' }))).toEqual(['0.9.0']);
  expect(affected(versions, range({ introduced: '1.0.0' }, { fixed: '2.0.0' }))).toEqual(['1.0.0', '1.5.0', '2.0.0-rc.1']);
  expect(affected(versions, range({ introduced: '1.0.0' }, { last_affected: '1.5.0' }))).toEqual(['1.0.0', '1.5.0']);
  expect(affected(versions, range({ introduced: '0' }, { fixed: '1.0.0' }, { introduced: '3.0.0' }, { fixed: '3.1.0' }))).toEqual([
    '0.9.0',
    '3.0.0',
  ]);
  expect(affected(versions, range({ introduced: '3.0.0' }))).toEqual(['3.0.0', '3.1.0']);
  expect(affected(versions, { versions: ['1.5.0'] })).toEqual(['1.5.0']);
});

test('the next safe version is named; withdrawn advisories, other packages and other ecosystems are left out', () => {
  const part = range({ introduced: '0' }, { fixed: '1.0.1' }, { introduced: '2.0.0' }, { fixed: '2.0.3' });
  expect(findAdvisories([packageOf('2.0.0')], [advisory(part)])).toEqual([
    { name: 'mailer', version: '2.0.0', isShipped: true, id: 'GHSA-1', summary: 'It can be tricked.', fix: '2.0.3' },
  ]);
  expect(findAdvisories([packageOf('2.0.0')], [advisory(range({ introduced: '0' }))])[0]?.fix).toBeUndefined();
  expect(affected(['2.0.0'], part, { withdrawn: '2026-01-01T00:00:00Z' })).toEqual([]);
  const elsewhere = { ...advisory(part), affected: [{ package: { ecosystem: 'PyPI', name: 'mailer' }, ...part }] };
  expect(findAdvisories([packageOf('2.0.0'), { ...packageOf('2.0.0'), name: 'other' }], [elsewhere, { id: 'X' }])).toEqual([]);
});

test('a summary is one line without control characters and marks of direction', () => {
  const raw = { ...advisory({ versions: ['1.0.0'] }), summary: undefined, details: 'It \u001b[31mcan\u202e be\nread.' };
  expect(findAdvisories([packageOf('1.0.0')], [raw])[0]?.summary).toBe('It [31mcan be');
});
