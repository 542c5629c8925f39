/** Time for requests and jobs in progress to finish. */
const STOP_MS = 10_000;

/**
 * Shuts the process down gracefully on SIGTERM or SIGINT: exit code 0 once everything has stopped, 1 when that takes
 * longer than ten seconds. Further signals are ignored.
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
        console.error('the shutdown failed', error);
        process.exit(1);
      });
    });
  }
};
