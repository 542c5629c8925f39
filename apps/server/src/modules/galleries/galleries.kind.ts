import type { GalleryView, OwnGallery } from '@stagedoor/contract/galleries';
import { sql } from 'kysely';
import type { ItemKindModule } from '../items/index.ts';

/** Of a gallery: the file that covers it, and its photos by their files. */
interface GalleryParts {
  coverFileId: string | null;
  photoIds: Readonly<Record<string, string>>;
}

/** A photo without what is its own as an item. */
const pictureOfPhoto = ({ _id: _photoId, alt: _alt, ...picture }: GalleryView['photos'][number]): GalleryView['cover'] => picture;

/** A set of photos, sold and shown as one. Its photos are items of their own: its parts. */
export const galleryKind: ItemKindModule<GalleryParts, never, GalleryView, OwnGallery> = {
  kind: 'gallery',
  table: 'galleries',
  files: { content: ['photo', 'media', 'feedPhoto'], thumbnail: ['photo', 'media', 'feedPhoto'], teaser: [] },
  stateError: 'ITEM_STATE',
  mediaType: 'photo',
  problemOf(_, files, isDraft) {
    if (files.some(({ kind }) => kind !== 'image')) return 'FILE_KIND_REFUSED';
    return files.length === 0 && !isDraft ? 'ITEM_EMPTY' : null;
  },
  async loadShared(executor, itemIds) {
    const { rows } = await sql<{ id: string; cover_file_id: string | null; photo_ids: Record<string, string> | null }>`
      select g.id, (select file_id from item_files c where c.item_id = g.id and c.role = 'thumbnail') as cover_file_id,
        (select json_object_agg(r.file_id, i.id) from items i join item_files r on r.item_id = i.id and r.role = 'content'
          where i.parent_id = g.id and i.state <> 'deleted') as photo_ids
      from unnest(${itemIds}::uuid[]) g (id)`.execute(executor);
    return new Map(rows.map(({ id, cover_file_id: coverFileId, photo_ids: photoIds }) => [id, { coverFileId, photoIds: photoIds ?? {} }]));
  },
  view(_, common, { content, shared }) {
    const cover = common.photos.find(({ _id }) => _id === shared?.coverFileId) ?? common.photos[0];
    return {
      ...common,
      kind: 'gallery',
      description: content.text,
      cover: cover ? pictureOfPhoto(cover) : null,
      tags: content.tags,
      photos: common.photos.map((photo) => ({ ...photo, _id: shared?.photoIds[photo._id] ?? photo._id })),
    };
  },
  own: (_, common, { text, tags, shared }) => ({
    ...common,
    kind: 'gallery',
    description: text,
    tags: [...tags],
    coverFileId: shared?.coverFileId ?? null,
    photoIds: common.files.flatMap(({ _id }) => shared?.photoIds[_id] ?? []),
  }),
};
