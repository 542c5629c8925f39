import {
  MediaCaptionsButton,
  MediaControlBar,
  MediaController,
  MediaFullscreenButton,
  MediaLiveButton,
  MediaLoadingIndicator,
  MediaMuteButton,
  MediaPipButton,
  MediaPlayButton,
  MediaTimeDisplay,
  MediaTimeRange,
  MediaVolumeRange,
} from 'media-chrome/react';
import { useRef } from 'react';
import { Button } from './Button.tsx';
import { useText } from './text.ts';
import { useVideoSource } from './use-video-source.ts';
import styles from './Video.module.css';
import { ViewerMark } from './ViewerMark.tsx';
import type { VideoPlayerProps } from './VideoPlayer.tsx';

/** The player itself; loaded when a video is asked for. */
const PlayerView = (props: VideoPlayerProps & { muted: boolean }) => {
  const { title, poster, live = false, muted, mark, onPlay, onEnded } = props;
  const say = useText();
  const video = useRef<HTMLVideoElement>(null);
  const { addresses, broken, tryAgain, onTimeUpdate } = useVideoSource(video, props);
  const { previews, captions = [] } = addresses;
  return (
    <MediaController className={styles.player} aria-label={title} {...(live ? { defaultStreamType: 'live' } : {})}>
      <video
        ref={video}
        slot="media"
        poster={poster}
        playsInline
        muted={muted}
        preload="metadata"
        onPlay={onPlay}
        onTimeUpdate={onTimeUpdate}
        onEnded={onEnded}
        aria-label={title}
      >
        {previews ? <track kind="metadata" label="thumbnails" src={previews} default /> : null}
        {captions.map(({ locale, label, url }) => (
          <track key={locale} kind="captions" srcLang={locale} label={label} src={url} />
        ))}
      </video>
      {mark ? <ViewerMark name={mark} /> : null}
      <MediaLoadingIndicator slot="centered-chrome" noAutohide />
      <MediaControlBar className={styles.bar}>
        <MediaPlayButton />
        <MediaMuteButton />
        <MediaVolumeRange />
        {live ? <MediaLiveButton /> : <MediaTimeDisplay showDuration />}
        <MediaTimeRange />
        {captions.length > 0 ? <MediaCaptionsButton /> : null}
        <MediaPipButton />
        <MediaFullscreenButton />
      </MediaControlBar>
      {broken ? (
        <div slot="centered-chrome" className={styles.broken} role="alert">
          {say('ui.videoBroken')}
          <Button kind="glass" onClick={tryAgain}>
            {say('ui.tryAgain')}
          </Button>
        </div>
      ) : null}
    </MediaController>
  );
};

export default PlayerView;
