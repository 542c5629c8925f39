/**
 * Longest time for each part of a stop, in milliseconds. systemd and containers allow 60 s (packaging/), and kill PostgreSQL as soon as this
 * process has exited. So the database comes after all that uses it, and has the longest share: its own fast shutdown takes up to 20 s. What it
 * archived then is shipped to the backups; what isn't in time is shipped by the next start.
 */
const SHARES_MS = { shows: 9000, requests: 10_000, jobs: 10_000, connections: 3000, backup: 3000 } as const;
export type StopPart = keyof typeof SHARES_MS;

/** Longest stop: the shares, and 20 s for PostgreSQL (database/embedded.ts). The rest is for an immediate shutdown after one that was too slow. */
const STOP_MS = 58_000;

/**
 * Returns the longest stop of a node that drains for so long, in milliseconds. Shows stop meanwhile, so only a drain that takes longer than their
 * share adds to it; then systemd or the container must wait longer, too (docs/operations.md).
 */
export const stopMsOf = ({ drainSeconds }: { drainSeconds: number }): number =>
  STOP_MS + Math.max(0, drainSeconds * 1000 - SHARES_MS.shows);

/**
 * Waits for a part of a stop, but not longer than its share.
 * @returns whether it has finished
 */
export const waitForPart = async (part: StopPart, work: Promise<unknown>): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), SHARES_MS[part]);
  });
  return Promise.race([work.then(() => true), late]).finally(() => clearTimeout(timer));
};

/**
 * Shuts the process down gracefully on SIGTERM or SIGINT: exit code 0 once everything has stopped in order, 1 when `stop` says that
 * something was not waited for, and when it takes longer than `withinMs`, which is asked for when the signal comes. Further signals are ignored.
 */
export const stopOnSignals = (stop: (signal: NodeJS.Signals) => Promise<boolean | void>, withinMs: () => number = () => STOP_MS): void => {
  let stopping = false;
  const begin = async (signal: NodeJS.Signals): Promise<void> => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), withinMs()).unref();
    process.exit((await stop(signal)) === false ? 1 : 0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      begin(signal).catch((error: unknown) => {
        console.error('the shutdown failed', error);
        process.exit(1);
      });
    });
  }
};
