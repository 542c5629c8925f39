import type { PurchaseRow } from '@stagedoor/contract/payments';
import type { OrderKind } from '@stagedoor/contract/payments.values';
import { keysOf } from '@stagedoor/contract/keys.values';
import {
  IconArrowDown,
  IconCrown,
  IconGift,
  IconLockOpen,
  IconMessageCircle,
  IconMoodSmile,
  IconReceipt,
  IconShoppingBag,
  type TablerIcon,
} from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useListData } from '../../app/data.ts';
import { itemPage } from '../../app/item-page.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { ItemList } from '../../features/item-lists/ItemList.tsx';
import items from '../../features/item-lists/item-lists.module.css';
import lists from '../../features/lists/lists.module.css';
import { ListPage } from '../../features/lists/ListPage.tsx';
import { productNames } from '../../features/orders/product-names.ts';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import styles from '../../features/orders/orders.module.css';
import { Amount, Money } from '../../ui/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chip, FilterChip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { useFormat } from '../../ui/format.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { DateText } from '../../ui/TimeAgo.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** Loaded on the first press. */
const BoughtFilesSheet = lazy(async () => ({ default: (await import('../../features/messages/BoughtFilesSheet.tsx')).BoughtFilesSheet }));

const LIMIT = 20;

const ICONS: Record<OrderKind, TablerIcon> = {
  topUp: IconArrowDown,
  debt: IconReceipt,
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
const KINDS = keysOf(ICONS);

/** The link of a purchase: the item, else the seller. */
const addressOf = ({ kind, orderId, item, counterparty }: PurchaseRow): string | null => {
  if (kind === 'product') return `/orders/${orderId}`;
  const page = item && itemPage(item.kind, item.id);
  if (page) return page;
  if (kind === 'topUp' || kind === 'debt') return '/wallet';
  return counterparty ? `/${counterparty.username}` : null;
};

const Row = ({ row }: { row: PurchaseRow }) => {
  const t = useText();
  const [isOpened, setOpened] = useState(false);
  const format = useFormat();
  const Icon = ICONS[row.kind];
  const to = addressOf(row);
  const kind = t(`purchases.kind.${row.kind}`);
  const title =
    productNames(row.products, { t, format }) || row.item?.title || (row.counterparty ? `${kind}: ${row.counterparty.name}` : kind);
  const inside = (
    <>
      <span className={styles.icon}>
        <Icon size={20} stroke={1.75} aria-hidden="true" />
      </span>
      <span className={styles.words}>
        <span className={classes(type.strong, type.clip)}>{title}</span>
        <span className={classes(type.tiny, type.faint)}>
          {[t(`purchases.kind.${row.kind}`), row.item ? row.counterparty?.name : '', t(`orders.method.${row.method}`)]
            .filter(Boolean)
            .join(' · ')}{' '}
          · <DateText instant={row.paidAt ?? row.createdAt} />
        </span>
      </span>
      <span className={styles.end}>
        {row.tokens === null ? <Money value={row.money} /> : <Amount tokens={row.tokens} money={row.money} stacked />}
        {row.state === 'paid' ? null : <Chip size="sm">{t(`purchases.state.${row.state}`)}</Chip>}
      </span>
    </>
  );
  // A message has no page of its own, and may have been removed.
  if (row.kind === 'message' && row.item)
    return (
      <>
        <button type="button" className={styles.row} aria-haspopup="dialog" onClick={() => setOpened(true)}>
          {inside}
        </button>
        {isOpened ? (
          <Suspense>
            <BoughtFilesSheet itemId={row.item.id} name={row.counterparty?.name ?? ''} onClose={() => setOpened(false)} />
          </Suspense>
        ) : null}
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

type Bought = 'galleries' | 'videos';

const PurchaseTabs = ({ on }: { on: 'all' | Bought }) => {
  const t = useText();
  return (
    <div className={items.toEdges}>
      <Tabs
        label={t('purchases.title')}
        tabs={[
          { to: '/purchases', text: t('galleries.everything'), on: on === 'all' },
          { to: '/purchases?tab=videos', text: t('videos.title'), on: on === 'videos' },
          { to: '/purchases?tab=galleries', text: t('galleries.bought'), on: on === 'galleries' },
        ]}
      />
    </div>
  );
};

const BOUGHT = {
  galleries: {
    source: { list: 'purchasedGalleries' },
    label: 'galleries.bought',
    none: 'galleries.noneBought',
    to: '/galleries',
    look: 'galleries.look',
  },
  videos: { source: { list: 'purchasedVideos' }, label: 'videos.title', none: 'videos.noneBought', to: '/videos', look: 'videos.look' },
} as const;

/** The items of a kind that were bought, the last one first. */
const BoughtItems = ({ kind }: { kind: Bought }) => {
  const { source, label, none, to, look } = BOUGHT[kind];
  const t = useText();
  return (
    <Page>
      <PageTitle title={t('purchases.title')} />
      <header className={lists.head}>
        <h1 className={classes(type.display, type.s46)}>{t('purchases.title')}</h1>
      </header>
      <PurchaseTabs on={kind} />
      <ItemList
        key={kind}
        source={source}
        grid={t(label)}
        empty={
          <Empty
            title={t(none)}
            text={t('galleries.noneBoughtText')}
            action={
              <Button kind="lift" to={to}>
                {t(look)}
              </Button>
            }
          />
        }
      />
    </Page>
  );
};

/** What the account bought: every payment, or the items of a kind themselves. */
const Purchases = () => {
  const tab = useListSearch().get('tab');
  return tab === 'galleries' || tab === 'videos' ? <BoughtItems kind={tab} /> : <Everything />;
};

/** All purchases, by wallet and by card, of every kind. */
const Everything = () => {
  const t = useText();
  const { get, offset, change } = useListSearch();
  const kind = KINDS.find((known) => known === get('kind'));
  const bought = useListData('GET /transactions/user/search', { query: { limit: LIMIT, offset, ...(kind ? { kind } : {}) } });
  const choose = (next: OrderKind | undefined) => change({ kind: next ?? null, offset: null });
  return (
    <ListPage
      title={t('purchases.title')}
      tools={
        <>
          <PurchaseTabs on="all" />
          <div className={styles.strip} role="group" aria-label={t('purchases.kinds')}>
            <FilterChip on={!kind} onClick={() => choose(undefined)}>
              {t('purchases.all')}
            </FilterChip>
            {KINDS.map((choice) => (
              <FilterChip key={choice} on={choice === kind} onClick={() => choose(choice === kind ? undefined : choice)}>
                {t(`purchases.kind.${choice}`)}
              </FilterChip>
            ))}
          </div>
        </>
      }
      list={bought}
      limit={LIMIT}
      skeleton={<RowsSkeleton rows={6} square />}
      empty={
        <Empty
          title={t(kind ? 'purchases.noneOf' : 'purchases.none')}
          text={t('purchases.noneText')}
          action={
            <Button kind="lift" to="/discover">
              {t('home.lookAround')}
            </Button>
          }
        />
      }
    >
      {(rows) => (
        <Card pad="lg">
          {rows.map((row) => (
            <Row key={row._id} row={row} />
          ))}
        </Card>
      )}
    </ListPage>
  );
};

export default Purchases;
