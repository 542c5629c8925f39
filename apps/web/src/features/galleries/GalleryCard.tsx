import type { GalleryView } from '@stagedoor/contract/galleries';
import { IconPhoto } from '@tabler/icons-react';
import { Link } from 'react-router';
import { PostMedia } from '../../ui/Post.tsx';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import type { ItemCardProps } from '../items/card-registry.ts';
import { ItemMedia } from '../items/ItemMedia.tsx';
import { ItemPost } from '../items/ItemPost.tsx';
import { ItemTile, type ItemTileProps } from '../items/ItemTile.tsx';
import { useUnlock } from '../items/use-unlock.ts';
import styles from './galleries.module.css';

/** A gallery in a list; unlocked in place. */
export const GalleryCard = ({ item: given, onChange }: ItemCardProps<GalleryView>) => {
  const t = useText();
  const unlock = useUnlock(given);
  const { item: gallery } = unlock;
  const label = t('galleries.by', { name: gallery.performer.name });
  return (
    <ItemPost item={gallery} label={label}>
      {gallery.access.allowed ? (
        <Link to={`/galleries/${gallery._id}`} className={styles.cardTitle}>
          <span className={classes(type.display, type.s26)}>
            <bdi>{gallery.title}</bdi>
          </span>
          <span className={classes(type.small, type.faint, styles.cardCount)}>
            <IconPhoto size={18} stroke={1.75} aria-hidden="true" />
            {t('ui.photos', { count: gallery.counts.photos })}
          </span>
        </Link>
      ) : null}
      <PostMedia>
        <ItemMedia unlock={unlock} label={label} lockedTitle={label} onChange={onChange} />
      </PostMedia>
    </ItemPost>
  );
};

/** A gallery as a tile: its cover, title and number of photos. */
export const GalleryTile = ({ item: gallery, big }: ItemTileProps<GalleryView>) => (
  <ItemTile
    item={gallery}
    big={big}
    titled
    name={useText()('galleries.by', { name: gallery.performer.name })}
    {...(gallery.cover ? { picture: gallery.cover } : {})}
  />
);
