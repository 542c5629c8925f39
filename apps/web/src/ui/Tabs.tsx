import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { classes } from './classes.ts';
import { useFormat } from './format.tsx';
import styles from './Tabs.module.css';
import { useScrollSelectedIntoView } from './use-scroll-selected-into-view.ts';

export interface Tab {
  /** The value in the address, so that a tab can be linked. */
  to: string;
  text: string;
  count?: number;
  on: boolean;
}

interface TabsProps {
  /** Accessible name of the group. */
  label: string;
  tabs: readonly Tab[];
  size?: 'md' | 'sm';
  sticky?: boolean;
  /** Filters, at the end; not on phones. */
  end?: ReactNode;
}

/** Tabs as links, because every tab has an address; the selected one has a gold bar. */
export const Tabs = ({ label, tabs, size = 'md', sticky, end }: TabsProps) => {
  const format = useFormat();
  const list = useScrollSelectedIntoView<HTMLElement>(tabs.find((tab) => tab.on)?.to);
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
