import type { UploadedFile } from '@stagedoor/contract/items';
import { MAX_STOCK, type ProductType } from '@stagedoor/contract/products.values';
import { sql } from 'kysely';
import { type Idempotency, type Trx, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ReceivedFile } from '../../platform/storage/received-file.ts';
import { storePicture, prepareFile, storePrivateFile, uploadedFileOf } from '../files/index.ts';
import {
  type ItemChanges,
  type ItemDraft,
  type KindWriter,
  createItemIn,
  raisePriceVersion,
  removeItemFiles,
  setItemFile,
  newDraft,
  updateItem,
} from '../items/index.ts';
import { productKind } from './products.kind.ts';

/** What sending costs, in hundredths of a token. */
type Shipping = readonly { country: string; price: bigint }[];

/** A product's fields as they are written; its name is the item's title, its description the text, its pictures the files. */
export type ProductChanges = {
  [K in 'price' | 'categoryIds' | 'tags' | 'scheduledAt' | 'expiresAt']?: ItemDraft[K] | undefined;
} & {
  name?: string | undefined;
  description?: string | undefined;
  stock?: number | null | undefined;
  /** The stock that the seller saw: what sold since then stays sold. */
  stockSeen?: number | null | undefined;
  shipping?: Shipping | undefined;
  imageIds?: readonly string[] | undefined;
  imageId?: string | null | undefined;
  fileId?: string | null | undefined;
  isDraft?: boolean | undefined;
};

const itemOf = ({
  name,
  description,
  imageIds,
  imageId,
  price,
  categoryIds,
  tags,
  scheduledAt,
  expiresAt,
}: ProductChanges): ItemChanges => ({
  price,
  categoryIds,
  tags,
  scheduledAt,
  expiresAt,
  ...(name === undefined ? {} : { title: name }),
  ...(description === undefined ? {} : { text: description }),
  ...(imageIds !== undefined ? { fileIds: imageIds } : imageId === undefined ? {} : { fileIds: imageId === null ? [] : [imageId] }),
});

/** @throws CodedError FILE_NOT_YOURS */
const attachDownload = async (trx: Trx, performerId: string, productId: string, fileId: string | null, at: Date): Promise<void> => {
  if (fileId === null) {
    await removeItemFiles(trx, productId, 'download');
    return;
  }
  const file = await trx
    .selectFrom('files')
    .select('id')
    .where('id', '=', fileId)
    .where('owner_id', '=', performerId)
    .where('purpose', '=', 'productFile')
    .forUpdate()
    .executeTakeFirst();
  if (!file) throw new CodedError('FILE_NOT_YOURS');
  await setItemFile(trx, productId, 'download', fileId, at);
};

/** Sets the postage. Another one raises the price's version: whoever saw the old one must confirm again. */
const setShipping = async (trx: Trx, productId: string, shipping: Shipping): Promise<void> => {
  const present = await trx
    .selectFrom('product_shipping')
    .select(['country', 'price_amount'])
    .where('product_id', '=', productId)
    .execute();
  const isSame =
    present.length === shipping.length &&
    shipping.every(({ country, price }) => present.some((row) => row.country === country && row.price_amount === price));
  if (isSame) return;
  await trx.deleteFrom('product_shipping').where('product_id', '=', productId).execute();
  if (shipping.length > 0)
    await trx
      .insertInto('product_shipping')
      .values(shipping.map(({ country, price }) => ({ product_id: productId, country, price_amount: price })))
      .execute();
  await raisePriceVersion(trx, productId);
};

/**
 * Writes the stock. Of one that was seen, the difference is applied: a form that was open while something sold must not bring it back.
 * Without a number on either side there is no difference.
 */
const setStock = async (
  trx: Trx,
  productId: string,
  { stock, stockSeen }: { stock: number | null; stockSeen?: number | null | undefined },
  at: Date,
): Promise<void> => {
  const difference = stock === null || stockSeen === null || stockSeen === undefined ? null : stock - stockSeen;
  const changed =
    difference === null
      ? sql`${stock}::integer`
      : sql`least(greatest(coalesce(p.stock + ${difference}::integer, ${stock}::integer), 0), ${sql.lit(MAX_STOCK)})`;
  await sql`update products p set stock = ${changed}, updated_at = ${at} where p.id = ${productId}::uuid`.execute(trx);
};

/** What a product needs before buyers see it. @throws CodedError PRODUCT_FILE_MISSING, SHIPPING_REQUIRED */
const assertComplete = async (trx: Trx, productId: string, type: ProductType): Promise<void> => {
  const { state } = await trx.selectFrom('items').select('state').where('id', '=', productId).executeTakeFirstOrThrow();
  if (state === 'draft') return;
  const { rows } = await sql<{ has_file: boolean; has_shipping: boolean }>`
    select exists (select from item_files r where r.item_id = ${productId}::uuid and r.role = 'download') as has_file,
      exists (select from product_shipping s where s.product_id = ${productId}::uuid) as has_shipping`.execute(trx);
  if (type === 'digital' && !rows[0]!.has_file) throw new CodedError('PRODUCT_FILE_MISSING');
  if (type === 'physical' && !rows[0]!.has_shipping) throw new CodedError('SHIPPING_REQUIRED');
};

/** @param created its type, when it is new */
const writerOf = (performerId: string, { stock, stockSeen, shipping, fileId }: ProductChanges, created?: ProductType): KindWriter => ({
  async after(trx, productId, at) {
    if (created) await trx.insertInto('products').values({ id: productId, type: created, updated_at: at }).execute();
    const { type } = await trx.selectFrom('products').select('type').where('id', '=', productId).executeTakeFirstOrThrow();
    if (type === 'physical') {
      if (stock !== undefined) await setStock(trx, productId, { stock, stockSeen }, at);
      if (shipping !== undefined) await setShipping(trx, productId, shipping);
    } else if (fileId !== undefined) await attachDownload(trx, performerId, productId, fileId, at);
    await assertComplete(trx, productId, type);
  },
});

/**
 * Offers a product, or keeps it as a draft.
 * @param brought files that came with the call, in place of `fileId` and `imageId`
 * @throws CodedError PRODUCT_FILE_MISSING, SHIPPING_REQUIRED, FILE_KIND_REFUSED, FILE_UNREADABLE, and as `createItem`
 */
export const createProduct = async (
  platform: Platform,
  performerId: string,
  { type, ...fields }: ProductChanges & { type: ProductType },
  brought: { file?: ReceivedFile | undefined; image?: ReceivedFile | undefined },
  idempotency: Idempotency | undefined,
): Promise<{ productId: string }> => {
  // Made ready before the transaction, since that takes long; one that lost to its own repetition is swept.
  const picture = brought.image && (await storePicture(platform, brought.image, { ownerId: performerId, purpose: 'productImage' }));
  const download = brought.file && (await prepareFile(platform, brought.file, performerId));
  return transact(platform.database, idempotency, async (trx) => {
    const fileId = download
      ? await storePrivateFile(platform, trx, download, { ownerId: performerId, purpose: 'productFile', isOrphan: true })
      : fields.fileId;
    const given = fields.imageIds && fields.imageIds.length > 0 ? fields.imageIds : fields.imageId ? [fields.imageId] : [];
    const changes = { ...fields, fileId, imageIds: picture ? [picture.id, ...given] : given };
    const productId = await createItemIn(trx, platform, productKind, performerId, newDraft({ audience: 'buyers', ...itemOf(changes) }), {
      isDraft: fields.isDraft === true,
      writer: writerOf(performerId, changes, type),
    });
    return { productId };
  });
};

/**
 * Changes a product; what isn't given stays.
 * @param changes `isDraft` false publishes a draft, true makes a scheduled one a draft again
 * @throws CodedError NOT_FOUND, ITEM_STATE, and as `createProduct`
 */
export const updateProduct = async (
  platform: Platform,
  performerId: string,
  productId: string,
  changes: ProductChanges,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const publication = changes.isDraft === undefined ? 'unchanged' : changes.isDraft ? 'draft' : 'publishedOnce';
  await updateItem(platform, productKind, performerId, productId, itemOf(changes), {
    publication,
    writer: writerOf(performerId, changes),
    idempotency,
  });
};

const uploaded = async (platform: Platform, fileId: string): Promise<UploadedFile> =>
  uploadedFileOf(platform, await platform.database.selectFrom('files').selectAll().where('id', '=', fileId).executeTakeFirstOrThrow());

/** Stores a picture for a product that is being written. @throws CodedError FILE_MISSING, FILE_UNREADABLE; BAD_REQUEST for two */
export const uploadProductImage = async (
  platform: Platform,
  performerId: string,
  given: readonly ReceivedFile[],
  idempotency: Idempotency | undefined,
): Promise<UploadedFile> => {
  const [file, ...others] = given;
  if (!file) throw new CodedError('FILE_MISSING', { field: 'image' });
  if (others.length > 0) throw new CodedError('BAD_REQUEST');
  const picture = await storePicture(platform, file, { ownerId: performerId, purpose: 'productImage' });
  const { fileId } = await transact(platform.database, idempotency, async () => ({ fileId: picture.id }));
  return uploaded(platform, fileId);
};

/** Stores what buyers of a product that is being written will download. */
export const uploadProductFile = async (
  platform: Platform,
  performerId: string,
  file: ReceivedFile,
  idempotency: Idempotency | undefined,
): Promise<UploadedFile> => {
  const prepared = await prepareFile(platform, file, performerId);
  const { fileId } = await transact(platform.database, idempotency, async (trx) => ({
    fileId: await storePrivateFile(platform, trx, prepared, { ownerId: performerId, purpose: 'productFile', isOrphan: true }),
  }));
  return uploaded(platform, fileId);
};
