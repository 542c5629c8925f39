import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { ConfigurationError } from '../config.ts';
import type { Log } from '../telemetry/log.ts';

const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 2000;
const ATTEMPT_MS = 5000;

/** What can't be mended by waiting: SQLSTATE, and what the operator is to do. */
const PERMANENT: Record<string, string> = {
  '28P01': 'the database refuses this password',
  '28000': 'the database refuses this user',
  '3D000': 'there is no database of this name',
};

const reasonOf = (error: unknown): string => {
  // A name with several addresses fails with one error for each.
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  return first instanceof Error ? first.message : String(first);
};

/**
 * Waits until the database accepts connections: on the start of a machine, its PostgreSQL may be ready later than this process.
 *
 * @param patienceMs how long, in milliseconds
 * @param signal ends the wait
 * @throws ConfigurationError when it refuses the user, or can't be reached in this time
 */
export const waitForDatabase = async (
  url: string,
  { patienceMs, signal, log }: { patienceMs: number; signal: AbortSignal; log: Pick<Log, 'warn'> },
): Promise<void> => {
  const deadline = performance.now() + patienceMs;
  for (let wait = FIRST_DELAY_MS; ; wait = Math.min(wait * 2, MAX_DELAY_MS)) {
    signal.throwIfAborted();
    const client = new pg.Client({ connectionString: url, application_name: 'stagedoor-start', connectionTimeoutMillis: ATTEMPT_MS });
    client.on('error', () => {});
    try {
      await client.connect();
      return;
    } catch (error) {
      const permanent = PERMANENT[(error as { code?: string }).code ?? ''];
      if (permanent) throw new ConfigurationError(`DATABASE_URL: ${permanent}.`);
      if (performance.now() + wait > deadline) {
        const { hostname, port } = new URL(url);
        throw new ConfigurationError(
          `DATABASE_URL: the database at ${hostname}:${port || 5432} could not be reached within ${patienceMs / 1000} s (${reasonOf(error)}).`,
        );
      }
      if (wait === FIRST_DELAY_MS) log.warn({ err: reasonOf(error) }, 'the database can’t be reached yet; waiting for it');
    } finally {
      await client.end().catch(() => {});
    }
    await delay(wait, undefined, { signal });
  }
};
