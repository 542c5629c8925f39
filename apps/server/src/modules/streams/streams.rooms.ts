import type { StreamState } from '@stagedoor/contract/streams';
import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { isAudienceOf, isRestrictedShow, showRefusal } from '../access/index.ts';
import { mayJoin } from './closing.ts';

/** A show's room is open to accounts that may watch it; a public show's chat stays readable after its end. */
export const registerStreamRooms = (platform: Platform, realtime: Realtime): void =>
  realtime.onJoin('stream', async (viewer, streamId, country) => {
    const { rows } = await sql`select from streams where id = ${streamId}::uuid`.execute(platform.database);
    if (rows.length === 0) return 'NOT_FOUND';
    if (!(await mayJoin(platform, viewer, streamId))) return 'SHOWS_CLOSING';
    return showRefusal(platform, viewer, country, streamId);
  });

/**
 * Removes blocked accounts from the rooms of the performer's shows; runs on every node. Their browsers refetch and find nothing. After a
 * lost database connection, all members are checked again.
 * @param listen subscribes; called with `<performer> <account or country>`, or without a payload after a reconnection
 */
export const registerStreamBlocks = (
  { database }: Pick<Platform, 'database'>,
  realtime: Realtime,
  listen: (heard: (payload: string | undefined) => Promise<void>) => void,
): void => {
  listen(async (payload) => {
    realtime.reviewJoins();
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
  });
};

const EVERY_MS = 1000;

interface CountedShow {
  id: string;
  performer_id: string;
  state: StreamState;
  viewer_count: number;
  is_restricted: boolean;
}

/**
 * Sends each show's room its viewer count, at most once a second and when it changed, and removes those it isn't for any longer: who unfollowed,
 * or whose subscription ended. Read from the tables, whichever node writes them.
 */
export interface ViewerCounter {
  start(): void;
  /** Counts once, and checks the members of shows that aren't for everyone; without a query while all rooms are empty. */
  count(): Promise<void>;
  stop(): void;
}

export const createViewerCounter = (
  { database, clock, log }: Pick<Platform, 'database' | 'clock' | 'log'>,
  realtime: Realtime,
): ViewerCounter => {
  let timer: NodeJS.Timeout | undefined;
  let isCounting = false;
  let known = new Map<string, number>();

  /** One statement, however many rooms and members. */
  const removeExcluded = async (shows: readonly CountedShow[]): Promise<void> => {
    const members = shows.flatMap((show) => realtime.members('stream', show.id).map((accountId) => ({ show, accountId })));
    if (members.length === 0) return;
    const { rows } = await sql<{ id: string; account_id: string }>`
      select i.id, m.account_id
      from unnest(${members.map(({ show }) => show.id)}::uuid[], ${members.map(({ accountId }) => accountId)}::uuid[]) as m(stream_id, account_id)
      join items i on i.id = m.stream_id
      where not ${isAudienceOf(sql`m.account_id`, clock.now())}`.execute(database);
    for (const { id, account_id: accountId } of rows) {
      const { performer_id: performerId, state } = shows.find((show) => show.id === id)!;
      for (const removed of await realtime.reauthorizeRoom('stream', id, { accountId }))
        realtime.local.toAccount(removed, 'streams/changed', { streamId: id, performerId, state });
    }
  };

  const count = async (): Promise<void> => {
    const ids = realtime.rooms('stream');
    if (ids.length === 0) {
      known = new Map();
      return;
    }
    const { rows } = await sql<CountedShow>`
      select s.id, s.performer_id, s.state, s.viewer_count, ${isRestrictedShow} as is_restricted
      from streams s join items i on i.id = s.id where s.id = any(${ids}::uuid[])`.execute(database);
    for (const { id, viewer_count: viewers } of rows)
      if (known.get(id) !== viewers) realtime.local.toRoom(`stream:${id}`, 'streams/viewers', { streamId: id, viewers });
    known = new Map(rows.map((row) => [row.id, row.viewer_count]));
    await removeExcluded(rows.filter((row) => row.is_restricted));
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
