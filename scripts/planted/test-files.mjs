// Finds test files by their stem or by the title of a test, so that moving a test to another kind or folder breaks nobody.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.mjs';
import { Failure } from '../terminal.mjs';

const SUFFIX = /(?<kind>\.integration|\.journey|\.component)?(?<long>\.long)?\.test\.tsx?$/;

/** The Vitest project that runs a test file. @param {string} path @returns {string} */
export const projectOf = (path) => {
  const { kind, long } = SUFFIX.exec(path)?.groups ?? {};
  if (kind === '.component') return 'components';
  const project = kind === '.integration' ? 'integration' : kind === '.journey' ? 'journeys' : 'unit';
  return long ? `long-${project}` : project;
};

export const isJourney = (project) => project.endsWith('journeys');
export const needsBrowser = (project) => isJourney(project) || project === 'components';

/** A path without the suffix of its kind. @param {string} path */
const stemOf = (path) => path.replace(SUFFIX, '');

/** @param {readonly string[]} files @returns {string[]} */
const testFiles = (files) => files.filter((file) => SUFFIX.test(file));

/**
 * Finds the file of a guard: by its stem (`feeds/feeds`), by the title of a test in it, or by both.
 *
 * @param {{ file?: string, test?: string, kind?: string }} guard `kind` chooses among files with the same stem: unit, integration, …
 * @param {readonly string[]} files of the checkout
 * @param {(file: string) => string} read
 * @returns {{ path: string, project: string }}
 * @throws Failure unless exactly one file matches
 */
export const findGuard = ({ file, test, kind }, files, read = (path) => readFileSync(join(root, path), 'utf8')) => {
  const found = testFiles(files).filter(
    (path) =>
      (file === undefined || `/${stemOf(path)}`.endsWith(`/${file}`)) &&
      (kind === undefined || projectOf(path).endsWith(kind)) &&
      (test === undefined || read(path).includes(test)),
  );
  if (found.length !== 1) {
    const wanted = [file && `the stem ${file}`, kind && `the kind ${kind}`, test && `the test “${test}”`].filter(Boolean).join(' and ');
    throw new Failure(`${found.length} test files have ${wanted}, instead of one${found.length > 0 ? `: ${found.join(', ')}` : ''}.`);
  }
  return { path: found[0], project: projectOf(found[0]) };
};
