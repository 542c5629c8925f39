import type { AuditAction } from '@stagedoor/contract/audit.values';
import { sql } from 'kysely';
import { type Idempotency, type Trx, isUniqueViolation, recordAudit, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { type GiftContent, assertGiftPrice, changeGift, claimGiftImage, sortRows } from './change-gift.ts';

/** The editable fields of a site gift. */
export type SiteGift = GiftContent & { isActive: boolean };

export interface EmojiContent {
  code: string;
  name: string;
  symbol: string;
  /** Hundredths of a token; null for a free one. */
  price: bigint | null;
  isActive: boolean;
}

/** Any admin may use pictures that other admins uploaded for the site. */
const ANY_ADMIN = sql<boolean>`owner_id in (select id from accounts where role = 'admin')`;
/** Gifts that are no performer's own. */
const OF_SITE = sql<boolean>`performer_id is null`;

const audit = (
  trx: Trx,
  actorId: string,
  objectKind: 'gift' | 'emoji',
  action: AuditAction,
  objectId: string | null,
  detail: Record<string, unknown>,
): Promise<void> => recordAudit(trx, { actorId, action, objectKind, objectId, detail });

/** Amounts as stored in the audit log: exact, as text. */
const written = <T extends { price: bigint | null }>({ price, ...rest }: T) => ({ ...rest, price: price?.toString() ?? null });

/** @throws CodedError AMOUNT_OUT_OF_BOUNDS, FILE_NOT_YOURS */
export const createSiteGift = (
  platform: Platform,
  adminId: string,
  { fileId, ...gift }: SiteGift & { fileId: string },
  idempotency: Idempotency | undefined,
): Promise<{ id: string }> =>
  transact(platform.database, idempotency, async (trx) => {
    assertGiftPrice(platform, gift.price);
    await claimGiftImage(trx, fileId, ANY_ADMIN, platform.clock.now());
    const { id } = await trx
      .insertInto('gifts')
      .values({
        name: gift.name,
        price_amount: gift.price,
        animation: gift.animation,
        active: gift.isActive,
        image_file_id: fileId,
        position: sql<number>`(select coalesce(max(position), 0) + 1 from gifts where performer_id is null)`,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await audit(trx, adminId, 'gift', 'gifts.created', id, written(gift));
    return { id };
  });

/** Updates a site gift. @throws CodedError as `changeGift` */
export const updateSiteGift = async (
  platform: Platform,
  adminId: string,
  id: string,
  { fileId, ...gift }: SiteGift & { fileId?: string | undefined },
  idempotency: Idempotency | undefined,
): Promise<void> => {
  await transact(platform.database, idempotency, async (trx) => {
    const row = await changeGift(trx, platform, { which: OF_SITE, picturesOf: ANY_ADMIN }, id, { ...gift, fileId });
    const from = written({ name: row.name, price: row.price_amount, animation: row.animation, isActive: row.active });
    await audit(trx, adminId, 'gift', 'gifts.updated', id, { from, to: written(gift), picture: fileId !== undefined });
    return {};
  });
};

/** Sorts the site's gifts or emojis, as `sortRows`. */
const order = async (platform: Platform, adminId: string, table: 'gifts' | 'emojis', ids: readonly string[]): Promise<void> => {
  await transact(platform.database, undefined, async (trx) => {
    const orders = await sortRows(trx, table, table === 'gifts' ? OF_SITE : sql<boolean>`true`, ids);
    await audit(trx, adminId, table === 'gifts' ? 'gift' : 'emoji', `${table}.ordered`, null, orders);
    return {};
  });
};

export const orderSiteGifts = (platform: Platform, adminId: string, ids: readonly string[]): Promise<void> =>
  order(platform, adminId, 'gifts', ids);

export const orderEmojis = (platform: Platform, adminId: string, ids: readonly string[]): Promise<void> =>
  order(platform, adminId, 'emojis', ids);

const rethrowTaken = (error: unknown): never => {
  throw isUniqueViolation(error, 'emojis_code_key') ? new CodedError('EMOJI_CODE_TAKEN') : error;
};

/** @throws CodedError AMOUNT_OUT_OF_BOUNDS, EMOJI_CODE_TAKEN */
export const createEmoji = (
  platform: Platform,
  adminId: string,
  emoji: EmojiContent,
  idempotency: Idempotency | undefined,
): Promise<{ id: string }> =>
  transact(platform.database, idempotency, async (trx) => {
    assertGiftPrice(platform, emoji.price);
    const { id } = await trx
      .insertInto('emojis')
      .values({
        code: emoji.code,
        name: emoji.name,
        symbol: emoji.symbol,
        price_amount: emoji.price,
        active: emoji.isActive,
        position: sql<number>`(select coalesce(max(position), 0) + 1 from emojis)`,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await audit(trx, adminId, 'emoji', 'emojis.created', id, written(emoji));
    return { id };
  }).catch(rethrowTaken);

/** @throws CodedError NOT_FOUND, AMOUNT_OUT_OF_BOUNDS, EMOJI_CODE_TAKEN */
export const updateEmoji = async (
  platform: Platform,
  adminId: string,
  id: string,
  emoji: EmojiContent,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  await transact(platform.database, idempotency, async (trx) => {
    const row = await trx.selectFrom('emojis').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (!row) throw new CodedError('NOT_FOUND');
    assertGiftPrice(platform, emoji.price);
    await trx
      .updateTable('emojis')
      .set({
        code: emoji.code,
        name: emoji.name,
        symbol: emoji.symbol,
        price_amount: emoji.price,
        price_version: emoji.price === row.price_amount ? row.price_version : row.price_version + 1,
        active: emoji.isActive,
        updated_at: platform.clock.now(),
      })
      .where('id', '=', id)
      .execute();
    const from = written({ code: row.code, name: row.name, symbol: row.symbol, price: row.price_amount, isActive: row.active });
    await audit(trx, adminId, 'emoji', 'emojis.updated', id, { from, to: written(emoji) });
    return {};
  }).catch(rethrowTaken);
};
