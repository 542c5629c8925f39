import type { Contract, ResponseOf } from '@stagedoor/contract';
import lists from '../../../features/lists/lists.module.css';
import styles from '../../../ui/admin/list-and-pane.module.css';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';

interface AuditPagesProps {
  list: ResponseOf<Contract['GET /admin/audit']>;
  hasPrevious: boolean;
  onPrevious: () => void;
  onNext: (cursor: string) => void;
}

/** How many entries there are, and the pages before and after. */
export const AuditPages = ({ list, hasPrevious, onPrevious, onNext }: AuditPagesProps) => {
  const t = useText();
  const format = useFormat();
  return (
    <nav className={lists.pages} aria-label={t('ui.pages')}>
      <span className={classes(type.small, type.faint)}>{t('people.entries', { total: format.total(list) })}</span>
      <span className={styles.filters}>
        <Button kind="lift" size="sm" disabled={!hasPrevious} onClick={onPrevious}>
          {t('ui.previous')}
        </Button>
        <Button kind="lift" size="sm" disabled={!list.after} onClick={() => onNext(list.after!)}>
          {t('ui.next')}
        </Button>
      </span>
    </nav>
  );
};
