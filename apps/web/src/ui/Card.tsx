import type { ReactNode } from 'react';
import { Beam } from './Beam.tsx';
import styles from './Card.module.css';
import { classes } from './classes.ts';
import type from './type.module.css';

interface CardProps {
  /** `none` for media and tables, 16 px, or 20 px. */
  pad?: 'none' | 'md' | 'lg';
  /** Contains the screen's one beam. */
  beam?: 'cone' | 'glow';
  /** Gold edge and soft fill: selected, or needs attention. */
  selected?: boolean;
  as?: 'div' | 'section' | 'article' | 'li' | 'form';
  children: ReactNode;
  className?: string | undefined;
}

/** A raised surface: 1 px line, light upper edge, no shadow. */
export const Card = ({ pad = 'md', beam, selected, as: Tag = 'section', children, className }: CardProps) => (
  <Tag
    className={classes(
      styles.card,
      pad === 'md' && styles.padded,
      pad === 'lg' && styles.roomy,
      beam && styles.lit,
      selected && styles.selected,
      className,
    )}
  >
    {beam ? <Beam kind={beam} /> : null}
    {children}
  </Tag>
);

/** The heading of a card, with room for a link or a fact at its end. */
export const CardHead = ({ title, children }: { title: ReactNode; children?: ReactNode }) => (
  <div className={styles.head}>
    <h2 className={type.heading}>{title}</h2>
    {children}
  </div>
);

/** One row of a card, separated from the next by a line. */
export const CardLine = ({ children, className }: { children: ReactNode; className?: string | undefined }) => (
  <div className={classes(styles.line, className)}>{children}</div>
);
