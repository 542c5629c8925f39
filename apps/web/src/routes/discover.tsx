import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '../app/browser-call.ts';
import { callOf } from '../app/context.server.ts';
import { PageTitle } from '../app/PageTitle.tsx';
import { Page } from '../app/shell/Columns.tsx';
import { Featured } from '../features/featured/Featured.tsx';
import { BrowseTabs } from '../features/item-lists/BrowseTabs.tsx';
import styles from '../features/performers/performers.module.css';
import { PerformerList } from '../features/performers/PerformerList.tsx';
import { LateComingCard } from '../features/schedule/LateComingCard.tsx';
import { Promos } from '../features/promos/Promos.tsx';
import { CategoryRow } from '../features/search/CategoryRow.tsx';
import { FilterBar } from '../features/search/FilterBar.tsx';
import { SearchBox } from '../features/search/SearchBox.tsx';
import { WORDS_LENGTH, loadDiscover } from './discover/load-discover.ts';
import { NobodyLike } from './discover/NobodyLike.tsx';
import { classes } from '../ui/classes.ts';
import { Empty } from '../ui/Empty.tsx';
import { useText } from '../ui/text.ts';
import type from '../ui/type.module.css';
import type { Route } from './+types/discover.ts';

export const loader = ({ context, request }: Route.LoaderArgs) => loadDiscover(callOf(context), request.url);
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => loadDiscover(call, request.url);

/** Performers: featured ones, or those that words and filters fit. */
const Discover = ({ loaderData: { source, first, promos, categories, featured } }: Route.ComponentProps) => {
  const t = useText();
  const navigate = useNavigate();
  const [search] = useSearchParams();
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
            maxLength={WORDS_LENGTH}
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
