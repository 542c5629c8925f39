import type { Call } from '../../app/api.ts';
import { orErrorPage } from '../../app/route-data.ts';

export const PHOTO_CALL = 'GET /performer-assets/photos/{id}/view';

const RELATED = 6;

/** A photo, and others of its gallery or performer. */
export const loadPhoto = async (by: Call, id: string) => {
  const photo = await orErrorPage(by(PHOTO_CALL, { params: { id } }));
  const { galleryId } = photo;
  // One more, because this one is among them.
  const more = await (galleryId
    ? by('GET /performer-assets/photos', { query: { galleryId, limit: RELATED + 1 } })
    : by('GET /performer-assets/{performerId}/photos', { params: { performerId: photo.performer._id }, query: { limit: RELATED + 1 } })
  ).catch(() => null);
  return { photo, related: (more?.data ?? []).filter(({ _id }) => _id !== id).slice(0, RELATED) };
};

export type LoadedPhoto = Awaited<ReturnType<typeof loadPhoto>>;
