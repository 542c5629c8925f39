import { sql } from 'kysely';
import { STREAM_TYPES } from '@stagedoor/contract/streams';
import { type ShowAddresses, addressesNow, engineNow, originsOf } from '../../live/show-addresses.ts';
import type { Platform } from '../../platform/platform.ts';
import type { StoredMediaServers } from './media-servers.ts';

/** Returns the origins of live media that pages must be able to reach. */
export interface LiveOrigins {
  list(): readonly string[];
  /** Reads those of running shows, which may have begun with other settings. */
  reload(): Promise<void>;
}

/** Follows the settings; a change of them leaves the origins of running shows open. */
export const createLiveOrigins = (
  { database, settings, log }: Pick<Platform, 'database' | 'settings' | 'log'>,
  servers: StoredMediaServers,
): LiveOrigins => {
  let ofRunning: readonly string[] = [];
  let known: { of: string; origins: readonly string[] } | undefined;
  const reload = async (): Promise<void> => {
    const { rows } = await sql<{ addresses: ShowAddresses }>`
      select distinct addresses from streams where ended_at is null and addresses is not null`.execute(database);
    ofRunning = rows.flatMap(({ addresses: { viewer, publisher, subscriber } }) => originsOf([viewer, publisher, subscriber]));
    known = undefined;
  };
  const follow = (): void => {
    known = undefined;
    reload().catch((error: unknown) => log.warn({ err: error }, 'the media addresses of running shows could not be read'));
  };
  settings.onChange(follow);
  servers.onChange(follow);
  return {
    list() {
      const now = addressesNow(settings);
      const isUsed = STREAM_TYPES.some((type) => engineNow(settings, type) === 'antMedia');
      const server = (isUsed ? servers.current()?.address : undefined) ?? '';
      const of = [now.viewer, now.publisher, now.subscriber, server].join(' ');
      if (known?.of !== of)
        known = { of, origins: [...new Set([...originsOf([now.viewer, now.publisher, now.subscriber, server]), ...ofRunning])] };
      return known.origins;
    },
    reload,
  };
};
