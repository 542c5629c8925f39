import { useState } from 'react';
import { call } from '../../app/browser-call.ts';
import { callOf } from '../../app/context.server.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { BrowseTabs } from '../../features/item-lists/BrowseTabs.tsx';
import { ItemList } from '../../features/item-lists/ItemList.tsx';
import lists from '../../features/lists/lists.module.css';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import type { Route } from './+types/galleries.ts';
import { loadGalleries } from './load-galleries.ts';
import { GalleryTools } from './GalleryTools.tsx';

export const loader = ({ context, request }: Route.LoaderArgs) => loadGalleries(callOf(context), request.url);
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => loadGalleries(call, request.url);

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
        empty={
          isNarrow ? (
            <Empty
              title={t('galleries.noneFound')}
              text={t('items.noneFoundText')}
              action={
                <Button kind="lift" onClick={clear}>
                  {t('galleries.clear')}
                </Button>
              }
            />
          ) : (
            <Empty
              title={t('galleries.none')}
              text={t('galleries.noneText')}
              action={
                <Button kind="lift" to="/discover">
                  {t('home.lookAround')}
                </Button>
              }
            />
          )
        }
      />
    </Page>
  );
};

export default Galleries;
