// Runs the Vitest projects of a test command, and failed journeys once more.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDirectory, inRoot, nodeProgram, root } from '../paths.mjs';
import { findChromium, findFfmpeg } from '../programs.mjs';
import { Failure, printLine, runGroup } from '../terminal.mjs';
import { readConformity } from '../conformity.mjs';
import { createFinder, notRunOf } from '../named-tests.mjs';
import { readDuties } from '../duties.mjs';
import { readSecurity } from '../security.mjs';
import { assertionsOf, closingLines, filesToRetry, judge } from './verdict.mjs';

const environment = () => ({ CHROMIUM_PATH: findChromium(), FFMPEG_PATH: findFfmpeg(), NODE_ENV: 'test' });

/**
 * Runs Vitest once.
 *
 * @param {readonly string[]} args what to run
 * @param {string} reportPath where its report is written
 * @returns {Promise<import('./verdict.mjs').Report>}
 */
export const runVitest = async (args, reportPath) => {
  rmSync(reportPath, { force: true });
  const { code } = await runGroup(
    nodeProgram,
    [inRoot('node_modules/vitest/vitest.mjs'), 'run', '--reporter=default', `--reporter=${inRoot('scripts/tests/reporter.mjs')}`, ...args],
    { cwd: root, env: { ...environment(), TEST_REPORT_PATH: reportPath } },
  );
  try {
    return JSON.parse(readFileSync(reportPath, 'utf8'));
  } catch {
    throw new Failure(`test failed: the tests ended with code ${code} and without a report; the reason is above.`);
  }
};

const closingPath = (closingName) => join(cacheDirectory, `closing-${closingName}.txt`);

const projectArguments = (projects) => projects.map((project) => `--project=${project}`);

/** Forgets the closing lines of an earlier run. */
export const clearClosingLines = ({ closingName }) => rmSync(closingPath(closingName), { force: true });

/**
 * Runs a suite to its verdict and keeps its closing lines for `.ci/run`.
 *
 * @param {import('./suites.mjs').Suite} suite
 * @throws Failure with all reasons when it failed; the closing lines are printed before
 */
export const runSuite = async ({ closingName, projects, reportName }) => {
  mkdirSync(cacheDirectory, { recursive: true });
  rmSync(join(cacheDirectory, 'failures'), { recursive: true, force: true });
  const started = Date.now();
  const report = await runVitest(projectArguments(projects), join(cacheDirectory, reportName));
  const files = filesToRetry(report);
  let retry;
  if (files.length > 0) {
    printLine(`Journeys that failed run once more, alone: ${files.join(', ')}`);
    retry = await runVitest([...projectArguments(projects), '--maxWorkers=1', ...files], join(cacheDirectory, `retry-${reportName}`));
  }
  const verdict = judge(report, retry, projects);
  printLine(`${assertionsOf(report)} assertions in ${report.files.length} files, ${Math.round((Date.now() - started) / 1000)} s`);
  const lines = closingLines(closingName, verdict);
  writeFileSync(closingPath(closingName), lines.map((line) => `${line}\n`).join(''));
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
  const find = createFinder();
  const ran = [...report.files, ...(retry?.files ?? [])];
  for (const { document, rows } of [readConformity(), readSecurity(), readDuties()])
    verdict.reasons.push(...notRunOf(document, rows, find, projects, ran));
  if (verdict.reasons.length > 0) throw new Failure(verdict.reasons.map((reason) => `test failed: ${reason}.`).join('\n'));
};

/** The closing lines of the last run of a suite; empty if it has none. */
export const readClosingLines = ({ closingName }) => {
  try {
    return readFileSync(closingPath(closingName), 'utf8');
  } catch {
    return '';
  }
};
