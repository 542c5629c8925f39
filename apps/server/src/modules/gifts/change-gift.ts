import type { GiftAnimation } from '@stagedoor/contract/gifts';
import { parseHundredths } from '@stagedoor/contract/shapes';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { attachFile } from '../files/index.ts';

export interface GiftContent {
  name: string;
  /** Hundredths of a token. */
  price: bigint;
  animation: GiftAnimation;
}

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

/** What a change of gifts may be about: the site's, or one performer's own. */
interface GiftsOf {
  /** Over `gifts`. */
  which: RawBuilder<boolean>;
  /** Over `files`: whose picture a gift may take. */
  picturesOf: RawBuilder<boolean>;
}

/**
 * Changes a gift; its previous picture stays for past sales, and a new price has a new version.
 * @returns the row as it was
 * @throws CodedError NOT_FOUND, AMOUNT_OUT_OF_BOUNDS, FILE_NOT_YOURS
 */
export const changeGift = async (
  trx: Trx,
  platform: Platform,
  { which, picturesOf }: GiftsOf,
  id: string,
  { fileId, isActive, ...gift }: GiftContent & { fileId?: string | undefined; isActive?: boolean },
) => {
  const now = platform.clock.now();
  const row = await trx
    .selectFrom('gifts')
    .selectAll()
    .where('id', '=', id)
    .where(which)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new CodedError('NOT_FOUND');
  assertGiftPrice(platform, gift.price);
  if (fileId) await claimGiftImage(trx, fileId, picturesOf, now);
  await trx
    .updateTable('gifts')
    .set({
      name: gift.name,
      price_amount: gift.price,
      price_version: gift.price === row.price_amount ? row.price_version : row.price_version + 1,
      animation: gift.animation,
      ...(isActive === undefined ? {} : { active: isActive }),
      ...(fileId ? { image_file_id: fileId } : {}),
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();
  return row;
};

/**
 * Sorts rows as given; the others follow in their existing order. Unknown ids are ignored.
 * @param which of the rows are sorted
 * @returns the ids before and after
 */
export const sortRows = async (
  trx: Trx,
  table: 'gifts' | 'emojis',
  which: RawBuilder<boolean>,
  ids: readonly string[],
): Promise<{ from: string[]; to: string[] }> => {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where ${which} order by position, id for update`.execute(trx);
  const from = rows.map(({ id }) => id);
  const to = [...new Set([...ids.filter((id) => from.includes(id)), ...from])];
  await sql`
    update ${sql.table(table)} t set position = o.position
    from unnest(${to}::uuid[]) with ordinality o(id, position) where t.id = o.id`.execute(trx);
  return { from, to };
};
