import type { Subscription } from '@stagedoor/contract/subscriptions';
import { useData } from '../../app/data.ts';
import { ListPage } from '../../features/lists/ListPage.tsx';
import { ListSearch } from '../../features/lists/ListSearch.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import styles from '../../features/orders/orders.module.css';
import { Amount } from '../../ui/Amount.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chip, type ChipTone, FilterChip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { useFormat } from '../../ui/format.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { DateText } from '../../ui/TimeAgo.tsx';
import { useText } from '../../ui/text.ts';
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

/** Who has a seat, since when, and how it goes on. */
const Subscribers = () => {
  const say = useText();
  const format = useFormat();
  const { get, offset, change } = useListSearch();
  const state = STATES.find((known) => known === get('state'));
  const q = get('q') ?? '';
  const found = useData('GET /performer/subscriptions/search', {
    query: { limit: LIMIT, offset, ...(state ? { state } : {}), ...(q ? { q } : {}) },
  });
  const { data } = found;
  const columns: readonly Column<Subscription>[] = [
    {
      key: 'fan',
      narrow: 'main',
      title: say('subscribers.fan'),
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
      title: say('subscribers.stateTitle'),
      cell: (row) => {
        const { name, tone } = stateOf(row);
        return <Chip tone={tone}>{say(`subscribers.is.${name}`)}</Chip>;
      },
    },
    { key: 'type', title: say('subscribers.type'), cell: (row) => say(`subscribers.type.${row.type}`) },
    { key: 'price', number: true, title: say('subscribers.price'), cell: (row) => <Amount tokens={row.price} /> },
    { key: 'since', number: true, title: say('subscribers.since'), cell: (row) => <DateText instant={row.startedAt} /> },
    { key: 'until', number: true, title: say('subscribers.until'), cell: (row) => <DateText instant={row.renewsAt ?? row.expiresAt} /> },
  ];
  return (
    <ListPage
      title={say('subscribers.title')}
      head={data ? <span className={classes(type.num, type.s26)}>{format.count(data.total)}</span> : null}
      tools={
        <>
          <ListSearch label={say('subscribers.search')} />
          <div className={styles.filters}>
            <FilterChip on={!state} onClick={() => change({ state: null, offset: null })}>
              {say('subscribers.all')}
            </FilterChip>
            {STATES.map((choice) => (
              <FilterChip key={choice} on={choice === state} onClick={() => change({ state: choice, offset: null })}>
                {say(`subscribers.state.${choice}`)}
              </FilterChip>
            ))}
          </div>
        </>
      }
      width="wide"
      list={found}
      limit={LIMIT}
      skeleton={<RowsSkeleton rows={6} size={36} />}
      empty={<Empty title={say('subscribers.none')} text={say('subscribers.noneText')} />}
    >
      {(rows) => (
        <Card pad="none" className={styles.table}>
          <DataTable caption={say('subscribers.title')} columns={columns} rows={rows} rowKey={(row) => row._id} />
        </Card>
      )}
    </ListPage>
  );
};

export default Subscribers;
