import type { ChargebackRow, RefusedEvent } from '@stagedoor/contract/admin-money';
import { useListData } from '../../app/data.ts';
import admin from '../../ui/admin/list-and-pane.module.css';
import { ListAndPane } from '../../features/admin/list/ListAndPane.tsx';
import { FilterSwitch } from '../../features/admin/list/ListFilters.tsx';
import { ListSearch } from '../../features/lists/ListSearch.tsx';
import { PersonCell } from '../../features/admin/frame/PersonCell.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import styles from '../../ui/admin/money.module.css';
import { OrderPane } from '../../features/admin/orders/OrderPane.tsx';
import { RefusedEventPane, RefusalReasonChip, useStatedAmount } from '../../features/admin/orders/RefusedEventPane.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
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
      label={t('shell.chargebacks')}
      name="view"
      value={get('view') === 'refused' ? 'refused' : 'chargebacks'}
      onChange={(view) => change({ view: view === 'refused' ? view : null, id: null, offset: null, q: null, outcome: null })}
      options={(['chargebacks', 'refused'] as const).map((value) => ({ value, text: t(`money.tab.${value}`) }))}
    />
  );
};

const Chargebacks = () => {
  const t = useText();
  const format = useFormat();
  const { offset } = useListSearch();
  const chargebacks = useListData('GET /admin/chargebacks', { query: { limit: LIMIT, offset } });
  const columns: readonly Column<ChargebackRow>[] = [
    {
      key: 'buyer',
      narrow: 'main',
      title: t('money.buyer'),
      cell: (row) => (row.buyer ? <PersonCell person={row.buyer} line={t(`money.orderKind.${row.kind}`)} /> : '–'),
    },
    {
      key: 'amount',
      narrow: 'end',
      number: true,
      title: t('money.amount'),
      cell: (row) => <span className={type.num}>{format.money(row.money)}</span>,
    },
    { key: 'owed', number: true, title: t('money.owed'), cell: (row) => (row.owed > 0 ? format.money(row.owed) : '–') },
    {
      key: 'state',
      title: t('money.account'),
      cell: (row) =>
        row.isFrozen ? (
          <Chip size="sm" tone="bad">
            {t('money.frozen')}
          </Chip>
        ) : null,
    },
    { key: 'when', number: true, title: t('money.when'), cell: (row) => format.date(row.at, 'dayTime') },
  ];
  return (
    <ListAndPane
      title={t('shell.chargebacks')}
      head={<View />}
      list={chargebacks}
      columns={columns}
      empty={{ title: t('money.noChargebacks'), text: t('money.noChargebacksText') }}
      limit={LIMIT}
      pane={({ id, row, onBack }) => (row ? <OrderPane key={id} id={row.orderId} onBack={onBack} /> : null)}
    />
  );
};

const OUTCOMES = ['unknownOrder', 'amountMismatch'] as const satisfies readonly RefusedEvent['outcome'][];

const Refused = () => {
  const t = useText();
  const format = useFormat();
  const statedAmount = useStatedAmount();
  const { get, offset } = useListSearch();
  const q = get('q') ?? '';
  const outcome = OUTCOMES.find((known) => known === get('outcome'));
  const events = useListData('GET /admin/gateway-events', {
    query: { limit: LIMIT, offset, ...(q ? { q } : {}), ...(outcome ? { outcome } : {}) },
  });
  const columns: readonly Column<RefusedEvent>[] = [
    {
      key: 'event',
      narrow: 'main',
      title: t('money.statement'),
      cell: (row) => (
        <span className={styles.twoLines}>
          <span className={type.strong}>{t(`money.event.${row.event as 'approved'}`)}</span>
          <span className={classes(type.tiny, type.faint)}>{row.paymentId ?? row.subscriptionId ?? row.gateway}</span>
        </span>
      ),
    },
    { key: 'why', narrow: 'end', title: t('money.state'), cell: (row) => <RefusalReasonChip event={row} /> },
    { key: 'amount', number: true, title: t('money.said'), cell: (row) => <span className={type.num}>{statedAmount(row)}</span> },
    { key: 'when', number: true, title: t('money.when'), cell: (row) => format.date(row.at, 'dayTime') },
  ];
  return (
    <ListAndPane
      title={t('shell.chargebacks')}
      caption={t('money.refused')}
      head={<View />}
      tools={
        <div className={styles.tools}>
          <ListSearch label={t('money.refusedSearch')} />
          <div className={admin.filters}>
            {OUTCOMES.map((choice) => (
              <FilterSwitch key={choice} name="outcome" value={choice} text={t(`money.why.${choice}`)} />
            ))}
          </div>
        </div>
      }
      list={events}
      columns={columns}
      empty={{ title: t('money.noRefused'), text: t('money.noRefusedText') }}
      limit={LIMIT}
      pane={({ row, onBack }) => (row ? <RefusedEventPane event={row} onBack={onBack} /> : null)}
    />
  );
};

/** Chargebacks, and gateway statements that were refused. */
const ChargebacksPage = () => {
  const { get } = useListSearch();
  return get('view') === 'refused' ? <Refused /> : <Chargebacks />;
};

export default ChargebacksPage;
