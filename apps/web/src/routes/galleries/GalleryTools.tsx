import type { ComponentProps } from 'react';
import { ACCESS_FILTERS } from '@stagedoor/contract/items.values';
import { IconArrowsSort, IconX } from '@tabler/icons-react';
import styles from '../../features/galleries/galleries.module.css';
import lists from '../../features/lists/lists.module.css';
import { ListSearch } from '../../features/lists/ListSearch.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { CategoryChips } from '../../features/search/CategoryChips.tsx';
import { Button } from '../../ui/Button.tsx';
import { FilterChip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { Menu } from '../../ui/Menu.tsx';
import { useText } from '../../ui/text.ts';
import { GALLERY_SORTS, type GallerySource } from './gallery-source.ts';

interface GalleryToolsProps {
  /** Changes when the filters are cleared: the search field is then empty too. */
  cleared: number;
  query: GallerySource['query'];
  categories: ComponentProps<typeof CategoryChips>['categories'];
}

/** Filters of the galleries, and their order. */
export const GalleryTools = ({ cleared, query: { tag, categoryId, access, sortBy = 'publishedAt' }, categories }: GalleryToolsProps) => {
  const t = useText();
  const { change } = useListSearch();
  return (
    <div className={classes(lists.tools, styles.tools)}>
      <ListSearch key={cleared} label={t('galleries.search')} />
      <div className={styles.bar} role="group" aria-label={t('galleries.access')}>
        <FilterChip on={!access} onClick={() => change({ access: null })}>
          {t('galleries.access.all')}
        </FilterChip>
        {ACCESS_FILTERS.map((filter) => (
          <FilterChip key={filter} on={access === filter} onClick={() => change({ access: access === filter ? null : filter })}>
            {t(`galleries.access.${filter}`)}
          </FilterChip>
        ))}
        {tag ? (
          <FilterChip on icon={<IconX size={14} stroke={1.75} />} onClick={() => change({ tag: null })}>
            {t('galleries.tag', { tag })}
          </FilterChip>
        ) : null}
        <span className={styles.sort}>
          <Menu
            groups={[
              {
                label: t('galleries.sort'),
                items: GALLERY_SORTS.map((sort) => ({
                  key: sort,
                  text: t(`galleries.sort.${sort}`),
                  chosen: sort === sortBy,
                  onSelect: () => change({ sortBy: sort === 'publishedAt' ? null : sort }),
                })),
              },
            ]}
            target={
              <Button kind="text" size="sm" icon={<IconArrowsSort size={18} stroke={1.75} />}>
                {t(`galleries.sort.${GALLERY_SORTS.find((sort) => sort === sortBy) ?? 'publishedAt'}`)}
              </Button>
            }
          />
        </span>
      </div>
      <CategoryChips categories={categories} chosen={categoryId} onChoose={(category) => change({ category })} />
    </div>
  );
};
