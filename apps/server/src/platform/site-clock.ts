import type { Clock } from './clock.ts';
import type { Database } from './database/database.ts';
import type { Listener } from './database/listener.ts';

/** A clock that admins can move ahead of the real one: the offset is stored in the database and shared by all nodes. */
export interface SiteClock extends Clock {
  /** Milliseconds ahead of the real time. */
  offset(): number;
  /** Reloads the offset, which never decreases. */
  reload(): Promise<void>;
}

/**
 * Only for sites with the sandbox gateway, which handle no real money. Still on real time: session expiry, rate limits, signed URLs,
 * timeouts within a process, the database's `now()` (creation times), and scheduled jobs, which are run once after each move instead.
 */
export const createSiteClock = async (database: Database, listener: Listener, real: Clock): Promise<SiteClock> => {
  let offset = 0;
  const read = async (): Promise<void> => {
    const row = await database.selectFrom('site_clock').select('offset_ms').executeTakeFirst();
    offset = Math.max(offset, Number(row?.offset_ms ?? 0));
  };
  listener.listen('clock', (payload) => {
    if (!payload) return read();
    offset = Math.max(offset, Number(payload) || 0);
    return undefined;
  });
  await read();
  return { now: () => new Date(real.now().getTime() + offset), offset: () => offset, reload: read };
};
