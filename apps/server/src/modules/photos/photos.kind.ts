import type { OwnPhoto } from '@stagedoor/contract/photos';
import type { ItemKindModule } from '../items/index.ts';

/** The parent and the place of a photo. */
interface PhotoPlace {
  parentId: string | null;
  position: number | null;
}

/** A single photo: by itself, or a part of a gallery. */
export const photoKind: ItemKindModule<PhotoPlace, never, unknown, OwnPhoto> = {
  kind: 'photo',
  table: 'photos',
  files: { content: ['photo', 'media', 'feedPhoto'], thumbnail: [], teaser: [] },
  stateError: 'ITEM_STATE',
  mediaType: 'photo',
  problemOf: (_, files) => (files.length === 1 && files[0]!.kind === 'image' ? null : 'ITEM_EMPTY'),
  async loadShared(executor, itemIds) {
    const rows = await executor.selectFrom('items').select(['id', 'parent_id', 'position']).where('id', 'in', itemIds).execute();
    return new Map(rows.map(({ id, parent_id: parentId, position }) => [id, { parentId, position }]));
  },
  view: (_, common, { content, shared }) => ({
    ...common,
    kind: 'photo',
    description: content.text,
    galleryId: shared?.parentId ?? null,
    position: shared?.position ?? null,
  }),
  own: (_, common, { text, shared }) => ({
    ...common,
    kind: 'photo',
    description: text,
    galleryId: shared?.parentId ?? null,
    position: shared?.position ?? null,
  }),
};
