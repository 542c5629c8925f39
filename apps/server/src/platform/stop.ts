/** Requests, jobs' current steps and live segments get this long to finish. */
const STOP_MS = 10_000;

/**
 * Ends the process in order when it is told to (SIGTERM, SIGINT): code 0 once everything has been stopped, 1 when
 * that takes longer than ten seconds. A second signal changes nothing.
 */
export const stopOnSignals = (stop: (signal: NodeJS.Signals) => Promise<void>): void => {
  let stopping = false;
  const begin = async (signal: NodeJS.Signals): Promise<void> => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_MS).unref();
    await stop(signal);
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      begin(signal).catch((error: unknown) => {
        console.error('the stop was not orderly', error);
        process.exit(1);
      });
    });
  }
};
