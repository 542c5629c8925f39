import { LEDGER_ACCOUNTS, type LedgerAccountKind, LEDGER_KINDS } from '../../features/money/ledger-kinds.ts';
import type { LedgerTransaction, adminMoney } from '@stagedoor/contract/admin-money';
import type { AnswerOf } from '@stagedoor/contract';
import { useData } from '../../app/data.ts';
import { ListAndPane } from '../../features/admin/ListAndPane.tsx';
import { ListSearch } from '../../features/lists/ListSearch.tsx';
import { PersonCell } from '../../features/admin/PersonCell.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { useLedgerAmount } from '../../features/money/Entries.tsx';
import styles from '../../features/money/money.module.css';
import { TransactionPane } from '../../features/money/TransactionPane.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { SelectField, TextField } from '../../ui/Field.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

const LIMIT = 25;
type LedgerAccount = AnswerOf<(typeof adminMoney)['GET /admin/ledger/accounts']>['data'][number];

const View = () => {
  const say = useText();
  const { get, change } = useListSearch();
  return (
    <Segments
      label={say('shell.ledger')}
      name="view"
      value={get('view') === 'accounts' ? 'accounts' : 'transactions'}
      onChange={(view) => change({ view: view === 'accounts' ? view : null, id: null, offset: null, q: null, kind: null })}
      options={(['transactions', 'accounts'] as const).map((value) => ({ value, text: say(`money.tab.${value}`) }))}
    />
  );
};

const AccountChoice = ({ name }: { name: string }) => {
  const say = useText();
  const { get, change } = useListSearch();
  return (
    <SelectField
      label={say('money.account')}
      placeholder={say('money.anyAccount')}
      value={get(name) ?? ''}
      choices={LEDGER_ACCOUNTS.map((value) => ({ value, text: say(`money.accountKind.${value}`) }))}
      onChange={(event) => change({ [name]: event.currentTarget.value || null, offset: null })}
    />
  );
};

const accountOf = (value: string | null): LedgerAccountKind | undefined => LEDGER_ACCOUNTS.find((known) => known === value);
/** The beginning of a day, or of the day after it, where the reader is. */
const instantOf = (day: string | null, daysAfter = 0): string | undefined => {
  if (!day || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + daysAfter);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
};

const Transactions = () => {
  const say = useText();
  const format = useFormat();
  const { get, offset, change } = useListSearch();
  const q = get('q') ?? '';
  const kind = LEDGER_KINDS.find((known) => known === get('kind'));
  const account = accountOf(get('account'));
  const from = instantOf(get('from'));
  const until = instantOf(get('until'), 1);
  const transactions = useData('GET /admin/ledger/transactions', {
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
      title: say('money.transaction'),
      cell: (row) => <span className={type.strong}>{say(`money.transactionKind.${row.kind}`)}</span>,
    },
    { key: 'buyer', title: say('money.buyer'), cell: (row) => (row.buyer ? <bdi>@{row.buyer.username}</bdi> : '–') },
    { key: 'seller', title: say('money.seller'), cell: (row) => (row.seller ? <bdi>@{row.seller.username}</bdi> : '–') },
    {
      key: 'amount',
      narrow: 'end',
      number: true,
      title: say('money.amount'),
      cell: (row) => (
        <span className={type.num}>
          {row.gross === null && row.net !== null
            ? format.money(row.net)
            : row.gross === null
              ? row.tokens === null
                ? '–'
                : say('money.tokens', { tokens: format.tokens(row.tokens) })
              : format.money(row.gross)}
        </span>
      ),
    },
    { key: 'when', number: true, title: say('money.when'), cell: (row) => format.date(row.createdAt, 'dayTime') },
  ];
  return (
    <ListAndPane
      title={say('shell.ledger')}
      head={<View />}
      tools={
        <div className={styles.tools}>
          <ListSearch label={say('money.searchLedger')} />
          <div className={styles.choices}>
            <SelectField
              label={say('money.kind')}
              placeholder={say('money.anyKind')}
              value={kind ?? ''}
              choices={LEDGER_KINDS.map((value) => ({ value, text: say(`money.transactionKind.${value}`) }))}
              onChange={(event) => change({ kind: event.currentTarget.value || null, offset: null })}
            />
            <AccountChoice name="account" />
            {(['from', 'until'] as const).map((name) => (
              <TextField
                key={name}
                type="date"
                label={say(`money.${name}`)}
                value={get(name) ?? ''}
                onChange={(event) => change({ [name]: event.currentTarget.value || null, offset: null })}
              />
            ))}
          </div>
        </div>
      }
      list={transactions}
      columns={columns}
      empty={{ title: say('money.noTransactionsFound'), text: say('money.noOrdersText') }}
      choose={{ title: say('money.chooseTransaction'), text: say('money.chooseTransactionText') }}
      limit={LIMIT}
      pane={({ id, onBack }) => <TransactionPane key={id} id={id} onBack={onBack} />}
    />
  );
};

const Accounts = () => {
  const say = useText();
  const written = useLedgerAmount();
  const { get, offset } = useListSearch();
  const q = get('q') ?? '';
  const kind = accountOf(get('kind'));
  const accounts = useData('GET /admin/ledger/accounts', {
    query: { limit: LIMIT, offset, ...(q ? { q } : {}), ...(kind ? { kind } : {}) },
  });
  const columns: readonly Column<LedgerAccount>[] = [
    {
      key: 'kind',
      narrow: 'main',
      title: say('money.account'),
      cell: (row) => <span className={type.strong}>{say(`money.accountKind.${row.kind}`)}</span>,
    },
    { key: 'owner', title: say('people.name'), cell: (row) => (row.owner ? <PersonCell person={row.owner} /> : say('money.site')) },
    { key: 'entries', number: true, title: say('money.entries'), cell: (row) => say('money.entriesCount', { count: row.entries }) },
    {
      key: 'balance',
      narrow: 'end',
      number: true,
      title: say('money.balance'),
      cell: (row) => <span className={type.num}>{written({ unit: row.unit, amount: row.balance })}</span>,
    },
  ];
  return (
    <ListAndPane
      title={say('shell.ledger')}
      head={<View />}
      tools={
        <div className={styles.tools}>
          <ListSearch label={say('money.searchAccounts')} />
          <div className={styles.choices}>
            <AccountChoice name="kind" />
          </div>
        </div>
      }
      list={accounts}
      columns={columns}
      empty={{ title: say('money.noAccountsFound'), text: say('money.noOrdersText') }}
      choose={{ title: say('money.tab.accounts'), text: say('money.chooseAccountText') }}
      limit={LIMIT}
      pane={() => null}
    />
  );
};

/** The ledger: every transaction to its entries, and every account with its balance. */
const Ledger = () => {
  const { get } = useListSearch();
  return get('view') === 'accounts' ? <Accounts /> : <Transactions />;
};

export default Ledger;
