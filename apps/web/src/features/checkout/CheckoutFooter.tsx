import type { ReactNode } from 'react';
import { useSession } from '../../app/session.tsx';
import { classes } from '../../ui/classes.ts';
import type from '../../ui/type.module.css';
import styles from './checkout.module.css';
import { LogInPrompt } from './LogInPrompt.tsx';

/** The footer of a checkout sheet: its button with a line below, or the log-in prompt for visitors. */
export const CheckoutFooter = ({ line, children }: { line: string; children: ReactNode }) =>
  useSession() ? (
    <div className={styles.foot}>
      {children}
      <span className={classes(type.tiny, type.faint)}>{line}</span>
    </div>
  ) : (
    <LogInPrompt />
  );
