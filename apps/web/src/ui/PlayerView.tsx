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
import 'media-chrome/lang/es';
import { setLanguage } from 'media-chrome/utils/i18n';
import { useEffect, useRef, useState } from 'react';
import { attachVideo } from './attach-video.ts';
import { Button } from './Button.tsx';
import { useLocale, useText } from './text.ts';
import styles from './Video.module.css';
import { ViewerMark } from './ViewerMark.tsx';
import type { VideoPlayerProps } from './VideoPlayer.tsx';

/** What the library calls a button with `aria-checked` is a switch; what it says on hover is not what it is called. */
const asSwitch = (label: string) => (element: HTMLElement | null) => {
  element?.setAttribute('role', 'switch');
  element?.setAttribute('aria-label', label);
};
/** A time that is read, not pressed. */
const asTimer = (element: HTMLElement | null) => element?.setAttribute('role', 'timer');

/** The player itself; loaded when a video is asked for. */
const PlayerView = (props: VideoPlayerProps & { muted: boolean }) => {
  const { title, hls, mp4, poster, live = false, muted, previews, captions = [], mark, onPlay, onEnded } = props;
  const say = useText();
  const locale = useLocale();
  // Its controls take their words when they are made.
  useState(() => setLanguage(locale));
  const video = useRef<HTMLVideoElement>(null);
  const [broken, setBroken] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const element = video.current;
    if (!element) return undefined;
    setBroken(false);
    const detach = attachVideo(element, { hls, mp4, live, onBroken: () => setBroken(true) });
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
        {live ? <MediaLiveButton /> : <MediaTimeDisplay ref={asTimer} showDuration noToggle />}
        <MediaTimeRange />
        {captions.length > 0 ? (
          <MediaCaptionsButton ref={asSwitch(say('ui.captions'))}>
            <span slot="tooltip-enable">{say('ui.captions')}</span>
            <span slot="tooltip-disable">{say('ui.captions')}</span>
          </MediaCaptionsButton>
        ) : null}
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
