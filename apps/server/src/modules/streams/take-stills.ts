import type { StreamType } from '@stagedoor/contract/streams';
import { type RawBuilder, sql } from 'kysely';
import type { LiveEngine } from '../../live/live-engine.ts';
import type { ShowAddresses } from '../../live/show-addresses.ts';
import { type Trx, recordEvent, transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type FoundCopy, storeStill } from '../files/index.ts';

// Stills of shows on air (decision 113): one a minute, kept in `show_stills`. Of private shows and rehearsals there are none (decision 47).

/** Stills asked of one node at once. Nodes don't wait for each other. */
const AT_ONCE = 2;
/** An engine that takes longer has no picture, in milliseconds. */
const SNAPSHOT_MS = 10_000;
/** Shows whose turn doesn't come within this time count as without a picture, so that rounds don't overlap. */
const ROUND_MS = 45_000;
/** A repeated job leaves shows alone that were pictured in these seconds; a job that comes after a late one doesn't. */
const RECENT_SECONDS = 15;

/** True for shows `s` of which an admin may have a picture. */
export const isPictured: RawBuilder<boolean> = sql<boolean>`(s.type <> 'private' and s.state = 'live' and s.rehearsal is null)`;

/** A show for its engine. */
export interface PicturedShow {
  id: string;
  type: StreamType;
  addresses: ShowAddresses | null;
}

interface DueShow extends PicturedShow {
  performer_id: string;
  node_id: string | null;
}

/** A picture of a show, or null: also when its engine fails, or takes too long. */
const pictureOf = async (
  { log }: Pick<Platform, 'log'>,
  engine: LiveEngine,
  { id, type, addresses }: PicturedShow,
): Promise<Buffer | null> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), SNAPSHOT_MS);
  });
  try {
    return await Promise.race([engine.snapshot({ id, type, addresses }), late]);
  } catch (error) {
    log.warn({ err: error, streamId: id }, 'a still of a show could not be taken');
    return null;
  } finally {
    clearTimeout(timer);
  }
};

/** Pairs that no still of the show was noted for yet: an admin is asked about each once a show. */
const freshCopies = async (trx: Trx, streamId: string, copies: readonly FoundCopy[]): Promise<FoundCopy[]> => {
  if (copies.length === 0) return [];
  const { rows } = await sql<{ object_kind: string; object_id: string }>`
    select m.object_kind, m.object_id from show_stills t join copy_matches m on m.file_id = t.file_id
    where t.stream_id = ${streamId}::uuid and t.is_alike`.execute(trx);
  return copies.filter(({ objectKind, objectId }) => !rows.some((row) => row.object_kind === objectKind && row.object_id === objectId));
};

const writeStill = async (trx: Trx, streamId: string, at: Date, file?: { fileId: string; isAlike: boolean }): Promise<void> => {
  await trx
    .insertInto('show_stills')
    .values({ stream_id: streamId, taken_at: at, file_id: file?.fileId ?? null, is_alike: file?.isAlike ?? false })
    .execute();
};

/** Alerts the admins once a show: that one of its stills looks like what was taken down. */
const alertOnce = async (trx: Trx, show: DueShow): Promise<void> => {
  const { rows } = await sql<{ username: string; stills: number }>`
    select a.username, (select count(*)::int from show_stills t where t.stream_id = ${show.id}::uuid and t.is_alike) as stills
    from accounts a where a.id = ${show.performer_id}::uuid`.execute(trx);
  if (rows[0]?.stills === 1)
    await recordEvent(trx, 'moderation.alerted', { what: 'still', key: `still:${show.id}`, count: 1, name: rows[0].username });
};

/** Stores a still, or that there was none. */
const keepStill = async (platform: Platform, show: DueShow, jpeg: Buffer | null): Promise<void> => {
  const { database, clock, log } = platform;
  const still =
    jpeg &&
    (await storeStill(platform, show.performer_id, jpeg).catch((error: unknown) => {
      log.warn({ err: error, streamId: show.id }, 'a still of a show could not be stored');
      return null;
    }));
  const at = clock.now();
  try {
    await transact(database, undefined, async (trx) => {
      if (!still) return writeStill(trx, show.id, at);
      const file = await still.insert(trx, await freshCopies(trx, show.id, still.copies), at);
      await writeStill(trx, show.id, at, file);
      if (file.isAlike) await alertOnce(trx, show);
    });
  } catch (error) {
    await still?.discard();
    throw error;
  }
};

/** Takes the stills of one node's shows, some at once. */
const takeInTurn = async (
  platform: Platform,
  engine: LiveEngine,
  shows: readonly DueShow[],
  job: { signal: AbortSignal },
): Promise<void> => {
  const until = Date.now() + ROUND_MS;
  const waiting = [...shows];
  const work = async (): Promise<void> => {
    for (let show = waiting.shift(); show; show = waiting.shift()) {
      job.signal.throwIfAborted();
      await keepStill(platform, show, Date.now() < until ? await pictureOf(platform, engine, show) : null).catch((error: unknown) =>
        platform.log.error({ err: error, streamId: show?.id }, 'a still of a show could not be kept'),
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
};

/** Takes a still of every public and group show on air. A node that is slow or fails delays its own shows alone. */
export const takeStills = async (platform: Platform, engine: LiveEngine, job: { signal: AbortSignal }): Promise<void> => {
  const since = new Date(platform.clock.now().getTime() - RECENT_SECONDS * 1000);
  const { rows } = await sql<DueShow>`
    select s.id, s.type, s.addresses, s.performer_id, s.node_id from streams s
    where s.ended_at is null and ${isPictured} and not exists (
      select from show_stills t where t.stream_id = s.id and t.taken_at > ${since}::timestamptz)
    order by (select max(t.taken_at) from show_stills t where t.stream_id = s.id) nulls first, s.id`.execute(platform.database);
  const nodes = Map.groupBy(rows, ({ node_id: nodeId }) => nodeId);
  await Promise.all([...nodes.values()].map((shows) => takeInTurn(platform, engine, shows, job)));
};
