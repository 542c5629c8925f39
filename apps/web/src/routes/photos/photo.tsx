import { itemPicturePath } from '@stagedoor/contract/link-pictures.values';
import type { PhotoView } from '@stagedoor/contract/photos';
import { IconSlideshow } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { Call } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { callOf } from '../../app/context.server.ts';
import { useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { orErrorPage } from '../../app/route-data.ts';
import { PageTop } from '../../app/shell/PhoneBars.tsx';
import { Comments } from '../../features/comments/Comments.tsx';
import { ItemGrid } from '../../features/item-lists/ItemList.tsx';
import { FirstMedia } from '../../features/items/first-media.ts';
import { ItemMedia } from '../../features/items/ItemMedia.tsx';
import { ItemPage } from '../../features/items/ItemPage.tsx';
import { PhotoMosaic } from '../../features/items/PhotoMosaic.tsx';
import { useUnlock } from '../../features/items/use-unlock.ts';
import styles from '../../features/photos/photos.module.css';
import { Button } from '../../ui/Button.tsx';
import { useText } from '../../ui/text.ts';
import type { Route } from './+types/photo.ts';

const KEY = 'GET /performer-assets/photos/{id}/view';
const RELATED = 6;

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
type Loaded = Awaited<ReturnType<typeof load>>;

export const loader = ({ context, params }: Route.LoaderArgs) => load(callOf(context), params.id);
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => load(call, params.id);

const nameOf = (photo: PhotoView, t: ReturnType<typeof useText>): string => photo.title || t('photos.by', { name: photo.performer.name });

/** One photo on its own page: by itself, or of a gallery. */
const Photo = ({ loaderData, params }: Route.ComponentProps) => {
  const t = useText();
  const client = useQueryClient();
  const { data: photo = loaderData.photo } = useData(KEY, { params: { id: params.id } }, { initialData: loaderData.photo });
  const name = nameOf(photo, t);
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
      <Shown
        key={`${photo._id} ${photo.access.allowed}`}
        photo={photo}
        related={loaderData.related}
        onChange={() => void client.invalidateQueries({ queryKey: [KEY] })}
      />
    </>
  );
};

const Shown = ({ photo: given, related, onChange }: Loaded & { onChange: () => void }) => {
  const t = useText();
  const unlock = useUnlock(given);
  const { item: photo } = unlock;
  const { performer, counts } = photo;
  const more = t(photo.galleryId ? 'photos.moreOfGallery' : 'photos.more', { name: performer.name });
  return (
    <ItemPage
      unlock={unlock}
      title={nameOf(photo, t)}
      facts={[]}
      media={
        <>
          {photo.access.allowed ? (
            <FirstMedia value>
              <ItemMedia unlock={unlock} label={nameOf(photo, t)} />
            </FirstMedia>
          ) : (
            <PhotoMosaic unlock={unlock} />
          )}
          {photo.galleryId ? (
            <div className={styles.inGallery}>
              <Button kind="lift" icon={<IconSlideshow size={20} stroke={1.75} />} to={`/galleries/${photo.galleryId}`}>
                {t('photos.openGallery')}
              </Button>
            </div>
          ) : null}
        </>
      }
      lockedTitle={t('items.lockedPhotos', { count: 1 })}
      buy={{ label: t('photos.unlock'), short: t('photos.unlock') }}
      about={{ title: t('photos.about'), text: photo.description, list: '/search' }}
      comments={<Comments object={{ objectType: 'photo', objectId: photo._id }} isLocked={!photo.access.allowed} count={counts.comments} />}
      more={
        related.length > 0
          ? {
              title: more,
              to: photo.galleryId ? `/galleries/${photo.galleryId}` : `/${performer.username}?tab=photos`,
              items: <ItemGrid items={related} label={more} even />,
            }
          : null
      }
      onChange={onChange}
    />
  );
};

export default Photo;
