import type { ResponseOf } from '@stagedoor/contract';
import type { adminMoney } from '@stagedoor/contract/admin-money';
import { LEDGER_ACCOUNT_KINDS } from '@stagedoor/contract/admin-money.values';
import { useListData } from '../../app/data.ts';
import { AccountChoice } from '../../features/admin/ledger/AccountChoice.tsx';
import { LedgerView } from '../../features/admin/ledger/LedgerView.tsx';
import { TransactionList } from '../../features/admin/ledger/TransactionList.tsx';
import { oneOf, useFilter, words } from '../../features/lists/tools/filters.ts';
import { ListTools } from '../../features/lists/tools/ListTools.tsx';
import { ListAndPane } from '../../features/admin/list/ListAndPane.tsx';
import { PersonCell } from '../../features/admin/frame/PersonCell.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { useLedgerAmount } from '../../features/admin/ledger/Entries.tsx';
import type { Column } from '../../ui/table/column.ts';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

const LIMIT = 25;
const FILTER = { q: words, kind: oneOf(LEDGER_ACCOUNT_KINDS) };
type LedgerAccount = ResponseOf<(typeof adminMoney)['GET /admin/ledger/accounts']>['data'][number];

const Accounts = () => {
  const t = useText();
  const written = useLedgerAmount();
  const { offset } = useListSearch();
  const accounts = useListData('GET /admin/ledger/accounts', { query: { limit: LIMIT, offset, ...useFilter(FILTER) } });
  const columns: readonly Column<LedgerAccount>[] = [
    {
      key: 'kind',
      narrow: 'main',
      title: t('money.account'),
      cell: (row) => <span className={type.strong}>{t(`money.accountKind.${row.kind}`)}</span>,
    },
    {
      key: 'owner',
      title: t('people.name'),
      cell: (row) => (row.owner ? <PersonCell person={row.owner} /> : (row.gateway ?? t('money.site'))),
    },
    { key: 'entries', number: true, title: t('money.entries'), cell: (row) => t('money.entriesCount', { count: row.entries }) },
    {
      key: 'balance',
      narrow: 'end',
      number: true,
      title: t('money.balance'),
      cell: (row) => <span className={type.num}>{written({ unit: row.unit, amount: row.balance })}</span>,
    },
  ];
  return (
    <ListAndPane
      title={t('shell.ledger')}
      head={<LedgerView />}
      tools={<ListTools search={t('money.searchAccounts')} narrowing={['kind']} isDated={false} choices={<AccountChoice name="kind" />} />}
      list={accounts}
      columns={columns}
      empty={{ title: t('money.noAccountsFound'), text: t('money.noOrdersText') }}
      limit={LIMIT}
      pane={() => null}
    />
  );
};

/** The ledger: every transaction with its entries, and every account with its balance. */
const Ledger = () => {
  const { get } = useListSearch();
  return get('view') === 'accounts' ? <Accounts /> : <TransactionList />;
};

export default Ledger;
