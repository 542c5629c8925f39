import { PERFORMER_FILTERS } from '@stagedoor/contract/performer-filters.values';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { Call } from '../app/api.ts';
import { call } from '../app/browser-call.ts';
import { callOf } from '../app/context.server.ts';
import { PageTitle } from '../app/PageTitle.tsx';
import { Page } from '../app/shell/Columns.tsx';
import { Featured } from '../features/featured/Featured.tsx';
import { BrowseTabs } from '../features/item-lists/BrowseTabs.tsx';
import { useListSearch } from '../features/lists/use-list-search.ts';
import styles from '../features/performers/performers.module.css';
import { loadPerformers, PerformerList, type PerformerSource } from '../features/performers/PerformerList.tsx';
import { LateComingCard } from '../features/schedule/LateComingCard.tsx';
import { loadPromos, Promos } from '../features/promos/Promos.tsx';
import { CategoryRow, loadCategories } from '../features/search/CategoryRow.tsx';
import { FilterBar } from '../features/search/FilterBar.tsx';
import { hasAny, peopleFiltersIn } from '../features/search/filters.ts';
import { SearchBox } from '../features/search/SearchBox.tsx';
import { Button } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { Empty } from '../ui/Empty.tsx';
import { useText } from '../ui/text.ts';
import type from '../ui/type.module.css';
import type { Route } from './+types/discover.ts';

const MAX_LENGTH = 60;
const FEATURED = 12;

/** Everybody by rank; with words or filters, those that they fit. A longer input is truncated to what the call accepts. */
const sourceIn = (search: URLSearchParams): PerformerSource => {
  const q = search.get('q')?.trim().slice(0, MAX_LENGTH);
  const filters = peopleFiltersIn(search);
  return q || hasAny(filters)
    ? { list: 'search', query: { ...(q ? { q } : { sortBy: 'rank', sort: 'asc' }), ...filters } }
    : { list: 'featured' };
};

const load = async (by: Call, address: string) => {
  const source = sourceIn(new URL(address).searchParams);
  const isWhole = source.list === 'featured';
  const [first, promos, categories, featured] = await Promise.all([
    loadPerformers(source, 0, by),
    isWhole ? loadPromos(by) : [],
    isWhole ? loadCategories(by) : [],
    // Discover is complete without it.
    isWhole ? by('GET /performer-assets/featured-content', { query: { limit: FEATURED } }).catch(() => null) : null,
  ]);
  return { source, first, promos, categories, featured: featured?.data ?? [] };
};

export const loader = ({ context, request }: Route.LoaderArgs) => load(callOf(context), request.url);
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(call, request.url);

/** Performers: featured ones, or those that words and filters fit. */
const Discover = ({ loaderData: { source, first, promos, categories, featured } }: Route.ComponentProps) => {
  const t = useText();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { change } = useListSearch();
  const [word, setWord] = useState(search.get('q') ?? '');
  const isWhole = source.list === 'featured';
  return (
    <Page width="wide">
      <PageTitle title={t('discover.title')} path="/discover" />
      <header className={styles.finder}>
        <h1 className={classes(type.display, type.s46)}>{t('discover.title')}</h1>
        <div className={styles.search}>
          <SearchBox
            label={t('search.title')}
            value={word}
            maxLength={MAX_LENGTH}
            onChange={setWord}
            onSearch={(text) => {
              const next = new URLSearchParams(search);
              next.set('q', text.trim());
              void navigate(text.trim() ? `/search?${next.toString()}` : '/discover');
            }}
          />
        </div>
      </header>
      <BrowseTabs on="performers" />
      <FilterBar of="people" search={search} />
      <CategoryRow categories={categories} />
      <div className={styles.results}>
        {isWhole ? <Promos promos={promos} /> : null}
        {isWhole ? <Featured cards={featured} /> : null}
        <PerformerList
          key={JSON.stringify(source)}
          source={source}
          initial={first}
          isFirst
          empty={
            isWhole ? (
              <Empty title={t('discover.nobody')} text={t('discover.nobodyText')} />
            ) : (
              <Empty
                title={t('search.nobodyLike')}
                text={t('search.fewerFilters')}
                action={
                  <Button
                    kind="lift"
                    onClick={() => change({ q: null, ...Object.fromEntries(PERFORMER_FILTERS.map((key) => [key, null])) })}
                  >
                    {t('search.clear')}
                  </Button>
                }
              />
            )
          }
        />
      </div>
      {isWhole ? (
        <div className={styles.coming}>
          <LateComingCard />
        </div>
      ) : null}
    </Page>
  );
};

export default Discover;
