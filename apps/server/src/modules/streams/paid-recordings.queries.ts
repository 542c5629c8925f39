import { type RawBuilder, sql } from 'kysely';
import type { StreamType } from '@stagedoor/contract/streams';
import type { Picture } from '@stagedoor/contract/shapes';
import type { Platform } from '../../platform/platform.ts';
import type { Variant } from '../../platform/media/variants.ts';
import { blockedPair } from '../access/index.ts';
import { pictureOf } from '../files/index.ts';
import { type AuthorNow, type AuthorRow, authorOf } from '../performers/index.ts';
import { liveWhere } from '../stage/index.ts';
import { authorColumns } from './streams.queries.ts';
import { paidMinuteBy } from './paid-minutes.queries.ts';

// The recordings of paid shows, for those who paid for a minute of them.

/** Shows with a recording that an account may watch, as `(id, at)`; `at` is when it joined. */
export const paidRecordingsOf = (accountId: string): RawBuilder<unknown> => sql`
  select s.id, q.created_at as at from stream_participants q join streams s on s.id = q.stream_id and s.ended_at is not null
    join stream_recordings r on r.stream_id = s.id and r.state = 'ready' and not r.is_withheld
    where q.account_id = ${accountId}::uuid and ${paidMinuteBy(accountId)}`;

/** The recording of a show, as it stands in a list. */
export interface ShowRecording {
  title: string;
  type: StreamType;
  performer: ReturnType<typeof authorOf>;
  /** The performer's cover: recordings have no picture of their own. */
  picture: Picture | null;
  seconds: number;
}

type Row = AuthorRow &
  AuthorNow & {
    id: string;
    title: string;
    type: StreamType;
    performer_id: string;
    variants: Variant[] | null;
    thumbhash: string | null;
    duration_ms: number | null;
  };

/** The recordings of shows by their ids. Asks nothing about who may watch them: for ids of `paidRecordingsOf`. */
export const recordingsById = async (
  platform: Platform,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, ShowRecording>> => {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Row>`
    select s.id, s.title, s.type, s.performer_id, f.duration_ms, v.variants, v.thumbhash, ${authorColumns},
      ${liveWhere(sql`a.id`, sql`not ${blockedPair(sql`a.id`, sql`${accountId}::uuid`)}`)} as live
    from streams s join stream_recordings r on r.stream_id = s.id join files f on f.id = r.file_id
      join performers p on p.account_id = s.performer_id join accounts a on a.id = s.performer_id
      left join files v on v.id = p.cover_file_id
    where s.id = any(${ids}::uuid[])`.execute(platform.database);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        title: row.title,
        type: row.type,
        performer: authorOf(platform, row.performer_id, row, row),
        picture: pictureOf(platform, row.variants, row.thumbhash),
        seconds: (row.duration_ms ?? 0) / 1000,
      },
    ]),
  );
};
