import { isId } from '@stagedoor/contract/ids.values';
import { ACCESS_FILTERS } from '@stagedoor/contract/items.values';
import { RANKING_PERIODS } from '@stagedoor/contract/videos.values';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { Call } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { callOf } from '../../app/context.server.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { orErrorPage } from '../../app/route-data.ts';
import { Page } from '../../app/shell/Columns.tsx';
import { WhyButton } from '../../features/featured/WhyButton.tsx';
import { BrowseTabs } from '../../features/item-lists/BrowseTabs.tsx';
import { ItemList } from '../../features/item-lists/ItemList.tsx';
import { loadItems, type ItemSource } from '../../features/item-lists/sources.ts';
import lists from '../../features/lists/lists.module.css';
import { ListSearch } from '../../features/lists/ListSearch.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import styles from '../../features/videos/videos.module.css';
import { RANKED, SORTS, VideoSort, type VideoSorting } from '../../features/videos/VideoSort.tsx';
import { CategoryChips } from '../../features/search/CategoryChips.tsx';
import { Button } from '../../ui/Button.tsx';
import { FilterChip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import type { Route } from './+types/videos.ts';

const DEFAULT_PERIOD = 'week';
const MAX_WORDS = 60;
const MAX_TAG = 40;
type VideoSource = Extract<ItemSource, { list: 'videos' | 'rankedVideos' }>;

/** The videos an address names; unknown values are ignored. */
const sourceIn = (search: URLSearchParams): VideoSource => {
  const q = (search.get('q') ?? '').trim().slice(0, MAX_WORDS);
  const tag = (search.get('tag') ?? '').trim().slice(0, MAX_TAG);
  const category = search.get('category') ?? '';
  const access = ACCESS_FILTERS.find((filter) => filter === search.get('access'));
  const sortBy = SORTS.find((sort) => sort === search.get('sortBy'));
  if (search.get('sortBy') === RANKED && !q && !tag && !access && !isId(category))
    return { list: 'rankedVideos', period: RANKING_PERIODS.find((period) => period === search.get('period')) ?? DEFAULT_PERIOD };
  return {
    list: 'videos',
    query: {
      ...(q ? { q } : {}),
      ...(tag ? { tag } : {}),
      ...(isId(category) ? { categoryId: category } : {}),
      ...(access ? { access } : {}),
      // Prices ascend; dates and counts descend.
      ...(sortBy ? { sortBy, sort: sortBy === 'price' ? ('asc' as const) : ('desc' as const) } : {}),
    },
  };
};

const load = async (by: Call, url: string) => {
  const source = sourceIn(new URL(url).searchParams);
  const [first, categories] = await Promise.all([
    orErrorPage(loadItems(source, undefined, by)),
    by('GET /categories/search', { query: { kind: 'video' } }).catch(() => null),
  ]);
  return { source, first, categories: categories?.data ?? [] };
};

export const loader = ({ context, request }: Route.LoaderArgs) => load(callOf(context), request.url);
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(call, request.url);

/** Everybody's videos: by words, by category and tag, by how they are reached; and those that are watched, liked and bought most. */
const Videos = ({ loaderData: { source, first, categories } }: Route.ComponentProps) => {
  const t = useText();
  const { change } = useListSearch();
  const isRanked = source.list === 'rankedVideos';
  const { q, tag, categoryId, access, sortBy = 'publishedAt' } = isRanked ? {} : source.query;
  const isNarrow = Boolean(q || tag || categoryId || access);
  /** Clearing the filters empties the search field too. */
  const [cleared, setCleared] = useState(0);
  const clear = () => {
    change({ q: null, tag: null, category: null, access: null });
    setCleared(cleared + 1);
  };
  const sortText = (sort: VideoSorting) => t(sort === RANKED ? 'videos.sort.ranked' : `galleries.sort.${sort}`);
  const chosen = isRanked ? RANKED : (SORTS.find((sort) => sort === sortBy) ?? 'publishedAt');
  return (
    <Page width="wide">
      <PageTitle title={tag ? `${tag} · ${t('videos.title')}` : t('videos.title')} path="/videos" />
      <header className={lists.head}>
        <h1 className={classes(type.display, type.s46)}>{t('videos.title')}</h1>
      </header>
      <BrowseTabs on="videos" />
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
      <ItemList
        key={JSON.stringify(source)}
        source={source}
        initial={first}
        grid={t('videos.title')}
        empty={
          isNarrow ? (
            <Empty
              title={t('videos.noneFound')}
              text={t('items.noneFoundText')}
              action={
                <Button kind="lift" onClick={clear}>
                  {t('galleries.clear')}
                </Button>
              }
            />
          ) : (
            <Empty
              title={t('videos.none')}
              text={t('videos.noneText')}
              action={
                <Button kind="lift" to="/discover">
                  {t('home.lookAround')}
                </Button>
              }
            />
          )
        }
      />
    </Page>
  );
};

export default Videos;
