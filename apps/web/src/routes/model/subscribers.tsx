import type { Subscription } from '@stagedoor/contract/subscriptions';
import { useState } from 'react';
import { useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Pending } from '../../app/Pending.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import styles from '../../features/orders/orders.module.css';
import { useSearchText } from '../../features/orders/use-search-text.ts';
import { Amount } from '../../ui/Amount.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chip, type ChipTone, FilterChip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { useFormat } from '../../ui/format.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { DateText } from '../../ui/TimeAgo.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

const STATES = ['active', 'cancelled', 'expired'] as const;
const STEP = 25;
const MOST = 100;

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
  const [state, setState] = useState<(typeof STATES)[number] | null>(null);
  const [limit, setLimit] = useState(STEP);
  const { text, setText, asked } = useSearchText();
  const found = useData('GET /performer/subscriptions/search', {
    query: { limit, ...(state ? { state } : {}), ...(asked ? { q: asked } : {}) },
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
    <Page width="wide">
      <PageTitle title={say('subscribers.title')} />
      <div className={type.flexBetween}>
        <h1 className={classes(type.display, type.s46, type.after)}>{say('subscribers.title')}</h1>
        {data ? <span className={classes(type.num, type.s26)}>{format.count(data.total)}</span> : null}
      </div>
      <div className={styles.tools}>
        <SearchField
          label={say('subscribers.search')}
          value={text}
          maxLength={60}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div className={styles.filters}>
          <FilterChip on={state === null} onClick={() => setState(null)}>
            {say('subscribers.all')}
          </FilterChip>
          {STATES.map((choice) => (
            <FilterChip key={choice} on={choice === state} onClick={() => setState(choice)}>
              {say(`subscribers.state.${choice}`)}
            </FilterChip>
          ))}
        </div>
      </div>
      {!data ? (
        <Pending of={found}>
          <RowsSkeleton rows={6} size={36} />
        </Pending>
      ) : data.data.length === 0 ? (
        <Empty title={say('subscribers.none')} text={say('subscribers.noneText')} />
      ) : (
        <>
          <Card pad="none" className={styles.table}>
            <DataTable caption={say('subscribers.title')} columns={columns} rows={data.data} rowKey={(row) => row._id} />
          </Card>
          {data.total > data.data.length && limit < MOST ? (
            <div className={styles.more}>
              <Button kind="lift" onClick={() => setLimit(Math.min(MOST, limit + STEP))}>
                {say('wallet.more')}
              </Button>
            </div>
          ) : null}
        </>
      )}
    </Page>
  );
};

export default Subscribers;
