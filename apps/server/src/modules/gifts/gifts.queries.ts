import type { AdminEmoji, AdminGift, Emoji, Gift, GiftAnimation, OwnGift } from '@stagedoor/contract/gifts';
import { hundredthsToNumber, id } from '@stagedoor/contract/shapes';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../platform/auth/viewer.ts';
import { CodedError } from '../../platform/errors.ts';
import { type List, type ListQuery, ONE_ROW, type Sorts, allOf, by, likePattern, limitOf, readPage, sorted } from '../../platform/lists.ts';
import type { Variant } from '../../platform/media/variants.ts';
import type { Platform } from '../../platform/platform.ts';
import { visiblePerformer } from '../access/index.ts';
import { variantOf } from '../files/index.ts';

/** Width of a gift's picture: twice the largest size it is shown at. */
const IMAGE_WIDTH = 320;

/** Storage key of a gift's uploaded picture; null for the built-in ones. */
export const imageKeyOf = (variants: readonly Variant[] | null): string | null => variantOf({ variants: variants ?? [] }, IMAGE_WIDTH);

interface GiftRow {
  id: string;
  performer_id: string | null;
  name: string;
  price_amount: bigint;
  price_version: number;
  image: string | null;
  variants: readonly Variant[] | null;
  animation: GiftAnimation;
  active: boolean;
  created_at: Date;
  given: number;
  tokens: bigint;
}

const giftOf = (platform: Platform, row: GiftRow): Gift => {
  const key = imageKeyOf(row.variants);
  return {
    _id: row.id,
    performerId: row.performer_id,
    name: row.name,
    price: hundredthsToNumber(row.price_amount),
    priceVersion: row.price_version,
    image: key ? platform.storage.signedUrl(key) : (row.image ?? ''),
    animation: row.animation,
  };
};

const ownGiftOf = (platform: Platform, row: GiftRow): OwnGift => ({
  ...giftOf(platform, row),
  given: row.given,
  tokens: hundredthsToNumber(row.tokens),
  createdAt: row.created_at.toISOString(),
});

/** Paid orders of one gift or emoji `x`, without refunded ones. */
const sums = (kind: 'gift' | 'emoji', seller: RawBuilder<unknown>) => sql`
  select coalesce(sum((o.detail ->> 'quantity')::int), 0)::int as given, coalesce(sum(o.tokens_amount), 0)::bigint as tokens
  from orders o where o.kind = ${sql.lit(kind)} and o.state = 'paid' and o.detail ->> 'giftId' = x.id::text ${seller}`;

const sortsOf = (table: 'g' | 'x') =>
  ({
    position: by.number(sql`${sql.ref(table)}.position`),
    createdAt: by.instant(sql`${sql.ref(table)}.created_at`),
    updatedAt: by.instant(sql`${sql.ref(table)}.updated_at`),
  }) satisfies Sorts<string>;
type Query = ListQuery<keyof ReturnType<typeof sortsOf>>;
const orderOf = (query: Query) => sorted(sortsOf('x'), query, sql`x.id`).order;

/**
 * The gifts that can be given to a performer: the performer's own, then the site's, each in their order.
 * @throws CodedError NOT_FOUND
 */
export const listGiftsFor = async (
  platform: Platform,
  viewer: Viewer,
  country: string | null,
  performer: string,
  query: Query,
): Promise<List<Gift>> => {
  const which = id.safeParse(performer).success ? sql`a.id = ${performer}::uuid` : sql`a.username = ${performer.toLowerCase()}`;
  const { rows: performers } = await sql<{ id: string }>`
    select a.id from accounts a join performers p on p.account_id = a.id
    where ${which} and ${visiblePerformer(viewer, country)}`.execute(platform.database);
  if (!performers[0]) throw new CodedError('NOT_FOUND');
  const from = sql`
    from gifts g left join files f on f.id = g.image_file_id
    where g.active and g.deleted_at is null and (g.performer_id is null or g.performer_id = ${performers[0].id}::uuid)`;
  const sorts = sortsOf('g');
  const { order } = sorted({ ...sorts, position: [by.number(sql`(g.performer_id is null)::int`), sorts.position] }, query, sql`g.id`);
  const page = sql<GiftRow>`select g.*, f.variants ${from} order by ${order} ${limitOf(query)}`;
  const { rows, ...totals } = await readPage(platform.database, query, page, from);
  return { data: rows.map((row) => giftOf(platform, row)), ...totals };
};

/** A performer's own gifts. */
export const listOwnGifts = async (
  platform: Platform,
  performerId: string,
  search: Query & { q?: string | undefined; id?: string },
): Promise<List<OwnGift>> => {
  const where = allOf(
    sql`x.performer_id = ${performerId}::uuid`,
    sql`x.deleted_at is null`,
    search.q && sql`lower(x.name) like ${likePattern(search.q)}`,
    search.id && sql`x.id = ${search.id}::uuid`,
  );
  const page = sql<GiftRow>`
    select x.*, f.variants, s.given, s.tokens
    from gifts x left join files f on f.id = x.image_file_id
    cross join lateral (${sums('gift', sql`and o.seller_id = ${performerId}::uuid`)}) s
    where ${where} order by ${orderOf(search)} ${limitOf(search)}`;
  const { rows, ...totals } = await readPage(platform.database, search, page, sql`from gifts x where ${where}`);
  return { data: rows.map((row) => ownGiftOf(platform, row)), ...totals };
};

/** One of a performer's own gifts. */
export const getOwnGift = async (platform: Platform, performerId: string, giftId: string): Promise<OwnGift> => {
  const { data } = await listOwnGifts(platform, performerId, { ...ONE_ROW, id: giftId });
  if (!data[0]) throw new CodedError('NOT_FOUND');
  return data[0];
};

/** The site's gifts, including inactive ones. */
export const listSiteGifts = async (platform: Platform, query: Query & { id?: string }): Promise<List<AdminGift>> => {
  const where = allOf(sql`x.performer_id is null`, sql`x.deleted_at is null`, query.id && sql`x.id = ${query.id}::uuid`);
  const page = sql<GiftRow>`
    select x.*, f.variants, s.given, s.tokens
    from gifts x left join files f on f.id = x.image_file_id
    cross join lateral (${sums('gift', sql``)}) s
    where ${where} order by ${orderOf(query)} ${limitOf(query)}`;
  const { rows, ...totals } = await readPage(platform.database, query, page, sql`from gifts x where ${where}`);
  return { data: rows.map((row) => ({ ...ownGiftOf(platform, row), isActive: row.active })), ...totals };
};

/** @throws CodedError NOT_FOUND */
export const getSiteGift = async (platform: Platform, giftId: string): Promise<AdminGift> => {
  const { data } = await listSiteGifts(platform, { ...ONE_ROW, id: giftId });
  if (!data[0]) throw new CodedError('NOT_FOUND');
  return data[0];
};

interface EmojiRow {
  id: string;
  code: string;
  name: string;
  symbol: string;
  price_amount: bigint | null;
  price_version: number;
  active: boolean;
  given: number;
  tokens: bigint;
}

const emojiOf = (row: EmojiRow): Emoji => ({
  _id: row.id,
  code: row.code,
  name: row.name,
  symbol: row.symbol,
  price: row.price_amount === null ? null : hundredthsToNumber(row.price_amount),
  priceVersion: row.price_version,
});

/** Active emoji, filtered by name or code, and by free or paid. */
export const listEmojis = async (
  platform: Platform,
  search: Query & { q?: string | undefined; isFree?: boolean | undefined },
): Promise<List<Emoji>> => {
  const pattern = search.q ? likePattern(search.q) : null;
  const from = sql`from emojis x where ${allOf(
    sql`x.active`,
    pattern && sql`(lower(x.name) like ${pattern} or x.code like ${pattern})`,
    search.isFree !== undefined && sql`(x.price_amount is null) = ${search.isFree}`,
  )}`;
  const page = sql<EmojiRow>`select x.* ${from} order by ${orderOf(search)} ${limitOf(search)}`;
  const { rows, ...totals } = await readPage(platform.database, search, page, from);
  return { data: rows.map(emojiOf), ...totals };
};

/** All emoji, including inactive ones. */
export const listAdminEmojis = async (platform: Platform, query: Query & { id?: string }): Promise<List<AdminEmoji>> => {
  const where = allOf(query.id && sql`x.id = ${query.id}::uuid`);
  const page = sql<EmojiRow>`
    select x.*, s.given, s.tokens from emojis x cross join lateral (${sums('emoji', sql``)}) s
    where ${where} order by ${orderOf(query)} ${limitOf(query)}`;
  const { rows, ...totals } = await readPage(platform.database, query, page, sql`from emojis x where ${where}`);
  const data = rows.map((row) => ({
    ...emojiOf(row),
    isActive: row.active,
    given: row.given,
    tokens: hundredthsToNumber(row.tokens),
  }));
  return { data, ...totals };
};

/** @throws CodedError NOT_FOUND */
export const getAdminEmoji = async (platform: Platform, emojiId: string): Promise<AdminEmoji> => {
  const { data } = await listAdminEmojis(platform, { ...ONE_ROW, id: emojiId });
  if (!data[0]) throw new CodedError('NOT_FOUND');
  return data[0];
};
