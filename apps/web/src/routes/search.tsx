import type { Contract, ResponseOf } from '@stagedoor/contract';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigation, useSearchParams } from 'react-router';
import type { Call } from '../app/api.ts';
import { call } from '../app/browser-call.ts';
import { callOf } from '../app/context.server.ts';
import { useData } from '../app/data.ts';
import { PageTitle } from '../app/PageTitle.tsx';
import { Pending } from '../app/Pending.tsx';
import { Page } from '../app/shell/Columns.tsx';
import { type FOCUS_SEARCH, useShortcuts } from '../app/shell/Shortcuts.tsx';
import { ItemList } from '../features/item-lists/ItemList.tsx';
import type { ItemSource } from '../features/item-lists/sources.ts';
import { ProductCards } from '../features/shop/ProductCards.tsx';
import { PerformerCards } from '../features/performers/PerformerCards.tsx';
import styles from '../features/performers/performers.module.css';
import { Button } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { Empty } from '../ui/Empty.tsx';
import { SearchField } from '../ui/SearchField.tsx';
import { GridSkeleton, PostSkeleton } from '../ui/Skeleton.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { useText } from '../ui/text.ts';
import type from '../ui/type.module.css';
import type { Route } from './+types/search.ts';

const LIMIT = 48;
const MAX_LENGTH = 60;
/** Debounce of the search, in milliseconds. */
const PAUSE_MS = 250;

/** The search words; a longer input is truncated to what the calls accept. */
const wordsIn = (search: URLSearchParams): string => (search.get('q') ?? '').trim().slice(0, MAX_LENGTH);

const TABS = ['performers', 'posts', 'videos', 'galleries', 'reels', 'products'] as const;
type Tab = (typeof TABS)[number];
const TAB_TEXTS = {
  performers: 'search.performers',
  posts: 'search.posts',
  videos: 'videos.title',
  galleries: 'galleries.tab',
  reels: 'reels.title',
  products: 'products.title',
} as const;
const COUNTS = {
  performers: 'performers',
  posts: 'feeds',
  videos: 'videos',
  galleries: 'galleries',
  reels: 'reels',
  products: 'products',
} as const;
/** Kinds that are shown as tiles. */
const GRIDS = {
  videos: { sourceOf: (q: string): ItemSource => ({ list: 'videos', query: { q } }), none: 'videos.noneFor' },
  galleries: { sourceOf: (q: string): ItemSource => ({ list: 'galleries', query: { q } }), none: 'galleries.noneFor' },
  reels: { sourceOf: (q: string): ItemSource => ({ list: 'reels', query: { q } }), none: 'reels.noneFor' },
} as const;
type Totals = ResponseOf<Contract['GET /search/total']>;

/** The kinds, the one with the most results first. */
const tabsBy = (total: Totals): Tab[] => [...TABS].toSorted((one, other) => total[COUNTS[other]] - total[COUNTS[one]]);
/** The kind chosen; none chooses the one with the most results. */
const tabIn = (search: URLSearchParams, total: Totals | null): Tab =>
  TABS.find((tab) => tab === search.get('tab')) ?? (total ? tabsBy(total)[0]! : 'performers');

const load = async (by: Call, address: string) => {
  const { searchParams } = new URL(address);
  const q = wordsIn(searchParams);
  if (!q) return { q, performers: await by('GET /ranking-performers', { query: { type: 'featured', limit: 12 } }), total: null };
  const [performers, total] = await Promise.all([
    // Without a choice the counts decide: they aren't waited for.
    (searchParams.get('tab') ?? 'performers') !== 'performers' ? null : by('GET /performers/search', { query: { q, limit: LIMIT } }),
    by('GET /search/total', { query: { q } }),
  ]);
  return { q, performers, total };
};

export const loader = ({ context, request }: Route.LoaderArgs) => load(callOf(context), request.url);
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(call, request.url);

const addressOf = (q: string, tab: Tab): string => `/search?${new URLSearchParams({ ...(q ? { q } : {}), tab }).toString()}`;

/** Search for performers, posts, videos, galleries and reels; the address holds the words. */
const Search = ({ loaderData: { q, performers, total } }: Route.ComponentProps) => {
  const t = useText();
  const [search, setSearch] = useSearchParams();
  const { state, location } = useNavigation();
  const tab = tabIn(search, total);
  const chosen = search.get('tab');
  const [word, setWord] = useState(search.get('q') ?? '');
  const query = search.get('q') ?? '';
  const ask = (text: string) =>
    setSearch(
      { ...(text.trim() ? { q: text.trim() } : {}), ...(chosen ? { tab: chosen } : {}) },
      { replace: true, preventScrollReset: true },
    );
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    if (word.trim() === query.trim()) return undefined;
    const timer = setTimeout(() => latest.current(word), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [word, query]);
  const field = useRef<HTMLInputElement>(null);
  const { state: entry } = useLocation() as { state: Partial<typeof FOCUS_SEARCH> | null };
  const isAsked = entry?.focusesSearch === true;
  useEffect(() => {
    if (isAsked) field.current?.focus();
  }, [isAsked]);
  useShortcuts(useMemo(() => [{ key: '/', text: t('shell.keySearch'), run: () => field.current?.focus() }], [t]));
  const isLooking = state === 'loading' && location?.pathname === '/search';
  return (
    <Page width={tab === 'posts' && q ? 'reading' : 'wide'}>
      <PageTitle title={q ? `${q} · ${t('search.title')}` : t('search.title')} path="/search" />
      <header className={styles.searchHead}>
        <h1 className={classes(type.display, type.s46)}>{t('search.title')}</h1>
        <form
          role="search"
          onSubmit={(event) => {
            event.preventDefault();
            ask(word);
          }}
        >
          <SearchField
            ref={field}
            label={t('search.label')}
            value={word}
            maxLength={MAX_LENGTH}
            autoComplete="off"
            enterKeyHint="search"
            onChange={(event) => setWord(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') setWord('');
            }}
          />
        </form>
      </header>
      {total ? (
        <div className={styles.toEdges}>
          <Tabs
            label={t('search.kinds')}
            tabs={tabsBy(total).map((kind) => ({
              to: addressOf(q, kind),
              text: t(TAB_TEXTS[kind]),
              count: total[COUNTS[kind]],
              on: tab === kind,
            }))}
          />
        </div>
      ) : (
        <h2 className={classes(type.display, type.s26, styles.featured)}>{t('search.featured')}</h2>
      )}
      <p className={type.hidden} role="status">
        {total && !isLooking
          ? t('search.found', { performers: total.performers, posts: total.feeds, videos: total.videos, galleries: total.galleries })
          : ''}
      </p>
      <div className={classes(styles.results, tab === 'posts' && total && styles.toEdges)} aria-busy={isLooking}>
        {isLooking ? (
          tab === 'posts' ? (
            <PostSkeleton />
          ) : (
            <GridSkeleton tiles={6} />
          )
        ) : total && tab === 'posts' ? (
          <ItemList
            key={q}
            source={{ list: 'search', q }}
            empty={
              <Empty
                title={t('search.noPosts', { q })}
                text={t('search.tryAnother')}
                action={
                  total.performers > 0 ? (
                    <Button kind="lift" to={addressOf(q, 'performers')}>
                      {t('search.seePerformers', { count: total.performers })}
                    </Button>
                  ) : undefined
                }
              />
            }
          />
        ) : total && tab === 'products' ? (
          <ProductResults key={q} q={q} />
        ) : total && tab !== 'performers' && tab !== 'posts' && tab !== 'products' ? (
          <ItemList
            key={`${tab} ${q}`}
            source={GRIDS[tab].sourceOf(q)}
            grid={t(TAB_TEXTS[tab])}
            empty={<Empty title={t(GRIDS[tab].none, { q })} text={t('search.tryAnother')} />}
          />
        ) : performers && performers.data.length > 0 ? (
          <PerformerCards performers={performers.data} />
        ) : (
          <Empty
            title={t('search.noPerformers', { q })}
            text={t('search.tryAnother')}
            action={
              total && total.feeds > 0 ? (
                <Button kind="gold" to={addressOf(q, 'posts')}>
                  {t('search.seePosts', { count: total.feeds })}
                </Button>
              ) : (
                <Button kind="lift" to="/discover">
                  {t('home.lookAround')}
                </Button>
              )
            }
          />
        )}
      </div>
    </Page>
  );
};

/** The products with the words, the newest first; all of them are on their own page. */
const ProductResults = ({ q }: { q: string }) => {
  const t = useText();
  const products = useData('GET /performer-assets/products/search', { query: { q, limit: LIMIT } });
  if (!products.data)
    return (
      <Pending of={products}>
        <GridSkeleton tiles={6} />
      </Pending>
    );
  return products.data.data.length > 0 ? (
    <ProductCards products={products.data.data} withPerformer />
  ) : (
    <Empty title={t('products.noneFor', { q })} text={t('search.tryAnother')} />
  );
};

export default Search;
