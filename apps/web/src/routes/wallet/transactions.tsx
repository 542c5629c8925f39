import { MOVEMENT_GROUP_NAMES } from '@stagedoor/contract/wallet.values';
import { useListData } from '../../app/data.ts';
import { ListPage } from '../../features/lists/ListPage.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { CardPaymentRows } from '../../features/wallet/CardPayments.tsx';
import { HistoryFile } from '../../features/wallet/HistoryFile.tsx';
import { MovementRows } from '../../features/wallet/Movements.tsx';
import { CARD, HistoryFilters } from './transactions/HistoryFilters.tsx';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';

const LIMIT = 20;

/** Payments by card, also those that were declined or not finished: they moved no tokens. */
const CardHistory = () => {
  const t = useText();
  const { offset } = useListSearch();
  const payments = useListData('GET /payment/transactions', { query: { limit: LIMIT, offset } });
  return (
    <ListPage
      title={t('wallet.groups.card')}
      tools={<HistoryFilters />}
      list={payments}
      limit={LIMIT}
      skeleton={<RowsSkeleton rows={6} square size={40} />}
      empty={<Empty title={t('wallet.noCards')} text={t('wallet.noCardsText')} />}
    >
      {(rows) => <CardPaymentRows payments={rows} />}
    </ListPage>
  );
};

/** Every movement of the wallet, by group, with its receipt. */
const MovementHistory = () => {
  const t = useText();
  const { oneOf, offset } = useListSearch();
  const group = oneOf('group', MOVEMENT_GROUP_NAMES);
  const movements = useListData('GET /wallet-transactions/user/search', { query: { limit: LIMIT, offset, ...(group ? { group } : {}) } });
  return (
    <ListPage
      title={group ? t(`wallet.groups.${group}`) : t('wallet.allHistory')}
      head={<HistoryFile />}
      tools={<HistoryFilters />}
      list={movements}
      limit={LIMIT}
      skeleton={<RowsSkeleton rows={6} square size={40} />}
      empty={
        group ? (
          <Empty title={t('wallet.noMatch')} text={t('wallet.noMatchText')} />
        ) : (
          <Empty
            title={t('wallet.noHistory')}
            text={t('wallet.noHistoryText')}
            action={
              <Button kind="gold" to="/wallet">
                {t('wallet.topUp')}
              </Button>
            }
          />
        )
      }
    >
      {(rows) => <MovementRows movements={rows} />}
    </ListPage>
  );
};

/** The movements of the wallet, or the payments by card. */
const Transactions = () => {
  const { oneOf } = useListSearch();
  return oneOf('group', [CARD]) ? <CardHistory /> : <MovementHistory />;
};

export default Transactions;
