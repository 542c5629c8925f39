import { type Idempotency, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  type ItemChanges,
  type ItemDraft,
  type KindWriter,
  assertPrice,
  createItem,
  deleteItem,
  dropForeignThumbnail,
  lockOwnItem,
  partsOf,
  refreshContents,
  setItemCategories,
  setItemFile,
  setTerms,
  setWords,
  syncParts,
  newDraft,
  updateItem,
} from '../items/index.ts';
import { type PhotoDraft, publishPhoto } from '../photos/index.ts';
import { galleryKind } from './galleries.kind.ts';

/** A gallery's fields as they are written; its description is the item's text. */
export type GalleryDraft = Omit<ItemDraft, 'text' | 'thumbnailId' | 'teaserId' | 'teaserCut'> & { description: string };
export type GalleryChanges = { [K in keyof GalleryDraft]?: GalleryDraft[K] | undefined } & { isDraft?: boolean | undefined };

const writer: KindWriter = {
  async after(trx, galleryId, at) {
    await trx
      .insertInto('galleries')
      .values({ id: galleryId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await dropForeignThumbnail(trx, galleryId);
    await syncParts(trx, galleryId, 'photo', at);
  },
};

const itemOf = ({ description, ...changes }: Omit<GalleryChanges, 'isDraft'>): ItemChanges => ({
  ...changes,
  ...(description === undefined ? {} : { text: description }),
  ...(changes.tags ? { tags: [...new Set(changes.tags.map((tag) => tag.toLowerCase()))] } : {}),
});

/** Publishes a gallery, at once or when it is due, or keeps it as a draft. @throws CodedError ITEM_EMPTY, FILE_KIND_REFUSED, and as `createItem` */
export const createGallery = async (
  platform: Platform,
  performerId: string,
  draft: GalleryChanges,
  idempotency: Idempotency | undefined,
): Promise<{ galleryId: string }> => {
  const { itemId } = await createItem(platform, galleryKind, performerId, newDraft(itemOf(draft)), {
    isDraft: draft.isDraft === true,
    writer,
    idempotency,
  });
  return { galleryId: itemId };
};

/**
 * Changes a gallery; what isn't given stays.
 * @param changes `isDraft` false publishes a draft, true makes a scheduled one a draft again
 * @throws CodedError NOT_FOUND, ITEM_STATE, and as `createGallery`
 */
export const updateGallery = async (
  platform: Platform,
  performerId: string,
  galleryId: string,
  changes: GalleryChanges,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const publication = changes.isDraft === undefined ? 'unchanged' : changes.isDraft ? 'draft' : 'publishedOnce';
  await updateItem(platform, galleryKind, performerId, galleryId, itemOf(changes), { publication, writer, idempotency });
};

/** Has a photo cover its gallery. @throws CodedError NOT_FOUND; ITEM_STATE for one without a gallery */
export const setGalleryCover = async (
  platform: Platform,
  performerId: string,
  photoId: string,
  idempotency: Idempotency | undefined,
): Promise<{ galleryId: string }> => {
  const at = platform.clock.now();
  return transact(platform.database, idempotency, async (trx) => {
    const photo = await lockOwnItem(trx, 'photo', performerId, photoId);
    if (!photo) throw new CodedError('NOT_FOUND');
    if (photo.parent_id === null) throw new CodedError('ITEM_STATE');
    const part = (await partsOf(trx, photo.parent_id)).find(({ id }) => id === photoId);
    if (!part) throw new CodedError('NOT_FOUND');
    await setItemFile(trx, photo.parent_id, 'thumbnail', part.fileId, at);
    await refreshContents(trx, photo.parent_id, at, 'photo');
    return { galleryId: photo.parent_id };
  });
};

/** Deletes a photo, by itself or out of its gallery, for everybody but those who bought it. @throws CodedError NOT_FOUND; ITEM_EMPTY for a published gallery's only photo */
export const deletePhoto = async (
  platform: Platform,
  performerId: string,
  photoId: string,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const photo = await platform.database
    .selectFrom('items as i')
    .leftJoin('item_files as r', (join) => join.onRef('r.item_id', '=', 'i.id').on('r.role', '=', 'content'))
    .select(['i.parent_id', 'r.file_id'])
    .where('i.id', '=', photoId)
    .where('i.performer_id', '=', performerId)
    .where('i.kind', '=', 'photo')
    .where('i.state', '<>', 'deleted')
    .executeTakeFirst();
  if (!photo?.parent_id) return deleteItem(platform, 'photo', performerId, photoId, idempotency);
  await updateItem(
    platform,
    galleryKind,
    performerId,
    photo.parent_id,
    (present) => ({ fileIds: present.fileIds.filter((fileId) => fileId !== photo.file_id) }),
    { publication: 'unchanged', writer, idempotency },
  );
};

/** Publishes a photo as the last one of a gallery, whose audience is its own unless said with a price. @throws CodedError as `updateGallery` */
const addToGallery = async (
  platform: Platform,
  performerId: string,
  galleryId: string,
  {
    fileId,
    title,
    description,
    audience,
    price,
    categoryIds,
    tags,
  }: Omit<PhotoDraft, 'audience'> & { audience: PhotoDraft['audience'] | undefined },
  idempotency: Idempotency | undefined,
): Promise<{ itemId: string }> => {
  const at = platform.clock.now();
  const append: KindWriter = {
    async after(trx, itemId) {
      await writer.after(trx, itemId, at);
      const part = (await partsOf(trx, itemId)).find((one) => one.fileId === fileId);
      if (!part) throw new CodedError('NOT_FOUND');
      const gallery = await trx.selectFrom('items').select(['audience', 'state']).where('id', '=', itemId).executeTakeFirstOrThrow();
      const own = { audience: audience ?? gallery.audience, price };
      assertPrice(platform, own, gallery.state === 'draft' || gallery.audience === 'buyers');
      const terms = {
        title,
        // As `followParent`: without a price of its own it is for whom the gallery is.
        audience: price ? own.audience : gallery.audience,
        priceAmount: price || null,
        scheduledAt: null,
        expiresAt: null,
        state: null,
      };
      await setTerms(trx, part.id, terms, at);
      await setWords(trx, part.id, { title, text: description, tags });
      await setItemCategories(trx, part.id, categoryIds);
      return { photoId: part.id };
    },
  };
  const { photoId } = await updateItem(
    platform,
    galleryKind,
    performerId,
    galleryId,
    (present) => ({ fileIds: [...present.fileIds, fileId] }),
    { publication: 'unchanged', writer: append, idempotency },
  );
  return { itemId: String(photoId) };
};

/** Publishes a photo: the last one of a gallery, or by itself. @throws CodedError as `updateGallery` and `publishPhoto` */
export const addPhoto = (
  platform: Platform,
  performerId: string,
  {
    galleryId,
    audience,
    ...photo
  }: Omit<PhotoDraft, 'audience'> & { galleryId: string | null; audience?: PhotoDraft['audience'] | undefined },
  idempotency: Idempotency | undefined,
): Promise<{ itemId: string }> =>
  galleryId === null
    ? publishPhoto(platform, performerId, { ...photo, audience: audience ?? 'everyone' }, idempotency)
    : addToGallery(platform, performerId, galleryId, { ...photo, audience }, idempotency);
