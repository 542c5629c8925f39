import type { ReactNode } from 'react';
import { useSession } from '../../app/session.tsx';
import { classes } from '../../ui/classes.ts';
import type from '../../ui/type.module.css';
import styles from './checkout.module.css';
import { LogInFirst } from './LogInFirst.tsx';

/** The foot of a sheet that sells something: its button with a line under it, or the way in for who is not logged in. */
export const PayFoot = ({ line, children }: { line: string; children: ReactNode }) =>
  useSession() ? (
    <div className={styles.foot}>
      {children}
      <span className={classes(type.tiny, type.faint)}>{line}</span>
    </div>
  ) : (
    <LogInFirst />
  );
