import type { ChargebackRow } from '@stagedoor/contract/admin-money';
import { useData } from '../../app/data.ts';
import { ListAndPane } from '../../features/admin/ListAndPane.tsx';
import { PersonCell } from '../../features/admin/PersonCell.tsx';
import { useListSearch } from '../../features/admin/use-list-search.ts';
import { OrderPane } from '../../features/money/OrderPane.tsx';
import { Chip } from '../../ui/Chip.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

const LIMIT = 25;

/** What banks took back from buyers' cards, and what came of it. */
const Chargebacks = () => {
  const say = useText();
  const format = useFormat();
  const { offset } = useListSearch();
  const chargebacks = useData('GET /admin/chargebacks', { query: { limit: LIMIT, offset } });
  const columns: readonly Column<ChargebackRow>[] = [
    {
      key: 'buyer',
      narrow: 'main',
      title: say('money.buyer'),
      cell: (row) => (row.buyer ? <PersonCell person={row.buyer} line={say(`money.orderKind.${row.kind}`)} /> : '–'),
    },
    {
      key: 'amount',
      narrow: 'end',
      number: true,
      title: say('money.amount'),
      cell: (row) => <span className={type.num}>{format.money(row.money)}</span>,
    },
    { key: 'owed', number: true, title: say('money.owed'), cell: (row) => (row.owed > 0 ? format.money(row.owed) : '–') },
    {
      key: 'state',
      title: say('money.account'),
      cell: (row) =>
        row.isFrozen ? (
          <Chip size="sm" tone="bad">
            {say('money.frozen')}
          </Chip>
        ) : null,
    },
    { key: 'when', number: true, title: say('money.when'), cell: (row) => format.date(row.at, 'dayTime') },
  ];
  return (
    <ListAndPane
      title={say('shell.chargebacks')}
      list={chargebacks}
      columns={columns}
      empty={{ title: say('money.noChargebacks'), text: say('money.noChargebacksText') }}
      choose={{ title: say('money.chooseOrder'), text: say('money.chooseOrderText') }}
      limit={LIMIT}
      pane={({ id, row, onBack }) => (row ? <OrderPane key={id} id={row.orderId} onBack={onBack} /> : null)}
    />
  );
};

export default Chargebacks;
