import { isId } from '@stagedoor/contract/ids.values';
import { PRODUCT_TYPES } from '@stagedoor/contract/products.values';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { Call } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { callOf } from '../../app/context.server.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { orErrorPage } from '../../app/route-data.ts';
import { Page } from '../../app/shell/Columns.tsx';
import { BrowseTabs } from '../../features/item-lists/BrowseTabs.tsx';
import lists from '../../features/lists/lists.module.css';
import { ListSearch } from '../../features/lists/ListSearch.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { CategoryChips } from '../../features/search/CategoryChips.tsx';
import { ProductList } from '../../features/shop/ProductList.tsx';
import styles from '../../features/shop/shop.module.css';
import { Button } from '../../ui/Button.tsx';
import { FilterChip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import type { Route } from './+types/products.ts';

const LIMIT = 24;
const MAX_WORDS = 60;
const SORTS = ['publishedAt', 'popular', 'price'] as const;
/** What an address asks for; unknown values are ignored. */
const queryIn = (search: URLSearchParams) => {
  const q = (search.get('q') ?? '').trim().slice(0, MAX_WORDS);
  const tag = (search.get('tag') ?? '').trim().slice(0, 40);
  const category = search.get('category') ?? '';
  const productType = PRODUCT_TYPES.find((one) => one === search.get('type'));
  const sortBy = SORTS.find((one) => one === search.get('sortBy')) ?? 'publishedAt';
  return {
    limit: LIMIT,
    sortBy,
    sort: sortBy === 'price' ? ('asc' as const) : ('desc' as const),
    ...(q ? { q } : {}),
    ...(tag ? { tag } : {}),
    ...(isId(category) ? { categoryId: category } : {}),
    ...(productType ? { type: productType } : {}),
  };
};

const load = async (by: Call, url: string) => {
  const query = queryIn(new URL(url).searchParams);
  const [first, categories] = await Promise.all([
    orErrorPage(by('GET /performer-assets/products/search', { query })),
    by('GET /categories/search', { query: { kind: 'product' } }).catch(() => null),
  ]);
  return { query, first, categories: categories?.data ?? [] };
};

export const loader = ({ context, request }: Route.LoaderArgs) => load(callOf(context), request.url);
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(call, request.url);

/** Everybody's products: by words, category, tag and how one gets them. */
const Products = ({ loaderData: { query, first, categories } }: Route.ComponentProps) => {
  const t = useText();
  const { change } = useListSearch();
  const isNarrow = Boolean(query.q || query.tag || query.categoryId || query.type);
  const [cleared, setCleared] = useState(0);
  const clear = () => {
    change({ q: null, tag: null, category: null, type: null });
    setCleared(cleared + 1);
  };
  return (
    <Page width="wide">
      <PageTitle title={t('products.title')} path="/products" />
      <header className={lists.head}>
        <h1 className={classes(type.display, type.s46)}>{t('products.title')}</h1>
      </header>
      <BrowseTabs on="products" />
      <div className={classes(lists.tools, lists.belowTabs)}>
        <ListSearch key={cleared} label={t('products.search')} />
        <div className={lists.filters} role="group" aria-label={t('products.type')}>
          <FilterChip on={!query.type} onClick={() => change({ type: null })}>
            {t('products.every')}
          </FilterChip>
          {PRODUCT_TYPES.map((one) => (
            <FilterChip key={one} on={query.type === one} onClick={() => change({ type: query.type === one ? null : one })}>
              {t(`shop.type.${one}`)}
            </FilterChip>
          ))}
          {query.tag ? (
            <FilterChip on icon={<IconX size={14} stroke={1.75} />} onClick={() => change({ tag: null })}>
              {query.tag}
            </FilterChip>
          ) : null}
        </div>
      </div>
      <div className={styles.filters} role="group" aria-label={t('products.sort')}>
        {SORTS.map((one) => (
          <FilterChip key={one} on={query.sortBy === one} onClick={() => change({ sortBy: one === 'publishedAt' ? null : one })}>
            {t(`products.sort.${one}`)}
          </FilterChip>
        ))}
      </div>
      <div className={styles.filters}>
        <CategoryChips categories={categories} chosen={query.categoryId} onChoose={(category) => change({ category })} />
      </div>
      {first.data.length === 0 ? (
        isNarrow ? (
          <Empty
            title={t('products.noneFound')}
            text={t('products.noneFoundText')}
            action={
              <Button kind="lift" onClick={clear}>
                {t('galleries.clear')}
              </Button>
            }
          />
        ) : (
          <Empty title={t('products.none')} text={t('products.noneText')} />
        )
      ) : (
        <ProductList key={JSON.stringify(query)} query={query} first={first} />
      )}
    </Page>
  );
};

export default Products;
