import type { ResponseOf, Contract } from '@stagedoor/contract';
import type { SaleTransaction } from '@stagedoor/contract/items.values';
import type { TransactionKind } from '@stagedoor/contract/wallet';
import {
  IconAdjustments,
  IconArrowBackUp,
  IconArrowDown,
  IconBroadcast,
  IconBuildingBank,
  IconClock,
  IconClockCancel,
  IconCoin,
  IconCoins,
  IconCreditCardPay,
  IconCreditCardRefund,
  IconGift,
  IconLockOpen,
  IconMessage,
  IconMoodSmile,
  IconPackage,
  IconReceipt,
  IconReceipt2,
  IconRefresh,
  IconShoppingBag,
  IconTruckDelivery,
  IconUsers,
  IconUsersGroup,
  type TablerIcon,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { Call } from '../../app/api.ts';
import { useData } from '../../app/data.ts';
import { Amount, useAmountText } from '../../ui/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { movementNote, movementTitle } from './movement-words.ts';
import { ReceiptSheet } from './ReceiptSheet.tsx';
import styles from './wallet.module.css';

type Movement = ResponseOf<Contract['GET /wallet-transactions/user/search']>['data'][number];
/** So many are on the wallet's page. */
const LIMIT = 10;

/** Kinds that aren't sales of items: a sale has the icon of what it opens. */
const ICONS: Record<Exclude<TransactionKind, SaleTransaction>, TablerIcon> = {
  topUpPackage: IconPackage,
  topUpCustom: IconArrowDown,
  debtPayment: IconReceipt,
  shipping: IconTruckDelivery,
  tip: IconCoin,
  gift: IconGift,
  emoji: IconMoodSmile,
  privateMinute: IconBroadcast,
  groupMinute: IconUsersGroup,
  hold: IconClock,
  release: IconClockCancel,
  subscriptionStart: IconUsers,
  subscriptionRenewal: IconRefresh,
  refund: IconArrowBackUp,
  chargeback: IconCreditCardRefund,
  chargebackReversal: IconCreditCardPay,
  gatewayFee: IconReceipt2,
  earningsRelease: IconCoins,
  payoutRequest: IconBuildingBank,
  payoutApprove: IconBuildingBank,
  payoutPay: IconBuildingBank,
  payoutReject: IconBuildingBank,
  payoutChange: IconBuildingBank,
  payoutCancel: IconBuildingBank,
  payoutReturn: IconBuildingBank,
  adjustment: IconAdjustments,
};
const SALE_ICONS: Partial<Record<SaleTransaction, TablerIcon>> = { purchaseProduct: IconShoppingBag, purchaseMessage: IconMessage };

const isSale = (kind: TransactionKind): kind is SaleTransaction => !Object.hasOwn(ICONS, kind);
const iconOf = (kind: TransactionKind): TablerIcon => (isSale(kind) ? (SALE_ICONS[kind] ?? IconLockOpen) : ICONS[kind]);

type Page = ResponseOf<Contract['GET /wallet-transactions/user/search']>;
const NEWEST = { query: { limit: LIMIT } };

/** The newest movements, for the page's first render. */
export const loadMovements = (by: Call): Promise<Page> => by('GET /wallet-transactions/user/search', NEWEST);

/** Movements of a wallet; one that is pressed shows its receipt. */
export const MovementRows = ({ movements }: { movements: readonly Movement[] }) => {
  const t = useText();
  const format = useFormat();
  const written = useAmountText();
  const [shown, setShown] = useState<Movement | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      {movements.map((movement) => {
        const Icon = iconOf(movement.kind);
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
              <span className={type.strong}>{movementTitle(t, movement)}</span>
              <span className={classes(type.tiny, type.faint, type.clip)}>
                {[movementNote(t, written, movement), format.date(movement.createdAt, 'dayTime')].filter(Boolean).join(' · ')}
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
