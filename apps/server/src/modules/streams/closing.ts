import { sql } from 'kysely';
import { type Viewer, isAdmin } from '../../platform/auth/viewer.ts';
import { type Executor, type Trx, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { isInRunningShow, mustEndShows, showsEndAt } from '../../platform/settings/drain.ts';
import { endShows } from './stream-state.ts';

// Shows in maintenance (decision 83): none begins, nobody new joins one, and those that run end at a time that their rooms know.

/** @throws CodedError SHOWS_CLOSING in maintenance */
export const assertMayBegin = ({ settings }: Pick<Platform, 'settings'>): void => {
  if (settings.get('maintenanceMode')) throw new CodedError('SHOWS_CLOSING');
};

/** Returns true if the viewer may enter a show: in maintenance only those who are in it, coming back. */
export const mayJoin = async (platform: Pick<Platform, 'database' | 'settings'>, viewer: Viewer, streamId: string): Promise<boolean> => {
  if (!platform.settings.get('maintenanceMode') || isAdmin(viewer)) return true;
  return viewer.kind === 'account' && isInRunningShow(platform, viewer.accountId, streamId);
};

/** @throws CodedError SHOWS_CLOSING */
export const assertMayJoin = async (platform: Pick<Platform, 'database' | 'settings'>, viewer: Viewer, streamId: string): Promise<void> => {
  if (!(await mayJoin(platform, viewer, streamId))) throw new CodedError('SHOWS_CLOSING');
};

/**
 * Ends all shows once maintenance has given them their time. Any number of workers may run it at once, and one that starts later does too.
 * @returns how many it ended
 */
export const endDrainedShows = async ({
  database,
  clock,
  settings,
}: Pick<Platform, 'database' | 'clock' | 'settings'>): Promise<number> => {
  if (!mustEndShows({ settings, clock })) return 0;
  const ended = await transact(database, undefined, (trx) => endShows(trx, sql`s.ended_at is null`, 'maintenance', clock.now()));
  return ended.length;
};

/** Ends every show that is open, rehearsals too: after a restore no node has their media. */
export const endOpenShows = async (trx: Trx, at: Date): Promise<void> => {
  const isOpen = sql`s.ended_at is null`;
  await endShows(trx, isOpen, 'maintenance', at);
};

/** Returns how many shows `endOpenShows` would end. */
export const countOpenShows = async (executor: Executor): Promise<number> => {
  const { rows } = await sql<{ shows: number }>`select count(*)::int as shows from streams s where s.ended_at is null`.execute(executor);
  return rows[0]!.shows;
};

/** Returns how many shows maintenance would end; rehearsals aren't shows yet. */
export const countRunning = async ({ database }: Pick<Platform, 'database'>): Promise<number> => {
  const { rows } = await sql<{ shows: number }>`
    select count(*)::int as shows from streams s where s.ended_at is null and s.rehearsal is null and s.state <> 'paused'`.execute(
    database,
  );
  return rows[0]!.shows;
};

/** Tells the rooms of this node's sockets when maintenance ends their shows; runs on every node. */
export const registerClosing = ({ settings }: Pick<Platform, 'settings'>, realtime: Realtime): void =>
  settings.onChange((changed) => {
    if (!changed.includes('maintenanceMode')) return;
    const closesAt = settings.drain()?.until.toISOString() ?? null;
    for (const streamId of realtime.rooms('stream')) realtime.local.toRoom(`stream:${streamId}`, 'streams/closing', { streamId, closesAt });
  });

const EVERY_MS = 1000;

/** Closes this node's sockets of accounts whose show ended in maintenance. */
export interface ClosingWatch {
  start(): void;
  /** Looks once: at the sockets while shows may go on, and once more after that. */
  look(): Promise<void>;
  stop(): void;
}

export const createClosingWatch = (platform: Pick<Platform, 'settings' | 'clock' | 'log'>, realtime: Realtime): ClosingWatch => {
  let timer: NodeJS.Timeout | undefined;
  /** The end that the sockets were looked at after. */
  let lookedAfter: number | undefined;
  const look = async (): Promise<void> => {
    const until = platform.settings.drain()?.until.getTime();
    if (until === undefined || lookedAfter === until) return;
    const isOver = showsEndAt(platform) === null;
    await realtime.reviewSockets();
    if (isOver) lookedAfter = until;
  };
  return {
    look,
    start() {
      timer = setInterval(
        () => void look().catch((error: unknown) => platform.log.debug({ err: error }, 'the sockets could not be looked at')),
        EVERY_MS,
      );
    },
    stop: () => clearInterval(timer),
  };
};
