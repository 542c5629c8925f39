import type { VideoView } from '@stagedoor/contract/videos';
import { useState } from 'react';
import { useViewerWatermark } from '../../app/viewer-watermark.ts';
import { Button } from '../../ui/Button.tsx';
import { useFormat } from '../../ui/format.tsx';
import { sourceFor } from '../../ui/Picture.tsx';
import { useText } from '../../ui/text.ts';
import { VideoPlayer } from '../../ui/VideoPlayer.tsx';
import { loadItem } from '../items/load-item.ts';
import { useViewReport } from '../items/use-view-report.ts';
import styles from './videos.module.css';

/** The film of an open video on its page: it goes on where the viewer stopped, and tells that it is watched. */
export const VideoFilm = ({ item }: { item: VideoView }) => {
  const t = useText();
  const format = useFormat();
  const mark = useViewerWatermark();
  const report = useViewReport(item);
  const [from, setFrom] = useState<number | null>(null);
  const { video } = item;
  if (!video) return null;
  const poster = video.poster ? sourceFor(video.poster, 1080) : undefined;
  return (
    <>
      <VideoPlayer
        key={from ?? 'resumed'}
        title={item.title}
        hls={video.hls}
        mp4={video.mp4}
        previews={video.previews}
        captions={video.captions}
        mark={mark}
        durationSeconds={video.durationSeconds}
        renew={async () => (await loadItem(item)).video}
        {...(poster ? { poster } : {})}
        // Tall films would fill the page.
        ratio={video.width && video.height && video.width > video.height ? `${video.width} / ${video.height}` : '16 / 9'}
        startAt={from ?? item.resumeAt ?? 0}
        choices
        onTime={report}
      />
      {item.resumeAt !== null && from === null ? (
        <div className={styles.resume}>
          <span>{t('videos.resume', { time: format.clock(item.resumeAt) })}</span>
          <Button kind="text" size="sm" onClick={() => setFrom(0)}>
            {t('videos.fromStart')}
          </Button>
        </div>
      ) : null}
    </>
  );
};
