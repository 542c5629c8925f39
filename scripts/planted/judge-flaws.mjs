// Plants each flaw in a scratch copy and runs its guard.
import { Failure } from '../terminal.mjs';
import { nameOf, runGuard } from './guards.mjs';
import { runInLanes } from './lanes.mjs';
import { applyChanges } from './scratch-copy.mjs';

/**
 * A flaw, and the guard that must turn red.
 *
 * @typedef {{ name: string, changes: import('./scratch-copy.mjs').Change[], guard: import('./guards.mjs').Guard }} Flaw
 *
 * @typedef {{ name: string, guard: string, verdict: 'red' | 'GREEN' | 'RED BEFORE' | 'NOT RUN', seconds: number, reason: string }} FlawResult
 */

/** @param {Flaw} flaw @param clean remembers the outcome of each guard on the clean copy */
const judgeFlaw = async (lane, { name, changes, guard }, files, clean) => {
  const guardName = nameOf(guard, files);
  if (!clean.has(guardName)) clean.set(guardName, runGuard(lane, guard, files));
  const before = await clean.get(guardName);
  const result = { name, guard: guardName };
  if (before.isRed) return { ...result, verdict: 'RED BEFORE', seconds: before.seconds, reason: before.reason };
  const restore = lane.write(applyChanges(changes, name, lane.directory));
  try {
    const { isRed, seconds, reason } = await runGuard(lane, guard, files);
    return { ...result, verdict: isRed ? 'red' : 'GREEN', seconds, reason };
  } finally {
    restore();
  }
};

/**
 * @param {readonly import('./lanes.mjs').Lane[]} lanes
 * @param {readonly Flaw[]} flaws
 * @param {readonly string[]} files of the checkout
 * @param {(result: FlawResult) => void} onResult
 * @returns {Promise<FlawResult[]>} in the order of the flaws
 */
export const judgeFlaws = async (lanes, flaws, files, onResult) => {
  const clean = new Map();
  const results = new Map();
  await runInLanes(lanes, flaws, async (lane, flaw) => {
    const result = await judgeFlaw(lane, flaw, files, clean).catch((error) => {
      if (!(error instanceof Failure)) throw error;
      return { name: flaw.name, guard: nameOf(flaw.guard, files), verdict: 'NOT RUN', seconds: 0, reason: error.message };
    });
    results.set(flaw.name, result);
    onResult(result);
  });
  return flaws.map(({ name }) => results.get(name));
};
