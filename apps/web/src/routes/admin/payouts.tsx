import { PAYOUT_METHODS, PAYOUT_STATES } from '@stagedoor/contract/payouts.values';
import { useListData } from '../../app/data.ts';
import { FilterChoice } from '../../features/lists/tools/FilterChoice.tsx';
import { useFilter } from '../../features/lists/tools/filters.ts';
import { ListTools } from '../../features/lists/tools/ListTools.tsx';
import { useOrder } from '../../features/lists/use-order.ts';
import { ListAndPane } from '../../features/admin/list/ListAndPane.tsx';
import { FilterSwitch } from '../../features/admin/list/ListFilters.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { BatchList } from '../../features/admin/payouts/BatchList.tsx';
import { NewBatch } from '../../features/admin/payouts/NewBatch.tsx';
import { PAYOUT_FILTER } from '../../features/admin/payouts/payout-filter.ts';
import { PayoutBulk } from '../../features/admin/payouts/PayoutBulk.tsx';
import { PayoutPane } from '../../features/admin/payouts/PayoutPane.tsx';
import { PayoutView } from '../../features/admin/payouts/PayoutView.tsx';
import { usePayoutColumns } from '../../features/admin/payouts/use-payout-columns.tsx';
import { useText } from '../../ui/text.ts';

const LIMIT = 25;

/** All payouts: what waits first, the oldest on top. */
const Queue = () => {
  const t = useText();
  const { offset } = useListSearch();
  const filter = useFilter(PAYOUT_FILTER);
  const { order, sorting } = useOrder(['queue', 'createdAt'], { sortBy: 'queue', sort: 'desc' });
  const payouts = useListData('GET /admin/payouts', { query: { limit: LIMIT, offset, ...filter, ...order } });
  return (
    <ListAndPane
      title={t('shell.payouts')}
      head={
        <>
          <NewBatch approved={payouts.data?.counts.approved ?? 0} />
          <PayoutView />
        </>
      }
      tools={
        <ListTools
          search={t('payoutAdmin.search')}
          narrowing={['state', 'method', 'isReady']}
          choices={
            <FilterChoice
              name="method"
              label={t('payouts.csv.to')}
              any={t('lists.anyMethod')}
              choices={PAYOUT_METHODS.map((value) => ({ value, text: t(`payouts.method.${value}`) }))}
            />
          }
          switches={PAYOUT_STATES.map((choice) => (
            <FilterSwitch key={choice} name="state" value={choice} text={t(`payouts.state.${choice}`)} />
          ))}
        />
      }
      list={payouts}
      columns={usePayoutColumns()}
      empty={{ title: t('payoutAdmin.none'), text: t('payoutAdmin.noneText') }}
      limit={LIMIT}
      whole={{ list: 'payouts', filter, sorting, nameOf: ({ reference }) => reference, acts: (props) => <PayoutBulk {...props} /> }}
      pane={({ id, index, count, onBack }) => <PayoutPane key={id} id={id} index={index} count={count} onBack={onBack} />}
    />
  );
};

/** Payouts and the batches in which they are paid. */
const Payouts = () => {
  const { get } = useListSearch();
  return get('view') === 'batches' ? <BatchList /> : <Queue />;
};

export default Payouts;
