import { readFileSync } from 'node:fs';

const ROOT = new URL('../../../../', import.meta.url);

/** The product's version, from the package at the root. */
export const { version } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as { version: string };

const readReleaseCommit = (): string | null => {
  try {
    return readFileSync(new URL('COMMIT', ROOT), 'utf8').trim() || null;
  } catch {
    return null;
  }
};

/** Id of the commit that runs: the variable COMMIT, else a release's file of that name; null if neither says. */
export const commit = process.env['COMMIT'] || readReleaseCommit();
