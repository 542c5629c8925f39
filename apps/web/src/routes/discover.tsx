import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Call } from '../app/api.ts';
import { call } from '../app/browser-call.ts';
import { callOf } from '../app/context.server.ts';
import { PageTitle } from '../app/PageTitle.tsx';
import { Page } from '../app/shell/Columns.tsx';
import { BrowseTabs } from '../features/item-lists/BrowseTabs.tsx';
import { Featured } from '../features/featured/Featured.tsx';
import { PerformerCards } from '../features/performers/PerformerCards.tsx';
import styles from '../features/performers/performers.module.css';
import { LateComingCard } from '../features/schedule/LateComingCard.tsx';
import { loadPromos, Promos } from '../features/promos/Promos.tsx';
import { classes } from '../ui/classes.ts';
import { Empty } from '../ui/Empty.tsx';
import { SearchField } from '../ui/SearchField.tsx';
import { useText } from '../ui/text.ts';
import type from '../ui/type.module.css';
import type { Route } from './+types/discover.ts';

const LIMIT = 48;
const MAX_LENGTH = 60;
const FEATURED = 12;
/** Debounce of the search, in milliseconds. */
const PAUSE_MS = 250;

const load = async (by: Call, address: string) => {
  // A longer input is truncated to what the call accepts.
  const q = new URL(address).searchParams.get('q')?.trim().slice(0, MAX_LENGTH);
  const [found, promos, featured] = await Promise.all([
    q
      ? by('GET /performers/search', { query: { q, limit: LIMIT } })
      : by('GET /ranking-performers', { query: { type: 'featured', limit: LIMIT } }),
    q ? [] : loadPromos(by),
    // Discover is complete without it.
    q ? null : by('GET /performer-assets/featured-content', { query: { limit: FEATURED } }).catch(() => null),
  ]);
  return { found, promos, featured: featured?.data ?? [] };
};

export const loader = ({ context, request }: Route.LoaderArgs) => load(callOf(context), request.url);
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(call, request.url);

/** Performers: featured ones, or those matching a name. */
const Discover = ({ loaderData: { found, promos, featured } }: Route.ComponentProps) => {
  const t = useText();
  const [search, setSearch] = useSearchParams();
  const query = search.get('q') ?? '';
  const [word, setWord] = useState(query);
  useEffect(() => {
    if (word.trim() === query) return undefined;
    const timer = setTimeout(() => setSearch(word.trim() ? { q: word.trim() } : {}, { replace: true, preventScrollReset: true }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [word, query, setSearch]);
  return (
    <Page width="wide">
      <PageTitle title={t('discover.title')} path="/discover" />
      <header className={styles.finder}>
        <h1 className={classes(type.display, type.s46)}>{t('discover.title')}</h1>
        <div className={styles.search}>
          <SearchField label={t('discover.search')} value={word} maxLength={60} onChange={(event) => setWord(event.currentTarget.value)} />
        </div>
      </header>
      <BrowseTabs on="performers" />
      {query ? null : <Promos promos={promos} />}
      {query ? null : <Featured cards={featured} />}
      {found.data.length === 0 ? (
        <Empty title={t('discover.nobody')} text={t('discover.nobodyText')} />
      ) : (
        <PerformerCards performers={found.data} />
      )}
      {query ? null : (
        <div className={styles.coming}>
          <LateComingCard />
        </div>
      )}
    </Page>
  );
};

export default Discover;
