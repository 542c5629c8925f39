import { sql } from 'kysely';
import { type Idempotency, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ReceivedFile } from '../../platform/storage/received-file.ts';
import { storePicture } from '../files/index.ts';
import { type GiftContent, assertGiftPrice, changeGift, claimGiftImage, sortRows } from './change-gift.ts';
import { imageKeyOf } from './gifts.queries.ts';

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

/** Changes a performer's own gift. @throws CodedError as `changeGift` */
export const updateOwnGift = async (
  platform: Platform,
  performerId: string,
  giftId: string,
  gift: GiftContent & { fileId?: string | undefined },
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const own = { which: sql<boolean>`performer_id = ${performerId}::uuid`, picturesOf: sql<boolean>`owner_id = ${performerId}::uuid` };
  await transact(platform.database, idempotency, async (trx) => {
    await changeGift(trx, platform, own, giftId, gift);
    return {};
  });
};

/** Sorts a performer's own gifts, as `sortRows`. */
export const orderOwnGifts = async (platform: Platform, performerId: string, ids: readonly string[]): Promise<void> => {
  await transact(platform.database, undefined, (trx) =>
    sortRows(trx, 'gifts', sql<boolean>`performer_id = ${performerId}::uuid and deleted_at is null`, ids),
  );
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
