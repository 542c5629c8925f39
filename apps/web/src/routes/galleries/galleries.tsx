import type { Call } from '../../app/api.ts';
import { orErrorPage } from '../../app/route-data.ts';
import { loadItems } from '../../features/item-lists/sources.ts';
import { useState } from 'react';
import { call } from '../../app/browser-call.ts';
import { callOf } from '../../app/context.server.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { BrowseTabs } from '../../features/item-lists/BrowseTabs.tsx';
import { ItemList } from '../../features/item-lists/ItemList.tsx';
import lists from '../../features/lists/lists.module.css';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import type { Route } from './+types/galleries.ts';
import { gallerySourceIn } from './gallery-source.ts';
import { GalleryTools } from './GalleryTools.tsx';
import { NoGalleries } from './NoGalleries.tsx';

/** The first galleries that an address names, and the categories. */
const load = async (by: Call, url: string) => {
  const source = gallerySourceIn(new URL(url).searchParams);
  const [first, categories] = await Promise.all([
    orErrorPage(loadItems(source, undefined, by)),
    by('GET /categories/search', { query: { kind: 'gallery' } }).catch(() => null),
  ]);
  return { source, first, categories: categories?.data ?? [] };
};

export const loader = ({ context, request }: Route.LoaderArgs) => load(callOf(context), request.url);
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(call, request.url);

/** Everybody's galleries: by words, by category and tag, by how they are reached. */
const Galleries = ({ loaderData: { source, first, categories } }: Route.ComponentProps) => {
  const t = useText();
  const { change } = useListSearch();
  const { q, tag, categoryId, access } = source.query;
  const isNarrow = Boolean(q || tag || categoryId || access);
  /** Clearing the filters empties the search field too. */
  const [cleared, setCleared] = useState(0);
  const clear = () => {
    change({ q: null, tag: null, category: null, access: null });
    setCleared(cleared + 1);
  };
  return (
    <Page width="wide">
      <PageTitle title={tag ? `${tag} · ${t('galleries.title')}` : t('galleries.title')} path="/galleries" />
      <header className={lists.head}>
        <h1 className={classes(type.display, type.s46)}>{t('galleries.title')}</h1>
      </header>
      <BrowseTabs on="galleries" />
      <GalleryTools cleared={cleared} query={source.query} categories={categories} />
      <ItemList
        key={JSON.stringify(source)}
        source={source}
        initial={first}
        grid={t('galleries.title')}
        empty={<NoGalleries isNarrow={isNarrow} onClear={clear} />}
      />
    </Page>
  );
};

export default Galleries;
