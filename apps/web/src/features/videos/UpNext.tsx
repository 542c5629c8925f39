import type { VideoView } from '@stagedoor/contract/videos';
import { IconUsers } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Amount } from '../../ui/Amount.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './videos.module.css';

const Terms = ({ video }: { video: VideoView }) => {
  const t = useText();
  if (video.audience === 'everyone') return <span className={styles.free}>{t('videos.free')}</span>;
  if (video.audience === 'buyers' && video.price !== null) {
    return (
      <span className={styles.price}>
        <Amount tokens={video.price} />
      </span>
    );
  }
  return (
    <span className={classes(type.tiny, type.faint, styles.terms)}>
      <IconUsers size={16} stroke={1.75} aria-hidden="true" />
      {t(`feed.audience.${video.audience}`)}
    </span>
  );
};

/** Other videos beside one: small pictures with their length, title, performer and terms. */
export const UpNext = ({ videos }: { videos: readonly VideoView[] }) => {
  const t = useText();
  const format = useFormat();
  return (
    <section aria-labelledby="up-next">
      <h2 id="up-next" className={classes(type.heading, styles.nextHead)}>
        {t('videos.upNext')}
      </h2>
      <ul className={styles.next}>
        {videos.map((video) => {
          const picture = video.video?.poster ?? video.teaser?.poster ?? video.preview;
          return (
            <li key={video._id}>
              <Link to={`/videos/${video._id}`} className={styles.nextLink}>
                <span className={styles.thumb}>
                  {picture ? <Picture picture={picture} alt="" sizes="160px" /> : null}
                  {video.counts.videoSeconds === null ? null : (
                    <span className={styles.clock}>{format.clock(video.counts.videoSeconds)}</span>
                  )}
                </span>
                <span className={styles.nextWords}>
                  <span className={classes(type.small, type.strong, styles.nextTitle)}>
                    <bdi>{video.title}</bdi>
                  </span>
                  <span className={classes(type.tiny, type.faint)}>
                    <bdi>{video.performer.name}</bdi>
                  </span>
                  <Terms video={video} />
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
};
