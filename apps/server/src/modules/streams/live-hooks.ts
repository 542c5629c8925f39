import { id } from '@stagedoor/contract/shapes';
import { sql } from 'kysely';
import type { MediaServers } from '../../live/ant-media/media-server.ts';
import { readStreamToken } from '../../live/ant-media/stream-tokens.ts';
import { isTestIdentity } from '../../live/ant-media/test-identity.ts';
import type { LiveEngine } from '../../live/live-engine.ts';
import type { Platform } from '../../platform/platform.ts';
import { showOf } from './live-nodes.ts';
import { isExcluded } from './stream-grants.ts';

/** Fields that a media server sends, as JSON or as a form. */
export type HookFields = Readonly<Record<string, unknown>>;

/** At most one look at a stream in this time. */
const LOOK_MS = 1000;
/** Streams that are remembered at once: hints about more are dropped, since the server is also looked at without hints. */
const MOST_STREAMS = 1000;

export interface LiveHooks {
  /** The server says that something happened to a stream. Nothing is believed: the server's REST API is asked. */
  hint(fields: HookFields): void;
  /** The server asks whether somebody may publish or play. */
  mayUse(use: 'publish' | 'play', fields: HookFields): Promise<boolean>;
  close(): void;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

type HookPlatform = Pick<Platform, 'database' | 'clock' | 'encryption' | 'log'>;

/** Answers the webhooks of media servers. */
export const createLiveHooks = (platform: HookPlatform, servers: MediaServers, engine: Pick<LiveEngine, 'look'>): LiveHooks => {
  const { database, clock, encryption, log } = platform;
  /** Streams looked at within the last second, and whether another hint came since. */
  const recent = new Map<string, { timer: NodeJS.Timeout; isAgain: boolean }>();

  const look = async (mediaId: string): Promise<void> => {
    const { rows } = await sql<{ id: string }>`
      select s.id from streams s
      where s.id = ${showOf(mediaId)} and s.addresses ->> 'engine' = 'antMedia' and (s.ended_at is null or s.released_at is null)`.execute(
      database,
    );
    if (rows[0]) await engine.look(rows[0].id);
  };
  const lookNow = (mediaId: string): void => {
    const timer = setTimeout(() => {
      const isAgain = recent.get(mediaId)?.isAgain;
      recent.delete(mediaId);
      if (isAgain) lookNow(mediaId);
    }, LOOK_MS);
    recent.set(mediaId, { timer, isAgain: false });
    look(mediaId).catch((error: unknown) => log.warn({ err: error }, 'a hint of a media server could not be followed'));
  };

  return {
    hint(fields) {
      const mediaId = textOf(fields['id']);
      if (!id.safeParse(mediaId).success) return;
      const known = recent.get(mediaId);
      if (known) known.isAgain = true;
      else if (recent.size < MOST_STREAMS) lookNow(mediaId);
    },
    async mayUse(use, fields) {
      const [mediaId, grantId, token] = [textOf(fields['streamId']), textOf(fields['subscriberId']), textOf(fields['token'])];
      if (use === 'publish' && isTestIdentity(encryption, { streamId: mediaId, subscriberId: grantId })) return true;
      if (!id.safeParse(mediaId).success || !id.safeParse(grantId).success) return false;
      const { rows } = await sql<{ server: string | null }>`
        select s.addresses ->> 'server' as server from stream_rights r
        join streams s on s.id = r.stream_id
        join performers p on p.account_id = s.performer_id and p.state = 'approved'
        join accounts a on a.id = s.performer_id and a.status = 'active'
        where r.id = ${grantId}::uuid and r.kind = ${use} and coalesce(r.media_id, r.stream_id) = ${mediaId}::uuid
          and r.revoked_at is null and r.expires_at > ${clock.now()}::timestamptz and not ${isExcluded(clock.now())}
          and s.addresses ->> 'engine' = 'antMedia' and s.ended_at is null and (r.kind = 'play' or s.state <> 'paused')`.execute(database);
      const server = servers.byId(rows[0]?.server ?? '');
      if (!server) return false;
      // The server checked a token of its own, which nobody can read.
      if (server.tokens === 'once') return true;
      const claims = await readStreamToken(server, token);
      return claims?.streamId === mediaId && claims.type === use && claims.grantId === grantId;
    },
    close() {
      for (const { timer } of recent.values()) clearTimeout(timer);
      recent.clear();
    },
  };
};
