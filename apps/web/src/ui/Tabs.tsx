import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { classes } from './classes.ts';
import { useFormat } from './format.tsx';
import styles from './Tabs.module.css';
import { useChosenInSight } from './use-chosen-in-sight.ts';

export interface Tab {
  /** What the address carries, so that a tab can be linked. */
  to: string;
  text: string;
  count?: number;
  on: boolean;
}

interface TabsProps {
  /** Spoken name of the group. */
  label: string;
  tabs: readonly Tab[];
  size?: 'md' | 'sm';
  sticky?: boolean;
  /** Filters, at the end; not on phones. */
  end?: ReactNode;
}

/** Tabs that are links, because every tab has an address; the chosen one carries the gold bar. */
export const Tabs = ({ label, tabs, size = 'md', sticky, end }: TabsProps) => {
  const format = useFormat();
  const list = useChosenInSight<HTMLElement>(tabs.find((tab) => tab.on)?.to);
  return (
    <div className={classes(styles.tabs, size === 'sm' && styles.sm, sticky && styles.sticky)}>
      <nav ref={list} className={styles.list} aria-label={label}>
        {tabs.map((tab) => (
          <Link
            key={tab.to}
            to={tab.to}
            preventScrollReset
            replace
            className={classes(styles.tab, tab.on && styles.on)}
            aria-current={tab.on ? 'page' : undefined}
          >
            {tab.text}
            {tab.count === undefined ? null : <span className={styles.count}>{format.short(tab.count)}</span>}
          </Link>
        ))}
      </nav>
      {end ? <div className={styles.end}>{end}</div> : null}
    </div>
  );
};
