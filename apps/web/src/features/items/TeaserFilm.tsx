import { useEffect, useRef } from 'react';
import { useViewerWatermark } from '../../app/viewer-watermark.ts';
import { sourceFor } from '../../ui/Picture.tsx';
import { useText } from '../../ui/text.ts';
import { VideoPlayer } from '../../ui/VideoPlayer.tsx';
import type { OpenedRef } from './item-calls.ts';
import styles from './items.module.css';
import { loadItem } from './load-item.ts';

/** The public teaser of a locked film; it starts at once and muted, since it was requested. */
export const TeaserFilm = ({ item, teaser }: { item: OpenedRef; teaser: NonNullable<OpenedRef['teaser']> }) => {
  const t = useText();
  const mark = useViewerWatermark();
  const frame = useRef<HTMLDivElement>(null);
  const title = t('feed.teaserOf', { title: item.title || item.performer.name });
  useEffect(() => {
    // The pressed button is gone: the focus moves here.
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
        renew={async () => (await loadItem(item)).teaser}
        autoPlay
      />
    </div>
  );
};
