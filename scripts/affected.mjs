// `npm run affected`: the static checks and the tests of what changed. `-- --since REV` compares with a commit, `-- --list` only prints.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { filesBehindEverything, selectTests } from './affected/select-tests.mjs';
import { check } from './check.mjs';
import { install } from './install.mjs';
import { LAYER_TABLES, MODULE_GRAPH } from './module-graph.mjs';
import { cacheDirectory, inRoot, nodeProgram, readIfExists, root } from './paths.mjs';
import { ensureTestPrograms } from './programs.mjs';
import { readOwners } from './table-boundaries.mjs';
import { Failure, main, printLine, run } from './terminal.mjs';
import { runVitest } from './tests/run-suite.mjs';
import { closingLines, judge } from './tests/verdict.mjs';
import { makeWebTypes } from './web-build.mjs';

/** Seconds of tests, added over both cores: about a minute on two, beside half a minute of checks. */
const BUDGET_SECONDS = 90;

const DURATIONS = 'affected-durations.json';

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** Paths that git prints. */
const pathsOf = (...args) =>
  git(...args, '-z')
    .split('\0')
    .filter(Boolean);

const UNTRACKED = ['ls-files', '--others', '--exclude-standard'];

/** The commit that the branch left its upstream at, else the newest commit. */
const defaultSince = () => {
  try {
    return git('merge-base', 'HEAD', '@{upstream}');
  } catch {
    return 'HEAD';
  }
};

/** Changed, deleted and new files since a commit, committed or not. @throws Failure for a commit that doesn't exist */
const changedSince = (since) => {
  try {
    git('rev-parse', '--verify', '--end-of-options', `${since}^{commit}`);
  } catch {
    throw new Failure(`git knows no commit “${since}”: name one with --since.`, 2);
  }
  return [...new Set([...pathsOf('diff', '--name-only', '--no-renames', since), ...pathsOf(...UNTRACKED)])];
};

/** The text of each file of code and SQL. */
const readTexts = () => {
  const files = [...pathsOf('ls-files'), ...pathsOf(...UNTRACKED)].filter((path) => /\.(?:tsx?|mjs|sql)$/.test(path));
  return new Map(files.map((path) => [path, readIfExists(inRoot(path))]).filter(([, text]) => text !== undefined));
};

/** Seconds that each test file took when it last ran, here or in `npm test`. */
const readDurations = () => {
  const reports = ['tests.json', DURATIONS].map((name) => JSON.parse(readIfExists(join(cacheDirectory, name)) ?? '{}'));
  return new Map(reports.flatMap(({ files = [] }) => files).map(({ file, milliseconds }) => [file, milliseconds / 1000]));
};

/** Stores how long the tests of this run took, beside those of earlier ones. */
const storeDurations = ({ files }) => {
  const path = join(cacheDirectory, DURATIONS);
  const { files: earlier = [] } = JSON.parse(readIfExists(path) ?? '{}');
  const taken = files.map(({ file, milliseconds }) => ({ file, milliseconds }));
  const newer = new Set(taken.map(({ file }) => file));
  writeFileSync(path, JSON.stringify({ files: [...earlier.filter(({ file }) => !newer.has(file)), ...taken] }));
};

/** The checks that a change of these files can fail. */
const checksOf = (changed) => {
  const has = (pattern) => changed.some((path) => pattern.test(path));
  const existing = changed.filter((path) => readIfExists(inRoot(path)) !== undefined);
  const code = existing.filter((path) => /\.(?:tsx?|mjs)$/.test(path));
  const formatted = existing.filter((path) => /\.(?:tsx?|mjs|css)$/.test(path));
  return [
    ...(has(/^apps\/server\/(?:migrations|functions)\//)
      ? [['database types', 'apps/server/src/platform/database/schema/schema.command.ts', '--check']]
      : []),
    ...(has(/^packages\/contract\/src\/texts\//) ? [['texts', 'scripts/texts.mjs']] : []),
    ...(has(/\.(?:tsx?|mjs|css)$/) ? [['boundaries', 'scripts/boundaries.mjs']] : []),
    ...(has(/\.(?:tsx?|mjs)$/) ? [['types', 'node_modules/typescript/bin/tsc', '-b', '--checkers', '1']] : []),
    ...(formatted.length > 0
      ? [['format', 'node_modules/@biomejs/biome/bin/biome', 'format', '--no-errors-on-unmatched', ...formatted]]
      : []),
    ...(code.length > 0 ? [['lint', 'node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings', ...code]] : []),
  ];
};

const runChecks = async (changed) => {
  // The types of routes are generated from their files.
  if (changed.some((path) => path.startsWith('apps/web/src/routes'))) await makeWebTypes();
  for (const [name, ...args] of checksOf(changed)) {
    const { code } = await run(nodeProgram, args, { cwd: root, quiet: true });
    if (code !== 0) throw new Failure(`affected: the check of ${name} failed; its reason is above.`);
    printLine(`${name}: ok`);
  }
};

const printSelection = ({ modules, chosen, leftOut, journeys }) => {
  if (chosen.length === 0) printLine('No test is affected.');
  if (modules.length > 0) printLine(`Modules: ${modules.join(', ')}`);
  for (const { file, reason, seconds } of chosen) printLine(`  ${file} (${reason}; ${Math.ceil(seconds)} s)`);
  printLine('Tests of the whole contract, of the journeys and of `npm run test:long` are left out unless listed above.');
  if (leftOut.length > 0) printLine(`Left out for time: ${leftOut.map(({ file }) => file).join(', ')}. \`npm test\` runs them.`);
  if (journeys.length > 0)
    printLine(`Journeys that pass by here, not run: npx vitest run --project journeys --project long-journeys ${journeys.join(' ')}`);
};

const runTests = async (chosen) => {
  await ensureTestPrograms();
  const projects = [...new Set(chosen.map(({ project }) => project))];
  const report = await runVitest(
    [...projects.map((project) => `--project=${project}`), ...chosen.map(({ file }) => file)],
    join(cacheDirectory, 'affected.json'),
  );
  storeDurations(report);
  const verdict = judge(report, undefined, projects);
  process.stdout.write(`${closingLines('affected', verdict).join('\n')}\n`);
  if (verdict.reasons.length > 0) throw new Failure(verdict.reasons.map((reason) => `affected: ${reason}.`).join('\n'));
};

const runAffected = async () => {
  const { values } = parseArgs({ options: { since: { type: 'string' }, list: { type: 'boolean' } } });
  await install();
  const since = values.since ?? defaultSince();
  const changed = changedSince(since);
  if (changed.length === 0) return printLine(`Nothing changed since ${since}.`);
  printLine(`Changed since ${since}: ${changed.join(', ')}`);
  const everything = filesBehindEverything(changed);
  const { owners } = readOwners(inRoot('apps/server/src'), LAYER_TABLES);
  const selection = selectTests({
    texts: readTexts(),
    changed,
    moduleGraph: MODULE_GRAPH,
    tableOwners: owners,
    durations: readDurations(),
    budgetSeconds: BUDGET_SECONDS,
  });
  if (everything.length > 0)
    printLine(`Any test may be affected by ${everything.join(', ')}: run \`npm test\`. Here run the static checks.`);
  else printSelection(selection);
  if (values.list) return undefined;
  if (everything.length > 0) await check();
  else {
    if (selection.chosen.length === 0 && checksOf(changed).length === 0)
      return printLine('Nothing is affected: no test and no check reads these files.');
    await runChecks(changed);
    if (selection.chosen.length > 0) await runTests(selection.chosen);
  }
  return undefined;
};

await main(async () => {
  const started = Date.now();
  try {
    await runAffected();
  } finally {
    printLine(`affected: ${Math.round((Date.now() - started) / 1000)} s`);
  }
});
