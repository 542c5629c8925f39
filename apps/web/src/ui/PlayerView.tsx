import Hls from 'hls.js/light';
import {
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
import { useEffect, useRef, useState } from 'react';
import { Button } from './Button.tsx';
import { useText } from './text.ts';
import styles from './Video.module.css';
import type { VideoPlayerProps } from './VideoPlayer.tsx';

/** Plays HLS: by the browser where it can, else by hls.js, else the progressive file. */
const attach = (video: HTMLVideoElement, hls: string | null, mp4: string | null, live: boolean, onBroken: () => void): (() => void) => {
  if (hls && Hls.isSupported()) {
    const player = new Hls({ capLevelToPlayerSize: true, lowLatencyMode: live, startLevel: -1 });
    player.on(Hls.Events.ERROR, (_event, data) => {
      if (!data.fatal) return;
      if (data.type === Hls.ErrorTypes.MEDIA_ERROR) player.recoverMediaError();
      else if (mp4) {
        player.destroy();
        video.src = mp4;
        video.play().catch(() => undefined);
      } else onBroken();
    });
    player.loadSource(hls);
    player.attachMedia(video);
    return () => player.destroy();
  }
  video.src = (hls && video.canPlayType('application/vnd.apple.mpegurl') ? hls : mp4) ?? '';
  video.onerror = onBroken;
  return () => {
    video.onerror = null;
    video.removeAttribute('src');
    video.load();
  };
};

/** The player itself; loaded when a video is asked for. */
const PlayerView = (props: VideoPlayerProps & { muted: boolean }) => {
  const { title, hls, mp4, poster, live = false, muted, onPlay, onEnded } = props;
  const say = useText();
  const video = useRef<HTMLVideoElement>(null);
  const [broken, setBroken] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const element = video.current;
    if (!element) return undefined;
    setBroken(false);
    const detach = attach(element, hls, mp4, live, () => setBroken(true));
    element.play().catch(() => undefined);
    return detach;
  }, [hls, mp4, live, attempt]);
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
        onEnded={onEnded}
        aria-label={title}
      />
      <MediaLoadingIndicator slot="centered-chrome" noAutohide />
      <MediaControlBar className={styles.bar}>
        <MediaPlayButton />
        <MediaMuteButton />
        <MediaVolumeRange />
        {live ? <MediaLiveButton /> : <MediaTimeDisplay showDuration />}
        <MediaTimeRange />
        <MediaPipButton />
        <MediaFullscreenButton />
      </MediaControlBar>
      {broken ? (
        <div slot="centered-chrome" className={styles.broken} role="alert">
          {say('ui.videoBroken')}
          <Button kind="glass" onClick={() => setAttempt(attempt + 1)}>
            {say('ui.tryAgain')}
          </Button>
        </div>
      ) : null}
    </MediaController>
  );
};

export default PlayerView;
