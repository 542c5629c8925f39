import { type ReactNode, useId } from 'react';
import { classes } from '../../ui/classes.ts';
import type from '../../ui/type.module.css';
import styles from './account.module.css';

/** One matter of the account: its name and a line at the left, what can be done at the right. */
export const AccountSection = ({ title, lead, id, children }: { title: string; lead: string; id?: string; children: ReactNode }) => {
  const heading = useId();
  return (
    <section className={styles.section} aria-labelledby={heading} id={id}>
      <div className={styles.sectionHead}>
        <h2 id={heading} className={type.heading}>
          {title}
        </h2>
        <p className={classes(type.small, type.quiet)}>{lead}</p>
      </div>
      <div className={styles.stack}>{children}</div>
    </section>
  );
};

interface RowProps {
  icon: ReactNode;
  tone?: 'on' | 'bad';
  title: ReactNode;
  /** Beside the title: its state. */
  aside?: ReactNode;
  children?: ReactNode;
  /** At the end: what can be done. */
  action?: ReactNode;
}

/** One thing of a section, with its state and one action. */
export const AccountRow = ({ icon, tone, title, aside, children, action }: RowProps) => (
  <div className={styles.row}>
    <span className={classes(styles.icon, tone === 'on' && styles.iconOn, tone === 'bad' && styles.iconBad)} aria-hidden="true">
      {icon}
    </span>
    <span className={styles.words}>
      <span className={styles.wordsHead}>
        <span className={type.strong}>{title}</span>
        {aside}
      </span>
      {children ? <span className={classes(type.small, type.quiet, styles.value)}>{children}</span> : null}
    </span>
    {action}
  </div>
);
