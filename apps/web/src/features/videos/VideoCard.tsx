import type { VideoView } from '@stagedoor/contract/videos';
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
import styles from './videos.module.css';

/** A video in a list; unlocked in place. */
export const VideoCard = ({ item: given, onChange }: ItemCardProps<VideoView>) => {
  const t = useText();
  const unlock = useUnlock(given);
  const { item: video } = unlock;
  const label = t('videos.by', { name: video.performer.name });
  return (
    <ItemPost item={video} label={label}>
      {video.access.allowed ? (
        <Link to={`/videos/${video._id}`} className={styles.cardTitle}>
          <span className={classes(type.display, type.s26)}>
            <bdi>{video.title}</bdi>
          </span>
        </Link>
      ) : null}
      <PostMedia>
        <ItemMedia unlock={unlock} label={label} lockedTitle={video.title} onChange={onChange} />
      </PostMedia>
    </ItemPost>
  );
};

/** A video as a tile: its thumbnail, length and title. */
export const VideoTile = ({ item: video, big }: ItemTileProps<VideoView>) => (
  <ItemTile item={video} big={big} titled name={useText()('videos.by', { name: video.performer.name })} />
);
