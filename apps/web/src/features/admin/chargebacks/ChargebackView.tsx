import { useListSearch } from '../../lists/use-list-search.ts';
import { Segments } from '../../../ui/Segments.tsx';
import { useText } from '../../../ui/text.ts';

/** Chargebacks, or what was refused: the address says which. */
export const ChargebackView = () => {
  const t = useText();
  const { get, change } = useListSearch();
  return (
    <Segments
      label={t('shell.chargebacks')}
      name="view"
      value={get('view') === 'refused' ? 'refused' : 'chargebacks'}
      onChange={(view) => change({ view: view === 'refused' ? view : null, id: null, offset: null, q: null, outcome: null })}
      options={(['chargebacks', 'refused'] as const).map((value) => ({ value, text: t(`money.tab.${value}`) }))}
    />
  );
};
