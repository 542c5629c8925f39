import type { ReactNode } from 'react';
import { classes } from '../../ui/classes.ts';
import styles from './Columns.module.css';

interface ColumnsProps {
  /** Secondary content on the right, on wide screens. */
  aside?: ReactNode;
  /** On narrow screens it is shown below the centre; else it is hidden there. */
  below?: boolean;
  children: ReactNode;
}

/** Centre column of a feed, with secondary content beside it. */
export const Columns = ({ aside, below, children }: ColumnsProps) =>
  aside ? (
    <div className={styles.columns}>
      <div className={styles.centre}>{children}</div>
      <aside className={classes(styles.aside, below && styles.below)}>{aside}</aside>
    </div>
  ) : (
    <div className={styles.centre}>{children}</div>
  );

/** One column: `reading` for the wallet and texts, `wide` for dashboards and tables. */
export const Page = ({ width = 'reading', children }: { width?: 'reading' | 'wide'; children: ReactNode }) => (
  <div className={width === 'wide' ? styles.wide : styles.reading}>{children}</div>
);
