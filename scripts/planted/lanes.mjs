// Lanes: each runs one job at a time, in a scratch copy and with a PostgreSQL of its own.
import { pathToFileURL } from 'node:url';
import { inRoot } from '../paths.mjs';
import { endRuns } from './guards.mjs';
import { createScratchCopy } from './scratch-copy.mjs';

/** @typedef {{ directory: string, databaseUrl: string, write: (texts: ReadonlyMap<string, string>) => () => void }} Lane */

const startPostgres = async () => {
  const { startScratchPostgres } = await import(pathToFileURL(inRoot('apps/server/src/platform/database/scratch-postgres.ts')).href);
  return startScratchPostgres('stagedoor-planted-');
};

/**
 * Opens lanes, and closes them whatever happens: also after a signal, which ends what runs.
 *
 * @param {number} count
 * @param {readonly string[]} files of the checkout
 * @param {(lanes: Lane[]) => Promise<void>} work
 */
export const withLanes = async (count, files, work) => {
  const closers = [];
  const close = async () => {
    for (const closer of closers.splice(0)) await closer();
  };
  const onSignal = (signal) => {
    endRuns();
    void close().finally(() => process.exit(signal === 'SIGINT' ? 130 : 143));
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.once(signal, onSignal);
  try {
    const lanes = [];
    for (let index = 0; index < count; index += 1) {
      const copy = createScratchCopy(files);
      closers.push(copy.remove);
      const postgres = await startPostgres();
      closers.push(postgres.stop);
      lanes.push({ directory: copy.directory, databaseUrl: postgres.url, write: copy.write });
    }
    await work(lanes);
  } finally {
    await close();
    for (const signal of signals) process.off(signal, onSignal);
  }
};

/**
 * Runs jobs in order, each in the next free lane.
 *
 * @template Job
 * @param {readonly Lane[]} lanes
 * @param {readonly Job[]} jobs
 * @param {(lane: Lane, job: Job) => Promise<void>} run
 */
export const runInLanes = async (lanes, jobs, run) => {
  const waiting = [...jobs];
  await Promise.all(
    lanes.map(async (lane) => {
      for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) await run(lane, job);
    }),
  );
};
