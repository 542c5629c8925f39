import type { DeliveryState, OrderLine } from '@stagedoor/contract/orders';
import { useQueryClient } from '@tanstack/react-query';
import { useListData } from '../../app/data.ts';
import { useSiteTime } from '../../app/site-time.ts';
import { ListFile } from '../../features/lists/ListFile.tsx';
import { ListPage } from '../../features/lists/ListPage.tsx';
import { ListSearch } from '../../features/lists/ListSearch.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { DeliveryChip } from '../../features/orders/DeliverySteps.tsx';
import styles from '../../features/orders/orders.module.css';
import { SaleSheet } from '../../features/orders/SaleSheet.tsx';
import { timeLeft } from '../../features/orders/time-left.ts';
import { Amount } from '../../ui/Amount.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chip, FilterChip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { useFormat } from '../../ui/format.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { DateText } from '../../ui/TimeAgo.tsx';
import { useLocale, useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

const STATES = ['created', 'processing', 'shipped', 'delivered', 'cancelled', 'refunded'] as const satisfies readonly DeliveryState[];
const LIMIT = 20;
const MINUTE_MS = 60_000;

/** Time left to accept or ship; a warm chip below one day, never red. */
const TimeLeft = ({ instant }: { instant: string }) => {
  const t = useText();
  const now = useSiteTime(MINUTE_MS);
  const left = timeLeft(instant, now);
  if (!left) return null;
  const isSoon = left.unit === 'minutes' || left.count < 24;
  return <Chip tone={isSoon ? 'warn' : 'plain'}>{t('sales.left', { time: t(`sales.${left.unit}`, { count: left.count }) })}</Chip>;
};

const Row = ({ orderLine, onOpen }: { orderLine: OrderLine; onOpen: () => void }) => {
  const format = useFormat();
  return (
    <button type="button" className={classes(styles.row, styles.sale)} aria-haspopup="dialog" onClick={onOpen}>
      <Avatar src={orderLine.buyer?.avatar ?? null} size={44} />
      <span className={styles.words}>
        <span className={styles.name}>
          {orderLine.product.name}
          {orderLine.quantity > 1 ? ` × ${format.count(orderLine.quantity)}` : ''}
        </span>
        <span className={classes(type.small, type.quiet)}>
          {orderLine.buyer?.name} · <DateText instant={orderLine.createdAt} style="day" />
        </span>
      </span>
      <span className={classes(styles.end, styles.saleEnd)}>
        <Amount tokens={orderLine.total} money={orderLine.money} />
        {orderLine.acceptBy ? <TimeLeft instant={orderLine.acceptBy} /> : <DeliveryChip delivery={orderLine.delivery} />}
      </span>
    </button>
  );
};

const BY_PRODUCT = 'products';

const Tools = ({ chosen }: { chosen: DeliveryState | typeof BY_PRODUCT }) => {
  const t = useText();
  const { change } = useListSearch();
  return (
    <>
      {chosen === BY_PRODUCT ? null : <ListSearch label={t('sales.search')} />}
      <div className={styles.filters}>
        {STATES.map((state) => (
          <FilterChip key={state} on={state === chosen} onClick={() => change({ state: state === 'created' ? null : state, offset: null })}>
            {t(`sales.state.${state}`)}
          </FilterChip>
        ))}
        <span className={styles.apart}>
          <FilterChip on={chosen === BY_PRODUCT} onClick={() => change({ state: BY_PRODUCT, offset: null, q: null })}>
            {t(`sales.state.${BY_PRODUCT}`)}
          </FilterChip>
        </span>
      </div>
    </>
  );
};

/** Sales by product: how many, for how much, and when last; also of products that are no longer offered. */
const SoldProducts = () => {
  const t = useText();
  const format = useFormat();
  const { offset } = useListSearch();
  const sold = useListData('GET /orders/performers/products/search', { query: { limit: LIMIT, offset } });
  return (
    <ListPage
      title={t('shop.orders')}
      tools={<Tools chosen={BY_PRODUCT} />}
      list={sold}
      limit={LIMIT}
      skeleton={<RowsSkeleton rows={4} />}
      empty={<Empty title={t('sales.noProducts')} text={t('sales.noProductsText')} />}
    >
      {(products) => (
        <Card pad="lg">
          <ul className={styles.sold}>
            {products.map((product) => (
              <li key={product._id} className={styles.soldRow}>
                <span className={styles.words}>
                  <span className={styles.name}>{product.name}</span>
                  <span className={classes(type.small, type.quiet)}>
                    {t(`shop.type.${product.type}`)} · {t('sales.lastSold')} <DateText instant={product.lastAt} style="day" />
                  </span>
                </span>
                <span className={styles.end}>
                  <Amount tokens={product.total} />
                  <span className={classes(type.small, type.quiet)}>
                    {t('sales.soldCount', { count: product.quantity, shown: format.count(product.quantity) })}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </ListPage>
  );
};

/** Orders of the performer's products, by required action. */
const DeliveryOrders = () => {
  const t = useText();
  const client = useQueryClient();
  const { get, offset, change } = useListSearch();
  const delivery = STATES.find((known) => known === get('state')) ?? 'created';
  const id = get('id');
  const q = get('q') ?? '';
  const locale = useLocale();
  const filter = { delivery, ...(q ? { q } : {}) };
  const sold = useListData('GET /orders/details/search', {
    query: { limit: LIMIT, offset, sort: delivery === 'created' ? 'asc' : 'desc', ...filter },
  });
  const reload = () => {
    void client.invalidateQueries({ queryKey: ['GET /orders/details/search'] });
    void client.invalidateQueries({ queryKey: ['GET /orders/details/{id}'] });
  };
  return (
    <ListPage
      title={t('shop.orders')}
      head={
        <ListFile href={`/api/orders/details/search/export?${new URLSearchParams({ ...filter, locale }).toString()}`} name="sales.csv" />
      }
      lead={t('sales.lead')}
      tools={<Tools chosen={delivery} />}
      list={sold}
      limit={LIMIT}
      skeleton={<RowsSkeleton rows={4} />}
      empty={<Empty title={t('sales.none')} text={t('sales.noneText')} />}
      over={id ? <SaleSheet key={id} id={id} onClose={() => change({ id: null })} onChange={reload} /> : null}
    >
      {(orderLines) => (
        <Card pad="lg">
          {orderLines.map((orderLine) => (
            <Row key={orderLine._id} orderLine={orderLine} onOpen={() => change({ id: orderLine._id })} />
          ))}
        </Card>
      )}
    </ListPage>
  );
};

/** A performer's sales: orders by required action, and what each product sold. */
const SoldOrders = () => {
  const { get } = useListSearch();
  return get('state') === BY_PRODUCT ? <SoldProducts /> : <DeliveryOrders />;
};

export default SoldOrders;
