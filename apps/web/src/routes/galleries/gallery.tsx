import { itemPicturePath } from '@stagedoor/contract/link-pictures.values';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../app/browser-call.ts';
import { callOf } from '../../app/context.server.ts';
import { useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { PageTop } from '../../app/shell/PhoneBars.tsx';
import { useText } from '../../ui/text.ts';
import type { Route } from './+types/gallery.ts';
import { GALLERY_CALL, loadGallery } from './load-gallery.ts';
import { ShownGallery } from './ShownGallery.tsx';

export const loader = ({ context, params }: Route.LoaderArgs) => loadGallery(callOf(context), params.id);
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => loadGallery(call, params.id);

/** One gallery on its own page. */
const Gallery = ({ loaderData, params }: Route.ComponentProps) => {
  const t = useText();
  const client = useQueryClient();
  const { data: gallery = loaderData.gallery } = useData(GALLERY_CALL, { params: { id: params.id } }, { initialData: loaderData.gallery });
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
        onChange={() => void client.invalidateQueries({ queryKey: [GALLERY_CALL] })}
      />
    </>
  );
};

export default Gallery;
