import type { ComponentProps } from 'react';
import { ACCESS_FILTERS } from '@stagedoor/contract/items.values';
import { RANKING_PERIODS } from '@stagedoor/contract/videos.values';
import { IconX } from '@tabler/icons-react';
import { WhyButton } from '../../features/featured/WhyButton.tsx';
import lists from '../../features/lists/lists.module.css';
import { ListSearch } from '../../features/lists/ListSearch.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import styles from '../../features/videos/videos.module.css';
import { RANKED, SORTS, VideoSort, type VideoSorting } from '../../features/videos/VideoSort.tsx';
import { CategoryChips } from '../../features/search/CategoryChips.tsx';
import { FilterChip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import { DEFAULT_PERIOD, type VideoSource } from './video-source.ts';

interface VideoToolsProps {
  /** Changes when the filters are cleared: the search field is then empty too. */
  cleared: number;
  source: VideoSource;
  categories: ComponentProps<typeof CategoryChips>['categories'];
  isNarrow: boolean;
}

/** Filters of the videos, and their order. */
export const VideoTools = ({ cleared, source, categories, isNarrow }: VideoToolsProps) => {
  const t = useText();
  const { change } = useListSearch();
  const isRanked = source.list === 'rankedVideos';
  const { tag, categoryId, access, sortBy = 'publishedAt' } = isRanked ? {} : source.query;
  const sortText = (sort: VideoSorting) => t(sort === RANKED ? 'videos.sort.ranked' : `galleries.sort.${sort}`);
  const chosen = isRanked ? RANKED : (SORTS.find((sort) => sort === sortBy) ?? 'publishedAt');
  return (
    <div className={classes(lists.tools, lists.belowTabs)}>
      <ListSearch key={cleared} label={t('videos.search')} />
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
            {t('videos.tag', { tag })}
          </FilterChip>
        ) : null}
        <VideoSort
          chosen={chosen}
          label={t('galleries.sort')}
          isNarrow={isNarrow}
          textOf={sortText}
          onChange={(sort) => change({ sortBy: sort === 'publishedAt' ? null : sort, period: null })}
        />
      </div>
      {isRanked ? (
        <div className={styles.bar} role="group" aria-label={t('videos.period')}>
          {RANKING_PERIODS.map((period) => (
            <FilterChip
              key={period}
              on={source.period === period}
              onClick={() => change({ period: period === DEFAULT_PERIOD ? null : period })}
            >
              {t(`videos.period.${period}`)}
            </FilterChip>
          ))}
          <WhyButton />
        </div>
      ) : null}
      <CategoryChips categories={isRanked ? [] : categories} chosen={categoryId} onChoose={(category) => change({ category })} />
    </div>
  );
};
