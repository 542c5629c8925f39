import { useListSearch } from '../../features/lists/use-list-search.ts';
import { PERFORMER_FILTERS } from '@stagedoor/contract/performer-filters.values';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { useText } from '../../ui/text.ts';

/** For filters and words that no performer fits. */
export const NobodyLike = () => {
  const t = useText();
  const { change } = useListSearch();
  return (
    <Empty
      title={t('search.nobodyLike')}
      text={t('search.fewerFilters')}
      action={
        <Button kind="lift" onClick={() => change({ q: null, ...Object.fromEntries(PERFORMER_FILTERS.map((key) => [key, null])) })}>
          {t('search.clear')}
        </Button>
      }
    />
  );
};
