import type { Call } from '../../app/api.ts';
import { orErrorPage } from '../../app/route-data.ts';

export const GALLERY_CALL = 'GET /performer-assets/galleries/{id}/view';

const RELATED = 6;

/** Photos of a locked gallery that are shown one by one. */
const SINGLES = 60;

/** A gallery, others of its performer, and photos that are shown one by one. */
export const loadGallery = async (by: Call, id: string) => {
  const gallery = await orErrorPage(by(GALLERY_CALL, { params: { id } }));
  // One more, because this one is among them.
  const query = { performerId: gallery.performer._id, limit: RELATED + 1 };
  const [more, photos] = await Promise.all([
    by('GET /performer-assets/galleries/search', { query }).catch(() => null),
    gallery.access.allowed ? null : by('GET /performer-assets/photos', { query: { galleryId: id, limit: SINGLES } }).catch(() => null),
  ]);
  // Open ones, and those with a price of their own: each has its page.
  const hasSingles = photos?.data.some(({ access, audience }) => access.allowed || audience === 'buyers');
  return {
    gallery,
    related: (more?.data ?? []).filter(({ _id }) => _id !== id).slice(0, RELATED),
    singles: (hasSingles && photos?.data) || [],
  };
};

export type LoadedGallery = Awaited<ReturnType<typeof loadGallery>>;
