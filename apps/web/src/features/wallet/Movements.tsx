import type { ResponseOf, Contract } from '@stagedoor/contract';
import { type MovementGroup, movementGroupOf } from '@stagedoor/contract/wallet.values';
import {
  IconArrowBackUp,
  IconArrowDown,
  IconBroadcast,
  IconGift,
  IconLockOpen,
  IconReceipt,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { Call } from '../../app/api.ts';
import { useData } from '../../app/data.ts';
import { Amount } from '../../ui/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { ReceiptSheet } from './ReceiptSheet.tsx';
import styles from './wallet.module.css';

type Movement = ResponseOf<Contract['GET /wallet-transactions/user/search']>['data'][number];
/** So many are on the wallet's page. */
const LIMIT = 10;

const ICONS: Record<MovementGroup, TablerIcon> = {
  topUp: IconArrowDown,
  purchase: IconLockOpen,
  tip: IconGift,
  show: IconBroadcast,
  subscription: IconUsers,
  refund: IconArrowBackUp,
};

type Page = ResponseOf<Contract['GET /wallet-transactions/user/search']>;
const NEWEST = { query: { limit: LIMIT } };

/** The newest movements, for the page's first render. */
export const loadMovements = (by: Call): Promise<Page> => by('GET /wallet-transactions/user/search', NEWEST);

/** Movements of a wallet; one that is pressed shows its receipt. */
export const MovementRows = ({ movements }: { movements: readonly Movement[] }) => {
  const t = useText();
  const format = useFormat();
  const [shown, setShown] = useState<Movement | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      {movements.map((movement) => {
        const group = movementGroupOf(movement.kind);
        const Icon = group ? ICONS[group] : IconReceipt;
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
              <span className={classes(type.strong, type.clip)}>
                {movement.item?.title || (group && group !== 'show' ? t(`wallet.kind.${group}`) : t(`movement.${movement.kind}`))}
              </span>
              <span className={classes(type.tiny, type.faint, type.clip)}>
                {[movement.counterparty?.name, format.date(movement.createdAt, 'dayTime')].filter(Boolean).join(' · ')}
              </span>
            </span>
            <span className={styles.amount}>
              <Amount
                tokens={movement.amount}
                money={movement.charged ?? movement.money}
                signed
                stacked
                className={income ? styles.plus : undefined}
              />
            </span>
          </button>
        );
      })}
      <ReceiptSheet movement={shown} opened={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
};

/** The newest movements of the wallet, on its page. @param initial those that were loaded with the page */
export const Movements = ({ initial }: { initial: Page }) => {
  const t = useText();
  const { data = initial } = useData('GET /wallet-transactions/user/search', NEWEST, { initialData: initial });
  if (data.total === 0) return <Empty title={t('wallet.noHistory')} text={t('wallet.noHistoryText')} />;
  return (
    <>
      <MovementRows movements={data.data} />
      <div className={styles.more}>
        <Button kind="outline" wide to="/wallet/transactions">
          {t('wallet.allHistory')}
        </Button>
      </div>
    </>
  );
};
