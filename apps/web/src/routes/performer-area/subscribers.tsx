import type { Subscription } from '@stagedoor/contract/subscriptions';
import { useListData } from '../../app/data.ts';
import { ListFile } from '../../features/lists/ListFile.tsx';
import { ListFilters } from '../../features/lists/ListFilters.tsx';
import { ListPage } from '../../features/lists/ListPage.tsx';
import { ListSearch } from '../../features/lists/ListSearch.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { useOrder } from '../../features/lists/use-order.ts';
import { MessageButton } from '../../features/messages/MessageButton.tsx';
import styles from '../../features/orders/orders.module.css';
import { Amount } from '../../ui/Amount.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chip, type ChipTone } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import type { Column } from '../../ui/table/column.ts';
import { Table } from '../../ui/table/Table.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { useFormat } from '../../ui/format.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { DateText } from '../../ui/TimeAgo.tsx';
import { useLocale, useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

const STATES = ['active', 'cancelled', 'expired'] as const;
const LIMIT = 25;

const stateOf = ({
  state,
  isOverdue,
  isTrial,
}: Subscription): { name: 'active' | 'trial' | 'overdue' | 'cancelled' | 'expired'; tone: ChipTone } =>
  state === 'expired'
    ? { name: 'expired', tone: 'plain' }
    : isOverdue
      ? { name: 'overdue', tone: 'warn' }
      : state === 'cancelled'
        ? { name: 'cancelled', tone: 'plain' }
        : isTrial
          ? { name: 'trial', tone: 'info' }
          : { name: 'active', tone: 'ok' };

/** The performer's subscribers: since when, and their renewal. */
const Subscribers = () => {
  const t = useText();
  const format = useFormat();
  const { get, oneOf, offset } = useListSearch();
  const state = oneOf('state', STATES);
  const q = get('q') ?? '';
  const filter = { ...(state ? { state } : {}), ...(q ? { q } : {}) };
  const { order, sorting } = useOrder(['expiresAt', 'startedAt'], { sortBy: 'expiresAt', sort: 'asc' });
  const locale = useLocale();
  const found = useListData('GET /performer/subscriptions/search', {
    query: { limit: LIMIT, offset, ...filter, ...order },
  });
  const { data } = found;
  const columns: readonly Column<Subscription>[] = [
    {
      key: 'fan',
      narrow: 'main',
      title: t('subscribers.fan'),
      cell: ({ fan }) => (
        <span className={type.flexBetween} style={{ justifyContent: 'start' }}>
          <Avatar src={fan.avatar} size={36} />
          <span className={styles.words}>
            <span className={classes(type.strong, type.clip)}>{fan.name}</span>
            <bdi className={classes(type.tiny, type.faint)}>@{fan.username}</bdi>
          </span>
        </span>
      ),
    },
    {
      key: 'state',
      narrow: 'end',
      title: t('subscribers.stateTitle'),
      cell: (row) => {
        const { name, tone } = stateOf(row);
        return <Chip tone={tone}>{t(`subscribers.is.${name}`)}</Chip>;
      },
    },
    { key: 'type', title: t('subscribers.type'), cell: (row) => t(`subscribers.type.${row.type}`) },
    { key: 'price', number: true, title: t('subscribers.price'), cell: (row) => <Amount tokens={row.price} /> },
    {
      key: 'spent',
      number: true,
      title: t('subscribers.spent'),
      cell: (row) => <span className={type.num}>{format.money(row.spent ?? 0)}</span>,
    },
    { key: 'since', number: true, sortBy: 'startedAt', title: t('subscribers.since'), cell: (row) => <DateText instant={row.startedAt} /> },
    {
      key: 'until',
      number: true,
      sortBy: 'expiresAt',
      sortsFirst: 'asc',
      title: t('subscribers.until'),
      cell: (row) => <DateText instant={row.renewsAt ?? row.expiresAt} />,
    },
    { key: 'write', narrow: 'end', title: '', cell: ({ fan }) => <MessageButton isSmall personId={fan._id} /> },
  ];
  return (
    <ListPage
      title={t('subscribers.title')}
      head={
        data ? (
          <>
            <span className={classes(type.num, type.s26)}>{format.total(data)}</span>
            <ListFile
              href={`/api/performer/subscriptions/search/export?${new URLSearchParams({ ...filter, locale }).toString()}`}
              name="subscribers.csv"
            />
          </>
        ) : null
      }
      tools={
        <>
          <ListSearch label={t('subscribers.search')} />
          <ListFilters name="state" values={STATES} all={t('subscribers.all')} textOf={(choice) => t(`subscribers.state.${choice}`)} />
        </>
      }
      width="wide"
      list={found}
      limit={LIMIT}
      skeleton={<RowsSkeleton rows={6} size={36} />}
      empty={<Empty title={t('subscribers.none')} text={t('subscribers.noneText')} />}
    >
      {(rows) => (
        <Card pad="none" className={styles.table}>
          <Table caption={t('subscribers.title')} columns={columns} rows={rows} rowKey={(row) => row._id} sorting={sorting} />
        </Card>
      )}
    </ListPage>
  );
};

export default Subscribers;
