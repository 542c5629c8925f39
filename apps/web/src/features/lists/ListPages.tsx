import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './lists.module.css';

/** What a list call answers besides its rows; of more than a thousand it says only that there are more. */
export interface ListSize<Row = unknown> {
  data: readonly Row[];
  total: number;
  isCapped?: boolean;
}

interface ListPagesProps {
  /** Index of the first row shown, from 0. */
  offset: number;
  limit: number;
  list: ListSize;
  onPage: (offset: number) => void;
  /** Behind the position. */
  aside?: ReactNode;
  /** Further ways to a page, next to the buttons for the page before and after. */
  jump?: { first: ReactNode; page: ReactNode; last: ReactNode };
}

/** Pagination: position in the list, previous and next page. */
export const ListPages = ({ offset, limit, list, onPage, aside, jump }: ListPagesProps) => {
  const t = useText();
  const format = useFormat();
  const { data, total, isCapped = false } = list;
  if (total <= limit && offset === 0) return null;
  const isLast = isCapped ? data.length < limit : offset + limit >= total;
  return (
    <nav className={styles.pages} aria-label={t('ui.pages')}>
      <span className={styles.acts}>
        <span className={classes(type.small, type.faint)}>
          {t('ui.range', {
            from: format.count(isCapped ? offset + 1 : Math.min(total, offset + 1)),
            to: format.count(isCapped ? offset + data.length : Math.min(total, offset + limit)),
            total: format.total(list),
          })}
        </span>
        {aside}
      </span>
      <span className={styles.acts}>
        {jump?.first}
        <Button kind="lift" size="sm" disabled={offset === 0} onClick={() => onPage(Math.max(0, offset - limit))}>
          {t('ui.previous')}
        </Button>
        {jump?.page}
        <Button kind="lift" size="sm" disabled={isLast} onClick={() => onPage(offset + limit)}>
          {t('ui.next')}
        </Button>
        {jump?.last}
      </span>
    </nav>
  );
};
