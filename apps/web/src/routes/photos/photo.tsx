import { itemPicturePath } from '@stagedoor/contract/link-pictures.values';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../app/browser-call.ts';
import { callOf } from '../../app/context.server.ts';
import { useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { PageTop } from '../../app/shell/PhoneBars.tsx';
import { useText } from '../../ui/text.ts';
import type { Route } from './+types/photo.ts';
import { PHOTO_CALL, loadPhoto } from './load-photo.ts';
import { photoName, ShownPhoto } from './ShownPhoto.tsx';

export const loader = ({ context, params }: Route.LoaderArgs) => loadPhoto(callOf(context), params.id);
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => loadPhoto(call, params.id);

/** One photo on its own page: by itself, or of a gallery. */
const Photo = ({ loaderData, params }: Route.ComponentProps) => {
  const t = useText();
  const client = useQueryClient();
  const { data: photo = loaderData.photo } = useData(PHOTO_CALL, { params: { id: params.id } }, { initialData: loaderData.photo });
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
        onChange={() => void client.invalidateQueries({ queryKey: [PHOTO_CALL] })}
      />
    </>
  );
};

export default Photo;
