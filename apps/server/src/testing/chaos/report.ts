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
}

export const createReport = (): ChaosReport => ({ operations: 0, counts: {}, refused: {}, retries: 0, lostCallbacks: 0, failures: [] });

export const count = (counts: Record<string, number>, name: string): void => {
  counts[name] = (counts[name] ?? 0) + 1;
};
