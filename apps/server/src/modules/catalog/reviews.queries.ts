import type { ReviewRow, ReviewedItem } from '@stagedoor/contract/catalog';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import { type RawBuilder, sql } from 'kysely';
import { CodedError } from '../../platform/errors.ts';
import { type List, type ListQuery, type Sorts, allOf, by, likePattern, limitOf, readPage, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { uploadedFileOf, videoOf } from '../files/index.ts';
import { filesOfItem, itemKind } from '../items/index.ts';

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
  scheduled_at: Date | null;
  requested_at: Date;
  created_at: Date;
  updated_at: Date;
}

interface DetailRow extends Row {
  version: number;
  text: string;
  tags: string[];
  part_words: string[];
  audience: ReviewedItem['audience'];
  price_amount: bigint | null;
  note: string;
}

const SORTS: Sorts<ReviewSort> = {
  requestedAt: by.instant(sql`v.requested_at`),
  createdAt: by.instant(sql`i.created_at`),
  updatedAt: by.instant(sql`i.updated_at`),
};

/** How long a file that buyers download may be begun by the admin who looks at it. */
const DOWNLOAD_SECONDS = 15 * 60;

const columns = sql`i.id, i.kind, coalesce(nullif(c.title, ''), i.title) as title, i.performer_id, a.username, a.name,
  i.published_at is not null as was_published, i.scheduled_at, v.requested_at, i.created_at, i.updated_at`;
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
  scheduledAt: row.scheduled_at?.toISOString() ?? null,
  requestedAt: row.requested_at.toISOString(),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

type ItemFile = Awaited<ReturnType<typeof filesOfItem>>[number];

/** What stands for an item: its thumbnail, or its first file. */
const pictureAmong = (platform: Platform, files: readonly ItemFile[]): ReviewRow['picture'] => {
  const file = files.find(({ role }) => role === 'thumbnail') ?? files.find(({ role }) => role === 'content');
  return file ? uploadedFileOf(platform, file).picture : null;
};

/** Items that wait for an admin's approval, those that wait longest first; `q` searches titles and performers. */
export const listReviews = async (platform: Platform, query: ReviewQuery): Promise<List<ReviewRow>> => {
  const pattern = query.q ? likePattern(query.q) : null;
  const where = allOf(
    isWaiting,
    query.kind && sql`i.kind = ${query.kind}`,
    pattern && sql`(lower(i.title) like ${pattern} or lower(a.name) like ${pattern} or a.username like ${pattern})`,
  );
  const { order } = sorted(SORTS, query, sql`i.id`);
  const { rows, ...totals } = await readPage(
    platform.database,
    query,
    sql<Row & { file: ItemFile | null }>`
      select ${columns}, (
        select to_jsonb(x) from item_files r join files x on x.id = r.file_id
        where r.item_id = i.id and r.role in ('thumbnail', 'content') order by r.role desc, r.position limit 1) as file
      ${from} ${contents} where ${where} order by ${order} ${limitOf(query)}`,
    sql`${from} where ${where}`,
  );
  return { data: rows.map((row) => rowOf(row, row.file && uploadedFileOf(platform, row.file).picture)), ...totals };
};

/** An item that waits for approval, with all it will show. @throws CodedError NOT_FOUND also once it was decided or withdrawn */
export const getReview = async (platform: Platform, itemId: string): Promise<ReviewedItem> => {
  const { rows } = await sql<DetailRow>`
    select ${columns}, v.version, c.text, c.tags, i.audience, i.price_amount, v.note,
      array(select concat_ws(': ', nullif(t.title, ''), nullif(t.text, '')) from items y join item_contents t on t.item_id = y.id
        where y.parent_id = i.id and y.state <> 'deleted' and (t.title <> '' or t.text <> '') order by y.position) as part_words
    ${from} ${contents} where ${isWaiting} and i.id = ${itemId}::uuid`.execute(platform.database);
  const [row] = rows;
  if (!row) throw new CodedError('NOT_FOUND');
  const files = await filesOfItem(platform.database, itemId);
  return {
    ...rowOf(row, pictureAmong(platform, files)),
    version: row.version,
    text: row.text,
    tags: row.tags,
    furtherWords: [...row.part_words, ...((await itemKind(row.kind).furtherWords?.(platform.database, itemId)) ?? [])],
    audience: row.audience,
    price: row.price_amount === null ? null : hundredthsToNumber(row.price_amount),
    rejectionNote: row.note,
    files: files.map((file) => ({
      ...uploadedFileOf(platform, file),
      role: file.role,
      name: file.name,
      video: file.kind === 'video' && file.state === 'ready' ? videoOf(platform, { ...file, durationMs: file.duration_ms }) : null,
      download:
        file.role === 'download'
          ? platform.storage.downloadUrl(file.original_key, { contentType: file.content_type, name: file.name }, DOWNLOAD_SECONDS)
          : null,
    })),
  };
};
