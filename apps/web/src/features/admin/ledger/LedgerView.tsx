import { Segments } from '../../../ui/Segments.tsx';
import { useText } from '../../../ui/text.ts';
import { useListSearch } from '../../lists/use-list-search.ts';

const OTHERS = ['id', 'offset', 'q', 'kind', 'account', 'from', 'until', 'sort', 'sortBy'];

/** Transactions or accounts; each has filters of its own. */
export const LedgerView = () => {
  const t = useText();
  const { get, change } = useListSearch();
  return (
    <Segments
      label={t('shell.ledger')}
      name="view"
      value={get('view') === 'accounts' ? 'accounts' : 'transactions'}
      onChange={(view) => change({ ...Object.fromEntries(OTHERS.map((name) => [name, null])), view: view === 'accounts' ? view : null })}
      options={(['transactions', 'accounts'] as const).map((value) => ({ value, text: t(`money.tab.${value}`) }))}
    />
  );
};
