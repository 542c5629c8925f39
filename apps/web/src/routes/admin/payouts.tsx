import type { AdminPayoutRow, PayoutBatch } from '@stagedoor/contract/admin-payouts';
import { PAYOUT_METHODS, PAYOUT_STATES } from '@stagedoor/contract/payouts.values';
import { useListData } from '../../app/data.ts';
import { ListAndPane } from '../../features/admin/ListAndPane.tsx';
import { FilterSwitch } from '../../features/admin/ListFilters.tsx';
import { PersonCell } from '../../features/admin/PersonCell.tsx';
import { ListSearch } from '../../features/lists/ListSearch.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { PayoutStateChip } from '../../features/payouts/payout-state.tsx';
import { BatchPane, BatchStateChip } from '../../features/payouts-admin/BatchPane.tsx';
import { NewBatch } from '../../features/payouts-admin/NewBatch.tsx';
import { PayoutPane } from '../../features/payouts-admin/PayoutPane.tsx';
import styles from '../../features/payouts-admin/payouts-admin.module.css';
import admin from '../../ui/admin/list-and-pane.module.css';
import type { Column } from '../../ui/table/column.ts';
import { useFormat } from '../../ui/format.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

const LIMIT = 25;

const View = () => {
  const t = useText();
  const { get, change } = useListSearch();
  return (
    <Segments
      label={t('shell.payouts')}
      name="view"
      value={get('view') === 'batches' ? 'batches' : 'queue'}
      onChange={(view) => change({ view: view === 'batches' ? view : null, id: null, offset: null, q: null, state: null, method: null })}
      options={(['queue', 'batches'] as const).map((value) => ({ value, text: t(`payoutAdmin.tab.${value}`) }))}
    />
  );
};

/** All payouts: what waits first, the oldest on top. */
const Queue = () => {
  const t = useText();
  const format = useFormat();
  const { get, oneOf, offset } = useListSearch();
  const q = get('q') ?? '';
  const state = oneOf('state', PAYOUT_STATES);
  const method = oneOf('method', PAYOUT_METHODS);
  const payouts = useListData('GET /admin/payouts', {
    query: { limit: LIMIT, offset, ...(q ? { q } : {}), ...(state ? { state } : {}), ...(method ? { method } : {}) },
  });
  const columns: readonly Column<AdminPayoutRow>[] = [
    { key: 'performer', narrow: 'main', title: t('subs.performer'), cell: (row) => <PersonCell person={row.performer} /> },
    { key: 'reference', title: t('payouts.csv.reference'), cell: (row) => row.reference },
    { key: 'to', title: t('payouts.csv.to'), cell: (row) => `${t(`payouts.method.${row.method}`)} ${row.destination}` },
    { key: 'state', title: t('money.state'), cell: (row) => <PayoutStateChip payout={row} /> },
    {
      key: 'amount',
      narrow: 'end',
      number: true,
      title: t('money.amount'),
      cell: (row) => <span className={type.num}>{format.money(row.amount)}</span>,
    },
    { key: 'when', number: true, title: t('payouts.csv.requested'), cell: (row) => format.date(row.createdAt, 'dayTime') },
  ];
  return (
    <ListAndPane
      title={t('shell.payouts')}
      head={
        <div className={styles.headActs}>
          <NewBatch approved={payouts.data?.counts.approved ?? 0} />
          <View />
        </div>
      }
      tools={
        <div className={styles.tools}>
          <ListSearch label={t('payoutAdmin.search')} />
          <div className={admin.filters}>
            {PAYOUT_STATES.map((choice) => (
              <FilterSwitch key={choice} name="state" value={choice} text={t(`payouts.state.${choice}`)} />
            ))}
            {PAYOUT_METHODS.map((choice) => (
              <FilterSwitch key={choice} name="method" value={choice} text={t(`payouts.method.${choice}`)} />
            ))}
          </div>
        </div>
      }
      list={payouts}
      columns={columns}
      empty={{ title: t('payoutAdmin.none'), text: t('payoutAdmin.noneText') }}
      limit={LIMIT}
      pane={({ id, index, count, onBack }) => <PayoutPane key={id} id={id} index={index} count={count} onBack={onBack} />}
    />
  );
};

const Batches = () => {
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
      head={<View />}
      list={batches}
      columns={columns}
      empty={{ title: t('payoutAdmin.noBatches'), text: t('payoutAdmin.noBatchesText') }}
      limit={LIMIT}
      pane={({ id, onBack }) => <BatchPane key={id} id={id} onBack={onBack} />}
    />
  );
};

/** Payouts and the batches in which they are paid. */
const Payouts = () => {
  const { get } = useListSearch();
  return get('view') === 'batches' ? <Batches /> : <Queue />;
};

export default Payouts;
