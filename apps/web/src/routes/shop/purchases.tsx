import type { OrderKind, PurchaseRow } from '@stagedoor/contract/payments';
import {
  IconArrowDown,
  IconCrown,
  IconGift,
  IconLockOpen,
  IconMessageCircle,
  IconMoodSmile,
  IconShoppingBag,
  type TablerIcon,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Pending } from '../../app/Pending.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import styles from '../../features/orders/orders.module.css';
import { Amount, Money } from '../../ui/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chip, FilterChip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { useFormat } from '../../ui/format.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { DateText } from '../../ui/TimeAgo.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

const STEP = 20;
const MOST = 100;

const ICONS: Record<OrderKind, TablerIcon> = {
  topUp: IconArrowDown,
  subscription: IconCrown,
  renewal: IconCrown,
  feed: IconLockOpen,
  gallery: IconLockOpen,
  photo: IconLockOpen,
  video: IconLockOpen,
  product: IconShoppingBag,
  message: IconMessageCircle,
  tip: IconGift,
  gift: IconGift,
  emoji: IconMoodSmile,
};
const KINDS = Object.keys(ICONS) as OrderKind[];

/** Where a purchase leads: what was bought, else who was paid. */
const addressOf = ({ kind, orderId, item, counterparty }: PurchaseRow): string | null => {
  if (kind === 'product') return `/orders/${orderId}`;
  if (item?.kind === 'feed') return `/feeds/${item.id}`;
  if (kind === 'topUp') return '/wallet';
  return counterparty ? `/${counterparty.username}` : null;
};

const Row = ({ row }: { row: PurchaseRow }) => {
  const say = useText();
  const format = useFormat();
  const Icon = ICONS[row.kind];
  const to = addressOf(row);
  const kind = say(`purchases.kind.${row.kind}`);
  const title =
    row.item?.title || (row.kind === 'product' ? say('purchases.several') : row.counterparty ? `${kind}: ${row.counterparty.name}` : kind);
  const inside = (
    <>
      <span className={styles.icon}>
        <Icon size={20} stroke={1.75} aria-hidden="true" />
      </span>
      <span className={styles.words}>
        <span className={classes(type.strong, type.clip)}>{title}</span>
        <span className={classes(type.tiny, type.faint)}>
          {[say(`purchases.kind.${row.kind}`), row.item ? row.counterparty?.name : '', say(`orders.method.${row.method}`)]
            .filter(Boolean)
            .join(' · ')}{' '}
          · <DateText instant={row.paidAt ?? row.createdAt} />
        </span>
      </span>
      <span className={styles.end}>
        {row.tokens === null || row.kind === 'topUp' ? <Money value={row.money} /> : <Amount tokens={row.tokens} />}
        {row.state === 'paid' ? (
          <span className={classes(type.tiny, type.faint)}>
            {row.tokens === null
              ? null
              : row.kind === 'topUp'
                ? say('purchases.tokens', { tokens: format.tokens(row.tokens) })
                : format.money(row.money)}
          </span>
        ) : (
          <Chip size="sm">{say(`purchases.state.${row.state}`)}</Chip>
        )}
      </span>
    </>
  );
  return to ? (
    <Link to={to} className={styles.row}>
      {inside}
    </Link>
  ) : (
    <div className={styles.row}>{inside}</div>
  );
};

/** Everything that was bought, by wallet and by card, of every kind. */
const Purchases = () => {
  const say = useText();
  const [search, setSearch] = useSearchParams();
  const [limit, setLimit] = useState(STEP);
  const kind = KINDS.find((known) => known === search.get('kind'));
  const bought = useData('GET /transactions/user/search', { query: { limit, ...(kind ? { kind } : {}) } });
  const { data } = bought;
  const choose = (next: OrderKind | undefined) => setSearch(next ? { kind: next } : {}, { replace: true, preventScrollReset: true });
  return (
    <Page>
      <PageTitle title={say('purchases.title')} />
      <h1 className={classes(type.display, type.s46, type.after)}>{say('purchases.title')}</h1>
      <div className={styles.strip} role="group" aria-label={say('purchases.kinds')}>
        <FilterChip on={!kind} onClick={() => choose(undefined)}>
          {say('purchases.all')}
        </FilterChip>
        {KINDS.map((choice) => (
          <FilterChip key={choice} on={choice === kind} onClick={() => choose(choice === kind ? undefined : choice)}>
            {say(`purchases.kind.${choice}`)}
          </FilterChip>
        ))}
      </div>
      {!data ? (
        <Pending of={bought}>
          <RowsSkeleton rows={6} square />
        </Pending>
      ) : data.data.length === 0 ? (
        <Empty
          title={say(kind ? 'purchases.noneOf' : 'purchases.none')}
          text={say('purchases.noneText')}
          action={
            <Button kind="lift" to="/discover">
              {say('home.lookAround')}
            </Button>
          }
        />
      ) : (
        <>
          <Card pad="lg">
            {data.data.map((row) => (
              <Row key={row._id} row={row} />
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
    </Page>
  );
};

export default Purchases;
