import type { RefusedEvent } from '@stagedoor/contract/admin-money';
import { useListData } from '../../app/data.ts';
import admin from '../../ui/admin/list-and-pane.module.css';
import { ListAndPane } from '../../features/admin/list/ListAndPane.tsx';
import { FilterSwitch } from '../../features/admin/list/ListFilters.tsx';
import { ListSearch } from '../../features/lists/ListSearch.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import styles from '../../ui/admin/money.module.css';
import { OrderPane } from '../../features/admin/orders/OrderPane.tsx';
import { RefusedEventPane } from '../../features/admin/orders/RefusedEventPane.tsx';
import { useChargebackColumns } from '../../features/admin/chargebacks/use-chargeback-columns.tsx';
import { useRefusedColumns } from '../../features/admin/chargebacks/use-refused-columns.tsx';
import { ChargebackView } from '../../features/admin/chargebacks/ChargebackView.tsx';
import { useText } from '../../ui/text.ts';

const LIMIT = 25;

/** Payments that were charged back. */
const Chargebacks = () => {
  const t = useText();
  const { offset } = useListSearch();
  const chargebacks = useListData('GET /admin/chargebacks', { query: { limit: LIMIT, offset } });
  return (
    <ListAndPane
      title={t('shell.chargebacks')}
      head={<ChargebackView />}
      list={chargebacks}
      columns={useChargebackColumns()}
      empty={{ title: t('money.noChargebacks'), text: t('money.noChargebacksText') }}
      limit={LIMIT}
      pane={({ id, row, onBack }) => (row ? <OrderPane key={id} id={row.orderId} onBack={onBack} /> : null)}
    />
  );
};

const OUTCOMES = ['unknownOrder', 'amountMismatch'] as const satisfies readonly RefusedEvent['outcome'][];

/** Statements of gateways that were refused. */
const Refused = () => {
  const t = useText();
  const { get, offset } = useListSearch();
  const q = get('q') ?? '';
  const outcome = OUTCOMES.find((known) => known === get('outcome'));
  const events = useListData('GET /admin/gateway-events', {
    query: { limit: LIMIT, offset, ...(q ? { q } : {}), ...(outcome ? { outcome } : {}) },
  });
  return (
    <ListAndPane
      title={t('shell.chargebacks')}
      caption={t('money.refused')}
      head={<ChargebackView />}
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
      columns={useRefusedColumns()}
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
