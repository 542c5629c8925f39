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
import { useRef, useState } from 'react';
import { Button } from './Button.tsx';
import { useLocale, useText } from './text.ts';
import { useVideoSource } from './use-video-source.ts';
import styles from './Video.module.css';
import { ViewerWatermark } from './ViewerWatermark.tsx';
import type { VideoPlayerProps } from './VideoPlayer.tsx';

/** The library gives a switch `aria-checked`; its tooltip is not its accessible name. */
const asSwitch = (label: string) => (element: HTMLElement | null) => {
  element?.setAttribute('role', 'switch');
  element?.setAttribute('aria-label', label);
};
/** A time display without interaction. */
const asTimer = (element: HTMLElement | null) => element?.setAttribute('role', 'timer');

/** The player itself; loaded when a video is opened. */
const PlayerView = (props: VideoPlayerProps & { muted: boolean }) => {
  const { title, poster, live = false, muted, mark, onPlay, onEnded } = props;
  const t = useText();
  const locale = useLocale();
  // The library reads its labels when the controls are created.
  useState(() => setLanguage(locale));
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
      {mark ? <ViewerWatermark name={mark} /> : null}
      <MediaLoadingIndicator slot="centered-chrome" noAutohide />
      <MediaControlBar className={styles.bar}>
        <MediaPlayButton />
        <MediaMuteButton />
        <MediaVolumeRange />
        {live ? <MediaLiveButton /> : <MediaTimeDisplay ref={asTimer} showDuration noToggle />}
        <MediaTimeRange />
        {captions.length > 0 ? (
          <MediaCaptionsButton ref={asSwitch(t('ui.captions'))}>
            <span slot="tooltip-enable">{t('ui.captions')}</span>
            <span slot="tooltip-disable">{t('ui.captions')}</span>
          </MediaCaptionsButton>
        ) : null}
        <MediaPipButton />
        <MediaFullscreenButton />
      </MediaControlBar>
      {broken ? (
        <div slot="centered-chrome" className={styles.broken} role="alert">
          {t('ui.videoBroken')}
          <Button kind="glass" onClick={tryAgain}>
            {t('ui.tryAgain')}
          </Button>
        </div>
      ) : null}
    </MediaController>
  );
};

export default PlayerView;
