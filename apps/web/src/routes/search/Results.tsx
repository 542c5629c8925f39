import type { ProductType } from '@stagedoor/contract/products.values';
import type { ReactNode } from 'react';
import { useData } from '../../app/data.ts';
import { Pending } from '../../app/Pending.tsx';
import { ItemList } from '../../features/item-lists/ItemList.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { type loadPerformers, PerformerList } from '../../features/performers/PerformerList.tsx';
import { FILTER_KEYS, hasAny, itemFiltersIn, peopleFiltersIn, productTypeIn } from '../../features/search/filters.ts';
import { itemSort, sortIn } from '../../features/search/sorts.ts';
import { ProductList } from '../../features/shop/ProductList.tsx';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { GridSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import { type ItemQuery, NONE_FOR, SOURCES, type Tab, TAB_TEXTS, type Totals, addressOf, sourceIn, wordsIn } from './kinds.ts';

const PRODUCTS = 24;

export interface Asked {
  search: URLSearchParams;
  tab: Tab;
  total: Totals | null;
}

/** Tells if filters narrow the open kind. */
export const isNarrowed = ({ search, tab }: Pick<Asked, 'search' | 'tab'>): boolean =>
  hasAny(tab === 'performers' ? peopleFiltersIn(search) : itemFiltersIn(search)) ||
  (tab === 'products' && productTypeIn(search) !== undefined);

const ClearFilters = () => {
  const t = useText();
  const { change } = useListSearch();
  const clear = () => change(Object.fromEntries([...FILTER_KEYS.people, ...FILTER_KEYS.products].map((key) => [key, null])));
  return (
    <Button kind="lift" onClick={clear}>
      {t('search.clear')}
    </Button>
  );
};

const NoPerformers = ({ search, total, tab }: Asked) => {
  const t = useText();
  if (isNarrowed({ search, tab }))
    return <Empty title={t('search.nobodyLike')} text={t('search.fewerFilters')} action={<ClearFilters />} />;
  const action =
    total && total.feeds > 0 ? (
      <Button kind="gold" to={addressOf(search, 'posts')}>
        {t('search.seePosts', { count: total.feeds })}
      </Button>
    ) : (
      <Button kind="lift" to="/discover">
        {t('home.lookAround')}
      </Button>
    );
  return <Empty title={t('search.noPerformers', { q: wordsIn(search) })} text={t('search.tryAnother')} action={action} />;
};

/** @param title for words that nothing has */
const NoItems = ({ search, total, tab, title }: Asked & { title: string }) => {
  const t = useText();
  const q = wordsIn(search);
  const isNarrow = isNarrowed({ search, tab });
  const seePerformers =
    q && total && total.performers > 0 ? (
      <Button kind="lift" to={addressOf(search, 'performers')}>
        {t('search.seePerformers', { count: total.performers })}
      </Button>
    ) : undefined;
  return (
    <Empty
      title={q ? title : t(isNarrow ? 'search.nothingLike' : 'search.nothing')}
      text={isNarrow ? t('search.fewerFilters') : t('search.tryAnother')}
      action={isNarrow ? <ClearFilters /> : seePerformers}
    />
  );
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

interface ResultsProps extends Asked {
  /** The first performers, where the server read them. */
  performers: Awaited<ReturnType<typeof loadPerformers>> | null;
}

/** The list of the open kind. */
export const Results = ({ performers, ...asked }: ResultsProps) => {
  const t = useText();
  const { search, tab } = asked;
  const q = wordsIn(search);
  if (tab === 'performers') {
    const source = sourceIn(search);
    const initial = performers ? { initial: performers } : {};
    return <PerformerList key={JSON.stringify(source)} source={source} {...initial} empty={<NoPerformers {...asked} />} />;
  }
  const query: ItemQuery = { ...(q ? { q } : {}), ...itemFiltersIn(search), ...itemSort(sortIn(search, tab, q !== '')) };
  const productType = productTypeIn(search);
  if (tab === 'products')
    return (
      <ProductResults
        key={JSON.stringify([query, productType])}
        query={{ ...query, ...(productType ? { type: productType } : {}) }}
        empty={<NoItems {...asked} title={t('products.noneFor', { q })} />}
      />
    );
  const none = <NoItems {...asked} title={t(NONE_FOR[tab], { q })} />;
  // Reels are open to everybody.
  if (tab === 'reels' && (query.access ?? 'free') !== 'free') return none;
  return (
    <ItemList
      key={`${tab} ${JSON.stringify(query)}`}
      source={SOURCES[tab](query)}
      {...(tab === 'posts' ? {} : { grid: t(TAB_TEXTS[tab]) })}
      empty={none}
    />
  );
};
