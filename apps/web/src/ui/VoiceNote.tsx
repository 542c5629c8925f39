import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from './Button.tsx';
import { useFormat } from './format.tsx';
import { useText } from './text.ts';
import type from './type.module.css';
import styles from './VoiceNote.module.css';

interface VoiceNoteProps {
  url: string;
  seconds: number;
  /** The loudness over its length, 0 to 100. */
  peaks: readonly number[];
  /** Accessible name: "Voice note from Ines". */
  label: string;
}

/** A height that is seen in silence too, in per cent. */
const LOWEST = 8;

/** A sound recording: play and pause, its loudness as bars that fill while it plays; a press on the bars seeks. */
export const VoiceNote = ({ url, seconds, peaks, label }: VoiceNoteProps) => {
  const t = useText();
  const format = useFormat();
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  useEffect(() => () => audio.current?.pause(), []);
  const toggle = () => {
    const element = audio.current;
    if (!element) return;
    if (element.paused) void element.play().catch(() => setPlaying(false));
    else element.pause();
  };
  const seek = (to: number) => {
    const element = audio.current;
    if (!element) return;
    element.currentTime = to;
    setAt(to);
  };
  const share = seconds > 0 ? at / seconds : 0;
  return (
    <div className={styles.note} role="group" aria-label={label}>
      <IconButton
        kind="gold"
        label={t(isPlaying ? 'ui.pause' : 'ui.play')}
        icon={isPlaying ? <IconPlayerPauseFilled size={18} /> : <IconPlayerPlayFilled size={18} />}
        onClick={toggle}
      />
      <span className={styles.bars}>
        {peaks.map((peak, index) => (
          <span
            // Bars have no other identity than their place.
            key={index}
            className={index / peaks.length < share ? styles.played : undefined}
            style={{ height: `${Math.max(LOWEST, peak)}%` }}
          />
        ))}
        <input
          type="range"
          className={styles.seek}
          min={0}
          max={Math.max(seconds, 0.1)}
          step={0.1}
          value={Math.min(at, seconds)}
          aria-label={t('ui.seek')}
          aria-valuetext={format.clock(at)}
          onChange={(event) => seek(Number(event.currentTarget.value))}
        />
      </span>
      <span className={type.num}>{format.clock(isPlaying || at > 0 ? at : seconds)}</span>
      <audio
        ref={audio}
        src={url}
        preload="none"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
        onEnded={() => setAt(0)}
      />
    </div>
  );
};
