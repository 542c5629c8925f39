import { useListSearch } from '../../features/lists/use-list-search.ts';
import { FilterBar } from '../../features/search/FilterBar.tsx';
import { SortMenu } from '../../features/search/SortMenu.tsx';
import { sortIn, sortsOf } from '../../features/search/sorts.ts';
import type { Asked } from './NoResults.tsx';

/** Filters of the open kind, and the order of what was found. */
export const SearchTools = ({ search, tab, hasWords }: Pick<Asked, 'search' | 'tab'> & { hasWords: boolean }) => {
  const { change } = useListSearch();
  const sorts = sortsOf(tab, hasWords);
  const isRanked = tab === 'top';
  return (
    <FilterBar
      of={tab === 'performers' ? 'people' : tab === 'products' ? 'products' : 'items'}
      search={search}
      keep={{ tab }}
      end={
        isRanked ? null : (
          <SortMenu
            sorts={sorts}
            chosen={sortIn(search, tab, hasWords)}
            onChoose={(one) => change({ tab, sortBy: one === sorts[0] ? null : one })}
          />
        )
      }
    />
  );
};
