import type { CSSProperties } from 'react';
import styles from './Beam.module.css';
import { classes } from './classes.ts';

interface BeamProps {
  /**
   * `wash` lights the page from above; `cone` falls into its positioned parent; `glow` rests on top of it.
   * One of them a screen, on the thing that matters.
   */
  kind?: 'wash' | 'cone' | 'glow';
  /** Of a wash: where it falls, in per cent from the left. */
  x?: number;
  className?: string | undefined;
}

/** The one warm light. Pure decoration. */
export const Beam = ({ kind = 'wash', x = 52, className }: BeamProps) => (
  <i
    aria-hidden="true"
    className={classes(styles[kind], className)}
    style={kind === 'wash' ? ({ '--x': `${x}%` } as CSSProperties) : undefined}
  />
);
