import { IconMicrophone, IconMicrophoneOff } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { classes } from '../../../ui/classes.ts';
import { useText } from '../../../ui/text.ts';
import styles from './Preview.module.css';

const BARS = 10;
const LOOK_MS = 80;
/** Range from silence to full level, in decibels. */
const FLOOR = -60;

/** Current loudness, 0 to 1, on a decibel scale. */
const levelOf = (samples: Float32Array): number => {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const decibels = 20 * Math.log10(Math.sqrt(sum / samples.length) + 1e-6);
  return Math.max(0, Math.min(1, 1 - decibels / FLOOR));
};

/** The microphone's level meter. */
export const MicrophoneLevel = ({
  stream,
  control,
}: {
  stream: MediaStream | null;
  /** Replaces the icon: the mute button. */
  control?: ReactNode;
}) => {
  const t = useText();
  const meter = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const element = meter.current;
    if (!element || !stream || stream.getAudioTracks().length === 0) return undefined;
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    analyser.fftSize = 1024;
    const source = context.createMediaStreamSource(stream);
    source.connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    const bars = [...element.children];
    // A page without user input may not process audio yet: it starts with the first press.
    const resume = () => void context.resume();
    document.addEventListener('pointerdown', resume);
    const timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples);
      const level = levelOf(samples);
      bars.forEach((bar, index) => bar.classList.toggle(styles.loud!, level * BARS > index));
      element.setAttribute('aria-valuenow', String(Math.round(level * 100)));
    }, LOOK_MS);
    return () => {
      clearInterval(timer);
      document.removeEventListener('pointerdown', resume);
      for (const bar of bars) bar.classList.remove(styles.loud!);
      source.disconnect();
      void context.close();
    };
  }, [stream]);
  const Icon = !stream || stream.getAudioTracks().length === 0 ? IconMicrophoneOff : IconMicrophone;
  return (
    <span className={classes(styles.microphone, control !== undefined && styles.controlled)}>
      {control ?? <Icon size={20} stroke={1.75} aria-hidden="true" />}
      <span
        ref={meter}
        className={styles.level}
        role="meter"
        aria-label={t('studio.level')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={0}
      >
        {Array.from({ length: BARS }, (_, index) => (
          <i key={index} />
        ))}
      </span>
    </span>
  );
};
