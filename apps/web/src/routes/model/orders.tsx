import type { DeliveryState, OrderDetail } from '@stagedoor/contract/orders';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Pending } from '../../app/Pending.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { DeliveryChip } from '../../features/orders/DeliverySteps.tsx';
import styles from '../../features/orders/orders.module.css';
import { SaleSheet } from '../../features/orders/SaleSheet.tsx';
import { timeLeft } from '../../features/orders/time-left.ts';
import { useSearchText } from '../../features/orders/use-search-text.ts';
import { Amount } from '../../ui/Amount.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chip, FilterChip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { useFormat } from '../../ui/format.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { DateText } from '../../ui/TimeAgo.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

const STATES = ['created', 'processing', 'shipped', 'delivered', 'refunded'] as const satisfies readonly DeliveryState[];
const STEP = 20;
const MOST = 100;
const MINUTE_MS = 60_000;

/** How long the seller still has; in red letters never, in a warm chip when it is less than a day. */
const TimeLeft = ({ instant }: { instant: string }) => {
  const say = useText();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  const left = timeLeft(instant, now);
  if (!left) return null;
  const isSoon = left.unit === 'minutes' || left.count < 24;
  return <Chip tone={isSoon ? 'warn' : 'plain'}>{say('sales.left', { time: say(`sales.${left.unit}`, { count: left.count }) })}</Chip>;
};

const Row = ({ detail, onOpen }: { detail: OrderDetail; onOpen: () => void }) => {
  const format = useFormat();
  return (
    <button type="button" className={classes(styles.row, styles.sale)} aria-haspopup="dialog" onClick={onOpen}>
      <Avatar src={detail.buyer?.avatar ?? null} size={44} />
      <span className={styles.words}>
        <span className={styles.name}>
          {detail.product.name}
          {detail.quantity > 1 ? ` × ${format.count(detail.quantity)}` : ''}
        </span>
        <span className={classes(type.small, type.quiet)}>
          {detail.buyer?.name} · <DateText instant={detail.createdAt} style="day" />
        </span>
      </span>
      <span className={classes(styles.end, styles.saleEnd)}>
        <Amount tokens={detail.total} />
        {detail.acceptBy ? <TimeLeft instant={detail.acceptBy} /> : <DeliveryChip delivery={detail.delivery} />}
      </span>
    </button>
  );
};

/** What was ordered of the performer, by what is to be done with it. */
const ModelOrders = () => {
  const say = useText();
  const client = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const [limit, setLimit] = useState(STEP);
  const { text, setText, asked } = useSearchText();
  const delivery = STATES.find((known) => known === search.get('state')) ?? 'created';
  const id = search.get('id');
  const sold = useData('GET /orders/details/search', {
    query: { limit, delivery, sort: delivery === 'created' ? 'asc' : 'desc', ...(asked ? { q: asked } : {}) },
  });
  const { data } = sold;
  const go = (values: Record<string, string | null>) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(values)) {
          if (value === null) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const reload = () => {
    void client.invalidateQueries({ queryKey: ['GET /orders/details/search'] });
    void client.invalidateQueries({ queryKey: ['GET /orders/details/{id}'] });
  };
  return (
    <Page>
      <PageTitle title={say('shop.orders')} />
      <h1 className={classes(type.display, type.s46)}>{say('shop.orders')}</h1>
      <p className={classes(type.small, type.quiet, type.after)}>{say('sales.lead')}</p>
      <div className={styles.tools}>
        <SearchField label={say('sales.search')} value={text} maxLength={60} onChange={(event) => setText(event.currentTarget.value)} />
        <div className={styles.filters}>
          {STATES.map((state) => (
            <FilterChip key={state} on={state === delivery} onClick={() => go({ state: state === 'created' ? null : state })}>
              {say(`sales.state.${state}`)}
            </FilterChip>
          ))}
        </div>
      </div>
      {!data ? (
        <Pending of={sold}>
          <RowsSkeleton rows={4} />
        </Pending>
      ) : data.data.length === 0 ? (
        <Empty title={say('sales.none')} text={say('sales.noneText')} />
      ) : (
        <>
          <Card pad="lg">
            {data.data.map((detail) => (
              <Row key={detail._id} detail={detail} onOpen={() => go({ id: detail._id })} />
            ))}
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
      {id ? <SaleSheet key={id} id={id} onClose={() => go({ id: null })} onChange={reload} /> : null}
    </Page>
  );
};

export default ModelOrders;
