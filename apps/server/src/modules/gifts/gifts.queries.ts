import type { AdminEmoji, AdminGift, Emoji, Gift, GiftAnimation, OwnGift } from '@stagedoor/contract/gifts';
import { hundredthsToNumber, id } from '@stagedoor/contract/shapes';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../platform/auth/viewer.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Variant } from '../../platform/media/variants.ts';
import type { Platform } from '../../platform/platform.ts';
import { visiblePerformer } from '../access/index.ts';
import { variantOf } from '../files/index.ts';

/** Width of a gift's picture: twice the largest size it is shown at. */
const IMAGE_WIDTH = 320;

/** Storage key of a gift's uploaded picture; null for the built-in ones. */
export const imageKeyOf = (variants: unknown): string | null => variantOf({ variants: (variants ?? []) as Variant[] }, IMAGE_WIDTH);

interface GiftRow {
  id: string;
  performer_id: string | null;
  name: string;
  price_amount: bigint;
  price_version: number;
  image: string | null;
  variants: unknown;
  animation: string;
  active: boolean;
  created_at: Date;
  given: number;
  tokens: bigint;
  total: number;
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
    animation: row.animation as GiftAnimation,
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

interface Page {
  limit: number;
  offset: number;
  sort: 'asc' | 'desc';
}
const directionOf = ({ sort }: Pick<Page, 'sort'>) => (sort === 'asc' ? sql`asc` : sql`desc`);
const patternOf = (q: string | undefined): string | null => (q ? `%${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%` : null);

/**
 * The gifts that can be given to a performer: the performer's own, then the site's, each in their order.
 * @throws CodedError NOT_FOUND
 */
export const listGiftsFor = async (
  platform: Platform,
  viewer: Viewer,
  country: string | null,
  performer: string,
  page: Page,
): Promise<{ data: Gift[]; total: number }> => {
  const which = id.safeParse(performer).success ? sql`a.id = ${performer}::uuid` : sql`a.username = ${performer.toLowerCase()}`;
  const { rows: performers } = await sql<{ id: string }>`
    select a.id from accounts a join performers p on p.account_id = a.id
    where ${which} and ${visiblePerformer(viewer, country)}`.execute(platform.database);
  if (!performers[0]) throw new CodedError('NOT_FOUND');
  const { rows } = await sql<GiftRow>`
    select g.*, f.variants, count(*) over ()::int as total
    from gifts g left join files f on f.id = g.image_file_id
    where g.active and g.deleted_at is null and (g.performer_id is null or g.performer_id = ${performers[0].id}::uuid)
    order by g.performer_id is null, g.position ${directionOf(page)}, g.id limit ${page.limit} offset ${page.offset}`.execute(
    platform.database,
  );
  return { data: rows.map((row) => giftOf(platform, row)), total: rows[0]?.total ?? 0 };
};

/** A performer's own gifts, by name. */
export const listOwnGifts = async (
  platform: Platform,
  performerId: string,
  search: Page & { q?: string | undefined; id?: string },
): Promise<{ data: OwnGift[]; total: number }> => {
  const pattern = patternOf(search.q);
  const { rows } = await sql<GiftRow>`
    select x.*, f.variants, s.given, s.tokens, count(*) over ()::int as total
    from gifts x left join files f on f.id = x.image_file_id
    cross join lateral (${sums('gift', sql`and o.seller_id = ${performerId}::uuid`)}) s
    where x.performer_id = ${performerId}::uuid and x.deleted_at is null and (${pattern}::text is null or lower(x.name) like ${pattern})
      and (${search.id ?? null}::uuid is null or x.id = ${search.id ?? null}::uuid)
    order by x.position ${directionOf(search)}, x.id limit ${search.limit} offset ${search.offset}`.execute(platform.database);
  return { data: rows.map((row) => ownGiftOf(platform, row)), total: rows[0]?.total ?? 0 };
};

/** One of a performer's own gifts. */
export const getOwnGift = async (platform: Platform, performerId: string, giftId: string): Promise<OwnGift> => {
  const { data } = await listOwnGifts(platform, performerId, { id: giftId, limit: 1, offset: 0, sort: 'asc' });
  if (!data[0]) throw new CodedError('NOT_FOUND');
  return data[0];
};

/** The site's gifts, including inactive ones. */
export const listSiteGifts = async (platform: Platform, giftId?: string): Promise<{ data: AdminGift[]; total: number }> => {
  const { rows } = await sql<GiftRow>`
    select x.*, f.variants, s.given, s.tokens
    from gifts x left join files f on f.id = x.image_file_id
    cross join lateral (${sums('gift', sql``)}) s
    where x.performer_id is null and x.deleted_at is null and (${giftId ?? null}::uuid is null or x.id = ${giftId ?? null}::uuid)
    order by x.position, x.id`.execute(platform.database);
  return { data: rows.map((row) => ({ ...ownGiftOf(platform, row), isActive: row.active })), total: rows.length };
};

/** @throws CodedError NOT_FOUND */
export const getSiteGift = async (platform: Platform, giftId: string): Promise<AdminGift> => {
  const { data } = await listSiteGifts(platform, giftId);
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
  total: number;
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
  search: Page & { q?: string | undefined; isFree?: boolean | undefined },
): Promise<{ data: Emoji[]; total: number }> => {
  const pattern = patternOf(search.q);
  const { rows } = await sql<EmojiRow>`
    select e.*, count(*) over ()::int as total from emojis e
    where e.active and (${pattern}::text is null or lower(e.name) like ${pattern} or e.code like ${pattern})
      and (${search.isFree ?? null}::boolean is null or (e.price_amount is null) = ${search.isFree ?? null}::boolean)
    order by e.position ${directionOf(search)}, e.id limit ${search.limit} offset ${search.offset}`.execute(platform.database);
  return { data: rows.map(emojiOf), total: rows[0]?.total ?? 0 };
};

/** All emoji, including inactive ones. */
export const listAdminEmojis = async (platform: Platform, emojiId?: string): Promise<{ data: AdminEmoji[]; total: number }> => {
  const { rows } = await sql<EmojiRow>`
    select x.*, s.given, s.tokens from emojis x cross join lateral (${sums('emoji', sql``)}) s
    where ${emojiId ?? null}::uuid is null or x.id = ${emojiId ?? null}::uuid
    order by x.position, x.id`.execute(platform.database);
  const data = rows.map((row) => ({
    ...emojiOf(row),
    isActive: row.active,
    given: row.given,
    tokens: hundredthsToNumber(row.tokens),
  }));
  return { data, total: data.length };
};

/** @throws CodedError NOT_FOUND */
export const getAdminEmoji = async (platform: Platform, emojiId: string): Promise<AdminEmoji> => {
  const { data } = await listAdminEmojis(platform, emojiId);
  if (!data[0]) throw new CodedError('NOT_FOUND');
  return data[0];
};
