import { Card } from '../../../../ui/Card.tsx';
import { classes } from '../../../../ui/classes.ts';
import { useFormat } from '../../../../ui/format.tsx';
import { type TextKey, useText } from '../../../../ui/text.ts';
import type from '../../../../ui/type.module.css';
import styles from '../studio.module.css';
import { useSignal } from './use-encoder.ts';

const Tile = ({ label, value, unit }: { label: TextKey; value: string | null; unit?: string }) => {
  const t = useText();
  return (
    <Card className={styles.tile}>
      <span className={type.label}>{t(label)}</span>
      <span className={classes(type.num, styles.figure)}>
        {value ?? '–'} {unit === undefined ? null : <small className={classes(type.small, type.faint)}>{unit}</small>}
      </span>
    </Card>
  );
};

/** Figures of what an encoder sends; a dash until they are known. */
export const SignalTiles = () => {
  const signal = useSignal(true);
  const t = useText();
  const format = useFormat();
  const counted = (value: number | null | undefined): string | null => (value === null || value === undefined ? null : format.count(value));
  const size = signal?.width && signal.height ? `${signal.width} × ${signal.height}` : null;
  const isSoundOnly = signal?.isSoundOnly === true;
  const frames = isSoundOnly ? null : (signal?.framesPerSecond ?? null);
  const seconds = signal?.keySeconds ?? null;
  return (
    <>
      <Tile label="studio.upload" value={counted(signal?.bitrate)} unit={t('studio.kbits')} />
      <Tile label="studio.frames" value={counted(frames === null ? null : Math.round(frames))} unit={t('studio.perSecond')} />
      <Tile
        label="encoder.keyInterval"
        value={seconds === null ? null : t('studio.seconds', { seconds: format.count(Math.round(seconds * 10) / 10) })}
      />
      <Tile label="encoder.size" value={size} {...(isSoundOnly ? { unit: t('room.soundOnly') } : {})} />
    </>
  );
};
