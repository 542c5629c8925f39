import { Card } from '../../../ui/Card.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { type TextKey, useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import type { Health } from '../health.ts';
import styles from './studio.module.css';

const FIGURES: readonly { of: keyof Health; label: TextKey; unit: TextKey }[] = [
  { of: 'bitrate', label: 'studio.upload', unit: 'studio.kbits' },
  { of: 'lost', label: 'studio.lostPackets', unit: 'studio.percent' },
  { of: 'roundTrip', label: 'studio.roundTrip', unit: 'studio.milliseconds' },
  { of: 'framesPerSecond', label: 'studio.frames', unit: 'studio.perSecond' },
];

/** How the connection does, in figures; a dash until they are known. */
export const HealthTiles = ({ health }: { health: Health }) => {
  const say = useText();
  const format = useFormat();
  return FIGURES.map(({ of, label, unit }) => {
    const value = health[of];
    return (
      <Card key={of} className={styles.tile}>
        <span className={type.label}>{say(label)}</span>
        <span className={classes(type.num, styles.figure)}>
          {value === null ? '–' : format.count(value)} <small className={classes(type.small, type.faint)}>{say(unit)}</small>
        </span>
      </Card>
    );
  });
};
