import { sql } from 'kysely';
import type { MediaServer, MediaServers } from '../../live/ant-media/media-server.ts';
import type { Database, Trx } from '../../platform/database/database.ts';
import type { Listener } from '../../platform/database/listener.ts';
import type { Encryption } from '../../platform/encryption.ts';
import type { Platform } from '../../platform/platform.ts';

/** The table's media servers, cached in memory and read again on every node when one is added. */
export interface StoredMediaServers extends MediaServers {
  reload(): Promise<void>;
  /** Called after another server was entered. */
  onChange(handler: () => void): void;
}

interface Keys {
  restKey: string;
  streamKey: string;
}

/** The purpose that keys are sealed for. */
export const MEDIA_SERVER_CONTEXT = 'mediaServer';

export const createMediaServers = async (
  database: Database,
  encryption: Encryption,
  listener: Pick<Listener, 'listen'> | undefined,
): Promise<StoredMediaServers> => {
  let servers = new Map<string, MediaServer>();
  let newest: MediaServer | null = null;
  const handlers: (() => void)[] = [];
  const read = async (): Promise<void> => {
    const rows = await database.selectFrom('media_servers').select(['id', 'address', 'tokens', 'secrets']).orderBy('id').execute();
    const read = rows.map(
      ({ id, address, tokens, secrets }): MediaServer => ({
        id,
        address,
        tokens: tokens === 'once' ? 'once' : 'jwt',
        ...encryption.decrypt<Keys>(secrets, MEDIA_SERVER_CONTEXT),
      }),
    );
    servers = new Map(read.map((server) => [server.id, server]));
    newest = read.at(-1) ?? null;
    for (const handler of handlers) handler();
  };
  // Serialized, so that an older result can't overwrite a newer one.
  let reading: Promise<void> = Promise.resolve();
  const reload = (): Promise<void> => {
    reading = reading.catch(() => {}).then(read);
    return reading;
  };
  await reload();
  listener?.listen('media_servers', reload);
  return {
    current: () => newest,
    byId: (id) => servers.get(id),
    reload,
    onChange: (handler) => void handlers.push(handler),
  };
};

/** Stores a server for shows that begin from now on; every node reads it once the transaction has ended. */
export const saveMediaServer = async (
  encryption: Encryption,
  trx: Trx,
  { address, tokens, restKey, streamKey }: Omit<MediaServer, 'id'>,
  at: Date,
): Promise<void> => {
  await trx
    .insertInto('media_servers')
    .values({ address, tokens, secrets: encryption.encrypt({ restKey, streamKey } satisfies Keys, MEDIA_SERVER_CONTEXT), created_at: at })
    .execute();
  await sql`select pg_notify('media_servers', '')`.execute(trx);
};

/**
 * The address that a media server posts its webhooks to, and asks whether somebody may publish or play: webhooks aren't signed, so it holds a
 * secret. The same for all servers of a site.
 */
export const hookAddress = (
  { encryption, config }: Pick<Platform, 'encryption'> & { config: Pick<Platform['config'], 'publicUrl'> },
  use: 'events' | 'publish' | 'play',
): string => `${config.publicUrl}/hooks/live/${hookSecretOf(encryption)}/${use}`;

/** The secret part of that address. */
export const hookSecretOf = (encryption: Encryption): string => encryption.fingerprint('webhooks', MEDIA_SERVER_CONTEXT);
