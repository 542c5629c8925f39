import type { ProductView } from '@stagedoor/contract/products';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import { sql } from 'kysely';
import { moneyOf } from '../../ledger/index.ts';
import { type Viewer, accountIdOf } from '../../platform/auth/viewer.ts';
import { noteShown } from '../../platform/caching/shown.ts';
import { CodedError } from '../../platform/errors.ts';
import { type List, type ListQuery, type Sorts, allOf, by, limitOf, readPage, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { avatarUrl } from '../accounts/index.ts';
import {
  type FactColumns,
  type TermColumns,
  accessOfRows,
  factColumns,
  factJoins,
  isEntitled,
  termColumns,
  tokenValueOf,
  visibleItem,
  visiblePerformer,
} from '../access/index.ts';
import { pictureOf } from '../files/index.ts';
import { isUuid } from '../orders/index.ts';

interface Row extends TermColumns, FactColumns {
  id: string;
  type: string;
  name: string;
  description: string;
  stock: number | null;
  state: string;
  price_version: number;
  created_at: Date;
  image_variants: unknown;
  image_thumbhash: string | null;
  username: string;
  performer_name: string;
  avatar_key: string | null;
}

const columns = (now: Date) => sql`
  d.id, d.type, t.title as name, t.text as description, d.stock, i.state, i.created_at, i.price_version, ${termColumns}, ${factColumns(now)},
  t.media -> 0 -> 'variants' as image_variants, t.media -> 0 ->> 'thumbhash' as image_thumbhash, a.username, a.name as performer_name, a.avatar_key`;

const from = (viewerId: string | null) => sql`
  from products d
  join items i on i.id = d.id
  join item_contents t on t.item_id = d.id
  join performers p on p.account_id = i.performer_id
  join accounts a on a.id = i.performer_id
  ${factJoins(viewerId)}`;

const viewOf = (platform: Platform, viewer: Viewer, row: Row): ProductView => {
  noteShown(row.item_performer_id);
  const tokenValue = tokenValueOf(platform.settings);
  const price = row.price_amount ?? 0n;
  return {
    _id: row.id,
    type: row.type as ProductView['type'],
    name: row.name,
    description: row.description,
    price: hundredthsToNumber(price),
    money: hundredthsToNumber(moneyOf(price, tokenValue)),
    priceVersion: row.price_version,
    stock: row.stock,
    isAvailable: row.state === 'active' && row.price_amount !== null && row.stock !== 0,
    picture: pictureOf(platform, row.image_variants, row.image_thumbhash),
    performer: {
      _id: row.item_performer_id,
      username: row.username,
      name: row.performer_name,
      avatar: avatarUrl(platform, row.avatar_key),
    },
    access: accessOfRows(row, row, viewer, tokenValue),
    createdAt: row.created_at.toISOString(),
  };
};

type ProductSort = 'createdAt' | 'updatedAt' | 'price';
const SORTS: Sorts<ProductSort> = {
  createdAt: by.instant(sql`i.created_at`),
  updatedAt: by.instant(sql`i.updated_at`),
  price: by.number(sql`i.price_amount`),
};

type ProductQuery = ListQuery<ProductSort> & { performerId?: string | undefined; ids?: readonly string[] | undefined };

/** Products on sale, of one performer or by their ids. Sold-out products stay in the list, marked as such. */
export const listProducts = async (
  platform: Platform,
  viewer: Viewer,
  country: string | null,
  query: ProductQuery,
): Promise<List<ProductView>> => {
  const where = allOf(
    sql`i.state = 'active' and i.price_amount is not null`,
    query.performerId !== undefined &&
      (isUuid(query.performerId) ? sql`i.performer_id = ${query.performerId}::uuid` : sql`a.username = ${query.performerId.toLowerCase()}`),
    query.ids && sql`d.id = any(${query.ids as string[]}::uuid[])`,
    visiblePerformer(viewer, country),
  );
  const listed = sql`${from(accountIdOf(viewer))} where ${where}`;
  const { rows, ...totals } = await readPage(
    platform.database,
    query,
    sql<Row>`select ${columns(platform.clock.now())} ${listed} order by ${sorted(SORTS, query, sql`d.id`).order} ${limitOf(query)}`,
    listed,
  );
  return { data: rows.map((row) => viewOf(platform, viewer, row)), ...totals };
};

/** Buyers keep access to deleted products; drafts and products taken down are hidden from everyone. */
const isAvailable = sql<boolean>`(i.state = 'active' or (i.state = 'deleted' and ${isEntitled}))`;

/**
 * One product.
 * @throws CodedError NOT_FOUND also for those hidden from this viewer
 */
export const getProduct = async (platform: Platform, viewer: Viewer, country: string | null, productId: string): Promise<ProductView> => {
  const { rows } = await sql<Row>`
    select ${columns(platform.clock.now())} ${from(accountIdOf(viewer))}
    where d.id = ${productId}::uuid and ${isAvailable} and ${visibleItem(viewer, country)}`.execute(platform.database);
  if (!rows[0]) throw new CodedError('NOT_FOUND');
  return viewOf(platform, viewer, rows[0]);
};

/** A portable file name: letters, digits and the type's extension. */
const fileNameOf = (name: string, key: string): string => {
  const ending = /\.([a-z0-9]{1,5})$/.exec(key)?.[0] ?? '';
  const stem = name
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replaceAll(' ', '-')
    .slice(0, 80);
  return `${stem || 'download'}${ending}`;
};

/**
 * A signed address of a digital product's file, for viewers with access.
 * @throws CodedError NOT_FOUND also for physical products, LOCKED unless bought, FILE_MISSING while it has no file
 */
export const getDownloadLink = async (platform: Platform, viewer: Viewer, country: string | null, productId: string) => {
  const { rows } = await sql<Row & { original_key: string | null; content_type: string | null; bytes: bigint | null }>`
    select ${columns(platform.clock.now())}, y.original_key, y.content_type, y.bytes
    ${from(accountIdOf(viewer))} left join item_files r on r.item_id = d.id and r.role = 'download' and r.position = 0 left join files y on y.id = r.file_id
    where d.id = ${productId}::uuid and d.type = 'digital' and ${isAvailable} and ${visibleItem(viewer, country)}`.execute(
    platform.database,
  );
  const row = rows[0];
  if (!row) throw new CodedError('NOT_FOUND');
  if (!accessOfRows(row, row, viewer, tokenValueOf(platform.settings)).allowed) throw new CodedError('LOCKED');
  if (row.original_key === null || row.content_type === null) throw new CodedError('FILE_MISSING');
  return {
    url: platform.storage.signedUrl(row.original_key, row.content_type),
    name: fileNameOf(row.name, row.original_key),
    bytes: Number(row.bytes ?? 0n),
    contentType: row.content_type,
  };
};
