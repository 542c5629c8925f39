import type { EncoderSignal } from '@stagedoor/contract/stream-keys';
import { sql } from 'kysely';
import { addressesNow, rootOf } from '../../live/show-addresses.ts';
import type { LiveEngine } from '../../live/live-engine.ts';
import type { Platform } from '../../platform/platform.ts';
import { isAlive, listLiveNodes } from './live-nodes.ts';

const RTMP_PORT = 1935;
/** The application in the address, as encoders' presets have it. */
const APPLICATION = 'live';

/**
 * The address that encoders publish to by RTMP: publisherURL, if that is such an address, else a live process of this site.
 * @returns null where no live process takes them
 */
export const encoderAddress = async ({
  database,
  clock,
  settings,
  config,
}: Pick<Platform, 'database' | 'clock' | 'settings' | 'config'>): Promise<string | null> => {
  const publisher = settings.get('publisherURL');
  if (/^rtmps?:/i.test(publisher)) return publisher.replace(/\/+$/, '');
  const { rows } = await sql<{ port: number }>`
    select n.rtmp_port as port from live_nodes n where n.rtmp_port is not null and ${isAlive(clock.now())} order by n.id limit 1`.execute(
    database,
  );
  const port = rows[0]?.port;
  if (port === undefined) return null;
  return `rtmp://${new URL(config.publicUrl).hostname}${port === RTMP_PORT ? '' : `:${port}`}/${APPLICATION}`;
};

/**
 * The lasting address that encoders publish to by WHIP: at publisherURL, or at this site where encoders alone reach that address.
 * @returns null where no live process takes them
 */
export const whipAddress = async (platform: Pick<Platform, 'database' | 'clock' | 'settings' | 'config'>): Promise<string | null> => {
  if ((await listLiveNodes(platform)).length === 0) return null;
  const { publisher, app } = addressesNow(platform.settings);
  return `${rootOf(publisher, platform.config.publicUrl)}/${encodeURIComponent(app)}/whip/key`;
};

/** The signal of a performer's encoder; null while none publishes. @throws when a live node can't be reached */
export const findSignal = async (
  { database }: Pick<Platform, 'database'>,
  engine: LiveEngine,
  performerId: string,
): Promise<EncoderSignal | null> => {
  const open = await database
    .selectFrom('streams')
    .select('id')
    .where('performer_id', '=', performerId)
    .where('ended_at', 'is', null)
    .where('state', '<>', 'paused')
    .execute();
  if (open.length === 0) return null;
  const hosted = await engine.hostedStreams();
  return hosted.find(({ streamId }) => open.some(({ id }) => id === streamId))?.encoder ?? null;
};
