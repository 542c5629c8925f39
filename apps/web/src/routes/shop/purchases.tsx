import type { OrderKind } from '@stagedoor/contract/payments.values';
import { useListData } from '../../app/data.ts';
import { PurchaseTabs } from './purchases/PurchaseTabs.tsx';
import { ListPage } from '../../features/lists/ListPage.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { BoughtItems } from './purchases/BoughtItems.tsx';
import { PurchaseItem } from './purchases/PurchaseItem.tsx';
import styles from '../../features/orders/orders.module.css';
import { PURCHASE_KINDS } from './purchases/purchase-kinds.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { FilterChip } from '../../ui/Chip.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';

const LIMIT = 20;

/** What the account bought: every payment, or the items of a kind themselves. */
const Purchases = () => {
  const tab = useListSearch().get('tab');
  return tab === 'galleries' || tab === 'videos' ? <BoughtItems kind={tab} /> : <Everything />;
};

/** All purchases, by wallet and by card, of every kind. */
const Everything = () => {
  const t = useText();
  const { get, offset, change } = useListSearch();
  const kind = PURCHASE_KINDS.find((known) => known === get('kind'));
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
            {PURCHASE_KINDS.map((choice) => (
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
            <PurchaseItem key={row._id} row={row} />
          ))}
        </Card>
      )}
    </ListPage>
  );
};

export default Purchases;
