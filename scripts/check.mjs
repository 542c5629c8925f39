// `npm run check`: static checks. Types, lint, boundaries, format, unused code. With names of stages, these alone: `npm run check -- texts`.
import { fileURLToPath } from 'node:url';
import { install } from './install.mjs';
import { inRoot, nodeProgram, root } from './paths.mjs';
import { Failure, main, run, printLine } from './terminal.mjs';
import { makeWebTypes } from './web-build.mjs';

const tool =
  (path, ...args) =>
  async () => {
    const { code } = await run(nodeProgram, [inRoot(path), ...args], { cwd: root, quiet: true });
    if (code !== 0) throw new Failure('Its reason is above.');
  };

const webTypes = { name: 'web types', work: makeWebTypes };
const lockFile = { name: 'lock file', work: tool('scripts/complete-lock.mjs', '--check') };
const databaseTypes = { name: 'database types', work: tool('apps/server/src/platform/database/schema/schema.command.ts', '--check') };
const texts = { name: 'texts', work: tool('scripts/texts.mjs') };
const prices = { name: 'prices', work: tool('scripts/prices.mjs') };
const conformity = { name: 'conformity', work: tool('scripts/conformity.mjs') };
const security = { name: 'security', work: tool('scripts/security.mjs') };
const lengths = { name: 'lengths', work: tool('scripts/lengths.mjs') };
const casts = { name: 'casts', work: tool('scripts/casts.mjs') };
const licences = { name: 'licences', work: tool('scripts/licences.mjs') };
const boundaries = { name: 'boundaries', work: tool('scripts/boundaries.mjs') };
const format = { name: 'format', work: tool('node_modules/@biomejs/biome/bin/biome', 'format', '.') };
// Each checker checks shared files again; the other core has the linter.
const types = { name: 'types', work: tool('node_modules/typescript/bin/tsc', '-b', '--checkers', '1') };
const lint = { name: 'lint', work: tool('node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings') };
const unused = { name: 'unused', work: tool('node_modules/knip/bin/knip.js', '--no-progress') };

/** Rounds run in sequence, the lanes of a round in parallel. */
const ROUNDS = [
  [[webTypes], [lockFile, licences, boundaries, lengths, casts, texts, prices, conformity, security, format], [databaseTypes]],
  [[types], [lint, unused]],
];

const runLane = async (stages) => {
  for (const { name, work } of stages) {
    const started = Date.now();
    try {
      await work();
    } catch (error) {
      throw error instanceof Failure ? new Failure(`check failed: ${name}. ${error.message}`) : error;
    }
    printLine(`${name}: ok (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  }
};

/**
 * @param {readonly string[]} names the stages to run; by default all
 * @throws Failure naming a stage that fails, or that doesn't exist
 */
export const check = async (names = []) => {
  const all = ROUNDS.flat(2).map(({ name }) => name);
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0) throw new Failure(`There is no stage ${unknown.join(', ')}. The stages: ${all.join(', ')}.`, 2);
  const isWanted = ({ name }) => names.length === 0 || names.includes(name);
  for (const lanes of ROUNDS) {
    const ends = await Promise.allSettled(lanes.map((stages) => runLane(stages.filter(isWanted))));
    for (const { status, reason } of ends) if (status === 'rejected') throw reason;
  }
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(async () => {
    await install();
    await check(process.argv.slice(2));
  });
}
