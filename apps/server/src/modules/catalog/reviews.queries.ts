import type { ReviewRow, ReviewedItem } from '@stagedoor/contract/catalog';
import { type RawBuilder, sql } from 'kysely';
import { CodedError } from '../../platform/errors.ts';
import { type List, type ListQuery, type Sorts, allOf, by, likePattern, limitOf, readPage, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { hasName } from '../accounts/index.ts';
import { type FileRow, firstFileOf, pictureOfFile, readShownContents } from '../items/index.ts';

type ReviewSort = 'requestedAt' | 'createdAt' | 'updatedAt';
type ReviewQuery = ListQuery<ReviewSort> & { q?: string | undefined; kind?: ReviewRow['kind'] | undefined };

interface Row {
  id: string;
  kind: ReviewRow['kind'];
  title: string;
  performer_id: string;
  username: string;
  name: string;
  was_published: boolean;
  copy_file_id: string | null;
  scheduled_at: Date | null;
  requested_at: Date;
  created_at: Date;
  updated_at: Date;
}

/** A file of the item or its parts that looks like what was taken down. */
const copyFile = sql`(select m.file_id from items p join item_files r on r.item_id = p.id
    join copy_matches m on m.file_id = r.file_id and m.state = 'open'
  where p.id = i.id or p.parent_id = i.id order by m.created_at, m.id limit 1)`;

interface DetailRow extends Row {
  version: number;
  note: string;
}

const SORTS: Sorts<ReviewSort> = {
  requestedAt: by.instant(sql`v.requested_at`),
  createdAt: by.instant(sql`i.created_at`),
  updatedAt: by.instant(sql`i.updated_at`),
};

const columns = sql`i.id, i.kind, coalesce(nullif(c.title, ''), i.title) as title, i.performer_id, a.username, a.name,
  i.published_at is not null as was_published, ${copyFile} as copy_file_id, i.scheduled_at, v.requested_at, i.created_at, i.updated_at`;
const from = sql`from items i join item_reviews v on v.item_id = i.id join accounts a on a.id = i.performer_id`;
const contents = sql`join item_contents c on c.item_id = i.id`;
const isWaiting: RawBuilder<unknown> = sql`i.state = 'review' and i.parent_id is null`;

const rowOf = (row: Row, picture: ReviewRow['picture']): ReviewRow => ({
  _id: row.id,
  kind: row.kind,
  title: row.title,
  performer: { _id: row.performer_id, username: row.username, name: row.name },
  picture,
  wasPublished: row.was_published,
  looksTakenDown: row.copy_file_id !== null,
  scheduledAt: row.scheduled_at?.toISOString() ?? null,
  requestedAt: row.requested_at.toISOString(),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

/** Items that wait for an admin's approval, those that wait longest first; `q` searches titles and performers. */
export const listReviews = async (platform: Platform, query: ReviewQuery): Promise<List<ReviewRow>> => {
  const pattern = query.q ? likePattern(query.q) : null;
  const isNamed = query.q ? await hasName(platform, sql`i.performer_id`, query.q, sql`lower(a.name) like ${pattern}`) : null;
  const where = allOf(
    isWaiting,
    query.kind && sql`i.kind = ${query.kind}`,
    isNamed && sql`(lower(i.title) like ${pattern} or ${isNamed} or a.username like ${pattern})`,
  );
  const { order } = sorted(SORTS, query, sql`i.id`);
  const { rows, ...totals } = await readPage(
    platform.database,
    query,
    sql<Row & { file: FileRow | null }>`
      select ${columns}, ${firstFileOf(sql`i.id`)} as file
      ${from} ${contents} where ${where} order by ${order} ${limitOf(query)}`,
    sql`${from} where ${where}`,
  );
  return { data: rows.map((row) => rowOf(row, pictureOfFile(platform, row.file))), ...totals };
};

/** An item that waits for approval, with all it will show. @throws CodedError NOT_FOUND also once it was decided or withdrawn */
export const getReview = async (platform: Platform, itemId: string): Promise<ReviewedItem> => {
  const { rows } = await sql<DetailRow>`
    select ${columns}, v.version, v.note ${from} ${contents} where ${isWaiting} and i.id = ${itemId}::uuid`.execute(platform.database);
  const [row] = rows;
  const shownContents = row && (await readShownContents(platform, itemId));
  if (!shownContents) throw new CodedError('NOT_FOUND');
  const { picture, ...shown } = shownContents;
  return { ...rowOf(row, picture), ...shown, version: row.version, copyFileId: row.copy_file_id, rejectionNote: row.note };
};
