// Runs the tests that guard a mutant's file, the nearest ones first, until one is red.
import { runTests } from './guards.mjs';
import { runInLanes } from './lanes.mjs';
import { judgesOf } from './mutant-judges.mjs';

/** @typedef {import('./draw-mutants.mjs').Mutant & { isKilled: boolean, seconds: number, reason: string }} MutantResult */

/** Runs the judges of a mutant. Of a red one it must be known that it is green without the mutant. */
const judgeMutant = async (lane, mutant, files, clean) => {
  let seconds = 0;
  let reason = 'survived';
  for (const { project, paths } of judgesOf(mutant.file, files)) {
    const restore = lane.write(new Map([[mutant.file, mutant.text]]));
    let outcome;
    try {
      outcome = await runTests(lane, project, paths, { stopsAtFirst: true });
    } finally {
      restore();
    }
    seconds += outcome.seconds;
    for (const path of outcome.redFiles) {
      if (!clean.has(path)) clean.set(path, runTests(lane, project, [path]));
      const before = await clean.get(path);
      if (!before.isRed) return { ...mutant, isKilled: true, seconds, reason: outcome.reason };
      reason = `${path} is red without the mutant: ${before.reason}`;
    }
  }
  return { ...mutant, isKilled: false, seconds, reason };
};

/**
 * @param {readonly import('./lanes.mjs').Lane[]} lanes
 * @param {readonly import('./draw-mutants.mjs').Mutant[]} mutants
 * @param {readonly string[]} files of the checkout
 * @param {(result: MutantResult) => void} onResult
 * @returns {Promise<MutantResult[]>} in the order of the mutants
 */
export const judgeMutants = async (lanes, mutants, files, onResult) => {
  const clean = new Map();
  const results = new Map();
  await runInLanes(lanes, mutants, async (lane, mutant) => {
    const result = await judgeMutant(lane, mutant, files, clean);
    results.set(mutant, result);
    onResult(result);
  });
  return mutants.map((mutant) => results.get(mutant));
};
