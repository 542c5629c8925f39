import type { GalleryView } from '@stagedoor/contract/galleries';
import type { PhotoView } from '@stagedoor/contract/photos';
import { Comments } from '../../features/comments/Comments.tsx';
import { ItemGrid } from '../../features/item-lists/ItemList.tsx';
import { ItemPage } from '../../features/items/ItemPage.tsx';
import { PhotoMosaic } from '../../features/items/PhotoMosaic.tsx';
import { useUnlock } from '../../features/items/use-unlock.ts';
import { useText } from '../../ui/text.ts';

interface ShownGalleryProps {
  gallery: GalleryView;
  /** Others of its performer. */
  related: readonly GalleryView[];
  /** Photos that are shown one by one. */
  singles: readonly PhotoView[];
  onChange: () => void;
}

/** A gallery with its photos, acts, comments, and others. */
export const ShownGallery = ({ gallery: given, related, singles, onChange }: ShownGalleryProps) => {
  const t = useText();
  const unlock = useUnlock(given);
  const { item: gallery } = unlock;
  const { performer, counts } = gallery;
  const more = t('galleries.more', { name: performer.name });
  return (
    <ItemPage
      unlock={unlock}
      facts={[t('ui.photos', { count: counts.photos })]}
      media={
        singles.length > 0 && !gallery.access.allowed ? (
          <ItemGrid items={singles} label={t('ui.photos', { count: counts.photos })} even />
        ) : (
          <PhotoMosaic unlock={unlock} />
        )
      }
      lockedTitle={t('items.lockedPhotos', { count: counts.photos })}
      buy={{ label: t('galleries.unlock'), short: t('galleries.unlockPhotos', { count: counts.photos }) }}
      about={{ title: t('galleries.about'), text: gallery.description, list: '/galleries' }}
      comments={
        <Comments object={{ objectType: 'gallery', objectId: gallery._id }} isLocked={!gallery.access.allowed} count={counts.comments} />
      }
      more={
        related.length > 0
          ? { title: more, to: `/${performer.username}?tab=galleries`, items: <ItemGrid items={related} label={more} even /> }
          : null
      }
      onChange={onChange}
    />
  );
};
