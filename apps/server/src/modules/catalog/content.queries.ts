import { isId } from '@stagedoor/contract/ids.values';
import type { AdminItem, AdminItemContents } from '@stagedoor/contract/catalog';
import { itemPath, kindsWith } from '@stagedoor/contract/items.values';
import { sql } from 'kysely';
import { CodedError } from '../../platform/errors.ts';
import { type List, type ListQuery, type Page, type Sorts, allOf, by, likePattern, madeIn, sorted } from '../../platform/lists.ts';
import { type Listed, readListed } from '../../platform/listed.ts';
import type { Platform } from '../../platform/platform.ts';
import { hasName } from '../accounts/index.ts';
import { type FileRow, firstFileOf, pictureOfFile, readShownContents } from '../items/index.ts';

type ContentQuery = ListQuery<'createdAt' | 'updatedAt'> & {
  q?: string | undefined;
  kind?: AdminItem['kind'] | undefined;
  state?: AdminItem['state'] | undefined;
  performerId?: string | undefined;
  withParts?: boolean | undefined;
  from?: string | undefined;
  until?: string | undefined;
};

export interface ContentRow {
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

const SORTS: Sorts<'createdAt' | 'updatedAt'> = { createdAt: by.instant(sql`i.created_at`), updatedAt: by.instant(sql`i.updated_at`) };
/** What was sent to some alone is no public content. */
const addressed = sql.join(kindsWith('isAddressed').map((kind) => sql.lit(kind)));

const FROM = sql`from items i join accounts a on a.id = i.performer_id`;
/** Words are looked up for items without a title alone. */
const TOLD = sql`i.id, i.kind, i.state, i.performer_id, a.username, a.name, i.created_at, i.updated_at,
  coalesce(nullif(i.title, ''), (select left(c.text, 80) from item_contents c where c.item_id = i.id), '') as title,
  (select count(*)::int from reports r where r.object_id = i.id and r.state = 'open') as open_reports`;
const COLUMNS = sql`${TOLD}, f.place, ${firstFileOf(sql`i.id`)} as file`;
const PLACES = sql`left join featured_items f on f.item_id = i.id`;
/** Drafts are their performers' own. */
const isContent = sql`i.kind not in (${addressed}) and i.kind <> 'stream' and i.state <> 'draft'`;

/** Items of all performers; `q` searches titles and performers, or is an item's id. An item stands for its parts. */
export const listedContent = async (platform: Platform, query: Omit<ContentQuery, keyof Page>): Promise<Listed<ContentRow>> => {
  const isOne = query.q !== undefined && isId(query.q);
  const pattern = query.q && !isOne ? likePattern(query.q) : null;
  const isNamed = pattern && query.q ? await hasName(platform, sql`i.performer_id`, query.q, sql`lower(a.name) like ${pattern}`) : null;
  const where = allOf(
    isContent,
    isOne ? sql`i.id = ${query.q}::uuid` : !query.withParts && sql`i.parent_id is null`,
    query.kind && sql`i.kind = ${query.kind}`,
    query.state && sql`i.state = ${query.state}`,
    query.performerId && sql`i.performer_id = ${query.performerId}::uuid`,
    isNamed && sql`(lower(i.title) like ${pattern} or ${isNamed} or a.username like ${pattern})`,
    madeIn(sql`i.created_at`, query),
  );
  return {
    order: sorted(SORTS, query, sql`i.id`),
    id: sql`i.id`,
    from: (_reach, after) => sql`${FROM} where ${allOf(where, after)}`,
    page: ({ key, after, end }) => sql<ContentRow>`select ${COLUMNS}, ${key} ${FROM} ${PLACES} where ${allOf(where, after)} ${end}`,
  };
};

export type ContentFileRow = Omit<ContentRow, 'file' | 'place'>;

/** The same items for a file, which shows no pictures. */
export const listedContentOfFile = async (platform: Platform, query: Omit<ContentQuery, keyof Page>): Promise<Listed<ContentFileRow>> => {
  const listed = await listedContent(platform, query);
  return {
    ...listed,
    page: ({ key, after, end, reach }) => sql<ContentFileRow>`select ${TOLD}, ${key} ${listed.from(reach, after)} ${end}`,
  };
};

export const adminItemOf = (platform: Platform, row: ContentRow): AdminItem => ({
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
});

/** A page of what all performers published. */
export const listContent = async (platform: Platform, query: ContentQuery): Promise<List<AdminItem>> => {
  const { rows, ...totals } = await readListed(platform.database, await listedContent(platform, query), query);
  return { data: rows.map((row) => adminItemOf(platform, row)), ...totals };
};

/** @throws CodedError NOT_FOUND */
export const getContent = async (platform: Platform, itemId: string): Promise<AdminItem> => {
  const { rows } = await sql<ContentRow>`select ${COLUMNS} ${FROM} ${PLACES} where ${isContent} and i.id = ${itemId}::uuid`.execute(
    platform.database,
  );
  if (!rows[0]) throw new CodedError('NOT_FOUND');
  return adminItemOf(platform, rows[0]);
};

/** An item of any state but draft, with all it shows. @throws CodedError NOT_FOUND */
export const getContentWithFiles = async (platform: Platform, itemId: string): Promise<AdminItemContents> => {
  const item = await getContent(platform, itemId);
  const contents = await readShownContents(platform, itemId);
  if (!contents) throw new CodedError('NOT_FOUND');
  return { ...item, ...contents };
};
