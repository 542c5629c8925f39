import type { GiftAnimation } from '@stagedoor/contract/gifts';
import { parseHundredths } from '@stagedoor/contract/shapes';
import { type RawBuilder, sql } from 'kysely';
import { type Idempotency, type Trx, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ReceivedFile } from '../../platform/storage/uploads.ts';
import { attachFile, storePicture } from '../files/index.ts';
import { imageKeyOf } from './gifts.queries.ts';

export interface GiftContent {
  name: string;
  /** Hundredths of a token. */
  price: bigint;
  animation: GiftAnimation;
}

/**
 * Stores a picture for a gift that is being created; unused ones are swept after a day.
 * @throws CodedError FILE_UNREADABLE
 */
export const uploadGiftImage = async (
  platform: Platform,
  ownerId: string,
  file: ReceivedFile,
  idempotency: Idempotency | undefined,
): Promise<{ _id: string; image: string }> => {
  const picture = await storePicture(platform, file, { ownerId, purpose: 'gift' });
  const { fileId } = await transact(platform.database, idempotency, async () => ({ fileId: picture.id }));
  const { variants } = await platform.database.selectFrom('files').select('variants').where('id', '=', fileId).executeTakeFirstOrThrow();
  return { _id: fileId, image: platform.storage.signedUrl(imageKeyOf(variants)!) };
};

/** @throws CodedError AMOUNT_OUT_OF_BOUNDS */
export const assertGiftPrice = ({ settings }: Platform, price: bigint | null): void => {
  const maximum = settings.get('priceMaximum');
  if (price !== null && price > parseHundredths(maximum)!) throw new CodedError('AMOUNT_OUT_OF_BOUNDS', { minimum: 0.01, maximum });
};

/**
 * Claims an uploaded picture for a gift, once.
 * @param ownerIs condition over `owner_id`: the allowed uploaders
 * @throws CodedError FILE_NOT_YOURS
 */
export const claimGiftImage = async (trx: Trx, fileId: string, ownerIs: RawBuilder<unknown>, at: Date): Promise<void> => {
  const { rows } = await sql`
    select id from files where id = ${fileId}::uuid and purpose = 'gift' and attached_at is null and ${ownerIs} for update`.execute(trx);
  if (rows.length === 0) throw new CodedError('FILE_NOT_YOURS');
  await attachFile(trx, fileId, at);
};

/**
 * Creates a performer's own gift, sorted after the others.
 * @throws CodedError AMOUNT_OUT_OF_BOUNDS, FILE_NOT_YOURS
 */
export const createOwnGift = (
  platform: Platform,
  performerId: string,
  gift: GiftContent & { fileId: string },
  idempotency: Idempotency | undefined,
): Promise<{ id: string }> =>
  transact(platform.database, idempotency, async (trx) => {
    assertGiftPrice(platform, gift.price);
    await claimGiftImage(trx, gift.fileId, sql`owner_id = ${performerId}::uuid`, platform.clock.now());
    return trx
      .insertInto('gifts')
      .values({
        performer_id: performerId,
        name: gift.name,
        price_amount: gift.price,
        animation: gift.animation,
        image_file_id: gift.fileId,
        position: sql<number>`(select coalesce(max(position), 0) + 1 from gifts where performer_id = ${performerId}::uuid)`,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  });

/**
 * Changes a performer's own gift. Its previous picture stays for past sales.
 * @throws CodedError NOT_FOUND, AMOUNT_OUT_OF_BOUNDS, FILE_NOT_YOURS
 */
export const updateOwnGift = async (
  platform: Platform,
  performerId: string,
  giftId: string,
  { fileId, ...gift }: GiftContent & { fileId?: string | undefined },
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const now = platform.clock.now();
  await transact(platform.database, idempotency, async (trx) => {
    const row = await trx
      .selectFrom('gifts')
      .select(['price_amount', 'price_version'])
      .where('id', '=', giftId)
      .where('performer_id', '=', performerId)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new CodedError('NOT_FOUND');
    assertGiftPrice(platform, gift.price);
    if (fileId) await claimGiftImage(trx, fileId, sql`owner_id = ${performerId}::uuid`, now);
    await trx
      .updateTable('gifts')
      .set({
        name: gift.name,
        price_amount: gift.price,
        price_version: gift.price === row.price_amount ? row.price_version : row.price_version + 1,
        animation: gift.animation,
        ...(fileId ? { image_file_id: fileId } : {}),
        updated_at: now,
      })
      .where('id', '=', giftId)
      .execute();
    return {};
  });
};

/** Sorts a performer's own gifts as given; the others follow in their existing order. Unknown ids are ignored. */
export const orderOwnGifts = async (platform: Platform, performerId: string, ids: readonly string[]): Promise<void> => {
  await transact(platform.database, undefined, async (trx) => {
    const { rows } = await sql<{ id: string }>`
      select id from gifts where performer_id = ${performerId}::uuid and deleted_at is null order by position, id for update`.execute(trx);
    const known = rows.map(({ id }) => id);
    const wanted = [...new Set([...ids.filter((id) => known.includes(id)), ...known])];
    await sql`
      update gifts g set position = o.position
      from unnest(${wanted}::uuid[]) with ordinality o(id, position) where g.id = o.id`.execute(trx);
    return {};
  });
};

/**
 * Deletes a performer's own gift: it can't be given any more. Its picture stays for past sales.
 * @throws CodedError NOT_FOUND
 */
export const deleteOwnGift = async (
  platform: Platform,
  performerId: string,
  giftId: string,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const now = platform.clock.now();
  await transact(platform.database, idempotency, async (trx) => {
    const gone = await trx
      .updateTable('gifts')
      .set({ deleted_at: now, updated_at: now })
      .where('id', '=', giftId)
      .where('performer_id', '=', performerId)
      .where('deleted_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!gone) throw new CodedError('NOT_FOUND');
    return {};
  });
};
