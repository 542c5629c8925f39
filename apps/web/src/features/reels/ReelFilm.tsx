import type { ReelView } from '@stagedoor/contract/reels';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useViewerWatermark } from '../../app/viewer-watermark.ts';
import { Button } from '../../ui/Button.tsx';
import { useFormat } from '../../ui/format.tsx';
import { sourceFor } from '../../ui/Picture.tsx';
import { useText } from '../../ui/text.ts';
import { ViewerWatermark } from '../../ui/ViewerWatermark.tsx';
import { loadItem } from '../items/load-item.ts';
import { useViewReport } from '../items/use-view-report.ts';
import styles from './reels.module.css';

export interface FilmProps {
  reel: ReelView;
  /** Shown now; another one near it only loads. */
  isCurrent: boolean;
  /** Its film is loaded in advance. */
  isNear: boolean;
  sound: { isOn: boolean; refuse: () => void };
  /** Playing begins by itself, unless less motion is asked for. */
  autoPlay: boolean;
}

/** The film of a reel: it loops, a press pauses it, the line below moves through it. */
export const ReelFilm = ({ reel, isCurrent, isNear, sound, autoPlay }: FilmProps) => {
  const { video } = reel;
  const poster = video?.poster ?? reel.preview;
  const still = poster ? <img className={styles.film} src={sourceFor(poster, 720)} alt="" decoding="async" /> : null;
  if (!video || !isNear) return still;
  return <Playing reel={reel} film={video} poster={poster ? sourceFor(poster, 720) : undefined} {...{ isCurrent, sound, autoPlay }} />;
};

interface PlayingProps extends Omit<FilmProps, 'isNear'> {
  film: NonNullable<ReelView['video']>;
  poster: string | undefined;
}

/** Says that the film can't be played, and tries again. */
const Broken = ({ onRetry }: { onRetry: () => void }) => {
  const t = useText();
  return (
    <div className={styles.broken} role="alert">
      {t('ui.videoBroken')}
      <Button kind="glass" onClick={onRetry}>
        {t('ui.tryAgain')}
      </Button>
    </div>
  );
};

const Playing = ({ reel, film, poster, isCurrent, sound, autoPlay }: PlayingProps) => {
  const t = useText();
  const mark = useViewerWatermark();
  const report = useViewReport(reel);
  const video = useRef<HTMLVideoElement>(null);
  const [isPaused, setIsPaused] = useState(!autoPlay);
  const [isBroken, setIsBroken] = useState(false);
  const [source, setSource] = useState(film.mp4);
  const renewed = useRef(false);
  const { isOn, refuse } = sound;

  useEffect(() => {
    const element = video.current;
    if (!element) return;
    if (!isCurrent) {
      element.pause();
      element.currentTime = 0;
      setIsPaused(!autoPlay);
      return;
    }
    if (isPaused) return element.pause();
    element.muted = !isOn;
    element.play().catch((error: unknown) => {
      if (!(error instanceof DOMException) || error.name !== 'NotAllowedError') return;
      // Without a press on the page before, browsers play only what makes no sound.
      if (element.muted) return setIsPaused(true);
      refuse();
      element.muted = true;
      element.play().catch(() => setIsPaused(true));
    });
  }, [isCurrent, isPaused, isOn, refuse, source, autoPlay]);

  /** Addresses live for an hour or two: one that ended is asked for again, once. */
  const onError = async () => {
    const again = renewed.current ? null : await loadItem(reel).catch(() => null);
    renewed.current = true;
    if (again?.video?.mp4) setSource(again.video.mp4);
    else setIsBroken(true);
  };
  const onTime = (paused: boolean) => {
    if (isCurrent) report(video.current?.currentTime ?? 0, paused);
  };
  return (
    <>
      <video
        ref={video}
        className={styles.film}
        src={source ?? undefined}
        poster={poster}
        playsInline
        loop
        muted={!isOn}
        preload="auto"
        aria-label={reel.title || t('reels.by', { name: reel.performer.name })}
        onTimeUpdate={() => onTime(false)}
        onPause={() => onTime(true)}
        onPlaying={() => {
          renewed.current = false;
        }}
        onError={() => void onError()}
      />
      {mark ? <ViewerWatermark name={mark} /> : null}
      <button
        type="button"
        className={styles.press}
        aria-label={t(isPaused ? 'reels.play' : 'reels.pause')}
        tabIndex={isCurrent ? 0 : -1}
        onClick={() => setIsPaused(!isPaused)}
      >
        {isPaused && isCurrent ? (
          <span className={styles.disc}>
            <IconPlayerPlayFilled size={34} />
          </span>
        ) : null}
      </button>
      {isBroken ? (
        <Broken
          onRetry={() => {
            renewed.current = false;
            setIsBroken(false);
            void onError();
          }}
        />
      ) : null}
      {isCurrent ? (
        <Position
          video={video}
          seconds={film.durationSeconds}
          onSeek={(at) => {
            if (video.current) video.current.currentTime = at;
          }}
        />
      ) : null}
    </>
  );
};

interface PositionProps {
  video: RefObject<HTMLVideoElement | null>;
  seconds: number | null;
  onSeek: (at: number) => void;
}

/** Where the film is: a line that fills, and can be moved by pointer and arrow keys. */
const Position = ({ video, seconds, onSeek }: PositionProps) => {
  const t = useText();
  const format = useFormat();
  const [at, setAt] = useState(0);
  useEffect(() => {
    const element = video.current;
    if (!element) return undefined;
    const onMove = () => setAt(element.currentTime);
    element.addEventListener('timeupdate', onMove);
    return () => element.removeEventListener('timeupdate', onMove);
  }, [video]);
  const length = seconds ?? video.current?.duration ?? 0;
  if (!(length > 0)) return null;
  return (
    <input
      type="range"
      className={styles.position}
      min={0}
      max={length}
      step={0.1}
      value={Math.min(at, length)}
      aria-label={t('reels.position')}
      aria-valuetext={t('reels.positionOf', { at: format.clock(at), length: format.clock(length) })}
      style={{ '--at': `${(Math.min(at, length) / length) * 100}%` }}
      onChange={({ currentTarget: { valueAsNumber } }) => {
        onSeek(valueAsNumber);
        setAt(valueAsNumber);
      }}
    />
  );
};
