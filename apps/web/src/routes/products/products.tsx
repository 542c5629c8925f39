import type { Call } from '../../app/api.ts';
import { orErrorPage } from '../../app/route-data.ts';
import { useState } from 'react';
import { call } from '../../app/browser-call.ts';
import { callOf } from '../../app/context.server.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { BrowseTabs } from '../../features/item-lists/BrowseTabs.tsx';
import lists from '../../features/lists/lists.module.css';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { ProductList } from '../../features/shop/ProductList.tsx';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import type { Route } from './+types/products.ts';
import { productQueryIn } from './product-query.ts';
import { ProductTools } from './ProductTools.tsx';

/** The first products that an address names, and the categories. */
const load = async (by: Call, url: string) => {
  const query = productQueryIn(new URL(url).searchParams);
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
      <ProductTools cleared={cleared} query={query} categories={categories} />
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
