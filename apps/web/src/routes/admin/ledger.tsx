import { LEDGER_ACCOUNT_KINDS, type LedgerAccountKind } from '@stagedoor/contract/admin-money.values';
import { LEDGER_KINDS } from '../../features/money/ledger-kinds.ts';
import type { LedgerTransaction, adminMoney } from '@stagedoor/contract/admin-money';
import type { ResponseOf } from '@stagedoor/contract';
import { useListData } from '../../app/data.ts';
import { ListAndPane } from '../../features/admin/ListAndPane.tsx';
import { ListSearch } from '../../features/lists/ListSearch.tsx';
import { PersonCell } from '../../features/admin/PersonCell.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { useLedgerAmount } from '../../features/money/Entries.tsx';
import styles from '../../features/money/money.module.css';
import { TransactionPane } from '../../features/money/TransactionPane.tsx';
import type { Column } from '../../ui/table/column.ts';
import { TextField } from '../../ui/Field.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { useFormat } from '../../ui/format.tsx';
import { startOfDay } from '../../ui/forms/local-date-time.ts';
import { Segments } from '../../ui/Segments.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

const LIMIT = 25;
type LedgerAccount = ResponseOf<(typeof adminMoney)['GET /admin/ledger/accounts']>['data'][number];

const View = () => {
  const t = useText();
  const { get, change } = useListSearch();
  return (
    <Segments
      label={t('shell.ledger')}
      name="view"
      value={get('view') === 'accounts' ? 'accounts' : 'transactions'}
      onChange={(view) => change({ view: view === 'accounts' ? view : null, id: null, offset: null, q: null, kind: null })}
      options={(['transactions', 'accounts'] as const).map((value) => ({ value, text: t(`money.tab.${value}`) }))}
    />
  );
};

const AccountChoice = ({ name }: { name: string }) => {
  const t = useText();
  const { get, change } = useListSearch();
  return (
    <SelectField
      label={t('money.account')}
      placeholder={t('money.anyAccount')}
      value={get(name) ?? ''}
      choices={LEDGER_ACCOUNT_KINDS.map((value) => ({ value, text: t(`money.accountKind.${value}`) }))}
      onChange={(event) => change({ [name]: event.currentTarget.value || null, offset: null })}
    />
  );
};

const accountOf = (value: string | null): LedgerAccountKind | undefined => LEDGER_ACCOUNT_KINDS.find((known) => known === value);
const Transactions = () => {
  const t = useText();
  const written = useLedgerAmount();
  const format = useFormat();
  const { get, offset, change } = useListSearch();
  const q = get('q') ?? '';
  const kind = LEDGER_KINDS.find((known) => known === get('kind'));
  const account = accountOf(get('account'));
  const from = startOfDay(get('from'));
  const until = startOfDay(get('until'), 1);
  const transactions = useListData('GET /admin/ledger/transactions', {
    query: {
      limit: LIMIT,
      offset,
      ...(q ? { q } : {}),
      ...(kind ? { kind } : {}),
      ...(account ? { account } : {}),
      ...(from ? { from } : {}),
      ...(until ? { until } : {}),
    },
  });
  const columns: readonly Column<LedgerTransaction>[] = [
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
      cell: (row) => (
        <span className={type.num}>
          {row.gross === null && row.net !== null
            ? format.money(row.net)
            : row.gross === null
              ? row.tokens === null
                ? '–'
                : written({ unit: 'token', amount: row.tokens })
              : format.money(row.gross)}
        </span>
      ),
    },
    { key: 'when', number: true, title: t('money.when'), cell: (row) => format.date(row.createdAt, 'dayTime') },
  ];
  return (
    <ListAndPane
      title={t('shell.ledger')}
      head={<View />}
      tools={
        <div className={styles.tools}>
          <ListSearch label={t('money.searchLedger')} />
          <div className={styles.choices}>
            <SelectField
              label={t('money.kind')}
              placeholder={t('money.anyKind')}
              value={kind ?? ''}
              choices={LEDGER_KINDS.map((value) => ({ value, text: t(`money.transactionKind.${value}`) }))}
              onChange={(event) => change({ kind: event.currentTarget.value || null, offset: null })}
            />
            <AccountChoice name="account" />
            {(['from', 'until'] as const).map((name) => (
              <TextField
                key={name}
                type="date"
                label={t(`money.${name}`)}
                value={get(name) ?? ''}
                onChange={(event) => change({ [name]: event.currentTarget.value || null, offset: null })}
              />
            ))}
          </div>
        </div>
      }
      list={transactions}
      columns={columns}
      empty={{ title: t('money.noTransactionsFound'), text: t('money.noOrdersText') }}
      limit={LIMIT}
      pane={({ id, onBack }) => <TransactionPane key={id} id={id} onBack={onBack} />}
    />
  );
};

const Accounts = () => {
  const t = useText();
  const written = useLedgerAmount();
  const { get, offset } = useListSearch();
  const q = get('q') ?? '';
  const kind = accountOf(get('kind'));
  const accounts = useListData('GET /admin/ledger/accounts', {
    query: { limit: LIMIT, offset, ...(q ? { q } : {}), ...(kind ? { kind } : {}) },
  });
  const columns: readonly Column<LedgerAccount>[] = [
    {
      key: 'kind',
      narrow: 'main',
      title: t('money.account'),
      cell: (row) => <span className={type.strong}>{t(`money.accountKind.${row.kind}`)}</span>,
    },
    { key: 'owner', title: t('people.name'), cell: (row) => (row.owner ? <PersonCell person={row.owner} /> : t('money.site')) },
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
      head={<View />}
      tools={
        <div className={styles.tools}>
          <ListSearch label={t('money.searchAccounts')} />
          <div className={styles.choices}>
            <AccountChoice name="kind" />
          </div>
        </div>
      }
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
  return get('view') === 'accounts' ? <Accounts /> : <Transactions />;
};

export default Ledger;
