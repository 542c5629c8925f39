// Turns the reports of a run into the verdict and the closing lines of a test command. Pure: no files, no clock.
import { RETRIED_PROJECTS } from './suites.mjs';

/**
 * @typedef {{ name: string, state: 'passed' | 'failed' | 'skipped', error?: string, assertions?: number }} TestResult
 * @typedef {{ project: string, file: string, errors: string[], tests: TestResult[] }} FileResult
 * @typedef {{ files: FileResult[], errors: string[] }} Report
 */

/** A run with more unstable tests than this fails: then it is the machine or a change, not one test. */
export const MAX_UNSTABLE = 2;

const LONGEST_REASON = 240;

const firstLine = (text = 'unknown error') => text.trim().split('\n')[0].slice(0, LONGEST_REASON);

/** A file that couldn't be loaded, or whose hooks failed, counts as one failed test of its own. */
const failuresOf = ({ file, errors, tests }) => [
  ...tests
    .filter(({ state }) => state === 'failed')
    .map(({ name, error }) => ({ file, name: `${file} > ${name}`, error: firstLine(error) })),
  ...(errors.length > 0 ? [{ file, name: file, error: firstLine(errors[0]) }] : []),
];

/**
 * Failed journey files, to be run once more. Whole files, because later tests of a file may need what earlier ones did.
 *
 * @param {Report} report
 * @returns {string[]}
 */
export const filesToRetry = ({ files }) =>
  files.filter((result) => RETRIED_PROJECTS.includes(result.project) && failuresOf(result).length > 0).map(({ file }) => file);

/**
 * Judges a run.
 *
 * @param {Report} report the run
 * @param {Report | undefined} retry the second run of `filesToRetry`, if there was one
 * @param {readonly string[]} projects the projects that should have run
 */
export const judge = (report, retry, projects) => {
  const retried = new Map((retry?.files ?? []).map((result) => [result.file, result]));
  const unstable = [];
  const failures = [];
  let passed = 0;
  let skipped = 0;
  for (const result of report.files) {
    passed += result.tests.filter(({ state }) => state === 'passed').length;
    skipped += result.tests.filter(({ state }) => state === 'skipped').length;
    const failed = failuresOf(result);
    const second = retried.get(result.file);
    if (failed.length > 0 && second && failuresOf(second).length === 0 && second.tests.length > 0) {
      passed += result.tests.filter(({ state }) => state === 'failed').length;
      // When a hook failed, the tests of the first run are skipped, and those of the second run count.
      const skippedAtFirst = result.tests.filter(({ state }) => state === 'skipped').length;
      passed += skippedAtFirst;
      skipped -= skippedAtFirst;
      unstable.push(...failed);
    } else {
      failures.push(...failed);
    }
  }
  const missing = projects.filter((project) => !report.files.some((result) => result.project === project && result.tests.length > 0));
  const reasons = [
    ...(failures.length > 0 ? [`failed: ${[...new Set(failures.map(({ file }) => file))].join(', ')}`] : []),
    ...report.errors.map((error) => `an error outside of any test: ${firstLine(error)}`),
    ...(unstable.length > MAX_UNSTABLE ? [`${unstable.length} tests are unstable; at most ${MAX_UNSTABLE} may be`] : []),
    ...(skipped > 0 ? [`${skipped} skipped: run or remove what is skipped`] : []),
    ...(missing.length > 0 ? [`no test ran in ${missing.join(', ')}`] : []),
  ];
  return { passed, failed: failures.length + report.errors.length, skipped, unstable, failures, reasons };
};

/** The number of assertions that ran. @param {Report} report */
export const assertionsOf = ({ files }) => files.flatMap(({ tests }) => tests).reduce((sum, { assertions = 0 }) => sum + assertions, 0);

/**
 * The last lines of a test command: unstable tests first, then the counts alone on a line.
 *
 * @returns {string[]}
 */
export const closingLines = (closingName, { passed, failed, unstable }) => [
  ...unstable.map(({ name, error }) => `unstable: ${name}: ${error}`),
  `${closingName}: ${passed} passed, ${failed} failed`,
];
