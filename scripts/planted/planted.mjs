// `npm run test:planted`: plants flaws and random mutants in scratch copies of the checkout; a test must turn red for each.
// Options: --flaws, --mutants, --only <part of a flaw's name, a mutant's file, or its file and line; also several, with | between>, --seed <number>, --count <mutants>, --lanes <1 or 2>.
import { mkdirSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cacheDirectory } from '../paths.mjs';
import { ensureTestPrograms } from '../programs.mjs';
import { Failure, main, printLine } from '../terminal.mjs';
import { allMutants, drawMutants, explanationOf } from './draw-mutants.mjs';
import { EXPLAINED_MUTANTS } from './explained-mutants.mjs';
import { FLAWS } from './flaws.mjs';
import { nameOf } from './guards.mjs';
import { judgeFlaws } from './judge-flaws.mjs';
import { judgeMutants } from './judge-mutants.mjs';
import { withLanes } from './lanes.mjs';
import { flawsReport, mutantsReport } from './report.mjs';
import { applyChanges, listFiles } from './scratch-copy.mjs';

const MUTANTS = 50;
/** At most this share of the mutants may survive. */
const SURVIVING_SHARE = 0.1;
/** Niceness of the runs, so that a person can go on working. */
const PRIORITY = 5;

const readOptions = () => {
  const { values } = parseArgs({
    options: {
      flaws: { type: 'boolean' },
      mutants: { type: 'boolean' },
      only: { type: 'string' },
      seed: { type: 'string' },
      count: { type: 'string' },
      lanes: { type: 'string' },
    },
  });
  const numberOf = (name, text, fallback) => {
    const number = text === undefined ? fallback : Number(text);
    if (!Number.isInteger(number) || number < 1) throw new Failure(`--${name} needs a whole number above zero, not “${text}”.`, 2);
    return number;
  };
  const both = !values.flaws && !values.mutants;
  return {
    hasFlaws: both || values.flaws === true,
    hasMutants: both || values.mutants === true,
    only: values.only,
    seed: numberOf('seed', values.seed, 1 + Math.floor(Math.random() * 999_999)),
    count: numberOf('count', values.count, MUTANTS),
    lanes: Math.min(2, numberOf('lanes', values.lanes, 2)),
  };
};

const minutesSince = (started) => `${((Date.now() - started) / 60_000).toFixed(1)} min`;

const runFlaws = async (lanes, flaws, files, started) => {
  const results = await judgeFlaws(lanes, flaws, files, ({ name, verdict, guard, seconds }) =>
    printLine(`${minutesSince(started)}  ${verdict.padEnd(5)}  ${name}  (${guard}, ${Math.round(seconds)} s)`),
  );
  const left = results.filter(({ verdict }) => verdict !== 'red').map(({ name }) => name);
  return { report: flawsReport(results), reasons: left.length > 0 ? [`flaws without a red guard: ${left.join('; ')}`] : [] };
};

const runMutants = async (lanes, { seed, drawn, equivalent }, files, started) => {
  const results = await judgeMutants(lanes, drawn, files, ({ file, line, isKilled, seconds, before, after }) =>
    printLine(
      `${minutesSince(started)}  ${isKilled ? 'killed' : 'SURVIVED'}  ${file}:${line}  (${Math.round(seconds)} s)${isKilled ? '' : `\n  ${before}\n  ${after}`}`,
    ),
  );
  const survivors = results.filter(({ isKilled }) => !isKilled);
  const report = mutantsReport(seed, results, equivalent, (mutant) => explanationOf(mutant, EXPLAINED_MUTANTS));
  const isEnough = survivors.length <= drawn.length * SURVIVING_SHARE;
  return { report, reasons: isEnough ? [] : [`${survivors.length} of ${drawn.length} mutants survived (seed ${seed})`] };
};

/** Chooses flaws and mutants. Fails before anything is copied when a flaw doesn't fit the source or hasn't exactly one guard. */
const plan = (options, files) => {
  const parts = options.only?.split('|');
  const isChosen = (text) => parts === undefined || parts.some((part) => text.includes(part));
  const flaws = options.hasFlaws ? FLAWS.filter(({ name }) => isChosen(name)) : [];
  for (const { name, changes, guard } of flaws) {
    applyChanges(changes, name);
    nameOf(guard, files);
  }
  // Single mutants are drawn as in a whole run of the same seed, then chosen by their lines.
  const namesLines = parts !== undefined && parts.every((part) => /:\d+$/.test(part));
  const isFile = ({ file }) => namesLines || isChosen(file);
  const pool = options.hasMutants ? allMutants().filter(isFile) : [];
  const count = Math.min(options.count, new Set(pool.map(({ file, line }) => `${file}:${line}`)).size);
  const mutants = pool.length > 0 ? { seed: options.seed, ...drawMutants(pool, options.seed, count, EXPLAINED_MUTANTS) } : undefined;
  if (namesLines && mutants)
    mutants.drawn = mutants.drawn.filter(({ file, line }) => parts.some((part) => `${file}:${line}`.endsWith(part)));
  if (flaws.length === 0 && mutants === undefined) throw new Failure(`No flaw and no file has “${options.only}” in its name.`, 2);
  return { flaws, mutants };
};

await main(async () => {
  const options = readOptions();
  const started = Date.now();
  setPriority(PRIORITY);
  await ensureTestPrograms();
  const files = listFiles();
  const { flaws, mutants } = plan(options, files);
  if (mutants) printLine(`Mutants: seed ${mutants.seed}`);
  const parts = [];
  await withLanes(options.lanes, files, async (lanes) => {
    if (flaws.length > 0) parts.push(await runFlaws(lanes, flaws, files, started));
    if (mutants) parts.push(await runMutants(lanes, mutants, files, started));
  });
  const text = `# npm run test:planted\n\n${parts.map(({ report }) => report).join('\n')}`;
  const path = join(cacheDirectory, 'planted.md');
  mkdirSync(cacheDirectory, { recursive: true });
  writeFileSync(path, text);
  process.stdout.write(`${text}\n${minutesSince(started)}. As Markdown: ${path}\n`);
  const reasons = parts.flatMap((part) => part.reasons);
  if (reasons.length > 0) throw new Failure(reasons.join('\n'));
});
