import type { WalletTransaction } from '@stagedoor/contract/wallet';
import { IconPrinter } from '@tabler/icons-react';
import { useSettings } from '../../app/boot.tsx';
import { Amount } from '../../ui/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { movementKind } from './movement-words.ts';
import { Fact } from '../orders/Fact.tsx';
import styles from './receipt.module.css';

/** The charges of a show, and the tokens held for it. */
const ShowFacts = ({ show }: { show: NonNullable<WalletTransaction['show']> }) => {
  const t = useText();
  return (
    <>
      <Fact label={t('receipt.minutes')}>{t('wallet.show.minutes', { count: show.minutes })}</Fact>
      {show.refundedMinutes > 0 ? (
        <Fact label={t('receipt.refunded')}>{t('wallet.show.minutes', { count: show.refundedMinutes })}</Fact>
      ) : null}
      {show.reserved > 0 ? (
        <Fact label={t('receipt.reserved')}>
          <Amount tokens={show.reserved} />
        </Fact>
      ) : null}
    </>
  );
};

/** The receipt of one wallet movement, printable. */
export const ReceiptSheet = ({
  movement,
  opened,
  onClose,
}: {
  movement: WalletTransaction | null;
  opened: boolean;
  onClose: () => void;
}) => {
  const t = useText();
  const format = useFormat();
  const { siteName } = useSettings();
  return (
    <Sheet
      opened={opened}
      onClose={onClose}
      title={t('receipt.title')}
      width={440}
      foot={
        <div className={styles.acts}>
          {movement?.show && movement.show.minutes + movement.show.refundedMinutes > 0 ? (
            <Button kind="lift" grow to={`/live/${movement.show.type}/${movement.show.id}`}>
              {t('receipt.toMinutes')}
            </Button>
          ) : null}
          {movement?.orderId && movement.kind === 'purchaseProduct' ? (
            <Button kind="lift" grow to={`/orders/${movement.orderId}`}>
              {t('receipt.toOrder')}
            </Button>
          ) : null}
          <Button kind="outline" grow icon={<IconPrinter size={20} stroke={1.75} />} onClick={() => window.print()}>
            {t('receipt.print')}
          </Button>
        </div>
      }
    >
      {movement ? (
        <div className={styles.receipt}>
          <div className={styles.stub}>
            <span className={type.label}>{siteName}</span>
            <span className={styles.sum}>
              <Amount tokens={movement.amount} money={movement.charged ?? movement.money} signed stacked />
            </span>
          </div>
          <div className={styles.facts}>
            <Fact label={t('receipt.kind')}>{movementKind(t, movement)}</Fact>
            {movement.item?.title ? (
              <Fact label={t('receipt.item')}>
                <bdi>{movement.item.title}</bdi>
              </Fact>
            ) : null}
            {movement.counterparty ? (
              <Fact label={t('receipt.with')}>
                <bdi>{movement.counterparty.name}</bdi>
              </Fact>
            ) : null}
            {movement.show ? <ShowFacts show={movement.show} /> : null}
            <Fact
              label={t('receipt.when')}
            >{`${format.date(movement.createdAt, 'dayYear')}, ${format.date(movement.createdAt, 'time')}`}</Fact>
            {movement.charged === null ? null : (
              <>
                <Fact label={t(movement.charged < 0 ? 'receipt.returned' : 'receipt.charged')}>
                  {format.money(Math.abs(movement.charged))}
                </Fact>
                <Fact label={t('receipt.worth')}>{format.money(Math.abs(movement.money))}</Fact>
              </>
            )}
            <Fact label={t('receipt.rate')}>{t('wallet.tokenIs', { money: format.money(movement.rate) })}</Fact>
            <Fact label={t('receipt.balance')}>
              <Amount tokens={movement.balanceAfter} />
            </Fact>
            {movement.orderId ? (
              <Fact label={t('receipt.order')}>
                <code className={styles.code}>{movement.orderId}</code>
              </Fact>
            ) : null}
            <Fact label={t('receipt.number')}>
              <code className={styles.code}>{movement._id}</code>
            </Fact>
          </div>
        </div>
      ) : null}
    </Sheet>
  );
};
