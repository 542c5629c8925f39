// Runs the guards of a scratch copy: a test file, or a stage of `npm run check`.
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { nodeProgram } from '../paths.mjs';
import { findChromium, findFfmpeg } from '../programs.mjs';
import { Failure } from '../terminal.mjs';
import { findGuard, isJourney, needsBrowser } from './test-files.mjs';

/**
 * The stages of `npm run check`, or the tests, that a flaw must turn red. `file` is the stem of their file (`feeds/feeds`) and `kind` its kind where several
 * have that stem. `test` is the title of the one test that runs; where titles are generated, `names` is a part of the names of those that run. By
 * default the whole file runs. Integration tests of pages set `needsWeb`; journeys always have the web built.
 *
 * @typedef {{ stages?: readonly string[], file?: string, kind?: string, test?: string, names?: string, needsWeb?: boolean }} Guard
 *
 * @typedef {{ isRed: boolean, redFiles: string[], seconds: number, reason: string }} Outcome `reason` is a line for people
 */

/** A file is ended after this many seconds, by project. Generous: a mutant that makes a test hang is killed by it, a slow machine must not be. */
const BOUNDS = { unit: 90, components: 300, integration: 420, journeys: 600 };
const STAGE_BOUND = 300;
/** The web's build: minutes where other programs use the cores. */
const BUILD_BOUND = 900;

/** Processes that run now; each leads a group. */
const running = new Set();

const signalGroup = (child, signal) => {
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group is empty.
  }
};

/** Ends all runs at once. */
export const endRuns = () => {
  for (const child of running) signalGroup(child, 'SIGKILL');
};

/**
 * Runs a program with its output in a file, and ends its whole group at its end or after a bound.
 *
 * @returns {Promise<{ code: number | null, isEnded: boolean, seconds: number }>} `isEnded`: the bound was reached
 */
const runBounded = (args, { cwd, env, log, bound }) =>
  new Promise((resolve, reject) => {
    const started = Date.now();
    const output = openSync(log, 'w');
    const child = spawn(nodeProgram, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', output, output], detached: true });
    closeSync(output);
    running.add(child);
    let isEnded = false;
    const timer = setTimeout(() => {
      isEnded = true;
      signalGroup(child, 'SIGKILL');
    }, bound * 1000);
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      signalGroup(child, 'SIGKILL');
      running.delete(child);
      resolve({ code, isEnded, seconds: (Date.now() - started) / 1000 });
    });
  });

const firstLine = (text) => stripVTControlCharacters(text).trim().split('\n')[0].slice(0, 100);

/** A pattern for part of a test's full name, in which a sign may stand between the names of suites. */
const patternOf = (names) => names.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&').replaceAll(' ', '(?: > | )');

/** Failed tests and files that could not be loaded, each with its first error. */
const failuresOf = ({ files, errors }) => [
  ...files.flatMap(({ file, errors: ofFile, tests }) => [
    ...tests.filter(({ state }) => state === 'failed').map(({ name, error }) => ({ file, name, error: error ?? '' })),
    ...ofFile.map((error) => ({ file, name: file, error })),
  ]),
  ...errors.map((error) => ({ file: undefined, name: 'outside of any test', error })),
];

/**
 * Runs test files of one project in a copy.
 *
 * @param {{ directory: string, databaseUrl: string }} lane
 * @param {string} project
 * @param {readonly string[]} paths
 * @param {{ names?: string, needsWeb?: boolean, stopsAtFirst?: boolean, isRepeated?: boolean }} options `names` is a part of the names of the tests to run
 * @returns {Promise<Outcome>}
 * @throws Failure when no test ran although nothing failed
 */
export const runTests = async (
  { directory, databaseUrl },
  project,
  paths,
  { names, needsWeb = isJourney(project), stopsAtFirst = false, isRepeated = false } = {},
) => {
  const folder = join(directory, 'node_modules/.cache/planted');
  mkdirSync(folder, { recursive: true });
  const report = join(folder, 'report.json');
  const log = join(folder, 'run.log');
  rmSync(report, { force: true });
  if (needsWeb) await buildWeb(directory, log);
  const kind = project.replace('long-', '');
  const { isEnded, seconds, code } = await runBounded(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      `--project=${project}`,
      '--maxWorkers=1',
      '--reporter=default',
      `--reporter=${join(directory, 'scripts/tests/reporter.mjs')}`,
      ...(stopsAtFirst ? ['--bail=1'] : []),
      ...(names ? ['--testNamePattern', patternOf(names)] : []),
      ...paths,
    ],
    {
      cwd: directory,
      log,
      bound: BOUNDS[kind] * paths.length,
      env: {
        NODE_ENV: 'test',
        FFMPEG_PATH: findFfmpeg(),
        TEST_DATABASE_URL: databaseUrl,
        TEST_REPORT_PATH: report,
        TEST_GRACE_MS: '20000',
        ...(needsBrowser(project) ? { CHROMIUM_PATH: findChromium() } : {}),
      },
    },
  );
  if (isEnded) return { isRed: true, redFiles: [...paths], seconds, reason: 'ended: it would not finish' };
  if (!existsSync(report)) {
    // A run that ended without a report is red only if it does so again: once may be the machine's fault.
    if (!isRepeated) return runTests({ directory, databaseUrl }, project, paths, { names, needsWeb, stopsAtFirst, isRepeated: true });
    return { isRed: true, redFiles: [...paths], seconds, reason: `no report, code ${code}: ${lastLine(log)}` };
  }
  const result = JSON.parse(readFileSync(report, 'utf8'));
  const failures = failuresOf(result);
  const passed = result.files.flatMap(({ tests }) => tests).filter(({ state }) => state === 'passed');
  if (failures.length === 0 && passed.length === 0) throw new Failure(`No test ran in ${paths.join(', ')}.`);
  const reason = failures.length > 0 ? `${failures[0].name}: ${firstLine(failures[0].error)}` : `${passed.length} passed`;
  const redFiles = [...new Set(failures.flatMap(({ file }) => (file === undefined ? paths : file)))];
  return { isRed: failures.length > 0, redFiles, seconds, reason };
};

const lastLine = (log) => firstLine(readFileSync(log, 'utf8').trim().split('\n').at(-1) ?? '');

const runStages = async ({ directory }, stages) => {
  const log = join(directory, 'node_modules/.cache/planted-stages.log');
  mkdirSync(join(directory, 'node_modules/.cache'), { recursive: true });
  const { code, isEnded, seconds } = await runBounded(['scripts/check.mjs', ...stages], { cwd: directory, log, bound: STAGE_BOUND });
  const text = readFileSync(log, 'utf8');
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !/: ok \(/.test(line));
  const reason = isEnded ? 'ended: it would not finish' : code === 0 ? 'ok' : firstLine(lines[0] ?? '');
  return { isRed: code !== 0, redFiles: [], seconds, reason };
};

/** Builds the web of a copy unless its sources are those of its last build. */
const buildWeb = async (directory, log) => {
  const program = `const { buildWeb } = await import('./scripts/web-build.mjs'); await buildWeb();`;
  const { code, isEnded } = await runBounded(['--input-type=module', '--eval', program], { cwd: directory, log, bound: BUILD_BOUND });
  if (isEnded) throw new Failure(`The web of the scratch copy took more than ${BUILD_BOUND} s to build.`);
  if (code !== 0) throw new Failure(`The web of the scratch copy could not be built: ${readFileSync(log, 'utf8')}`);
};

/** How a guard is named in tables. Guards of the same name run the same tests. */
export const nameOf = (guard, files) => {
  if (guard.stages) return `check: ${guard.stages.at(-1)}`;
  const { path, project } = findGuard(guard, files);
  const names = guard.test ?? guard.names;
  return `${project}: ${path.split('/').slice(-2).join('/')}${names ? ` “${names}”` : ''}`;
};

/**
 * Runs a guard in a copy.
 *
 * @param {{ directory: string, databaseUrl: string }} lane
 * @param {Guard} guard
 * @param {readonly string[]} files of the checkout
 * @returns {Promise<Outcome>}
 */
export const runGuard = async (lane, guard, files) => {
  if (guard.stages) return runStages(lane, guard.stages);
  const { path, project } = findGuard(guard, files);
  return runTests(lane, project, [path], { names: guard.test ?? guard.names, needsWeb: guard.needsWeb });
};
