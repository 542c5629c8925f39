import type { ReactNode } from 'react';
import styles from './Shell.module.css';

/** Centre column of a feed, and its context at the right on wide screens. */
export const Columns = ({ aside, children }: { aside?: ReactNode; children: ReactNode }) =>
  aside ? (
    <div className={styles.columns}>
      <div className={styles.centre}>{children}</div>
      <aside className={styles.aside}>{aside}</aside>
    </div>
  ) : (
    <div className={styles.centre}>{children}</div>
  );

/** One column: `reading` for the wallet and texts, `wide` for dashboards and tables. */
export const Page = ({ width = 'reading', children }: { width?: 'reading' | 'wide'; children: ReactNode }) => (
  <div className={width === 'wide' ? styles.wide : styles.reading}>{children}</div>
);
