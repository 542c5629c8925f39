import { type ReactNode, useId } from 'react';
import { classes } from '../../ui/classes.ts';
import type from '../../ui/type.module.css';
import styles from './account.module.css';

/** A section of the account page: title and description on the left, controls on the right. */
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
  /** Status beside the title. */
  aside?: ReactNode;
  children?: ReactNode;
  /** Actions at the end. */
  action?: ReactNode;
}

/** One row of a section, with its status and one action. */
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
