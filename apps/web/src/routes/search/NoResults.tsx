import { useListSearch } from '../../features/lists/use-list-search.ts';
import { FILTER_KEYS, hasAny, itemFiltersIn, peopleFiltersIn, productTypeIn } from '../../features/search/filters.ts';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { useText } from '../../ui/text.ts';
import { type Tab, type Totals, addressOf, wordsIn } from './kinds.ts';

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

export const NoPerformers = ({ search, total, tab }: Asked) => {
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
export const NoItems = ({ search, total, tab, title }: Asked & { title: string }) => {
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
