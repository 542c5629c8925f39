import { classes } from './classes.ts';
import styles from './Footlights.module.css';
import { useText } from './text.ts';

interface FootlightsProps {
  /** Current value, in any unit. */
  value: number;
  /** Target value, in the same unit. */
  goal: number;
  /** Number of bulbs. */
  bulbs?: number;
  /** On top of video. */
  onDark?: boolean;
}

const lit = (value: number, goal: number, bulbs: number): number =>
  goal <= 0 ? 0 : Math.max(0, Math.min(bulbs, Math.floor((value / goal) * bulbs)));

/** A goal as a row of bulbs; the newest is the brightest. */
export const Footlights = ({ value, goal, bulbs = 40, onDark }: FootlightsProps) => {
  const on = lit(value, goal, bulbs);
  return (
    <div className={classes(styles.lights, onDark && styles.onDark)} role="img" aria-label={useText()('ui.lights', { on, all: bulbs })}>
      {Array.from({ length: bulbs }, (_, index) => (
        <i key={index} className={classes(styles.bulb, index < on && styles.on, index === on - 1 && styles.newest)} />
      ))}
    </div>
  );
};

/** A countdown as a ring of bulbs, on dark; elapsed bulbs are off. Fills its box. */
export const LightRing = ({ value, goal, bulbs = 60 }: FootlightsProps) => {
  const on = lit(value, goal, bulbs);
  return (
    <svg className={styles.ring} viewBox="0 0 380 380" aria-hidden="true">
      {Array.from({ length: bulbs }, (_, index) => {
        const angle = (index / bulbs) * 2 * Math.PI - Math.PI / 2;
        const x = (190 + 170 * Math.cos(angle)).toFixed(2);
        const y = (190 + 170 * Math.sin(angle)).toFixed(2);
        return <circle key={index} cx={x} cy={y} r={index < on ? 6 : 4.5} className={index < on ? styles.on : undefined} />;
      })}
    </svg>
  );
};
