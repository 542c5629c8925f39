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
import type { Route } from './+types/photo.ts';
import { photoName, ShownPhoto } from './ShownPhoto.tsx';

const KEY = 'GET /performer-assets/photos/{id}/view';

const RELATED = 6;

/** A photo, and others of its gallery or performer. */
const load = async (by: Call, id: string) => {
  const photo = await orErrorPage(by(KEY, { params: { id } }));
  const { galleryId } = photo;
  // One more, because this one is among them.
  const more = await (galleryId
    ? by('GET /performer-assets/photos', { query: { galleryId, limit: RELATED + 1 } })
    : by('GET /performer-assets/{performerId}/photos', { params: { performerId: photo.performer._id }, query: { limit: RELATED + 1 } })
  ).catch(() => null);
  return { photo, related: (more?.data ?? []).filter(({ _id }) => _id !== id).slice(0, RELATED) };
};

export const loader = ({ context, params }: Route.LoaderArgs) => load(callOf(context), params.id);
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => load(call, params.id);

/** One photo on its own page: by itself, or of a gallery. */
const Photo = ({ loaderData, params }: Route.ComponentProps) => {
  const t = useText();
  const client = useQueryClient();
  const { data: photo = loaderData.photo } = useData(KEY, { params: { id: params.id } }, { initialData: loaderData.photo });
  const name = photoName(photo, t);
  return (
    <>
      <PageTop
        title={t('photos.page')}
        back={photo.galleryId ? `/galleries/${photo.galleryId}` : `/${photo.performer.username}?tab=photos`}
      />
      <PageTitle
        title={name}
        description={photo.description || t('photos.by', { name: photo.performer.name })}
        image={itemPicturePath(photo)}
        imageAlt={photo.photos[0]?.alt || name}
        path={`/photos/${photo._id}`}
        kind="article"
      />
      <ShownPhoto
        key={`${photo._id} ${photo.access.allowed}`}
        photo={photo}
        related={loaderData.related}
        onChange={() => void client.invalidateQueries({ queryKey: [KEY] })}
      />
    </>
  );
};

export default Photo;
