import {
  IconAntennaBars5,
  IconHeadphones,
  IconMaximize,
  IconMinimize,
  IconPictureInPicture,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react';
import type { StreamState } from '@stagedoor/contract/streams';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { ConnectionChip } from './ConnectionChip.tsx';
import { Countdown } from './Countdown.tsx';
import styles from './LivePlayer.module.css';
import { startPlayback, type PlaybackSession, type PlayingFacts } from './playback.ts';
import type { PlaybackSource } from './use-playback-access.ts';

interface LivePlayerProps {
  /** Accessible name of the video. */
  title: string;
  /** Shown until the first picture. */
  poster: string | null;
  /** The performer's face, in place of the pictures of a show that has none. */
  face: string | null;
  state: StreamState;
  returnBy: string | null;
  /** Null until access is granted: nothing plays yet. */
  source: PlaybackSource | null;
  /** The token was refused, or access must be requested again. */
  onRefused: () => void;
  /** The fan's seat plays on a newer device; only of paid shows. */
  onReplaced?: () => void;
  /** Why access was refused, and the way to ask again; shown in place of the video. */
  problem: { text: string; retry: () => void; label?: string | undefined } | null;
  /** The element for full screen: the video with its overlays. */
  frame: RefObject<HTMLElement | null>;
  /** Top left: back, face, name. */
  head: ReactNode;
  /** Top right, before the controls: the exit on phones. */
  end?: ReactNode;
  /** The show is over: its sessions have ended already. */
  isOver: () => boolean;
  /** Says in a word how good the connection is, instead of the picture's lines and delay. */
  saysQuality?: boolean;
  /** Overlays: title, bursts. */
  children?: ReactNode;
}

/** Minimum delay shown, in seconds; less would be displayed as zero. */
const MIN_DELAY = 0.1;
const icon = { size: 20, stroke: 1.75 } as const;

const useFullScreen = (frame: RefObject<HTMLElement | null>, video: RefObject<HTMLVideoElement | null>) => {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const look = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', look);
    return () => document.removeEventListener('fullscreenchange', look);
  }, []);
  const toggle = async () => {
    const element = frame.current;
    if (document.fullscreenElement) await document.exitFullscreen();
    else if (element?.requestFullscreen) await element.requestFullscreen().catch(() => undefined);
    // iPhones allow full screen only for the video element.
    else (video.current as (HTMLVideoElement & { webkitEnterFullscreen?: () => void }) | null)?.webkitEnterFullscreen?.();
  };
  return { isFull, toggle };
};

/** Mute button and volume. */
const Sound = ({ video: element }: { video: HTMLVideoElement | null }) => {
  const t = useText();
  const [level, setLevel] = useState(1);
  const [muted, setMuted] = useState(false);
  useEffect(() => {
    if (!element) return undefined;
    const look = () => {
      setMuted(element.muted || element.volume === 0);
      setLevel(element.volume);
    };
    look();
    element.addEventListener('volumechange', look);
    return () => element.removeEventListener('volumechange', look);
  }, [element]);
  return (
    <span className={styles.sound}>
      <input
        className={styles.volume}
        type="range"
        min={0}
        max={1}
        step={0.05}
        value={muted ? 0 : level}
        aria-label={t('room.volume')}
        onChange={(event) => setVolume(element, event.currentTarget.valueAsNumber)}
      />
      <IconButton
        kind="glass"
        label={t(muted ? 'room.unmute' : 'room.mute')}
        icon={muted ? <IconVolumeOff {...icon} /> : <IconVolume {...icon} />}
        onClick={() => setVolume(element, muted ? level || 1 : 0)}
      />
    </span>
  );
};

/** Sets the volume of a video, 0 to 1; 0 mutes it and keeps the previous volume. */
const setVolume = (element: HTMLVideoElement | null, level: number): void => {
  if (!element) return;
  element.muted = level === 0;
  if (level > 0) element.volume = level;
};

/** Keeps the show playing while the player is mounted. @returns what is known of the picture; null before it plays */
const useLivePlayback = (element: HTMLVideoElement | null, props: LivePlayerProps): PlayingFacts | null => {
  const { state, source, onRefused, onReplaced, isOver } = props;
  const kept = useRef<PlaybackSession | null>(null);
  const refused = useRef({ onRefused, onReplaced });
  const [facts, setFacts] = useState<PlayingFacts | null>(null);
  useEffect(() => {
    refused.current = { onRefused, onReplaced };
  });
  useEffect(() => {
    if (!element || !source) return undefined;
    const playing = startPlayback(element, {
      ...source,
      onFacts: setFacts,
      onRefused: () => refused.current.onRefused(),
      onReplaced: () => refused.current.onReplaced?.(),
    });
    kept.current = playing;
    return () => {
      kept.current = null;
      playing.stop(isOver());
      setFacts(null);
    };
  }, [element, source, isOver]);
  const isAway = state === 'interrupted' || state === 'starting' || state === 'paused';
  useEffect(() => kept.current?.hold(isAway), [isAway, element, source]);
  return facts;
};

/** The lines of the picture and its delay. */
const Edge = ({ height, delay }: { height: number; delay: number | null }) => {
  const t = useText();
  const format = useFormat();
  return (
    <span className={styles.edge}>
      <span className={type.hidden}>
        {t('room.edge', { height: height, seconds: delay === null ? 0 : oneDecimal(format.locale, delay) })}
      </span>
      <span aria-hidden="true">
        <Chip tone="glass" size="lg" icon={<IconAntennaBars5 {...icon} />}>
          {t('room.lines', { height: height })}
          {delay === null ? '' : ` · ${t('room.delay', { seconds: oneDecimal(format.locale, delay) })}`}
        </Chip>
      </span>
    </span>
  );
};

/** Picture in picture and full screen. */
const ScreenButtons = ({
  frame,
  video,
  hasPicture,
}: {
  frame: RefObject<HTMLElement | null>;
  video: RefObject<HTMLVideoElement | null>;
  hasPicture: boolean;
}) => {
  const t = useText();
  const { isFull, toggle } = useFullScreen(frame, video);
  const [canFloat, setCanFloat] = useState(false);
  useEffect(() => setCanFloat(document.pictureInPictureEnabled), []);
  return (
    <>
      {canFloat ? (
        <IconButton
          className={styles.wide}
          kind="glass"
          label={t('room.pictureInPicture')}
          icon={<IconPictureInPicture {...icon} />}
          disabled={!hasPicture}
          onClick={() => {
            const floating = document.pictureInPictureElement ? document.exitPictureInPicture() : video.current?.requestPictureInPicture();
            floating?.catch(() => undefined);
          }}
        />
      ) : null}
      <IconButton
        className={styles.wide}
        kind="glass"
        label={t(isFull ? 'room.leaveFullScreen' : 'room.fullScreen')}
        icon={isFull ? <IconMinimize {...icon} /> : <IconMaximize {...icon} />}
        onClick={() => void toggle()}
      />
    </>
  );
};

/** Says in the centre why there is no picture or no sound. */
const Note = ({
  problem,
  state,
  returnBy,
  facts,
  isPlaying,
  onUnmute,
}: Pick<LivePlayerProps, 'problem' | 'state' | 'returnBy'> & { facts: PlayingFacts | null; isPlaying: boolean; onUnmute: () => void }) => {
  const t = useText();
  const message = problem
    ? null
    : state === 'starting'
      ? t('room.starting')
      : state === 'paused'
        ? t('paid.pausedRoom')
        : facts?.state === 'buffering'
          ? t(facts.isSoundOnly ? 'room.bufferingSound' : 'room.buffering')
          : !isPlaying
            ? t('room.connecting')
            : null;
  return (
    <>
      {problem ? (
        <div className={styles.note}>
          <span>{problem.text}</span>
          <Button kind="glass" onClick={problem.retry}>
            {problem.label ?? t('ui.tryAgain')}
          </Button>
        </div>
      ) : state === 'interrupted' ? (
        <div className={styles.note}>
          <span className={styles.noteTitle}>{t('room.interrupted')}</span>
          {returnBy ? <Countdown until={returnBy} /> : null}
        </div>
      ) : message ? (
        <span className={styles.waiting}>
          <i className={styles.spinner} aria-hidden="true" />
          {message}
        </span>
      ) : facts?.isSilenced ? (
        <Button kind="gold" icon={<IconVolumeOff {...icon} />} onClick={onUnmute}>
          {t('room.unmute')}
        </Button>
      ) : null}
    </>
  );
};

/** The performer's face, in place of the pictures that a show doesn't have. */
const SoundOnly = ({ face }: { face: string | null }) => {
  const t = useText();
  return (
    <div className={styles.soundOnly} data-testid="sound-only">
      <Avatar src={face} size={160} onDark />
      <Chip tone="glass" size="lg" icon={<IconHeadphones {...icon} />}>
        {t('room.soundOnly')}
      </Chip>
    </div>
  );
};

/** The live player with its controls, dark in both themes. It never shows a black picture without a message. */
export const LivePlayer = (props: LivePlayerProps) => {
  const { title, poster, state, returnBy, problem, frame, head, end, saysQuality, children } = props;
  const video = useRef<HTMLVideoElement>(null);
  const [element, setElement] = useState<HTMLVideoElement | null>(null);
  useEffect(() => setElement(video.current), []);
  const facts = useLivePlayback(element, props);
  // While reconnecting there is no picture, even if there was one before.
  const isPlaying = facts !== null && facts.state !== 'connecting' && (facts.height !== null || facts.isSoundOnly);
  const hasPicture = isPlaying && facts.height !== null;
  const shape = facts?.width && facts.height ? (facts.width > facts.height ? styles.landscape : styles.portrait) : undefined;
  const quality =
    state === 'interrupted' || facts?.state === 'buffering' ? 'reconnecting' : isPlaying ? (facts.isWeak ? 'weak' : 'good') : null;
  return (
    <div
      className={classes(styles.picture, shape)}
      data-testid="live-picture"
      data-state={state === 'live' ? (facts?.state ?? 'connecting') : state}
      data-transport={facts?.transport}
    >
      {poster ? (
        <img className={classes(styles.poster, hasPicture && shape !== styles.portrait && styles.gone)} src={poster} alt="" />
      ) : null}
      <video ref={video} className={classes(styles.video, !hasPicture && styles.gone)} playsInline autoPlay aria-label={title} />
      <div className={styles.shade} />
      <div className={styles.head}>
        {head}
        <span className={styles.controls}>
          {saysQuality ? (
            quality && (
              <span className={classes(styles.quality, quality === 'good' && styles.good)}>
                <ConnectionChip quality={quality} />
              </span>
            )
          ) : hasPicture && facts.height ? (
            <Edge height={facts.height} delay={facts.delay} />
          ) : null}
          <Sound video={element} />
          <ScreenButtons frame={frame} video={video} hasPicture={hasPicture} />
          {end}
        </span>
      </div>
      {children}
      <div className={styles.centre} role="status">
        {isPlaying && facts.isSoundOnly && state === 'live' && !problem ? <SoundOnly face={props.face} /> : null}
        <Note {...{ problem, state, returnBy, facts, isPlaying }} onUnmute={() => setVolume(element, 1)} />
      </div>
    </div>
  );
};

/** `0.3`, in the language's own digits. */
const oneDecimal = (locale: string, value: number): string =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(Math.max(MIN_DELAY, value));
