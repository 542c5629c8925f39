import styles from './Beam.module.css';
import { classes } from './classes.ts';

interface BeamProps {
  /**
   * `wash` lights the page from above; `cone` falls into its positioned parent; `glow` is on top of it.
   * One per screen, on the most important element.
   */
  kind?: 'wash' | 'cone' | 'glow';
  /** Of a wash: horizontal position, in per cent from the left. */
  x?: number;
  className?: string | undefined;
}

/** The decorative warm light. */
export const Beam = ({ kind = 'wash', x = 52, className }: BeamProps) => (
  <i aria-hidden="true" className={classes(styles[kind], className)} style={kind === 'wash' ? { '--x': `${x}%` } : undefined} />
);
