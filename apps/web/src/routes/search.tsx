import { useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigation, useSearchParams } from 'react-router';
import { call } from '../app/browser-call.ts';
import { callOf } from '../app/context.server.ts';
import { PageTitle } from '../app/PageTitle.tsx';
import { Page } from '../app/shell/Columns.tsx';
import { type FOCUS_SEARCH, useShortcuts } from '../app/shell/Shortcuts.tsx';
import { useListSearch } from '../features/lists/use-list-search.ts';
import styles from '../features/performers/performers.module.css';
import { CategoryRow } from '../features/search/CategoryRow.tsx';
import { FilterBar } from '../features/search/FilterBar.tsx';
import { SearchBox } from '../features/search/SearchBox.tsx';
import { SortMenu } from '../features/search/SortMenu.tsx';
import { sortIn, sortsOf } from '../features/search/sorts.ts';
import { classes } from '../ui/classes.ts';
import { GridSkeleton, PostSkeleton } from '../ui/Skeleton.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { useText } from '../ui/text.ts';
import type from '../ui/type.module.css';
import type { Route } from './+types/search.ts';
import { MAX_LENGTH, TAB_TEXTS, TABS, addressOf, countIn, loadSearch, tabIn, tabsBy } from './search/kinds.ts';
import { Meant } from './search/Meant.tsx';
import { type Asked, isNarrowed, Results } from './search/Results.tsx';
import { useSearchWords } from './search/use-search-words.ts';

export const loader = ({ context, request }: Route.LoaderArgs) => loadSearch(callOf(context), request.url);
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => loadSearch(call, request.url);

/** The field of the words: focused by its shortcut, and by whoever comes to search. */
const useSearchField = () => {
  const t = useText();
  const field = useRef<HTMLInputElement>(null);
  const { state: entry } = useLocation() as { state: Partial<typeof FOCUS_SEARCH> | null };
  const isAsked = entry?.focusesSearch === true;
  useEffect(() => {
    if (isAsked) field.current?.focus();
  }, [isAsked]);
  useShortcuts(useMemo(() => [{ key: '/', text: t('shell.keySearch'), run: () => field.current?.focus() }], [t]));
  return field;
};

/** The kinds with how many were found of each. */
const Kinds = ({ search, total, tab }: Asked) => {
  const t = useText();
  return (
    <div className={styles.toEdges}>
      <Tabs
        label={t('search.kinds')}
        tabs={tabsBy(search, total).map((kind) => {
          const count = countIn(search, total, kind);
          return { to: addressOf(search, kind), text: t(TAB_TEXTS[kind]), ...(count === null ? {} : { count }), on: tab === kind };
        })}
      />
    </div>
  );
};

/** The counts, for screen readers. */
const Counted = ({ search, total }: Asked) => {
  const t = useText();
  return TABS.flatMap((kind) => {
    const count = countIn(search, total, kind);
    return count === null ? [] : [t('search.counted', { kind: t(TAB_TEXTS[kind]), count })];
  }).join(', ');
};

/** Search for performers, posts, videos, galleries, reels and products; the address holds the words and the filters. */
const Search = ({ loaderData: { q, performers, total, categories } }: Route.ComponentProps) => {
  const t = useText();
  const [search] = useSearchParams();
  const { change } = useListSearch();
  const { state, location } = useNavigation();
  const { word, setWord, ask } = useSearchWords(search.get('q') ?? '');
  const field = useSearchField();
  const tab = tabIn(search, total);
  const asked: Asked = { search, tab, total };
  const isLooking = state === 'loading' && location?.pathname === '/search';
  const sorts = sortsOf(tab, q !== '');
  // Without words and filters nothing was asked for yet, and performers are offered.
  const isAnything = q !== '' || isNarrowed(asked) || search.get('tab') !== null;
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
      <Kinds {...asked} />
      <FilterBar
        of={tab === 'performers' ? 'people' : tab === 'products' ? 'products' : 'items'}
        search={search}
        keep={{ tab }}
        end={
          <SortMenu
            sorts={sorts}
            chosen={sortIn(search, tab, q !== '')}
            onChoose={(one) => change({ tab, sortBy: one === sorts[0] ? null : one })}
          />
        }
      />
      <CategoryRow categories={categories} />
      {isAnything ? null : <h2 className={classes(type.display, type.s26, styles.featured)}>{t('search.featured')}</h2>}
      <p className={type.hidden} role="status">
        {total && !isLooking ? <Counted {...asked} /> : ''}
      </p>
      <div className={classes(styles.results, tab === 'posts' && styles.toEdges)} aria-busy={isLooking}>
        {total && !isLooking ? <Meant total={total} tab={tab} q={q} search={search} onChoose={setWord} /> : null}
        {isLooking ? tab === 'posts' ? <PostSkeleton /> : <GridSkeleton tiles={6} /> : <Results {...asked} performers={performers} />}
      </div>
    </Page>
  );
};

export default Search;
