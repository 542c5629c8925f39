import type { LiveCard } from '@stagedoor/contract/streams';
import lists from '../../features/lists/lists.module.css';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { FilterChip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** The categories that have live shows, and the chosen one. */
export const LiveCategories = ({ cards, categoryId }: { cards: readonly LiveCard[]; categoryId: string | undefined }) => {
  const t = useText();
  const { change } = useListSearch();
  const categories = [...new Map(cards.flatMap(({ category }) => (category ? [[category._id, category.name] as const] : [])))];
  if (categories.length === 0 && !categoryId) return null;
  return (
    <div className={classes(lists.filters, type.after)} role="group" aria-label={t('categories.title')}>
      <FilterChip on={!categoryId} onClick={() => change({ category: null })}>
        {t('live.allCategories')}
      </FilterChip>
      {categories.map(([id, name]) => (
        <FilterChip key={id} on={categoryId === id} onClick={() => change({ category: categoryId === id ? null : id })}>
          {name}
        </FilterChip>
      ))}
    </div>
  );
};
