import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './lists.module.css';

interface ListPagesProps {
  /** The first row shown, from 0. */
  offset: number;
  limit: number;
  total: number;
  onPage: (offset: number) => void;
}

/** Where one is in a long list, and the pages before and after. */
export const ListPages = ({ offset, limit, total, onPage }: ListPagesProps) => {
  const say = useText();
  const format = useFormat();
  if (total <= limit && offset === 0) return null;
  return (
    <nav className={styles.pages} aria-label={say('ui.pages')}>
      <span className={classes(type.small, type.faint)}>
        {say('ui.range', {
          from: format.count(Math.min(total, offset + 1)),
          to: format.count(Math.min(total, offset + limit)),
          total: format.count(total),
        })}
      </span>
      <span className={styles.acts}>
        <Button kind="lift" size="sm" disabled={offset === 0} onClick={() => onPage(Math.max(0, offset - limit))}>
          {say('ui.previous')}
        </Button>
        <Button kind="lift" size="sm" disabled={offset + limit >= total} onClick={() => onPage(offset + limit)}>
          {say('ui.next')}
        </Button>
      </span>
    </nav>
  );
};
