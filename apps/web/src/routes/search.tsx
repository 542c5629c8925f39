import type { Contract, ResponseOf } from '@stagedoor/contract';
import type { ProductType } from '@stagedoor/contract/products.values';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useLocation, useNavigation, useSearchParams } from 'react-router';
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
import { useListSearch } from '../features/lists/use-list-search.ts';
import styles from '../features/performers/performers.module.css';
import { loadPerformers, PerformerList, type PerformerSource } from '../features/performers/PerformerList.tsx';
import { CategoryRow, loadCategories } from '../features/search/CategoryRow.tsx';
import { FilterBar } from '../features/search/FilterBar.tsx';
import { FILTER_KEYS, hasAny, type ItemFilters, itemFiltersIn, peopleFiltersIn, productTypeIn } from '../features/search/filters.ts';
import { SearchBox } from '../features/search/SearchBox.tsx';
import found from '../features/search/search.module.css';
import { SortMenu } from '../features/search/SortMenu.tsx';
import { itemSort, performerSort, sortIn, sortsOf } from '../features/search/sorts.ts';
import { ProductList } from '../features/shop/ProductList.tsx';
import { Button } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { Empty } from '../ui/Empty.tsx';
import { GridSkeleton, PostSkeleton } from '../ui/Skeleton.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { useText } from '../ui/text.ts';
import type from '../ui/type.module.css';
import type { Route } from './+types/search.ts';

const PRODUCTS = 24;
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
type Totals = ResponseOf<Contract['GET /search/total']>;

/** What items are looked for by. */
type ItemQuery = ItemFilters & { q?: string } & ReturnType<typeof itemSort>;
/** Kinds of items, but products, as lists. Reels are open to everybody: of other access there are none. */
const SOURCES: Record<Exclude<Tab, 'performers' | 'products'>, (query: ItemQuery) => ItemSource> = {
  posts: (query) => ({ list: 'search', query }),
  videos: (query) => ({ list: 'videos', query }),
  galleries: (query) => ({ list: 'galleries', query }),
  reels: ({ access: _access, sortBy: _sortBy, sort: _sort, ...query }) => ({ list: 'reels', query }),
};
const NONE_FOR = {
  posts: 'search.noPosts',
  videos: 'videos.noneFor',
  galleries: 'galleries.noneFor',
  reels: 'reels.noneFor',
} as const;

/** Whether anything was asked of a kind: filters of items alone say nothing of performers, and the other way round. */
const isAsked = (search: URLSearchParams, tab: Tab): boolean => {
  const [ofPeople, ofItems] = [
    hasAny(peopleFiltersIn(search)),
    hasAny(itemFiltersIn(search)) || (tab === 'products' && productTypeIn(search) !== undefined),
  ];
  return wordsIn(search) !== '' || ofPeople === ofItems || (tab === 'performers' ? ofPeople : ofItems);
};
/** How many of a kind were found; null when nothing was asked of it. */
const countIn = (search: URLSearchParams, total: Totals | null, tab: Tab): number | null =>
  total && isAsked(search, tab) ? total[COUNTS[tab]] : null;
/** The kinds, the one with the most results first; as they are where nothing narrows them. */
const tabsBy = (search: URLSearchParams, total: Totals | null): readonly Tab[] =>
  wordsIn(search) || hasAny(peopleFiltersIn(search)) || hasAny(itemFiltersIn(search))
    ? TABS.toSorted((one, other) => (countIn(search, total, other) ?? -1) - (countIn(search, total, one) ?? -1))
    : TABS;
/** The kind chosen; none chooses the one with the most results. */
const tabIn = (search: URLSearchParams, total: Totals | null): Tab =>
  TABS.find((tab) => tab === search.get('tab')) ?? tabsBy(search, total)[0]!;

const sourceIn = (search: URLSearchParams): PerformerSource => {
  const q = wordsIn(search);
  const filters = peopleFiltersIn(search);
  const sort = sortIn(search, 'performers', q !== '');
  return q || hasAny(filters) || sort !== 'rank'
    ? { list: 'search', query: { ...(q ? { q } : {}), ...performerSort(sort), ...filters } }
    : { list: 'featured' };
};

const load = async (by: Call, address: string) => {
  const { searchParams } = new URL(address);
  const q = wordsIn(searchParams);
  const productType = productTypeIn(searchParams);
  const query = {
    ...(q ? { q } : {}),
    ...peopleFiltersIn(searchParams),
    ...itemFiltersIn(searchParams),
    ...(productType ? { productType } : {}),
  };
  const [performers, total, categories] = await Promise.all([
    // Without a choice the counts decide: they aren't waited for.
    TABS.find((tab) => tab === searchParams.get('tab')) === 'performers' ||
    (!searchParams.has('tab') && isAsked(searchParams, 'performers'))
      ? loadPerformers(sourceIn(searchParams), 0, by)
      : null,
    hasAny(query) || searchParams.has('tab') ? by('GET /search/total', { query }) : null,
    hasAny(query) || searchParams.has('tab') ? [] : loadCategories(by),
  ]);
  return { q, performers, total, categories };
};

export const loader = ({ context, request }: Route.LoaderArgs) => load(callOf(context), request.url);
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(call, request.url);

/** The address of another kind, with what else is chosen; an order that it doesn't have is left out. */
const addressOf = (search: URLSearchParams, tab: Tab): string => {
  const next = new URLSearchParams(search);
  next.set('tab', tab);
  if (!sortsOf(tab, wordsIn(search) !== '').some((sort) => sort === next.get('sortBy'))) next.delete('sortBy');
  return `/search?${next.toString()}`;
};

/** Search for performers, posts, videos, galleries, reels and products; the address holds the words and the filters. */
const Search = ({ loaderData: { q, performers, total, categories } }: Route.ComponentProps) => {
  const t = useText();
  const [search] = useSearchParams();
  const { change } = useListSearch();
  const { state, location } = useNavigation();
  const tab = tabIn(search, total);
  const query = search.get('q') ?? '';
  const [word, setWord] = useState(query);
  const ask = (text: string) => {
    const q = text.trim() || null;
    // What is being opened (another page, a suggestion) would be left for the search.
    if (location && (location.pathname !== '/search' || new URLSearchParams(location.search).get('q') === q)) return;
    change({ q });
  };
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
  const people = sourceIn(search);
  const kind = tab === 'performers' ? 'people' : tab === 'products' ? 'products' : 'items';
  const sort = sortIn(search, tab, q !== '');
  const itemQuery: ItemQuery = { ...(q ? { q } : {}), ...itemFiltersIn(search), ...itemSort(sort) };
  const productType = productTypeIn(search);
  const isNarrow =
    hasAny(tab === 'performers' ? peopleFiltersIn(search) : itemFiltersIn(search)) || (tab === 'products' && productType !== undefined);
  // Without words and filters nothing was asked for yet, and performers are offered.
  const isAnything = q !== '' || isNarrow || search.get('tab') !== null;
  const noReels = tab === 'reels' && (itemQuery.access ?? 'free') !== 'free';
  const clear = () => change(Object.fromEntries([...FILTER_KEYS.people, ...FILTER_KEYS.products].map((key) => [key, null])));
  const clearButton = (
    <Button kind="lift" onClick={clear}>
      {t('search.clear')}
    </Button>
  );
  const noPerformers = isNarrow ? (
    <Empty title={t('search.nobodyLike')} text={t('search.fewerFilters')} action={clearButton} />
  ) : (
    <Empty
      title={t('search.noPerformers', { q })}
      text={t('search.tryAnother')}
      action={
        total && total.feeds > 0 ? (
          <Button kind="gold" to={addressOf(search, 'posts')}>
            {t('search.seePosts', { count: total.feeds })}
          </Button>
        ) : (
          <Button kind="lift" to="/discover">
            {t('home.lookAround')}
          </Button>
        )
      }
    />
  );
  const noItems = (title: string): ReactNode => (
    <Empty
      title={q ? title : t(isNarrow ? 'search.nothingLike' : 'search.nothing')}
      text={isNarrow ? t('search.fewerFilters') : t('search.tryAnother')}
      action={
        isNarrow ? (
          clearButton
        ) : q && total && total.performers > 0 ? (
          <Button kind="lift" to={addressOf(search, 'performers')}>
            {t('search.seePerformers', { count: total.performers })}
          </Button>
        ) : undefined
      }
    />
  );
  return (
    <Page width={tab === 'posts' && isAnything ? 'reading' : 'wide'}>
      <PageTitle title={q ? `${q} · ${t('search.title')}` : t('search.title')} path="/search" />
      <header className={styles.searchHead}>
        <h1 className={classes(type.display, type.s46)}>{t('search.title')}</h1>
        <SearchBox
          field={field}
          label={t('search.label')}
          value={word}
          maxLength={MAX_LENGTH}
          onChange={setWord}
          onSearch={(text) => {
            setWord(text);
            ask(text);
          }}
        />
      </header>
      <div className={styles.toEdges}>
        <Tabs
          label={t('search.kinds')}
          tabs={tabsBy(search, total).map((kind) => {
            const count = countIn(search, total, kind);
            return { to: addressOf(search, kind), text: t(TAB_TEXTS[kind]), ...(count === null ? {} : { count }), on: tab === kind };
          })}
        />
      </div>
      <FilterBar
        of={kind}
        search={search}
        keep={{ tab }}
        end={
          <SortMenu
            sorts={sortsOf(tab, q !== '')}
            chosen={sort}
            onChoose={(one) => change({ tab, sortBy: one === sortsOf(tab, q !== '')[0] ? null : one })}
          />
        }
      />
      <CategoryRow categories={categories} />
      {isAnything ? null : <h2 className={classes(type.display, type.s26, styles.featured)}>{t('search.featured')}</h2>}
      <p className={type.hidden} role="status">
        {total && !isLooking
          ? TABS.flatMap((kind) => {
              const count = countIn(search, total, kind);
              return count === null ? [] : [t('search.counted', { kind: t(TAB_TEXTS[kind]), count })];
            }).join(', ')
          : ''}
      </p>
      <div className={classes(styles.results, tab === 'posts' && styles.toEdges)} aria-busy={isLooking}>
        {total && !isLooking ? <Meant total={total} tab={tab} q={q} search={search} onChoose={setWord} /> : null}
        {isLooking ? (
          tab === 'posts' ? (
            <PostSkeleton />
          ) : (
            <GridSkeleton tiles={6} />
          )
        ) : tab === 'performers' ? (
          <PerformerList
            key={JSON.stringify(people)}
            source={people}
            {...(performers ? { initial: performers } : {})}
            empty={noPerformers}
          />
        ) : tab === 'products' ? (
          <ProductResults
            key={JSON.stringify([itemQuery, productType])}
            query={{ ...itemQuery, ...(productType ? { type: productType } : {}) }}
            empty={noItems(t('products.noneFor', { q }))}
          />
        ) : noReels ? (
          noItems(t('reels.noneFor', { q }))
        ) : (
          <ItemList
            key={`${tab} ${JSON.stringify(itemQuery)}`}
            source={SOURCES[tab](itemQuery)}
            {...(tab === 'posts' ? {} : { grid: t(TAB_TEXTS[tab]) })}
            empty={noItems(t(NONE_FOR[tab], { q }))}
          />
        )}
      </div>
    </Page>
  );
};

/** What the words were taken for, where nothing has them as they were typed. */
const Meant = ({
  total,
  tab,
  q,
  search,
  onChoose,
}: {
  total: Totals;
  tab: Tab;
  q: string;
  search: URLSearchParams;
  onChoose: (words: string) => void;
}) => {
  const t = useText();
  if (total.didYouMean) {
    const next = new URLSearchParams(search);
    next.set('q', total.didYouMean);
    return (
      <p className={found.meant}>
        {t('search.didYouMean')}{' '}
        <Link to={`/search?${next.toString()}`} replace className={type.link} onClick={() => onChoose(total.didYouMean!)}>
          {total.didYouMean}
        </Link>
        ?
      </p>
    );
  }
  return total.corrected.includes(COUNTS[tab]) ? <p className={classes(found.meant, type.quiet)}>{t('search.alike', { q })}</p> : null;
};

/** The products that were found. */
const ProductResults = ({ query: words, empty }: { query: ItemQuery & { type?: ProductType }; empty: ReactNode }) => {
  const query = { ...words, limit: PRODUCTS };
  const products = useData('GET /performer-assets/products/search', { query });
  if (!products.data)
    return (
      <Pending of={products}>
        <GridSkeleton tiles={6} />
      </Pending>
    );
  return products.data.data.length > 0 ? <ProductList query={query} first={products.data} /> : empty;
};

export default Search;
