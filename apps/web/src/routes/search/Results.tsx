import type { ProductType } from '@stagedoor/contract/products.values';
import type { ReactNode } from 'react';
import { useData } from '../../app/data.ts';
import { Pending } from '../../app/Pending.tsx';
import { ItemList } from '../../features/item-lists/ItemList.tsx';
import { type loadPerformers, PerformerList } from '../../features/performers/PerformerList.tsx';
import { itemFiltersIn, productTypeIn } from '../../features/search/filters.ts';
import { itemSort, sortIn } from '../../features/search/sorts.ts';
import { ProductList } from '../../features/shop/ProductList.tsx';
import { GridSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import { type ItemQuery, NONE_FOR, SOURCES, TAB_TEXTS, type Top, sourceIn, wordsIn } from './kinds.ts';
import { type Asked, NoPerformers, NoItems } from './NoResults.tsx';
import { TopResults } from './TopResults.tsx';

const PRODUCTS = 24;

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
  /** The best of all kinds, where they are shown. */
  top: Top | null;
}

/** The list of the open kind. */
export const Results = ({ performers, top, ...asked }: ResultsProps) => {
  const t = useText();
  const { search, tab } = asked;
  const q = wordsIn(search);
  if (tab === 'top') return top ? <TopResults {...asked} top={top} /> : <GridSkeleton tiles={6} />;
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
