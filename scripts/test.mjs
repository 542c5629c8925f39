// `npm test` and, with `--long`, `npm run test:long`: on a machine that has only Node and npm. Stops at the first stage that fails and names it.
import { check } from './check.mjs';
import { install } from './install.mjs';
import { assertProgramsRun, ensureTestPrograms } from './programs.mjs';
import { Failure, main, printLine } from './terminal.mjs';
import { clearClosingLines, runSuite } from './tests/run-suite.mjs';
import { LONG, SHORT } from './tests/suites.mjs';
import { buildWeb } from './web-build.mjs';

const suite = process.argv.includes('--long') ? LONG : SHORT;

/** `npm run test:long` leaves the static checks to `npm test`. */
const STAGES = [
  { name: 'install', work: install },
  { name: 'programs', work: () => ensureTestPrograms({ withOutside: suite === LONG }) },
  { name: 'programs', work: assertProgramsRun },
  ...(suite === SHORT ? [{ name: 'check', work: check }] : []),
  { name: 'build', work: buildWeb },
  { name: 'tests', work: () => runSuite(suite) },
];

await main(async () => {
  const started = Date.now();
  clearClosingLines(suite);
  try {
    for (const { name, work } of STAGES) {
      try {
        await work();
      } catch (error) {
        if (error instanceof Failure) throw error;
        throw new Failure(`${suite.command}: the stage "${name}" could not start or ended unexpectedly. ${error.stack}`);
      }
    }
  } finally {
    printLine(`${suite.command}: ${Math.round((Date.now() - started) / 1000)} s`);
  }
});
