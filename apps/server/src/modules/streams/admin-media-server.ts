import type { AdminMediaServer, MediaServerCheck } from '@stagedoor/contract/admin-media-server';
import type { MediaServerTokens } from '@stagedoor/contract/media-server.values';
import { STREAM_TYPES } from '@stagedoor/contract/streams';
import { sql } from 'kysely';
import type { MediaServer } from '../../live/ant-media/media-server.ts';
import { addressUses, serverAddresses } from '../../live/ant-media/server-addresses.ts';
import { passes, testMediaServer } from '../../live/ant-media/test-media-server.ts';
import { engineNow } from '../../live/show-addresses.ts';
import { type Idempotency, recordAudit, transact } from '../../platform/database/database.ts';
import { CodedError, FieldsError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { type StoredMediaServers, hookAddress, saveMediaServer } from './media-servers.ts';

export interface MediaServerEntry {
  address: string;
  restKey: string;
  streamKey: string;
  tokens: MediaServerTokens;
}

const kindsOnServer = ({ settings }: Pick<Platform, 'settings'>) => STREAM_TYPES.filter((type) => engineNow(settings, type) === 'antMedia');

export const readMediaServer = async (platform: Platform, servers: StoredMediaServers): Promise<AdminMediaServer> => {
  const { database, settings } = platform;
  const { rows } = await sql<{ entered_at: Date | null; open: number }>`
    select (select max(created_at) from media_servers) as entered_at,
      (select count(*)::int from streams where addresses ->> 'server' is not null and released_at is null and ended_at is null) as open`.execute(
    database,
  );
  const { entered_at: enteredAt, open } = rows[0]!;
  const server = servers.current();
  return {
    address: server?.address ?? null,
    tokens: server?.tokens ?? 'jwt',
    hasRestKey: (server?.restKey ?? '') !== '',
    hasStreamKey: (server?.streamKey ?? '') !== '',
    enteredAt: enteredAt?.toISOString() ?? null,
    appName: settings.get('AntMediaAppname'),
    hooks: {
      events: hookAddress(platform, 'events'),
      publish: hookAddress(platform, 'publish'),
      play: hookAddress(platform, 'play'),
    },
    kinds: kindsOnServer(platform),
    openShows: open,
  };
};

/**
 * The server that was entered, with stored keys in place of empty ones. Stored keys are for the stored address alone: a test would send what
 * they sign to anybody's server.
 * @throws FieldsError for a missing key
 */
const completed = (servers: StoredMediaServers, { address, restKey, streamKey, tokens }: MediaServerEntry): Omit<MediaServer, 'id'> => {
  const plain = address.trim().replace(/\/+$/, '');
  const current = servers.current();
  const stored = current?.address === plain ? current : undefined;
  const server = { address: plain, tokens, restKey: restKey || (stored?.restKey ?? ''), streamKey: streamKey || (stored?.streamKey ?? '') };
  const missing = [
    ...(server.restKey === '' ? ['restKey'] : []),
    // One-time tokens are the server's own.
    ...(server.streamKey === '' && tokens === 'jwt' ? ['streamKey'] : []),
  ];
  if (missing.length > 0) throw new FieldsError(missing.map((property) => ({ property, rule: 'required' })));
  return server;
};

const runTest = (platform: Platform, server: Omit<MediaServer, 'id'>): Promise<MediaServerCheck[]> => {
  const { settings } = platform;
  const uses = addressUses(
    (key) => settings.get(key),
    (type) => engineNow(settings, type),
  );
  return testMediaServer(platform, { server, app: settings.get('AntMediaAppname'), addresses: serverAddresses(uses) });
};

/** Tests a server that was entered. @throws FieldsError for a missing key */
export const tryMediaServer = (platform: Platform, servers: StoredMediaServers, entry: MediaServerEntry): Promise<MediaServerCheck[]> =>
  runTest(platform, completed(servers, entry));

/**
 * Tests a server, and stores it for shows that begin from now on. Audited by its address and the names of the fields that changed.
 * @throws FieldsError; CodedError MEDIA_SERVER_FAILED with the checks
 */
export const changeMediaServer = async (
  platform: Platform,
  servers: StoredMediaServers,
  adminId: string,
  entry: MediaServerEntry,
  idempotency: Idempotency | undefined,
): Promise<{ checks: MediaServerCheck[] }> => {
  const server = completed(servers, entry);
  // A token that is used once plays no HLS by the minute.
  if (server.tokens === 'once' && kindsOnServer(platform).some((type) => type !== 'public'))
    throw new FieldsError([{ property: 'tokens', rule: 'mediaServerOnce' }]);
  const checks = await runTest(platform, server);
  if (!passes(checks)) throw new CodedError('MEDIA_SERVER_FAILED', { checks });
  const before = servers.current();
  const fields = (['address', 'tokens', 'restKey', 'streamKey'] as const).filter((name) => server[name] !== before?.[name]);
  const answer = await transact(platform.database, idempotency, async (trx) => {
    const at = platform.clock.now();
    await saveMediaServer(platform.encryption, trx, server, at);
    await recordAudit(trx, {
      actorId: adminId,
      action: 'settings.mediaServerChanged',
      objectKind: 'mediaServer',
      objectId: null,
      detail: { address: server.address, fields: fields.join(', ') },
      at,
    });
    return { checks };
  });
  await servers.reload();
  return answer;
};
