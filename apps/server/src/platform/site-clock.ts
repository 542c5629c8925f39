import type { Clock } from './clock.ts';
import type { Database } from './database/database.ts';
import type { Listener } from './database/listener.ts';

/** A clock that operators moved ahead of the real one: by how much is in the database, and every node hears of it. */
export interface SiteClock extends Clock {
  /** Milliseconds ahead of the real time. */
  offset(): number;
  /** Reads the offset again. It never becomes less. */
  reload(): Promise<void>;
}

/**
 * Only for sites with the sandbox gateway: where money is real, time is too. What stays on the real time: sessions and their ends,
 * rate limits, signed addresses, deadlines within a process, the database's own `now()` (when a row was made), and crontabs, which
 * are run at once after a move instead.
 */
export const createSiteClock = async (database: Database, listener: Listener, real: Clock): Promise<SiteClock> => {
  let offset = 0;
  const read = async (): Promise<void> => {
    const row = await database.selectFrom('site_clock').select('offset_ms').executeTakeFirst();
    offset = Math.max(offset, Number(row?.offset_ms ?? 0));
  };
  listener.listen('clock', (heard) => {
    if (heard) offset = Math.max(offset, Number(heard) || 0);
    else void read().catch(() => {});
  });
  await read();
  return { now: () => new Date(real.now().getTime() + offset), offset: () => offset, reload: read };
};
