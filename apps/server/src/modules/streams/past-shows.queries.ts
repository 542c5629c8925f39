import type { PastShow, StreamType } from '@stagedoor/contract/streams';
import { sql } from 'kysely';
import { type ListQuery, type Sorts, type Total, allOf, by, readCursorPage, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import type { EndReason } from './stream-state.ts';
import { type MinuteSums, type TipSums, minutesOf, tipsOf } from './stream-tips.queries.ts';
import { type RecordingColumns, minutesView, ownRecordingOf, tipsView } from './streams.view.ts';

const SORTS = {
  // Shows are created in the order of their ids: the index `streams_of_performer`.
  createdAt: by.id(sql`s.id`),
  updatedAt: by.instant(sql`s.updated_at`),
} satisfies Sorts<string>;

interface PastShowRow extends RecordingColumns, TipSums, MinuteSums {
  id: string;
  type: StreamType;
  title: string;
  is_recorded: boolean;
  published_ms: bigint;
  peak_viewer_count: number;
  started_at: Date | null;
  ended_at: Date;
  end_reason: EndReason;
  created_at: Date;
  updated_at: Date;
}

/** A performer's shows that are over, with their tips as the ledger has them. */
export const listPastShows = async (
  platform: Platform,
  performerId: string,
  query: ListQuery<keyof typeof SORTS> & { after?: string | undefined },
): Promise<{ data: PastShow[]; after: string | null } & Total> => {
  const own = sql`s.performer_id = ${performerId}::uuid and s.ended_at is not null and s.rehearsal is null`;
  const order = sorted(SORTS, query, sql`s.id`);
  const { rows, ...page } = await readCursorPage<PastShowRow>(
    platform.database,
    query,
    order,
    // The sums of the page's shows alone.
    ({ key, after, end }) => sql`
      select x.*, r.state as recording_state, f.duration_ms as recording_ms, f.variants as recording_variants, r.is_withheld, i.audience, t.tips, t.tokens, t.net,
        n.minutes, n.minute_tokens, n.minute_net
      from (
        select s.id, s.performer_id, s.type, s.title, s.is_recorded, s.published_ms, s.peak_viewer_count, s.started_at, s.ended_at,
          s.end_reason, s.created_at, s.updated_at, ${key}, row_number() over (order by ${order.order}) as place
        from streams s where ${allOf(own, after)} ${end}) x
      join items i on i.id = x.id
      left join stream_recordings r on r.stream_id = x.id
      left join files f on f.id = r.file_id
      cross join lateral (${tipsOf(sql`x.performer_id`, sql`x.id`)}) t
      cross join lateral (${minutesOf(sql`x.id`)}) n
      order by x.place`,
    sql`from streams s where ${own}`,
  );
  const data = rows.map((row) => ({
    _id: row.id,
    type: row.type,
    title: row.title,
    isRecorded: row.is_recorded,
    durationSeconds: Number(row.published_ms) / 1000,
    peakViewers: row.peak_viewer_count,
    tips: tipsView(platform, row),
    minutes: minutesView(platform, row),
    recording: ownRecordingOf(platform, row),
    startedAt: row.started_at?.toISOString() ?? null,
    endedAt: row.ended_at.toISOString(),
    endReason: row.end_reason,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }));
  return { data, ...page };
};
