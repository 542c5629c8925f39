import { Segments } from '../../../ui/Segments.tsx';
import { useText } from '../../../ui/text.ts';
import { useListSearch } from '../../lists/use-list-search.ts';

const OTHERS = ['id', 'offset', 'q', 'state', 'method', 'batchId', 'isReady', 'from', 'until', 'sort', 'sortBy'];

/** Payouts one by one, or the batches in which they are paid. */
export const PayoutView = () => {
  const t = useText();
  const { get, change } = useListSearch();
  return (
    <Segments
      label={t('shell.payouts')}
      name="view"
      value={get('view') === 'batches' ? 'batches' : 'queue'}
      onChange={(view) => change({ ...Object.fromEntries(OTHERS.map((name) => [name, null])), view: view === 'batches' ? view : null })}
      options={(['queue', 'batches'] as const).map((value) => ({ value, text: t(`payoutAdmin.tab.${value}`) }))}
    />
  );
};
