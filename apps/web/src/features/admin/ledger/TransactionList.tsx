import type { LedgerTransaction } from '@stagedoor/contract/admin-money';
import { LEDGER_ACCOUNT_KINDS } from '@stagedoor/contract/admin-money.values';
import { useListData } from '../../../app/data.ts';
import { useFormat } from '../../../ui/format.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { useListSearch } from '../../lists/use-list-search.ts';
import { useLedgerAmount } from './Entries.tsx';
import { LEDGER_KINDS } from './ledger-kinds.ts';
import { TransactionPane } from './TransactionPane.tsx';
import { FilterChoice } from '../../lists/tools/FilterChoice.tsx';
import { anId, MADE_IN, oneOf, useFilter, words } from '../../lists/tools/filters.ts';
import { ListTools } from '../../lists/tools/ListTools.tsx';
import { useOrder } from '../../lists/use-order.ts';
import { ListAndPane } from '../list/ListAndPane.tsx';
import { AccountChoice } from './AccountChoice.tsx';
import { LedgerView } from './LedgerView.tsx';

const LIMIT = 25;
const FILTER = { q: words, kind: oneOf(LEDGER_KINDS), account: oneOf(LEDGER_ACCOUNT_KINDS), ownerId: anId, ...MADE_IN };

const useColumns = (): readonly Column<LedgerTransaction>[] => {
  const t = useText();
  const format = useFormat();
  const written = useLedgerAmount();
  const amountOf = ({ kind, gross, net, tokens }: LedgerTransaction) => {
    const money = gross ?? net;
    // A reversal of a chargeback is written like a reversal, with amounts below zero.
    const shown = (amount: number): number => (kind === 'chargebackReversal' ? Math.abs(amount) : amount);
    if (money !== null) return format.money(shown(money));
    return tokens === null ? '–' : written({ unit: 'token', amount: shown(tokens) });
  };
  return [
    {
      key: 'kind',
      narrow: 'main',
      title: t('money.transaction'),
      cell: (row) => <span className={type.strong}>{t(`money.transactionKind.${row.kind}`)}</span>,
    },
    { key: 'buyer', title: t('money.buyer'), cell: (row) => (row.buyer ? <bdi>@{row.buyer.username}</bdi> : '–') },
    { key: 'seller', title: t('money.seller'), cell: (row) => (row.seller ? <bdi>@{row.seller.username}</bdi> : '–') },
    {
      key: 'amount',
      narrow: 'end',
      number: true,
      title: t('money.amount'),
      cell: (row) => <span className={type.num}>{amountOf(row)}</span>,
    },
    { key: 'when', number: true, title: t('money.when'), cell: (row) => format.date(row.createdAt, 'dayTime'), sortBy: 'createdAt' },
  ];
};

/** Every transaction of the ledger, with the entries of the selected one. */
export const TransactionList = () => {
  const t = useText();
  const { offset } = useListSearch();
  const filter = useFilter(FILTER);
  const { order, sorting } = useOrder(['createdAt'], { sortBy: 'createdAt', sort: 'desc' });
  const transactions = useListData('GET /admin/ledger/transactions', { query: { limit: LIMIT, offset, ...filter, ...order } });
  return (
    <ListAndPane
      title={t('shell.ledger')}
      head={<LedgerView />}
      tools={
        <ListTools
          search={t('money.searchLedger')}
          narrowing={['kind', 'account', 'ownerId']}
          choices={
            <>
              <FilterChoice
                name="kind"
                label={t('money.kind')}
                any={t('money.anyKind')}
                choices={LEDGER_KINDS.map((value) => ({ value, text: t(`money.transactionKind.${value}`) }))}
              />
              <AccountChoice name="account" />
            </>
          }
        />
      }
      list={transactions}
      columns={useColumns()}
      empty={{ title: t('money.noTransactionsFound'), text: t('money.noOrdersText') }}
      limit={LIMIT}
      whole={{ list: 'ledger', filter, sorting, nameOf: ({ _id }) => _id }}
      pane={({ id, onBack }) => <TransactionPane key={id} id={id} onBack={onBack} />}
    />
  );
};
