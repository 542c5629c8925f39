import type { StreamState } from '@stagedoor/contract/streams';
import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { decideItems, visiblePerformer } from '../entitlement/index.ts';

/** A show's room is for the accounts that may watch it; a public one's chat stays to be read once the show has ended. */
export const registerStreamRooms = (platform: Platform, realtime: Realtime): void =>
  realtime.onJoin('stream', async (viewer, streamId, country) => {
    const { rows } = await sql<{ type: string }>`
      select s.type from streams s join performers p on p.account_id = s.performer_id join accounts a on a.id = s.performer_id
      where s.id = ${streamId}::uuid and ${visiblePerformer(viewer, country)}`.execute(platform.database);
    if (!rows[0]) return false;
    return rows[0].type === 'public' || (await decideItems(platform, viewer, [streamId], country)).get(streamId)?.allowed === true;
  });

/**
 * Whoever is blocked leaves the rooms of that performer's shows, on the node that hears it; every node does. Their browsers ask anew and
 * find nothing. After a lost connection everybody is asked once more.
 * @param listen calls with `<performer> <account or country>`, or without after a reconnection
 */
export const registerStreamBlocks = (
  { database, log }: Pick<Platform, 'database' | 'log'>,
  realtime: Realtime,
  listen: (heard: (payload: string | undefined) => void) => void,
): void => {
  const readmit = async (payload: string | undefined): Promise<void> => {
    const ids = realtime.rooms('stream');
    if (ids.length === 0) return;
    const [performerId, whom = ''] = payload?.split(' ') ?? [];
    const { rows } = await sql<{ id: string; performer_id: string; state: StreamState }>`
      select id, performer_id, state from streams
      where id = any(${ids}::uuid[]) ${performerId ? sql`and performer_id = ${performerId}::uuid` : sql``}`.execute(database);
    const concerns = whom.length === 2 ? { country: whom } : whom ? { accountId: whom } : {};
    for (const { id, performer_id, state } of rows) {
      const gone = await realtime.readmit('stream', id, concerns);
      for (const accountId of gone) realtime.toAccount(accountId, 'streams/changed', { streamId: id, performerId: performer_id, state });
    }
  };
  listen((payload) => void readmit(payload).catch((error: unknown) => log.warn({ err: error }, 'a room could not be looked through')));
};

const EVERY_MS = 1000;

/** Tells each show's room how many watch, once a second and when it changed: read from the tables, whichever node writes them. */
export interface ViewerCounter {
  start(): void;
  /** Looks once; asks nothing of the database while nobody is in a room. */
  look(): Promise<void>;
  stop(): void;
}

export const createViewerCounter = ({ database, log }: Pick<Platform, 'database' | 'log'>, realtime: Realtime): ViewerCounter => {
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;
  let known = new Map<string, number>();

  const look = async (): Promise<void> => {
    const ids = realtime.rooms('stream');
    if (ids.length === 0) {
      known = new Map();
      return;
    }
    const { rows } = await sql<{ id: string; viewer_count: number }>`
      select id, viewer_count from streams where id = any(${ids}::uuid[])`.execute(database);
    for (const { id, viewer_count: viewers } of rows)
      if (known.get(id) !== viewers) realtime.toRoom(`stream:${id}`, 'streams/viewers', { streamId: id, viewers });
    known = new Map(rows.map((row) => [row.id, row.viewer_count]));
  };

  return {
    look,
    start() {
      timer = setInterval(() => {
        if (isLooking) return;
        isLooking = true;
        look()
          .catch((error: unknown) => log.debug({ err: error }, 'the viewers could not be counted'))
          .finally(() => (isLooking = false));
      }, EVERY_MS);
    },
    stop: () => clearInterval(timer),
  };
};
