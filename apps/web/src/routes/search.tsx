import { useNavigation, useSearchParams } from 'react-router';
import { call } from '../app/browser-call.ts';
import { callOf } from '../app/context.server.ts';
import { PageTitle } from '../app/PageTitle.tsx';
import { Page } from '../app/shell/Columns.tsx';
import styles from '../features/performers/performers.module.css';
import { CategoryRow } from '../features/search/CategoryRow.tsx';
import { SearchBox } from '../features/search/SearchBox.tsx';
import { classes } from '../ui/classes.ts';
import { GridSkeleton, PostSkeleton } from '../ui/Skeleton.tsx';
import { useText } from '../ui/text.ts';
import type from '../ui/type.module.css';
import type { Route } from './+types/search.ts';
import { MAX_LENGTH, loadSearch, tabIn } from './search/kinds.ts';
import { Meant } from './search/Meant.tsx';
import { type Asked, isNarrowed } from './search/NoResults.tsx';
import { Results } from './search/Results.tsx';
import { useSearchWords } from './search/use-search-words.ts';
import { useSearchField } from './search/use-search-field.ts';
import { Kinds, Counted } from './search/Kinds.tsx';
import { SearchTools } from './search/SearchTools.tsx';

export const loader = ({ context, request }: Route.LoaderArgs) => loadSearch(callOf(context), request.url);
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => loadSearch(call, request.url);

/** Search for performers, posts, videos, galleries, reels and products; the address holds the words and the filters. */
const Search = ({ loaderData: { q, performers, total, categories, top } }: Route.ComponentProps) => {
  const t = useText();
  const [search] = useSearchParams();
  const { state, location } = useNavigation();
  const { word, setWord, ask } = useSearchWords(search.get('q') ?? '');
  const field = useSearchField();
  const tab = tabIn(search, total);
  const asked: Asked = { search, tab, total };
  const isLooking = state === 'loading' && location?.pathname === '/search';
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
      <SearchTools search={search} tab={tab} hasWords={q !== ''} />
      <CategoryRow categories={categories} />
      {isAnything ? null : <h2 className={classes(type.display, type.s26, styles.featured)}>{t('search.featured')}</h2>}
      <Counted {...asked} isLooking={isLooking} />
      <div className={classes(styles.results, tab === 'posts' && styles.toEdges)} aria-busy={isLooking}>
        {total && !isLooking ? <Meant total={total} tab={tab} q={q} search={search} onChoose={setWord} /> : null}
        {isLooking ? (
          tab === 'posts' ? (
            <PostSkeleton />
          ) : (
            <GridSkeleton tiles={6} />
          )
        ) : (
          <Results {...asked} performers={performers} top={top} />
        )}
      </div>
    </Page>
  );
};

export default Search;
