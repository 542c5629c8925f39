import { isId } from '@stagedoor/contract/ids.values';
import { ACCESS_FILTERS } from '@stagedoor/contract/items.values';
import { IconArrowsSort, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { Call } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { callOf } from '../../app/context.server.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { orErrorPage } from '../../app/route-data.ts';
import { Page } from '../../app/shell/Columns.tsx';
import styles from '../../features/galleries/galleries.module.css';
import { BrowseTabs } from '../../features/item-lists/BrowseTabs.tsx';
import { ItemList } from '../../features/item-lists/ItemList.tsx';
import { loadItems, type ItemSource } from '../../features/item-lists/sources.ts';
import lists from '../../features/lists/lists.module.css';
import { ListSearch } from '../../features/lists/ListSearch.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { CategoryChips } from '../../features/search/CategoryChips.tsx';
import { Button } from '../../ui/Button.tsx';
import { FilterChip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import type { Route } from './+types/galleries.ts';

const SORTS = ['publishedAt', 'popular', 'price'] as const;
const MAX_WORDS = 60;
const MAX_TAG = 40;
/** The galleries an address names; unknown values are ignored. */
const sourceIn = (search: URLSearchParams): Extract<ItemSource, { list: 'galleries' }> => {
  const q = (search.get('q') ?? '').trim().slice(0, MAX_WORDS);
  const tag = (search.get('tag') ?? '').trim().slice(0, MAX_TAG);
  const category = search.get('category') ?? '';
  const access = ACCESS_FILTERS.find((filter) => filter === search.get('access'));
  const sortBy = SORTS.find((sort) => sort === search.get('sortBy'));
  return {
    list: 'galleries',
    query: {
      ...(q ? { q } : {}),
      ...(tag ? { tag } : {}),
      ...(isId(category) ? { categoryId: category } : {}),
      ...(access ? { access } : {}),
      // Prices ascend; dates and counts descend.
      ...(sortBy ? { sortBy, sort: sortBy === 'price' ? ('asc' as const) : ('desc' as const) } : {}),
    },
  };
};

const load = async (by: Call, url: string) => {
  const source = sourceIn(new URL(url).searchParams);
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
  const { q, tag, categoryId, access, sortBy = 'publishedAt' } = source.query;
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
      <div className={classes(lists.tools, styles.tools)}>
        <ListSearch key={cleared} label={t('galleries.search')} />
        <div className={styles.bar} role="group" aria-label={t('galleries.access')}>
          <FilterChip on={!access} onClick={() => change({ access: null })}>
            {t('galleries.access.all')}
          </FilterChip>
          {ACCESS_FILTERS.map((filter) => (
            <FilterChip key={filter} on={access === filter} onClick={() => change({ access: access === filter ? null : filter })}>
              {t(`galleries.access.${filter}`)}
            </FilterChip>
          ))}
          {tag ? (
            <FilterChip on icon={<IconX size={14} stroke={1.75} />} onClick={() => change({ tag: null })}>
              {t('galleries.tag', { tag })}
            </FilterChip>
          ) : null}
          <span className={styles.sort}>
            <Menu
              groups={[
                {
                  label: t('galleries.sort'),
                  items: SORTS.map((sort) => ({
                    key: sort,
                    text: t(`galleries.sort.${sort}`),
                    chosen: sort === sortBy,
                    onSelect: () => change({ sortBy: sort === 'publishedAt' ? null : sort }),
                  })),
                },
              ]}
              target={
                <Button kind="text" size="sm" icon={<IconArrowsSort size={18} stroke={1.75} />}>
                  {t(`galleries.sort.${SORTS.find((sort) => sort === sortBy) ?? 'publishedAt'}`)}
                </Button>
              }
            />
          </span>
        </div>
        <CategoryChips categories={categories} chosen={categoryId} onChoose={(category) => change({ category })} />
      </div>
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
