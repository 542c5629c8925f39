import type { ResponseOf, Contract } from '@stagedoor/contract';
import { saleTransactions } from '@stagedoor/contract/items.values';
import { IconArrowBackUp, IconArrowDown, IconGift, IconLockOpen, IconReceipt, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import type { Call } from '../../app/api.ts';
import { useData } from '../../app/data.ts';
import { PagedList } from '../lists/ListPage.tsx';
import { useListSearch } from '../lists/use-list-search.ts';
import { Amount } from '../../ui/Amount.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { useFormat } from '../../ui/format.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { ReceiptSheet } from './ReceiptSheet.tsx';
import styles from './wallet.module.css';

type Movement = ResponseOf<Contract['GET /wallet-transactions/user/search']>['data'][number];
const LIMIT = 15;

const GROUPS = {
  topUp: { kinds: ['topUpPackage', 'topUpCustom'], Icon: IconArrowDown },
  tip: { kinds: ['tip', 'gift', 'emoji'], Icon: IconGift },
  purchase: {
    kinds: saleTransactions(),
    Icon: IconLockOpen,
  },
  subscription: { kinds: ['subscriptionStart', 'subscriptionRenewal'], Icon: IconUsers },
  refund: { kinds: ['refund', 'chargeback'], Icon: IconArrowBackUp },
} as const;
type Group = keyof typeof GROUPS | 'other';

const groupOf = (kind: Movement['kind']): Group =>
  (Object.keys(GROUPS) as (keyof typeof GROUPS)[]).find((group) => (GROUPS[group].kinds as readonly string[]).includes(kind)) ?? 'other';

type Page = ResponseOf<Contract['GET /wallet-transactions/user/search']>;
const queryOf = (offset: number) => ({ query: { limit: LIMIT, offset } });

/** The newest movements, for the page's first render. */
export const loadMovements = (by: Call): Promise<Page> => by('GET /wallet-transactions/user/search', queryOf(0));

/** Movements of the wallet, newest first. @param initial the newest ones, if they were loaded with the page */
export const Movements = ({ initial }: { initial?: Page }) => {
  const t = useText();
  const format = useFormat();
  const { offset } = useListSearch();
  const [shown, setShown] = useState<Movement | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const moved = useData('GET /wallet-transactions/user/search', queryOf(offset), initial && offset === 0 ? { initialData: initial } : {});
  return (
    <>
      <PagedList
        list={moved}
        limit={LIMIT}
        skeleton={<RowsSkeleton rows={4} square size={40} />}
        empty={<Empty title={t('wallet.noHistory')} text={t('wallet.noHistoryText')} />}
      >
        {(movements) =>
          movements.map((movement) => {
            const group = groupOf(movement.kind);
            const Icon = group === 'other' ? IconReceipt : GROUPS[group].Icon;
            const income = movement.amount > 0;
            return (
              <button
                key={movement._id}
                type="button"
                className={styles.move}
                aria-haspopup="dialog"
                onClick={() => {
                  setShown(movement);
                  setIsOpen(true);
                }}
              >
                <span className={classes(styles.icon, income && styles.in)}>
                  <Icon size={20} stroke={1.75} aria-hidden="true" />
                </span>
                <span className={styles.words}>
                  <span className={classes(type.strong, type.clip)}>{movement.item?.title || t(`wallet.kind.${group}`)}</span>
                  <span className={classes(type.tiny, type.faint, type.clip)}>
                    {[movement.counterparty?.name, format.date(movement.createdAt, 'dayTime')].filter(Boolean).join(' · ')}
                  </span>
                </span>
                <span className={styles.amount}>
                  <Amount tokens={movement.amount} signed bare className={income ? styles.plus : undefined} />
                  <span className={classes(type.tiny, type.faint)}>{format.money(Math.abs(movement.charged ?? movement.money))}</span>
                </span>
              </button>
            );
          })
        }
      </PagedList>
      <ReceiptSheet movement={shown} opened={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
};
