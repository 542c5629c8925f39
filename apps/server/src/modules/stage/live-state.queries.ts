import { isId } from '@stagedoor/contract/ids.values';
import type { LiveState } from '@stagedoor/contract/live-state';
import { sql } from 'kysely';
import type { Viewer } from '../../platform/auth/viewer.ts';
import { noteShown } from '../../platform/caching/shown.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { visiblePerformer } from '../access/index.ts';
import { type LiveColumn, liveOf, liveStateOf } from './live-state.ts';

/** Returns what one performer has on stage. @throws CodedError NOT_FOUND also for performers that are hidden from the viewer */
export const findLiveState = async (
  platform: Platform,
  viewer: Viewer,
  country: string | null,
  idOrUsername: string,
): Promise<{ _id: string; live: LiveState }> => {
  const { rows } = await sql<{ id: string; username: string; live: LiveColumn | null }>`
    select a.id, a.username, ${liveOf(sql`a.id`)} as live from accounts a join performers p on p.account_id = a.id
    where ${isId(idOrUsername) ? sql`a.id = ${idOrUsername}::uuid` : sql`a.username = ${idOrUsername.toLowerCase()}`}
      and ${visiblePerformer(viewer, country)}`.execute(platform.database);
  const row = rows[0];
  if (!row) throw new CodedError('NOT_FOUND');
  noteShown(row.id);
  return { _id: row.id, live: liveStateOf(platform, row.username, row.live) };
};

/** Returns the performers with these usernames whom the viewer may see, by username, with what they have on stage. */
export const findLiveStates = async (
  platform: Platform,
  viewer: Viewer,
  country: string | null,
  usernames: readonly string[],
): Promise<Map<string, { _id: string; name: string; live: LiveState }>> => {
  if (usernames.length === 0) return new Map();
  const { rows } = await sql<{ id: string; username: string; name: string; live: LiveColumn | null }>`
    select a.id, a.username, a.name, ${liveOf(sql`a.id`)} as live from accounts a join performers p on p.account_id = a.id
    where a.username = any(${usernames}::text[]) and ${visiblePerformer(viewer, country)}`.execute(platform.database);
  for (const { id } of rows) noteShown(id);
  return new Map(rows.map(({ id, username, name, live }) => [username, { _id: id, name, live: liveStateOf(platform, username, live) }]));
};
