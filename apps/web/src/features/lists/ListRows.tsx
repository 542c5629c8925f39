import type { ReactNode } from 'react';
import { classes } from '../../ui/classes.ts';
import styles from './lists.module.css';

/** The rows of a list. Those of `useListData` that others are about to replace are dimmed, and can't be pressed: they would move away under the finger. */
export const ListRows = ({ of: { isPlaceholderData }, children }: { of: { isPlaceholderData: boolean }; children: ReactNode }) => (
  <div
    className={classes(styles.rows, isPlaceholderData && styles.replaced)}
    inert={isPlaceholderData}
    aria-busy={isPlaceholderData || undefined}
  >
    {children}
  </div>
);
