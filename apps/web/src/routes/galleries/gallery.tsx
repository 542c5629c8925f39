import type { Call } from '../../app/api.ts';
import { orErrorPage } from '../../app/route-data.ts';
import { itemPicturePath } from '@stagedoor/contract/link-pictures.values';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../app/browser-call.ts';
import { callOf } from '../../app/context.server.ts';
import { useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { PageTop } from '../../app/shell/PhoneBars.tsx';
import { useText } from '../../ui/text.ts';
import type { Route } from './+types/gallery.ts';
import { ShownGallery } from './ShownGallery.tsx';

const KEY = 'GET /performer-assets/galleries/{id}/view';

const RELATED = 6;

/** Photos of a locked gallery that are shown one by one. */
const SINGLES = 60;

/** A gallery, others of its performer, and photos that are shown one by one. */
const load = async (by: Call, id: string) => {
  const gallery = await orErrorPage(by(KEY, { params: { id } }));
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

export const loader = ({ context, params }: Route.LoaderArgs) => load(callOf(context), params.id);
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => load(call, params.id);

/** One gallery on its own page. */
const Gallery = ({ loaderData, params }: Route.ComponentProps) => {
  const t = useText();
  const client = useQueryClient();
  const { data: gallery = loaderData.gallery } = useData(KEY, { params: { id: params.id } }, { initialData: loaderData.gallery });
  const { title, performer } = gallery;
  return (
    <>
      <PageTop title={t('galleries.page')} back={`/${performer.username}?tab=galleries`} />
      <PageTitle
        title={title}
        description={gallery.description || t('galleries.by', { name: performer.name })}
        image={itemPicturePath(gallery)}
        imageAlt={title}
        path={`/galleries/${gallery._id}`}
        kind="article"
      />
      <ShownGallery
        key={`${gallery._id} ${gallery.access.allowed}`}
        gallery={gallery}
        related={loaderData.related}
        singles={loaderData.singles}
        onChange={() => void client.invalidateQueries({ queryKey: [KEY] })}
      />
    </>
  );
};

export default Gallery;
