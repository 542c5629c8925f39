import type { VideoView } from '@stagedoor/contract/videos';
import { Link } from 'react-router';
import { useSession } from '../../app/session.tsx';
import { Comments } from '../../features/comments/Comments.tsx';
import { ItemActs } from '../../features/items/ItemActs.tsx';
import { ItemMedia } from '../../features/items/ItemMedia.tsx';
import { Topics } from '../../features/items/Topics.tsx';
import { useUnlock } from '../../features/items/use-unlock.ts';
import { NameLink } from '../../features/performers/NameLink.tsx';
import { KeepVideo } from '../../features/videos/KeepVideo.tsx';
import { UpNext } from '../../features/videos/UpNext.tsx';
import { VideoFilm } from '../../features/videos/VideoFilm.tsx';
import styles from '../../features/videos/videos.module.css';
import { Avatar } from '../../ui/Avatar.tsx';
import { Verified } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

interface ShownVideoProps {
  video: VideoView;
  /** Videos beside it. */
  next: readonly VideoView[];
  onChange: () => void;
}

/** A video with its film, acts and comments. */
export const ShownVideo = ({ video: given, next, onChange }: ShownVideoProps) => {
  const t = useText();
  const format = useFormat();
  const user = useSession();
  const unlock = useUnlock(given);
  const { item: video } = unlock;
  const { performer, counts } = video;
  return (
    <div className={styles.page}>
      <div className={styles.centre}>
        <div className={styles.film}>
          <ItemMedia
            unlock={unlock}
            label={video.title}
            lockedTitle={t('videos.locked', { length: counts.videoSeconds === null ? '' : format.clock(counts.videoSeconds) })}
            onChange={onChange}
          >
            <VideoFilm item={video} />
          </ItemMedia>
        </div>
        <h1 dir="auto" className={classes(type.display, styles.title)}>
          {video.title}
        </h1>
        <div className={styles.row}>
          <div className={styles.by}>
            <Link to={`/${performer.username}`} tabIndex={-1} aria-hidden="true">
              <Avatar src={performer.avatar} size={44} online={performer.isOnline} live={performer.isLive} edge="house" />
            </Link>
            <span className={styles.byWords}>
              <span className={styles.byName}>
                <NameLink performer={performer} /> {user?._id === performer._id ? null : <Verified />}
              </span>
              <bdi className={classes(type.tiny, type.faint)}>{[performer.craft, performer.city].filter(Boolean).join(', ')}</bdi>
            </span>
          </div>
          <ItemActs item={video} pills keep={<KeepVideo video={video} />} />
        </div>
        <div className={classes(type.small, styles.about)}>
          <span className={styles.facts}>
            {format.date(video.publishedAt, 'dayYear')} · {t('videos.views', { count: video.views })}
          </span>
          <bdi>{video.description}</bdi>
          <Topics item={video} list="/videos" />
        </div>
        <div className={styles.comments}>
          <Comments object={{ objectType: 'video', objectId: video._id }} isLocked={!video.access.allowed} count={counts.comments} />
        </div>
      </div>
      <aside className={styles.aside}>{next.length > 0 ? <UpNext videos={next} /> : null}</aside>
    </div>
  );
};
