import { IconX } from '@tabler/icons-react';
import { type ReactNode, useCallback, useMemo, useRef } from 'react';
import { useShortcuts } from '../../../app/shell/Shortcuts.tsx';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { useText } from '../../../ui/text.ts';
import type { ListSize } from '../../lists/ListPages.tsx';
import styles from './bulk.module.css';

interface BulkBarProps {
  selection: { count: number; isAll: boolean; chooseAll: () => void; clear: () => void };
  list: ListSize;
  /** The acts on the selected rows. */
  children: ReactNode;
}

/** A bar with the acts on the selected rows; stays at the lower edge while the list scrolls. */
export const BulkBar = ({ selection: { count, isAll, chooseAll, clear }, list, children }: BulkBarProps) => {
  const t = useText();
  const format = useFormat();
  const total = format.total(list);
  const acts = useRef<HTMLSpanElement>(null);
  const goToActs = useCallback(() => acts.current?.querySelector('button')?.focus(), []);
  // The bar comes after all rows: by Tab alone it is a row's controls times the page away.
  useShortcuts(useMemo(() => [{ key: 'a', text: t('lists.keyActs'), run: goToActs }], [t, goToActs]));
  const onChooseAll = () => {
    chooseAll();
    // The button goes, and the focus would go with it.
    goToActs();
  };
  const hasMore = !isAll && (list.isCapped === true || list.total > count);
  return (
    <section className={styles.bar} aria-label={t('lists.selection')}>
      <span className={styles.count} role="status">
        {isAll ? t('lists.allSelected', { total }) : t('lists.selected', { count, number: format.count(count) })}
      </span>
      {hasMore ? (
        <Button kind="text" size="sm" onClick={onChooseAll}>
          {t('lists.selectAll', { total })}
        </Button>
      ) : null}
      <span ref={acts} className={styles.acts}>
        {children}
      </span>
      <IconButton size="sm" label={t('lists.clearSelection')} icon={<IconX size={20} stroke={1.75} />} onClick={clear} />
    </section>
  );
};
