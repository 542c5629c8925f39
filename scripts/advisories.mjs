// `npm run advisories -- FOLDER`: compares every package of package-lock.json with security advisories, without a network.
//
// FOLDER holds advisories in the format of OSV (https://ossf.github.io/osv-schema/), one file each, as the export of osv.dev has them: download
// https://osv-vulnerabilities.storage.googleapis.com/npm/all.zip where there is a network, and unpack it.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import semver from 'semver';
import { inRoot } from './paths.mjs';
import { Failure, main, printLine } from './terminal.mjs';

/** Tells if a version lies in a range of an advisory: between an event that introduces the fault and one that ends it. */
const isInRange = (version, { type, events }) => {
  if (type !== 'SEMVER' && type !== 'ECOSYSTEM') return false;
  let isAffected = false;
  for (const { introduced, fixed, last_affected: last } of events) {
    if (introduced !== undefined && (introduced === '0' || semver.gte(version, introduced))) isAffected = true;
    if (fixed !== undefined && semver.gte(version, fixed)) isAffected = false;
    if (last !== undefined && semver.gt(version, last)) isAffected = false;
  }
  return isAffected;
};

const isAffected = (version, { versions = [], ranges = [] }) =>
  versions.includes(version) || ranges.some((range) => isInRange(version, range));

/** The first version after this one that an advisory says is safe; undefined when there is none. */
const fixOf = (version, { ranges = [] }) =>
  ranges
    .flatMap(({ events }) => events.flatMap(({ fixed }) => fixed ?? []))
    .filter((fixed) => semver.gt(fixed, version))
    .sort(semver.compare)[0];

/**
 * Finds the advisories that concern packages.
 * @param {readonly { name: string, version: string, isShipped: boolean }[]} packages
 * @param {Iterable<object>} advisories in the format of OSV
 * @returns {{ name: string, version: string, isShipped: boolean, id: string, summary: string, fix: string | undefined }[]}
 */
export const findAdvisories = (packages, advisories) => {
  const byName = Map.groupBy(packages, ({ name }) => name);
  const found = [];
  for (const { id, summary, details, affected = [], withdrawn } of advisories) {
    if (withdrawn) continue;
    for (const part of affected) {
      if (part.package?.ecosystem !== 'npm') continue;
      for (const one of byName.get(part.package.name) ?? [])
        if (isAffected(one.version, part))
          found.push({ ...one, id, summary: summary ?? (details ?? '').split('\n')[0], fix: fixOf(one.version, part) });
    }
  }
  return found;
};

const packagesOf = (lockFile) => {
  const seen = new Map();
  for (const [path, { version, dev = false, link }] of Object.entries(JSON.parse(readFileSync(lockFile, 'utf8')).packages)) {
    if (!path.includes('node_modules/') || link) continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const known = seen.get(`${name}@${version}`);
    seen.set(`${name}@${version}`, { name, version, isShipped: known?.isShipped === true || !dev });
  }
  return [...seen.values()];
};

/** Reads the advisories of a folder. @throws Failure when it can't be read, or has none */
function* readAdvisories(folder) {
  let names;
  try {
    names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  } catch (error) {
    throw new Failure(`${folder} can't be read (${error.code}): name the folder with the advisories.`, 2);
  }
  if (names.length === 0) throw new Failure(`${folder} holds no advisories: unpack the export of osv.dev into it.`, 2);
  for (const name of names) {
    try {
      yield JSON.parse(readFileSync(join(folder, name), 'utf8'));
    } catch (error) {
      throw new Failure(`${join(folder, name)} is no advisory (${error.message}).`, 2);
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await main(async () => {
    const [folder, ...rest] = process.argv.slice(2);
    if (folder === undefined || rest.length > 0) throw new Failure('Usage: npm run advisories -- FOLDER', 2);
    const advisories = [...readAdvisories(folder)];
    const packages = packagesOf(inRoot('package-lock.json'));
    const found = findAdvisories(packages, advisories);
    for (const { name, version, isShipped, id, summary, fix } of found)
      printLine(
        `${name} ${version} (${isShipped ? 'shipped' : 'development'}): ${id} ${summary} ${fix ? `Fixed in ${fix}.` : 'No fix is known.'}`,
      );
    printLine(`${packages.length} packages, ${advisories.length} advisories, ${found.length} of them concern this project.`);
    if (found.length > 0) process.exitCode = 1;
  });
