import type { Call } from '../app/api.ts';
import { loadPerformers, PerformerList } from '../features/performers/PerformerList.tsx';
import { LatePromos } from '../features/promos/LatePromos.tsx';
import { loadPromos } from '../features/promos/load-promos.ts';
import { loadCategories, CategoryRow } from '../features/search/CategoryRow.tsx';
import { useSearchParams } from 'react-router';
import { call } from '../app/browser-call.ts';
import { callOf } from '../app/context.server.ts';
import { PageTitle } from '../app/PageTitle.tsx';
import { Page } from '../app/shell/Columns.tsx';
import { Featured } from '../features/featured/Featured.tsx';
import { BrowseTabs } from '../features/item-lists/BrowseTabs.tsx';
import styles from '../features/performers/performers.module.css';
import { LateComingCard } from '../features/schedule/LateComingCard.tsx';
import { FilterBar } from '../features/search/FilterBar.tsx';
import { discoverSourceIn } from './discover/discover-source.ts';
import { NobodyLike } from './discover/NobodyLike.tsx';
import { DiscoverSearch } from './discover/DiscoverSearch.tsx';
import { classes } from '../ui/classes.ts';
import { Empty } from '../ui/Empty.tsx';
import { useText } from '../ui/text.ts';
import type from '../ui/type.module.css';
import type { Route } from './+types/discover.ts';

const FEATURED = 12;

/** The first performers that an address names, and what is above them. */
const load = async (by: Call, address: string) => {
  const source = discoverSourceIn(new URL(address).searchParams);
  const isWhole = source.list === 'featured';
  const [first, promos, categories, featured] = await Promise.all([
    loadPerformers(source, 0, by),
    isWhole ? loadPromos(by) : [],
    isWhole ? loadCategories(by) : [],
    isWhole ? by('GET /performer-assets/featured-content', { query: { limit: FEATURED } }).catch(() => null) : null,
  ]);
  return { source, first, promos, categories, featured: featured?.data ?? [] };
};

export const loader = ({ context, request }: Route.LoaderArgs) => load(callOf(context), request.url);
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(call, request.url);

/** Performers: featured ones, or those that words and filters fit. */
const Discover = ({ loaderData: { source, first, promos, categories, featured } }: Route.ComponentProps) => {
  const t = useText();
  const [search] = useSearchParams();
  const isWhole = source.list === 'featured';
  return (
    <Page width="wide">
      <PageTitle title={t('discover.title')} path="/discover" />
      <header className={styles.finder}>
        <h1 className={classes(type.display, type.s46)}>{t('discover.title')}</h1>
        <div className={styles.search}>
          <DiscoverSearch />
        </div>
      </header>
      <BrowseTabs on="performers" />
      <FilterBar of="people" search={search} />
      <CategoryRow categories={categories} />
      <div className={styles.results}>
        <LatePromos promos={promos} />
        {isWhole ? <Featured cards={featured} /> : null}
        <PerformerList
          key={JSON.stringify(source)}
          source={source}
          initial={first}
          isFirst
          empty={isWhole ? <Empty title={t('discover.nobody')} text={t('discover.nobodyText')} /> : <NobodyLike />}
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
