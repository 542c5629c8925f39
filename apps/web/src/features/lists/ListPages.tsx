import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './lists.module.css';

interface ListPagesProps {
  /** Index of the first row shown, from 0. */
  offset: number;
  limit: number;
  total: number;
  onPage: (offset: number) => void;
}

/** Pagination: position in the list, previous and next page. */
export const ListPages = ({ offset, limit, total, onPage }: ListPagesProps) => {
  const t = useText();
  const format = useFormat();
  if (total <= limit && offset === 0) return null;
  return (
    <nav className={styles.pages} aria-label={t('ui.pages')}>
      <span className={classes(type.small, type.faint)}>
        {t('ui.range', {
          from: format.count(Math.min(total, offset + 1)),
          to: format.count(Math.min(total, offset + limit)),
          total: format.count(total),
        })}
      </span>
      <span className={styles.acts}>
        <Button kind="lift" size="sm" disabled={offset === 0} onClick={() => onPage(Math.max(0, offset - limit))}>
          {t('ui.previous')}
        </Button>
        <Button kind="lift" size="sm" disabled={offset + limit >= total} onClick={() => onPage(offset + limit)}>
          {t('ui.next')}
        </Button>
      </span>
    </nav>
  );
};
