import { MOVEMENT_GROUP_NAMES } from '@stagedoor/contract/wallet.values';
import { useListData } from '../../app/data.ts';
import { ListFilters } from '../../features/lists/ListFilters.tsx';
import { ListPage } from '../../features/lists/ListPage.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { HistoryFile } from '../../features/wallet/HistoryFile.tsx';
import { MovementRows } from '../../features/wallet/Movements.tsx';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';

const LIMIT = 20;

/** Every movement of the wallet, by group, with its receipt. */
const Transactions = () => {
  const t = useText();
  const { oneOf, offset } = useListSearch();
  const group = oneOf('group', MOVEMENT_GROUP_NAMES);
  const movements = useListData('GET /wallet-transactions/user/search', { query: { limit: LIMIT, offset, ...(group ? { group } : {}) } });
  return (
    <ListPage
      title={t('wallet.allHistory')}
      head={<HistoryFile />}
      tools={
        <ListFilters
          name="group"
          values={MOVEMENT_GROUP_NAMES}
          all={t('wallet.everyMovement')}
          textOf={(one) => t(`wallet.groups.${one}`)}
        />
      }
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

export default Transactions;
