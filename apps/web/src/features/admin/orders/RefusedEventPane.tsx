import type { RefusedEvent } from '@stagedoor/contract/admin-money';
import { Button } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { useText } from '../../../ui/text.ts';
import admin from '../../../ui/admin/list-and-pane.module.css';
import { FactLine, Pane, PaneHead } from '../list/Pane.tsx';
import styles from '../../../ui/admin/money.module.css';

/** An amount with the currency of the statement, which may not be the site's. */
export const useStatedAmount = (): ((statedAmount: Pick<RefusedEvent, 'amount' | 'currency'>) => string) => {
  const format = useFormat();
  return ({ amount, currency }) => (amount === null ? '–' : `${format.decimals(amount)} ${currency ?? ''}`.trim());
};

export const RefusalReasonChip = ({ event }: { event: Pick<RefusedEvent, 'outcome' | 'takenAs'> }) => {
  const t = useText();
  return (
    <Chip size="sm" tone={event.takenAs ? 'plain' : event.outcome === 'amountMismatch' ? 'bad' : 'warn'}>
      {event.takenAs ? t('money.takenChip') : t(`money.why.${event.outcome}`)}
    </Chip>
  );
};

/** One refused statement: its content, what was expected, and what to do. */
export const RefusedEventPane = ({ event, onBack }: { event: RefusedEvent; onBack: () => void }) => {
  const t = useText();
  const format = useFormat();
  const statedAmount = useStatedAmount();
  const { order } = event;
  return (
    <Pane
      label={t('money.statement')}
      onBack={onBack}
      foot={
        order ? (
          <Button kind="lift" wide to={`/admin/orders?id=${order._id}`}>
            {t('money.showOrder')}
          </Button>
        ) : null
      }
    >
      <PaneHead title={t(`money.event.${event.event as 'approved'}`)} line={format.date(event.at, 'dayTime')}>
        <RefusalReasonChip event={event} />
      </PaneHead>
      <p className={event.takenAs ? admin.statement : admin.reason}>
        {event.takenAs
          ? t('money.takenLater', { outcome: t(`money.outcome.${event.takenAs as 'settled'}`) })
          : t(`money.whyText.${event.outcome}`)}
      </p>
      <div className={admin.facts}>
        <FactLine label={t('money.gateway')}>{event.gateway}</FactLine>
        <FactLine label={t('money.said')}>{statedAmount(event)}</FactLine>
        {order ? (
          <>
            <FactLine label={t('money.expected')}>
              {statedAmount({ amount: order.money, currency: order.currency })} · {t(`money.orderKind.${order.kind}`)} ·{' '}
              {t(`money.orderState.${order.state}`)}
            </FactLine>
            <FactLine label={t('money.buyer')}>{order.buyer ? <bdi>@{order.buyer.username}</bdi> : '–'}</FactLine>
          </>
        ) : null}
        {(
          [
            ['money.payment', event.paymentId],
            ['money.gatewaySubscription', event.subscriptionId],
            ['money.orderName', event.orderName],
          ] as const
        ).map(([label, value]) =>
          value ? (
            <FactLine key={label} label={t(label)}>
              <span className={styles.key}>{value}</span>
            </FactLine>
          ) : null,
        )}
      </div>
    </Pane>
  );
};
