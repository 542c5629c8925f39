// `npm run affected`: the static checks and the tests of what changed. `-- --since REV` compares with a commit, `-- --list` only prints.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { filesBehindEverything, selectTests } from './affected/select-tests.mjs';
import { install } from './install.mjs';
import { LAYER_TABLES, MODULE_GRAPH } from './module-graph.mjs';
import { cacheDirectory, inRoot, nodeProgram, readIfExists, root } from './paths.mjs';
import { ensureTestPrograms } from './programs.mjs';
import { readOwners } from './table-boundaries.mjs';
import { Failure, main, printLine, run } from './terminal.mjs';
import { runVitest } from './tests/run-suite.mjs';
import { closingLines, judge } from './tests/verdict.mjs';

/** Seconds of tests, added over both cores: about a minute on two, beside half a minute of checks. */
const BUDGET_SECONDS = 90;

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

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
    return [...new Set(`${git('diff', '--name-only', since)}\n${git('ls-files', '--others', '--exclude-standard')}`.split('\n'))].filter(
      Boolean,
    );
  } catch {
    throw new Failure(`git knows no commit “${since}”: name one with --since.`, 2);
  }
};

/** The text of each file of code. */
const readTexts = () => {
  const files = `${git('ls-files', '*.ts', '*.tsx', '*.mjs', '*.sql')}\n${git('ls-files', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.mjs', '*.sql')}`;
  return new Map(
    files
      .split('\n')
      .flatMap((path) => (path && readIfExists(inRoot(path)) !== undefined ? [[path, readFileSync(inRoot(path), 'utf8')]] : [])),
  );
};

/** Seconds that each test file took in the newest run of `npm test`. */
const readDurations = () => {
  const { files = [] } = JSON.parse(readIfExists(join(cacheDirectory, 'tests.json')) ?? '{}');
  return new Map(files.map(({ file, milliseconds }) => [file, milliseconds / 1000]));
};

/** The checks that a change of these files can fail. */
const checksOf = (changed) => {
  const code = changed.filter((path) => /\.(?:ts|tsx|mjs)$/.test(path) && readIfExists(inRoot(path)) !== undefined);
  const has = (pattern) => changed.some((path) => pattern.test(path));
  return [
    ...(has(/^apps\/server\/(?:migrations|functions)\//)
      ? [['database types', 'apps/server/src/platform/database/schema/schema.command.ts', '--check']]
      : []),
    ...(has(/^packages\/contract\/src\/texts\//) ? [['texts', 'scripts/texts.mjs']] : []),
    ...(code.length > 0
      ? [
          ['boundaries', 'scripts/boundaries.mjs'],
          ['types', 'node_modules/typescript/bin/tsc', '-b'],
          ['format', 'node_modules/@biomejs/biome/bin/biome', 'format', ...code],
          ['lint', 'node_modules/oxlint/bin/oxlint', '--deny-warnings', ...code],
        ]
      : []),
  ];
};

const runChecks = async (changed) => {
  for (const [name, ...args] of checksOf(changed)) {
    const { code } = await run(nodeProgram, args, { cwd: root, quiet: true });
    if (code !== 0) throw new Failure(`affected: the check of ${name} failed; its reason is above.`);
    printLine(`${name}: ok`);
  }
};

const printSelection = ({ modules, chosen, leftOut, journeys }) => {
  if (modules.length > 0) printLine(`Modules: ${modules.join(', ')}`);
  for (const { file, reason, seconds } of chosen) printLine(`  ${file} (${reason}; ${Math.ceil(seconds)} s)`);
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
  const verdict = judge(report, undefined, projects);
  process.stdout.write(`${closingLines('affected', verdict).join('\n')}\n`);
  if (verdict.reasons.length > 0) throw new Failure(verdict.reasons.map((reason) => `affected: ${reason}.`).join('\n'));
};

await main(async () => {
  const { values } = parseArgs({ options: { since: { type: 'string' }, list: { type: 'boolean' } } });
  const started = Date.now();
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
  await runChecks(changed);
  if (everything.length === 0 && selection.chosen.length > 0) await runTests(selection.chosen);
  return printLine(`affected: ${Math.round((Date.now() - started) / 1000)} s`);
});
