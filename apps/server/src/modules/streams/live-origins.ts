import { sql } from 'kysely';
import { type ShowAddresses, addressesNow, originsOf } from '../../live/show-addresses.ts';
import type { Platform } from '../../platform/platform.ts';

/** Returns the origins of live media that pages must be able to reach. */
export interface LiveOrigins {
  list(): readonly string[];
  /** Reads those of running shows, which may have begun with other settings. */
  reload(): Promise<void>;
}

/** Follows the settings; a change of them leaves the origins of running shows open. */
export const createLiveOrigins = ({ database, settings, log }: Pick<Platform, 'database' | 'settings' | 'log'>): LiveOrigins => {
  let ofRunning: readonly string[] = [];
  let known: { of: string; origins: readonly string[] } | undefined;
  const reload = async (): Promise<void> => {
    const { rows } = await sql<{ addresses: ShowAddresses }>`
      select distinct addresses from streams where ended_at is null and addresses is not null`.execute(database);
    ofRunning = rows.flatMap(({ addresses }) => originsOf(addresses));
    known = undefined;
  };
  settings.onChange(() => {
    known = undefined;
    reload().catch((error: unknown) => log.warn({ err: error }, 'the media addresses of running shows could not be read'));
  });
  return {
    list() {
      const now = addressesNow(settings);
      const of = [now.viewer, now.publisher, now.subscriber].join(' ');
      if (known?.of !== of) known = { of, origins: [...new Set([...originsOf(now), ...ofRunning])] };
      return known.origins;
    },
    reload,
  };
};
