import type { AdminOrderRow } from '@stagedoor/contract/admin-money';
import { ORDER_KINDS, type OrderState } from '@stagedoor/contract/payments.values';
import { useListData } from '../../app/data.ts';
import { ListAndPane } from '../../features/admin/ListAndPane.tsx';
import { FilterSwitch } from '../../features/admin/ListFilters.tsx';
import { ListSearch } from '../../features/lists/ListSearch.tsx';
import admin from '../../ui/admin/list-and-pane.module.css';
import { PersonCell } from '../../features/admin/PersonCell.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { MoveClock } from '../../features/money/MoveClock.tsx';
import { OrderPane } from '../../features/money/OrderPane.tsx';
import { OrderStateChip } from '../../features/money/order-state.tsx';
import styles from '../../features/money/money.module.css';
import type { Column } from '../../ui/table/column.ts';
import { SelectField } from '../../ui/SelectField.tsx';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

const LIMIT = 25;
const STATES = ['paid', 'created', 'refunded', 'chargedBack', 'failed', 'expired'] as const satisfies readonly OrderState[];

/** All orders, with the selected one beside them. */
const Orders = () => {
  const t = useText();
  const format = useFormat();
  const { get, offset, change } = useListSearch();
  const q = get('q') ?? '';
  const kind = ORDER_KINDS.find((known) => known === get('kind'));
  const state = STATES.find((known) => known === get('state'));
  const method = get('method') === 'card' ? ('card' as const) : undefined;
  const orders = useListData('GET /admin/orders', {
    query: {
      limit: LIMIT,
      offset,
      ...(q ? { q } : {}),
      ...(kind ? { kind } : {}),
      ...(state ? { state } : {}),
      ...(method ? { method } : {}),
    },
  });
  const columns: readonly Column<AdminOrderRow>[] = [
    {
      key: 'buyer',
      narrow: 'main',
      title: t('money.buyer'),
      cell: (row) => (row.buyer ? <PersonCell person={row.buyer} line={t(`money.orderKind.${row.kind}`)} /> : '–'),
    },
    { key: 'seller', title: t('money.seller'), cell: (row) => (row.seller ? <bdi>@{row.seller.username}</bdi> : t('money.site')) },
    { key: 'state', title: t('money.state'), cell: (row) => <OrderStateChip state={row.state} /> },
    {
      key: 'amount',
      narrow: 'end',
      number: true,
      title: t('money.amount'),
      cell: (row) => <span className={type.num}>{format.money(row.money)}</span>,
    },
    { key: 'when', number: true, title: t('money.when'), cell: (row) => format.date(row.createdAt, 'dayTime') },
  ];
  return (
    <ListAndPane
      title={t('shell.orders')}
      head={<MoveClock />}
      tools={
        <div className={styles.tools}>
          <ListSearch label={t('money.searchOrders')} />
          <div className={styles.choices}>
            <SelectField
              label={t('money.kind')}
              placeholder={t('money.anyKind')}
              value={kind ?? ''}
              choices={ORDER_KINDS.map((value) => ({ value, text: t(`money.orderKind.${value}`) }))}
              onChange={(event) => change({ kind: event.currentTarget.value || null, offset: null })}
            />
          </div>
          <div className={admin.filters}>
            {STATES.map((choice) => (
              <FilterSwitch key={choice} name="state" value={choice} text={t(`money.orderState.${choice}`)} />
            ))}
            <FilterSwitch name="method" value="card" text={t('money.byCard')} />
          </div>
        </div>
      }
      list={orders}
      columns={columns}
      empty={{ title: t('money.noOrders'), text: t('money.noOrdersText') }}
      limit={LIMIT}
      pane={({ id, onBack }) => <OrderPane key={id} id={id} onBack={onBack} />}
    />
  );
};

export default Orders;
