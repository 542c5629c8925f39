import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database, Executor } from '../database/database.ts';
import type { Listener } from '../database/listener.ts';
import type { Platform } from '../platform.ts';
import type { Log } from '../telemetry/log.ts';
import { SEEN_INTERVAL_MS, type Sighting, copyPresence, restorePresence, writePresence } from './presence.store.ts';
import { createSightings } from './sightings.ts';

/** Who made calls to this node: written for many accounts and sessions at once, each at most once a minute. */
export interface Presence {
  /** @param accountId null if an admin acts as the account: then it is not online */
  noteCall(sessionId: string, accountId: string | null): void;
  /** Writes what was noted so far. */
  flush(): Promise<void>;
  /** Puts back what PostgreSQL lost in a crash. Done by itself whenever the database was away. A failure is logged. */
  restore(): Promise<void>;
}

const writeSessions = async (executor: Executor, sightings: readonly Sighting[]): Promise<void> => {
  await sql`
    update sessions t set last_seen_at = s.at
    from unnest(${sightings.map(({ id }) => id)}::uuid[], ${sightings.map(({ at }) => at)}::timestamptz[]) s (id, at)
    where t.id = s.id`.execute(executor);
};

/** @param background for putting back a large table, without the time limit of requests */
export const createPresence = ({
  database,
  background,
  clock,
  listener,
  log,
}: {
  database: Database;
  background: Database;
  clock: Clock;
  listener: Listener;
  log: Log;
}): Presence => {
  const accounts = createSightings((sightings) => writePresence(database, sightings), SEEN_INTERVAL_MS, log);
  const sessions = createSightings((sightings) => writeSessions(database, sightings), SEEN_INTERVAL_MS, log);
  const restore = async (): Promise<void> => {
    try {
      const count = await restorePresence(background);
      if (count > 0) log.info({ count }, 'presence was put back from its durable copy');
    } catch (error) {
      log.warn({ err: error }, 'presence could not be put back');
    }
  };
  // Nobody notifies it: handlers are called after a reconnection too, and the database may have crashed meanwhile.
  listener.listen('presence', () => void restore());
  return {
    noteCall(sessionId, accountId) {
      const at = clock.now();
      sessions.note(sessionId, at);
      if (accountId !== null) accounts.note(accountId, at);
    },
    async flush() {
      await Promise.all([accounts.flush(), sessions.flush()]);
    },
    restore,
  };
};

/** Copies presence every hour: after a crash nobody's last call is known wrong by more. */
export const registerPresenceJobs = (platform: Pick<Platform, 'jobs' | 'background' | 'clock'>): void =>
  platform.jobs.schedule(
    'platform:copyPresence',
    '7 * * * *',
    async () => void (await copyPresence(platform.background, platform.clock.now())),
  );
