import { IconArrowsSort } from '@tabler/icons-react';
import { Button } from '../../ui/Button.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { useText } from '../../ui/text.ts';
import styles from './search.module.css';
import type { ResultSort } from './sorts.ts';

interface SortMenuProps {
  sorts: readonly ResultSort[];
  chosen: ResultSort;
  onChoose: (sort: ResultSort) => void;
}

/** The order of the results, at the end of the filters' line; nothing where there is only one. */
export const SortMenu = ({ sorts, chosen, onChoose }: SortMenuProps) => {
  const t = useText();
  if (sorts.length < 2) return null;
  return (
    <span className={styles.sort}>
      <Menu
        position="bottom-end"
        groups={[
          {
            label: t('search.sort'),
            items: sorts.map((sort) => ({
              key: sort,
              text: t(`search.sort.${sort}`),
              chosen: sort === chosen,
              onSelect: () => onChoose(sort),
            })),
          },
        ]}
        target={
          <Button
            kind="text"
            size="sm"
            icon={<IconArrowsSort size={18} stroke={1.75} />}
            aria-label={t('search.sortedBy', { sort: t(`search.sort.${chosen}`) })}
          >
            {t(`search.sort.${chosen}`)}
          </Button>
        }
      />
    </span>
  );
};
