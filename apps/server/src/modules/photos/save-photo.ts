import type { Audience, PeopleShown } from '@stagedoor/contract/items.values';
import type { Idempotency } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { nameFile } from '../files/index.ts';
import {
  EMPTY_DRAFT,
  type ItemChanges,
  type KindWriter,
  createItem,
  followParent,
  refreshItemsWithFile,
  updateItem,
} from '../items/index.ts';
import { photoKind } from './photos.kind.ts';

export interface PhotoDraft {
  fileId: string;
  title: string;
  description: string;
  audience: Audience;
  /** Hundredths of a token. */
  price: bigint | null;
  categoryIds: readonly string[];
  tags: readonly string[];
  peopleShown: PeopleShown | null;
  participantIds: readonly string[];
  producedOn: string | null;
}

const writer: KindWriter = {
  async after(trx, itemId) {
    await trx.insertInto('photos').values({ id: itemId }).execute();
  },
};

/** Publishes a photo by itself. @throws CodedError ITEM_EMPTY for what is no picture, and as `createItem` */
export const publishPhoto = (
  platform: Platform,
  performerId: string,
  { fileId, description, ...draft }: PhotoDraft,
  idempotency: Idempotency | undefined,
): Promise<{ itemId: string }> =>
  createItem(
    platform,
    photoKind,
    performerId,
    { ...EMPTY_DRAFT, ...draft, text: description, fileIds: [fileId] },
    { isDraft: false, writer, idempotency },
  );

export type PhotoChanges = {
  [K in 'title' | 'audience' | 'price' | 'categoryIds' | 'tags' | 'peopleShown' | 'participantIds' | 'producedOn']?: ItemChanges[K];
} & { description?: string | undefined; alt?: string | undefined };

/**
 * Changes a photo, by itself or of a gallery; what isn't given stays.
 * @param changes `alt` belongs to its file: every item that shows it has the new one
 * @throws CodedError NOT_FOUND, ITEM_STATE, PRICE_REQUIRED, AMOUNT_OUT_OF_BOUNDS, PARTICIPANT_STATE
 */
export const updatePhoto = async (
  platform: Platform,
  performerId: string,
  photoId: string,
  { description, alt, ...changes }: PhotoChanges,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const after: KindWriter['after'] = async (trx, itemId, at) => {
    await followParent(trx, itemId);
    if (alt === undefined) return;
    const file = await trx
      .selectFrom('item_files')
      .select('file_id')
      .where('item_id', '=', itemId)
      .where('role', '=', 'content')
      .executeTakeFirstOrThrow();
    await nameFile(trx, file.file_id, { alt }, at);
    await refreshItemsWithFile(trx, file.file_id, at);
  };
  const text = description === undefined ? {} : { text: description };
  await updateItem(
    platform,
    photoKind,
    performerId,
    photoId,
    { ...changes, ...text },
    // One that was rejected is sent for review again.
    { publication: 'publishedOnce', writer: { after }, idempotency },
  );
};
