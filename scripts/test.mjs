// `npm test`: everything, on a machine that has only Node and npm. Stops at the first stage that fails and names it.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { check } from './check.mjs';
import { install } from './install.mjs';
import { cacheDirectory, inRoot, nodeProgram, root } from './paths.mjs';
import { ensureTestPrograms, findChromium, findFfmpeg } from './programs.mjs';
import { Failure, main, run, printLine } from './terminal.mjs';
import { buildWeb } from './web-build.mjs';

const PROJECTS = ['unit', 'integration', 'journeys'];
const reportPath = join(cacheDirectory, 'tests.json');
const total = { passed: 0, failed: 0, skipped: 0 };

const projectOf = (path) => (path.includes('.journey.test.') ? 'journeys' : path.includes('.integration.test.') ? 'integration' : 'unit');

/** Adds the report's counts to the total. @returns the projects with a failure, and how many tests were skipped */
const readReport = () => {
  const report = JSON.parse(readFileSync(reportPath, 'utf8'));
  const failed = report.testResults.filter(({ status }) => status === 'failed');
  total.passed += report.numPassedTests;
  // A file that could not even be read has no tests of its own, but it failed.
  total.failed += report.numFailedTests + failed.filter(({ assertionResults }) => assertionResults.length === 0).length;
  total.skipped += report.numPendingTests + report.numTodoTests;
  const missing = PROJECTS.filter((project) => !report.testResults.some(({ name }) => projectOf(name) === project));
  return [...new Set([...failed.map(({ name }) => projectOf(name)), ...missing])];
};

/** All projects in one run: one PostgreSQL, and no core that waits for the last file of a project. */
const runTests = async () => {
  mkdirSync(cacheDirectory, { recursive: true });
  rmSync(reportPath, { force: true });
  const args = [
    inRoot('node_modules/vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportPath}`,
  ];
  const { code } = await run(nodeProgram, args, {
    cwd: root,
    env: { CHROMIUM_PATH: findChromium(), FFMPEG_PATH: findFfmpeg(), NODE_ENV: 'test' },
  });
  let failed;
  try {
    failed = readReport();
  } catch {
    total.failed += 1;
    throw new Failure('test failed: the tests ended without a report.');
  }
  if (failed.length > 0) throw new Failure(`test failed: ${failed.join(', ')}.`);
  if (code !== 0) throw new Failure('test failed: its reason is above.');
  if (total.skipped > 0) throw new Failure(`test failed: ${total.skipped} tests are skipped; a test is run or removed.`);
};

await main(async () => {
  const started = Date.now();
  try {
    await install();
    await ensureTestPrograms();
    await check();
    await buildWeb();
    await runTests();
  } finally {
    printLine(`${Math.round((Date.now() - started) / 1000)} s`);
    if (total.passed + total.failed > 0)
      process.stdout.write(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}\n`);
  }
});
