import { Card } from '../../../ui/Card.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { type TextKey, useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import type { ConnectionHealth } from '../connection-health.ts';
import styles from './studio.module.css';

const FIGURES: readonly { of: Exclude<keyof ConnectionHealth, 'isLimited'>; label: TextKey; unit: TextKey }[] = [
  { of: 'bitrate', label: 'studio.upload', unit: 'studio.kbits' },
  { of: 'lost', label: 'studio.lostPackets', unit: 'studio.percent' },
  { of: 'roundTrip', label: 'studio.roundTrip', unit: 'studio.milliseconds' },
  { of: 'framesPerSecond', label: 'studio.frames', unit: 'studio.perSecond' },
];

/** Figures of the connection's health; a dash until they are known. */
export const HealthTiles = ({ health }: { health: ConnectionHealth }) => {
  const t = useText();
  const format = useFormat();
  return FIGURES.map(({ of, label, unit }) => {
    const value = health[of];
    return (
      <Card key={of} className={styles.tile}>
        <span className={type.label}>{t(label)}</span>
        <span className={classes(type.num, styles.figure)}>
          {value === null ? '–' : format.count(value)} <small className={classes(type.small, type.faint)}>{t(unit)}</small>
        </span>
      </Card>
    );
  });
};
