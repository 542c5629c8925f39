import type { FeedView } from '@stagedoor/contract/feeds';
import { useEffect, useRef } from 'react';
import { call } from '../../app/browser-call.ts';
import { useViewerMark } from '../../app/viewer-mark.ts';
import { sourceFor } from '../../ui/Picture.tsx';
import { useText } from '../../ui/text.ts';
import { VideoPlayer } from '../../ui/VideoPlayer.tsx';
import styles from './feeds.module.css';

/** What everybody may watch of a locked film; it begins at once and without sound, since it was asked for. */
export const TeaserFilm = ({ feed, teaser }: { feed: FeedView; teaser: NonNullable<FeedView['teaser']> }) => {
  const say = useText();
  const mark = useViewerMark();
  const frame = useRef<HTMLDivElement>(null);
  const title = say('feed.teaserOf', { title: feed.title || feed.performer.name });
  useEffect(() => {
    // The button that was pressed is gone: the keyboard goes on from here.
    frame.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={frame} className={styles.teaser} role="group" aria-label={title} tabIndex={-1}>
      <VideoPlayer
        title={title}
        hls={teaser.hls}
        mp4={teaser.mp4}
        previews={teaser.previews}
        captions={teaser.captions}
        mark={mark}
        poster={teaser.poster ? sourceFor(teaser.poster, 1080) : undefined}
        ratio={teaser.width && teaser.height ? `${teaser.width} / ${teaser.height}` : '16 / 9'}
        durationSeconds={teaser.durationSeconds}
        renew={async () => (await call('GET /feeds/{id}', { params: { id: feed._id } })).teaser}
        autoPlay
      />
    </div>
  );
};
