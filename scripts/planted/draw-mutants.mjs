// Draws random mutants of the sources that decide about money, access and minutes.
import { readFileSync } from 'node:fs';
import { inRoot } from '../paths.mjs';
import { Failure } from '../terminal.mjs';
import { mutateCode } from './code-mutations.mjs';
import { JUDGES } from './mutant-judges.mjs';
import { randomFrom, shuffled } from './random.mjs';
import { mutateFunctions } from './sql-mutations.mjs';

/**
 * @typedef {{ area: string, file: string, line: number, operator: string, before: string, after: string, text: string }} Mutant
 * `before` and `after` are the lines that change; `text` is the mutated file
 */

/** Areas take turns: most expressions are in the ledger's SQL, and would leave little for the others. */
const TURNS = ['ledger', 'access', 'ledger', 'minutes'];

/** Whole lines around a change, without the spaces around them. */
const linesAround = (text, start, end) => {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const until = text.indexOf('\n', end);
  return text.slice(from, until < 0 ? undefined : until).trim();
};

/** @returns {Mutant[]} all mutants of a file */
export const mutantsOf = (area, file, source) =>
  (file.endsWith('.sql') ? mutateFunctions(source) : mutateCode(source)).map(({ start, end, replacement, operator }) => {
    const text = source.slice(0, start) + replacement + source.slice(end);
    return {
      area,
      file,
      line: source.slice(0, start).split('\n').length,
      operator,
      before: linesAround(source, start, end),
      after: linesAround(text, start, start + replacement.length),
      text,
    };
  });

/** All mutants of all files with judges. @returns {Mutant[]} */
export const allMutants = () =>
  Object.entries(JUDGES).flatMap(([file, { area }]) => mutantsOf(area, file, readFileSync(inRoot(file), 'utf8')));

/** Returns a filter for the explanations of a mutant. */
const isAbout =
  (mutant) =>
  ({ file, before, after }) =>
    file === mutant.file && before === mutant.before && after === mutant.after;

/**
 * Draws mutants: at most one of a line, none that is known to change nothing.
 *
 * @param {readonly Mutant[]} mutants
 * @param {number} seed
 * @param {number} count
 * @param {readonly { file: string, before: string, after: string, isEquivalent?: boolean }[]} explained
 * @returns {{ drawn: Mutant[], equivalent: Mutant[] }} `equivalent` were drawn and passed over
 */
export const drawMutants = (mutants, seed, count, explained) => {
  const random = randomFrom(seed);
  const pools = new Map(
    [...new Set(TURNS)].map((area) => [
      area,
      shuffled(
        mutants.filter((mutant) => mutant.area === area),
        random,
      ),
    ]),
  );
  const lines = new Set();
  const drawn = [];
  const equivalent = [];
  for (let turn = 0; drawn.length < count; turn += 1) {
    if ([...pools.values()].every((pool) => pool.length === 0)) throw new Failure(`There are only ${drawn.length} mutants, not ${count}.`);
    const mutant = pools.get(TURNS[turn % TURNS.length]).pop();
    if (mutant === undefined || lines.has(`${mutant.file}:${mutant.line}`)) continue;
    lines.add(`${mutant.file}:${mutant.line}`);
    if (explained.some((entry) => entry.isEquivalent && isAbout(mutant)(entry))) equivalent.push(mutant);
    else drawn.push(mutant);
  }
  return { drawn, equivalent };
};

/** The explanation of a mutant, if there is one. */
export const explanationOf = (mutant, explained) => explained.find(isAbout(mutant));
