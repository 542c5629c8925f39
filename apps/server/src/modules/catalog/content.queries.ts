import { isId } from '@stagedoor/contract/ids.values';
import type { AdminItem, AdminItemContents } from '@stagedoor/contract/catalog';
import { itemPath, kindsWith } from '@stagedoor/contract/items.values';
import { sql } from 'kysely';
import { CodedError } from '../../platform/errors.ts';
import { type List, type ListQuery, ONE_ROW, type Sorts, allOf, by, likePattern, limitOf, readPage, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { type FileRow, firstFileOf, pictureOfFile, readShownContents } from '../items/index.ts';

type ContentQuery = ListQuery<'createdAt' | 'updatedAt'> & {
  q?: string | undefined;
  kind?: AdminItem['kind'] | undefined;
  state?: AdminItem['state'] | undefined;
  id?: string;
};

interface Row {
  id: string;
  kind: AdminItem['kind'];
  state: AdminItem['state'];
  title: string;
  performer_id: string;
  username: string;
  name: string;
  open_reports: number;
  place: number | null;
  file: FileRow | null;
  created_at: Date;
  updated_at: Date;
}

const SORTS: Sorts<'createdAt' | 'updatedAt'> = { createdAt: by.id(sql`i.id`), updatedAt: by.instant(sql`i.updated_at`) };
/** What was sent to some alone is no public content. */
const addressed = sql.join(kindsWith('isAddressed').map((kind) => sql.lit(kind)));

/** Items of all performers, newest first; `q` searches titles and performers, or is an item’s id. Drafts are their performers' own. */
export const listContent = async (platform: Platform, query: ContentQuery): Promise<List<AdminItem>> => {
  const isOne = query.q !== undefined && isId(query.q);
  const pattern = query.q && !isOne ? likePattern(query.q) : null;
  const from = sql`from items i join accounts a on a.id = i.performer_id`;
  const where = allOf(
    sql`i.kind not in (${addressed}) and i.kind <> 'stream' and i.state <> 'draft'`,
    query.id && sql`i.id = ${query.id}::uuid`,
    isOne && sql`i.id = ${query.q}::uuid`,
    query.kind && sql`i.kind = ${query.kind}`,
    query.state && sql`i.state = ${query.state}`,
    pattern && sql`(lower(i.title) like ${pattern} or lower(a.name) like ${pattern} or a.username like ${pattern})`,
  );
  const { order } = sorted(SORTS, query, sql`i.id`);
  const { rows, ...totals } = await readPage(
    platform.database,
    query,
    sql<Row>`select i.id, i.kind, i.state, coalesce(nullif(i.title, ''), left(c.text, 80), '') as title, i.performer_id, a.username, a.name, f.place, ${firstFileOf(sql`i.id`)} as file,
      (select count(*)::int from reports r where r.object_id = i.id and r.state = 'open') as open_reports, i.created_at, i.updated_at
      ${from} left join item_contents c on c.item_id = i.id left join featured_items f on f.item_id = i.id
      where ${where} order by ${order} ${limitOf(query)}`,
    sql`${from} where ${where}`,
  );
  const data = rows.map((row) => ({
    _id: row.id,
    kind: row.kind,
    state: row.state,
    title: row.title,
    path: itemPath(row.kind, row.id),
    picture: pictureOfFile(platform, row.file),
    performer: { _id: row.performer_id, username: row.username, name: row.name },
    openReports: row.open_reports,
    place: row.place,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }));
  return { data, ...totals };
};

/** @throws CodedError NOT_FOUND */
export const getContent = async (platform: Platform, itemId: string): Promise<AdminItem> => {
  const { data } = await listContent(platform, { ...ONE_ROW, id: itemId });
  if (!data[0]) throw new CodedError('NOT_FOUND');
  return data[0];
};

/** An item of any state but draft, with all it shows. @throws CodedError NOT_FOUND */
export const getContentWithFiles = async (platform: Platform, itemId: string): Promise<AdminItemContents> => {
  const item = await getContent(platform, itemId);
  const contents = await readShownContents(platform, itemId);
  if (!contents) throw new CodedError('NOT_FOUND');
  return { ...item, ...contents };
};
