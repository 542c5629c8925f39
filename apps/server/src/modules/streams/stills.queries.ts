import type { ShowStill } from '@stagedoor/contract/admin-live';
import { type RawBuilder, sql } from 'kysely';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { stillUrl } from '../files/index.ts';

/** Stills of a strip. */
const STRIP = 30;
/** Stills that have failed for so long mark a show, in milliseconds. */
const UNSEEN_MS = 300_000;

/** A row of `show_stills` as SQL writes it in JSON, or reads it. */
export interface StillRow {
  key: string | null;
  taken_at: Date | string;
  is_alike: boolean;
}

/** True for a still `t` that looks like what was taken down, unless an admin found it to be different. */
const isAlike = sql<boolean>`(t.is_alike and exists (select from copy_matches m where m.file_id = t.file_id and m.state <> 'different'))`;

const columns = sql`select f.original_key as key, t.taken_at, ${isAlike} as is_alike from show_stills t left join files f on f.id = t.file_id`;

/** A still with its address, for a session of one admin. */
export const stillOf = (platform: Pick<Platform, 'storage'>, row: StillRow, adminId: string): ShowStill => ({
  url: row.key === null ? null : stillUrl(platform, row.key, adminId),
  takenAt: new Date(row.taken_at).toISOString(),
  isAlike: row.is_alike,
});

/** The last picture of a show, as JSON. */
export const lastStillOf = (streamId: RawBuilder<unknown>): RawBuilder<StillRow | null> => sql`(
  select to_jsonb(l) from (${columns} where t.stream_id = ${streamId} and t.file_id is not null order by t.taken_at desc limit 1) l)`;

/** True for a show with such a still. */
export const isAnyAlike = (streamId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from show_stills t where t.stream_id = ${streamId} and ${isAlike})`;

/** True for a show whose stills have failed for five minutes. */
export const isUnseen = (streamId: RawBuilder<unknown>, now: Date): RawBuilder<boolean> => sql<boolean>`exists (
  select from show_stills t where t.stream_id = ${streamId} and t.file_id is null
    and t.taken_at <= ${new Date(now.getTime() - UNSEEN_MS)}::timestamptz
    and t.taken_at > coalesce((select max(p.taken_at) from show_stills p where p.stream_id = ${streamId} and p.file_id is not null), '-infinity'))`;

/**
 * The last thirty stills of a show, or those around an instant, in the order of time; also once it is over.
 * @throws CodedError NOT_FOUND; also for a private show, which has none
 */
export const listStills = async (
  platform: Pick<Platform, 'database' | 'storage'>,
  adminId: string,
  streamId: string,
  at: string | undefined,
): Promise<{ stills: ShowStill[] }> => {
  const { database } = platform;
  const { rows: shows } = await sql`select from streams where id = ${streamId}::uuid and type <> 'private'`.execute(database);
  if (shows.length === 0) throw new CodedError('NOT_FOUND');
  const of = sql`t.stream_id = ${streamId}::uuid`;
  const last = sql`select * from (${columns} where ${of} order by t.taken_at desc limit ${sql.lit(STRIP)}) l`;
  const around = sql`
    select * from (${columns} where ${of} and t.taken_at <= ${at}::timestamptz order by t.taken_at desc limit ${sql.lit(STRIP / 2)}) b
    union all
    select * from (${columns} where ${of} and t.taken_at > ${at}::timestamptz order by t.taken_at limit ${sql.lit(STRIP / 2)}) a`;
  const { rows } = await sql<StillRow>`select * from (${at === undefined ? last : around}) s order by taken_at`.execute(database);
  return { stills: rows.map((row) => stillOf(platform, row, adminId)) };
};
