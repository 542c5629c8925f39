// `npm test`: everything, on a machine that has only Node and npm. Stops at the first stage that fails and names it.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from './check.mjs';
import { install } from './install.mjs';
import { cacheDirectory, inRoot, nodeProgram, root } from './paths.mjs';
import { ensureTestPrograms, findChromium, findFfmpeg } from './programs.mjs';
import { Failure, main, run, printLine } from './terminal.mjs';
import { buildWeb } from './web-build.mjs';

const PROJECTS = ['unit', 'integration', 'journeys'];
const total = { passed: 0, failed: 0, skipped: 0 };

const countOf = (file) => {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    // A file that could not even be read has no tests of its own, but it failed.
    const broken = report.testResults.filter((result) => result.status === 'failed' && result.assertionResults.length === 0).length;
    return { passed: report.numPassedTests, failed: report.numFailedTests + broken, skipped: report.numPendingTests + report.numTodoTests };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
};

const runProject = async (project) => {
  const file = join(cacheDirectory, `${project}.json`);
  mkdirSync(cacheDirectory, { recursive: true });
  const args = [
    inRoot('node_modules/vitest/vitest.mjs'),
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ];
  const { code } = await run(nodeProgram, args, {
    cwd: root,
    env: { CHROMIUM_PATH: findChromium(), FFMPEG_PATH: findFfmpeg(), NODE_ENV: 'test' },
  });
  const count = countOf(file);
  for (const key of Object.keys(total)) total[key] += count[key];
  if (code !== 0 || count.failed > 0) throw new Failure(`test failed: ${project}.`);
  if (count.skipped > 0) throw new Failure(`test failed: ${project} skips ${count.skipped} tests; a test is run or removed.`);
};

await main(async () => {
  const started = Date.now();
  try {
    await install();
    await ensureTestPrograms();
    await check();
    await buildWeb();
    for (const project of PROJECTS) await runProject(project);
  } finally {
    printLine(`${Math.round((Date.now() - started) / 1000)} s`);
    if (total.passed + total.failed > 0)
      process.stdout.write(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}\n`);
  }
});
