import type { PhotoView } from '@stagedoor/contract/photos';
import { IconSlideshow } from '@tabler/icons-react';
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

/** The title of a photo, else whose it is. */
export const photoName = (photo: PhotoView, t: ReturnType<typeof useText>): string =>
  photo.title || t('photos.by', { name: photo.performer.name });

interface ShownPhotoProps {
  photo: PhotoView;
  /** Others of its gallery or performer. */
  related: readonly PhotoView[];
  onChange: () => void;
}

/** A photo with its acts, comments, and others. */
export const ShownPhoto = ({ photo: given, related, onChange }: ShownPhotoProps) => {
  const t = useText();
  const unlock = useUnlock(given);
  const { item: photo } = unlock;
  const { performer, counts } = photo;
  const more = t(photo.galleryId ? 'photos.moreOfGallery' : 'photos.more', { name: performer.name });
  return (
    <ItemPage
      unlock={unlock}
      title={photoName(photo, t)}
      facts={[]}
      media={
        <>
          {photo.access.allowed ? (
            <FirstMedia value>
              <ItemMedia unlock={unlock} label={photoName(photo, t)} />
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
