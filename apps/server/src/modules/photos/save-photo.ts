import type { Audience } from '@stagedoor/contract/items.values';
import type { Idempotency } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { EMPTY_DRAFT, type KindWriter, createItem } from '../items/index.ts';
import { photoKind } from './photos.kind.ts';

export interface PhotoDraft {
  fileId: string;
  title: string;
  description: string;
  audience: Audience;
  /** Hundredths of a token. */
  price: bigint | null;
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
