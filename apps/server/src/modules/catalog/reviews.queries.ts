import type { ReviewedItem } from '@stagedoor/contract/catalog';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import { sql } from 'kysely';
import { type List, type ListQuery, type Sorts, allOf, by, likePattern, limitOf, readPage, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { uploadedFileOf, videoOf } from '../files/index.ts';
import { filesOfItem } from '../items/index.ts';

type ReviewQuery = ListQuery<'queue' | 'createdAt' | 'updatedAt'> & { q?: string | undefined; kind?: ReviewedItem['kind'] | undefined };

interface Row {
  id: string;
  kind: ReviewedItem['kind'];
  title: string;
  text: string;
  tags: string[];
  audience: ReviewedItem['audience'];
  price_amount: bigint | null;
  performer_id: string;
  username: string;
  name: string;
  published_at: Date | null;
  scheduled_at: Date | null;
  requested_at: Date;
  version: number;
  reason: ReviewedItem['rejectedFor'];
  note: string;
  part_words: string[];
  created_at: Date;
  updated_at: Date;
}

const SORTS: Sorts<'queue' | 'createdAt' | 'updatedAt'> = {
  queue: by.instant(sql`v.requested_at`),
  createdAt: by.instant(sql`i.created_at`),
  updatedAt: by.instant(sql`i.updated_at`),
};

/** Files as an admin looks at them: a film is watched whole. */
const filesOf = async (platform: Platform, itemId: string): Promise<ReviewedItem['files']> =>
  (await filesOfItem(platform.database, itemId)).map((file) => ({
    ...uploadedFileOf(platform, file),
    role: file.role,
    name: file.name,
    video: file.kind === 'video' && file.state === 'ready' ? videoOf(platform, { ...file, durationMs: file.duration_ms }) : null,
  }));

/** Items that wait for an admin's approval, those that wait longest first; `q` searches titles and performers. */
export const listReviews = async (
  platform: Platform,
  query: ReviewQuery,
): Promise<List<ReviewedItem> & { oldestWaitingAt: string | null }> => {
  const pattern = query.q ? likePattern(query.q) : null;
  const from = sql`from items i join item_reviews v on v.item_id = i.id join accounts a on a.id = i.performer_id`;
  const where = allOf(
    sql`i.state = 'review' and i.parent_id is null`,
    query.kind && sql`i.kind = ${query.kind}`,
    pattern && sql`(lower(i.title) like ${pattern} or lower(a.name) like ${pattern} or a.username like ${pattern})`,
  );
  const { order } = sorted(SORTS, query, sql`i.id`);
  const { rows, ...totals } = await readPage(
    platform.database,
    query,
    sql<Row>`
      select i.id, i.kind, coalesce(nullif(c.title, ''), i.title) as title, c.text, c.tags, i.audience, i.price_amount, i.performer_id, a.username, a.name,
        i.published_at, i.scheduled_at, v.requested_at, v.version, v.reason, v.note, i.created_at, i.updated_at,
        array(select concat_ws(': ', nullif(t.title, ''), nullif(t.text, '')) from items y join item_contents t on t.item_id = y.id
          where y.parent_id = i.id and y.state <> 'deleted' and (t.title <> '' or t.text <> '') order by y.position) as part_words
      ${from} join item_contents c on c.item_id = i.id
      where ${where} order by ${order} ${limitOf(query)}`,
    sql`${from} where ${where}`,
  );
  const { rows: oldest } = await sql<{ at: Date | null }>`
    select min(v.requested_at) as at from items i join item_reviews v on v.item_id = i.id where i.state = 'review' and i.parent_id is null`.execute(
    platform.database,
  );
  const data: ReviewedItem[] = [];
  for (const row of rows)
    data.push({
      _id: row.id,
      kind: row.kind,
      title: row.title,
      text: row.text,
      tags: row.tags,
      partWords: row.part_words,
      audience: row.audience,
      price: row.price_amount === null ? null : hundredthsToNumber(row.price_amount),
      performer: { _id: row.performer_id, username: row.username, name: row.name },
      wasPublished: row.published_at !== null,
      scheduledAt: row.scheduled_at?.toISOString() ?? null,
      requestedAt: row.requested_at.toISOString(),
      version: row.version,
      rejectedFor: row.reason,
      rejectionNote: row.note,
      files: await filesOf(platform, row.id),
      createdAt: row.created_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
    });
  return { data, ...totals, oldestWaitingAt: oldest[0]?.at?.toISOString() ?? null };
};
