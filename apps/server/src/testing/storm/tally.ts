/** What a storm did. */
export interface Tally {
  /** Operations that were begun. */
  done: number;
  /** Those that were paid, by name. */
  counts: Record<string, number>;
  /** Refusals by right, by code. */
  refused: Record<string, number>;
  /** Calls that were sent once more because the server or the database was killed under them. */
  retries: number;
  /** Callbacks that were lost with a server, and made up for by asking the gateway. */
  lost: number;
  /** Whatever should not be. */
  failures: string[];
}

export const createTally = (): Tally => ({ done: 0, counts: {}, refused: {}, retries: 0, lost: 0, failures: [] });

export const count = (counts: Record<string, number>, name: string): void => {
  counts[name] = (counts[name] ?? 0) + 1;
};
