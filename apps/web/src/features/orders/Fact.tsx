import type { ReactNode } from 'react';
import { classes } from '../../ui/classes.ts';
import type from '../../ui/type.module.css';
import styles from './orders.module.css';

/** One fact of a receipt: label and value. */
export const Fact = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <div className={classes(styles.fact, type.small)}>
    <span className={type.faint}>{label}</span>
    <span className={styles.factValue}>{children}</span>
  </div>
);
