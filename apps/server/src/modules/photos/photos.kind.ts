import type { OwnPhoto, PhotoView } from '@stagedoor/contract/photos';
import type { ItemKindModule } from '../items/index.ts';

/** The parent and the place of a photo, and what is to be seen in it. */
interface PhotoPlace {
  parentId: string | null;
  position: number | null;
  alt: string;
}

/** A single photo: by itself, or a part of a gallery. */
export const photoKind: ItemKindModule<PhotoPlace, never, PhotoView, OwnPhoto> = {
  kind: 'photo',
  table: 'photos',
  files: { content: ['photo', 'media', 'feedPhoto'], thumbnail: [], teaser: [] },
  stateError: 'ITEM_STATE',
  mediaType: 'photo',
  problemOf: (_, files) => (files.length === 1 && files[0]!.kind === 'image' ? null : 'ITEM_EMPTY'),
  async loadShared(executor, itemIds) {
    const rows = await executor
      .selectFrom('items as i')
      .leftJoin('item_files as r', (join) => join.onRef('r.item_id', '=', 'i.id').on('r.role', '=', 'content'))
      .leftJoin('files as f', 'f.id', 'r.file_id')
      .select(['i.id', 'i.parent_id', 'i.position', 'f.alt_text'])
      .where('i.id', 'in', itemIds)
      .execute();
    return new Map(rows.map(({ id, parent_id: parentId, position, alt_text: alt }) => [id, { parentId, position, alt: alt ?? '' }]));
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
    alt: shared?.alt ?? '',
  }),
};
