import type { StreamState } from '@stagedoor/contract/streams';
import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { decideItems, visiblePerformer } from '../access/index.ts';

/** A show's room is open to accounts that may watch it; a public show's chat stays readable after its end. */
export const registerStreamRooms = (platform: Platform, realtime: Realtime): void =>
  realtime.onJoin('stream', async (viewer, streamId, country) => {
    const { rows } = await sql<{ type: string }>`
      select s.type from streams s join performers p on p.account_id = s.performer_id join accounts a on a.id = s.performer_id
      where s.id = ${streamId}::uuid and ${visiblePerformer(viewer, country)}`.execute(platform.database);
    if (!rows[0]) return false;
    if (rows[0].type === 'public') return true;
    // Those in it alone: not who reviews content either.
    const access = (await decideItems(platform, viewer, [streamId], country)).get(streamId);
    return access?.allowed === true && access.reason !== 'admin';
  });

/**
 * Removes blocked accounts from the rooms of the performer's shows; runs on every node. Their browsers refetch and find nothing. After a
 * lost database connection, all members are checked again.
 * @param listen subscribes; called with `<performer> <account or country>`, or without a payload after a reconnection
 */
export const registerStreamBlocks = (
  { database, log }: Pick<Platform, 'database' | 'log'>,
  realtime: Realtime,
  listen: (heard: (payload: string | undefined) => void) => void,
): void => {
  const reauthorizeRoom = async (payload: string | undefined): Promise<void> => {
    const ids = realtime.rooms('stream');
    if (ids.length === 0) return;
    const [performerId, whom = ''] = payload?.split(' ') ?? [];
    const { rows } = await sql<{ id: string; performer_id: string; state: StreamState }>`
      select id, performer_id, state from streams
      where id = any(${ids}::uuid[]) ${performerId ? sql`and performer_id = ${performerId}::uuid` : sql``}`.execute(database);
    const target = whom.length === 2 ? { country: whom } : whom ? { accountId: whom } : {};
    for (const { id, performer_id, state } of rows) {
      const removed = await realtime.reauthorizeRoom('stream', id, target);
      for (const accountId of removed)
        realtime.local.toAccount(accountId, 'streams/changed', { streamId: id, performerId: performer_id, state });
    }
  };
  listen(
    (payload) =>
      void reauthorizeRoom(payload).catch((error: unknown) => log.warn({ err: error }, 'the members of a room could not be checked')),
  );
};

const EVERY_MS = 1000;

/** Sends each show's room its viewer count, at most once a second and when it changed: read from the tables, whichever node writes them. */
export interface ViewerCounter {
  start(): void;
  /** Counts once; without a query while all rooms are empty. */
  count(): Promise<void>;
  stop(): void;
}

export const createViewerCounter = ({ database, log }: Pick<Platform, 'database' | 'log'>, realtime: Realtime): ViewerCounter => {
  let timer: NodeJS.Timeout | undefined;
  let isCounting = false;
  let known = new Map<string, number>();

  const count = async (): Promise<void> => {
    const ids = realtime.rooms('stream');
    if (ids.length === 0) {
      known = new Map();
      return;
    }
    const { rows } = await sql<{ id: string; viewer_count: number }>`
      select id, viewer_count from streams where id = any(${ids}::uuid[])`.execute(database);
    for (const { id, viewer_count: viewers } of rows)
      if (known.get(id) !== viewers) realtime.local.toRoom(`stream:${id}`, 'streams/viewers', { streamId: id, viewers });
    known = new Map(rows.map((row) => [row.id, row.viewer_count]));
  };

  return {
    count,
    start() {
      timer = setInterval(() => {
        if (isCounting) return;
        isCounting = true;
        count()
          .catch((error: unknown) => log.debug({ err: error }, 'the viewers could not be counted'))
          .finally(() => (isCounting = false));
      }, EVERY_MS);
    },
    stop: () => clearInterval(timer),
  };
};
