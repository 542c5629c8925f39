import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { ListSearch } from '../ListSearch.tsx';
import { useListSearch } from '../use-list-search.ts';
import { DateRange } from './DateRange.tsx';
import styles from './tools.module.css';

interface ListToolsProps {
  /** Label of the search; lists without words to search by have none. */
  search?: string;
  /** Parameters of the address that narrow the list, besides the search. */
  narrowing: readonly string[];
  /** Selects, in the row of the search. */
  choices?: ReactNode;
  /** Switches, below it. */
  switches?: ReactNode;
  /** A list whose rows can't be narrowed to a time has no range of days. */
  isDated?: boolean;
}

/** Search and filters of a list. On a phone the filters are behind a button that counts them. */
export const ListTools = ({ search, narrowing, choices, switches, isDated = true }: ListToolsProps) => {
  const t = useText();
  const { get, change } = useListSearch();
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const names = isDated ? [...narrowing, 'from', 'until'] : narrowing;
  const on = names.filter((name) => get(name));
  const count = new Set(on.map((name) => (name === 'until' ? 'from' : name))).size;
  const clear = () => change(Object.fromEntries([...names, 'offset', 'id'].map((name) => [name, null])));
  return (
    <div className={styles.tools}>
      {search === undefined ? null : <ListSearch label={search} />}
      <Button
        className={styles.opener}
        kind="lift"
        icon={<IconAdjustmentsHorizontal size={20} stroke={1.75} />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t('lists.filters')}
        {count > 0 ? (
          <>
            {' '}
            <span className={styles.count}>{count}</span> <span className={type.hidden}>{t('lists.filtersActive', { count })}</span>
          </>
        ) : null}
      </Button>
      <div id={id} className={classes(styles.filters, isOpen && styles.opened)}>
        {choices}
        {isDated ? <DateRange /> : null}
        {count > 0 ? (
          <Button kind="text" icon={<IconX size={18} stroke={1.75} />} onClick={clear}>
            {t('lists.clearFilters')}
          </Button>
        ) : null}
        {switches ? <div className={styles.switches}>{switches}</div> : null}
      </div>
    </div>
  );
};
