import type { ComponentProps } from 'react';
import { PRODUCT_TYPES } from '@stagedoor/contract/products.values';
import { IconX } from '@tabler/icons-react';
import lists from '../../features/lists/lists.module.css';
import { ListSearch } from '../../features/lists/ListSearch.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { CategoryChips } from '../../features/search/CategoryChips.tsx';
import styles from '../../features/shop/shop.module.css';
import { FilterChip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import { PRODUCT_SORTS, type productQueryIn } from './product-query.ts';

interface ProductToolsProps {
  query: ReturnType<typeof productQueryIn>;
  categories: ComponentProps<typeof CategoryChips>['categories'];
  /** Changes when the filters are cleared: the search field is then empty too. */
  cleared: number;
}

/** Filters of the products, and their order. */
export const ProductTools = ({ cleared, query, categories }: ProductToolsProps) => {
  const t = useText();
  const { change } = useListSearch();
  return (
    <>
      <div className={classes(lists.tools, lists.belowTabs)}>
        <ListSearch key={cleared} label={t('products.search')} />
        <div className={lists.filters} role="group" aria-label={t('products.type')}>
          <FilterChip on={!query.type} onClick={() => change({ type: null })}>
            {t('products.every')}
          </FilterChip>
          {PRODUCT_TYPES.map((one) => (
            <FilterChip key={one} on={query.type === one} onClick={() => change({ type: query.type === one ? null : one })}>
              {t(`shop.type.${one}`)}
            </FilterChip>
          ))}
          {query.tag ? (
            <FilterChip on icon={<IconX size={14} stroke={1.75} />} onClick={() => change({ tag: null })}>
              {query.tag}
            </FilterChip>
          ) : null}
        </div>
      </div>
      <div className={styles.filters} role="group" aria-label={t('products.sort')}>
        {PRODUCT_SORTS.map((one) => (
          <FilterChip key={one} on={query.sortBy === one} onClick={() => change({ sortBy: one === 'publishedAt' ? null : one })}>
            {t(`products.sort.${one}`)}
          </FilterChip>
        ))}
      </div>
      <div className={styles.filters}>
        <CategoryChips categories={categories} chosen={query.categoryId} onChoose={(category) => change({ category })} />
      </div>
    </>
  );
};
