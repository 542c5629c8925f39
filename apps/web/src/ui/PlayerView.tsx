import {
  MediaCaptionsButton,
  MediaControlBar,
  MediaController,
  MediaFullscreenButton,
  MediaLiveButton,
  MediaLoadingIndicator,
  MediaMuteButton,
  MediaPipButton,
  MediaPlaybackRateButton,
  MediaPlayButton,
  MediaTimeDisplay,
  MediaTimeRange,
  MediaVolumeRange,
} from 'media-chrome/react';
import { En } from 'media-chrome/lang/en';
import { Es } from 'media-chrome/lang/es';
import { addTranslation, setLanguage } from 'media-chrome/utils/i18n';
import { useRef, useState } from 'react';
import type { Qualities } from './attach-video.ts';
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

// The button shows "1.5x": its name must have the same words.
for (const [language, words] of [
  ['en', En],
  ['es', Es],
] as const)
  addTranslation(language, { ...words, 'Playback rate {playbackRate}': `${words['Playback rate']} {playbackRate}x` });

/** The speeds that a press goes through. */
const RATES = [1, 1.25, 1.5, 2, 0.5, 0.75];

/** The size of the picture: chosen by the connection unless said. */
const QualitySelect = ({ qualities }: { qualities: Qualities }) => {
  const t = useText();
  return (
    <select
      className={styles.quality}
      aria-label={t('ui.quality')}
      onChange={({ currentTarget: { value } }) => qualities.choose(value === '' ? null : Number(value))}
    >
      <option value="">{t('ui.qualityAuto')}</option>
      {qualities.lines.map((lines) => (
        <option key={lines} value={lines}>
          {lines}p
        </option>
      ))}
    </select>
  );
};

/** The player itself; loaded when a video is opened. */
const PlayerView = (props: VideoPlayerProps & { muted: boolean }) => {
  const { title, poster, live = false, muted, mark, choices = false, onTime, onPlay, onEnded } = props;
  const t = useText();
  const locale = useLocale();
  // The library reads its labels when the controls are created.
  useState(() => setLanguage(locale));
  const video = useRef<HTMLVideoElement>(null);
  const { addresses, broken, tryAgain, onTimeUpdate, qualities } = useVideoSource(video, props);
  const tell = (isPaused: boolean) => onTime?.(video.current?.currentTime ?? 0, isPaused);
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
        onTimeUpdate={() => {
          onTimeUpdate();
          tell(false);
        }}
        onPause={() => tell(true)}
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
        {choices ? <MediaPlaybackRateButton rates={RATES} /> : null}
        {choices && qualities ? <QualitySelect qualities={qualities} /> : null}
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
