/** Results of a chaos test. */
export interface ChaosReport {
  /** Operations started. */
  operations: number;
  /** Successful operations, by name. */
  counts: Record<string, number>;
  /** Expected refusals, by error code. */
  refused: Record<string, number>;
  /** Calls retried because the server or the database was killed. */
  retries: number;
  /** Callbacks lost with a server and recovered by polling the gateway. */
  lostCallbacks: number;
  /** Everything that must not happen. */
  failures: string[];
  /** Records a failure. */
  fail(text: string): void;
}

/** @param log told of each failure when it happens: a run that ends early would lose them */
export const createReport = (log: (line: string) => void): ChaosReport => {
  const failures: string[] = [];
  return {
    operations: 0,
    counts: {},
    refused: {},
    retries: 0,
    lostCallbacks: 0,
    failures,
    fail(text) {
      failures.push(text);
      log(`FAILED ${text}`);
    },
  };
};

export const count = (counts: Record<string, number>, name: string): void => {
  counts[name] = (counts[name] ?? 0) + 1;
};
