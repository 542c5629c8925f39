import type { PayoutBatch } from '@stagedoor/contract/admin-payouts';
import { useListData } from '../../../app/data.ts';
import { useFormat } from '../../../ui/format.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { ListAndPane } from '../list/ListAndPane.tsx';
import { useListSearch } from '../../lists/use-list-search.ts';
import { BatchPane, BatchStateChip } from './BatchPane.tsx';
import { PayoutView } from './PayoutView.tsx';

const LIMIT = 25;

/** Batches of payouts, newest first. */
export const BatchList = () => {
  const t = useText();
  const format = useFormat();
  const { offset } = useListSearch();
  const batches = useListData('GET /admin/payout-batches', { query: { limit: LIMIT, offset } });
  const columns: readonly Column<PayoutBatch>[] = [
    { key: 'reference', narrow: 'main', title: t('payoutAdmin.batch'), cell: (row) => <b className={type.strong}>{row.reference}</b> },
    { key: 'method', title: t('payouts.csv.to'), cell: (row) => t(`payouts.method.${row.method}`) },
    { key: 'state', title: t('money.state'), cell: (row) => <BatchStateChip state={row.state} /> },
    { key: 'count', number: true, title: t('shell.payouts'), cell: (row) => format.count(row.count) },
    {
      key: 'net',
      narrow: 'end',
      number: true,
      title: t('money.amount'),
      cell: (row) => <span className={type.num}>{format.money(row.net)}</span>,
    },
    { key: 'when', number: true, title: t('money.when'), cell: (row) => format.date(row.createdAt, 'dayTime') },
  ];
  return (
    <ListAndPane
      title={t('shell.payouts')}
      caption={t('payoutAdmin.tab.batches')}
      head={<PayoutView />}
      list={batches}
      columns={columns}
      empty={{ title: t('payoutAdmin.noBatches'), text: t('payoutAdmin.noBatchesText') }}
      limit={LIMIT}
      pane={({ id, onBack }) => <BatchPane key={id} id={id} onBack={onBack} />}
    />
  );
};
