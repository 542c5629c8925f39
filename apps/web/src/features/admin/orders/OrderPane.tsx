import { isolated } from '@stagedoor/contract/visible-text.values';
import type { AdminOrder } from '@stagedoor/contract/admin-money';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Pending } from '../../../app/Pending.tsx';
import { useData } from '../../../app/data.ts';
import { Amount } from '../../../ui/Amount.tsx';
import { DownloadButton } from '../../../app/DownloadButton.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { Pane, PaneHead } from '../list/Pane.tsx';
import { PersonLink } from '../frame/PersonLink.tsx';
import { Entries } from '../ledger/Entries.tsx';
import { OrderStateChip } from './order-state.tsx';
import { RefundSheet } from './RefundSheet.tsx';
import { OrderFacts } from './OrderFacts.tsx';
import styles from '../../../ui/admin/money.module.css';

const OrderLines = ({ order, onRefund }: { order: AdminOrder; onRefund: (orderLineId: string) => void }) => {
  const t = useText();
  if (order.details.length === 0) return null;
  return (
    <section className={styles.section}>
      <h3 className={type.label}>{t('money.details')}</h3>
      {order.details.map((orderLine) => (
        <div key={orderLine._id} className={classes(styles.line, type.small)}>
          <span>
            <span className={type.strong}>
              {orderLine.quantity} × <bdi>{orderLine.title}</bdi>
            </span>
            <span className={type.faint}>
              {orderLine.seller ? <PersonLink person={orderLine.seller} /> : null} · <Amount tokens={orderLine.tokens} /> ·{' '}
              {t(`orders.delivery.${orderLine.delivery}`)}
            </span>
          </span>
          {orderLine.isRefundable && order.details.length > 1 ? (
            <Button kind="text" size="sm" onClick={() => onRefund(orderLine._id)}>
              {t('money.refundOne')}
            </Button>
          ) : null}
        </div>
      ))}
    </section>
  );
};

const Transactions = ({ order }: { order: AdminOrder }) => {
  const t = useText();
  const format = useFormat();
  return (
    <section className={styles.section}>
      <h3 className={type.label}>{t('money.transactions')}</h3>
      {order.transactions.length === 0 ? <p className={classes(type.small, type.quiet)}>{t('money.noTransactions')}</p> : null}
      {order.transactions.map((transaction) => (
        <div key={transaction._id} className={styles.transaction}>
          <div className={classes(styles.line, type.small)}>
            <span>
              <span className={type.strong}>{t(`money.transactionKind.${transaction.kind}`)}</span>
              {transaction.note ? (
                <span className={type.faint}>
                  <bdi>{transaction.note}</bdi>
                </span>
              ) : null}
            </span>
            <Button kind="text" size="sm" href={`/admin/ledger?id=${transaction._id}`}>
              {format.date(transaction.createdAt, 'dayTime')}
            </Button>
          </div>
          <Entries transaction={transaction} />
        </div>
      ))}
    </section>
  );
};

const Gateway = ({ order }: { order: AdminOrder }) => {
  const t = useText();
  const format = useFormat();
  return (
    <>
      {order.refunds.length > 0 ? (
        <section className={styles.section}>
          <h3 className={type.label}>{t('money.refunds')}</h3>
          {order.refunds.map((refund) => (
            <div key={refund._id} className={classes(styles.line, type.small)}>
              <span>
                <span className={type.strong}>{format.money(refund.amount)}</span>
                {refund.failure ? <span className={type.faint}>{refund.failure}</span> : null}
              </span>
              <Chip size="sm" tone={refund.state === 'pending' ? 'warn' : 'plain'}>
                {t(`money.refundState.${refund.state}`)}
              </Chip>
            </div>
          ))}
        </section>
      ) : null}
      {order.events.length > 0 ? (
        <section className={styles.section}>
          <h3 className={type.label}>{t('money.events')}</h3>
          {order.events.map((event) => (
            <div key={event._id} className={classes(styles.line, type.small)}>
              <span>
                <span className={type.strong}>{event.event ? t(`money.event.${event.event as 'approved'}`) : event.event}</span>
                <span className={type.faint}>{t(`money.outcome.${event.outcome as 'settled'}`)}</span>
              </span>
              <span className={type.faint}>{format.date(event.at, 'dayTime')}</span>
            </div>
          ))}
        </section>
      ) : null}
    </>
  );
};

/** The file for a dispute, the gateway's console, and the refund. */
const OrderActs = ({ order, onRefund }: { order: AdminOrder; onRefund: () => void }) => {
  const t = useText();
  return (
    <div className={styles.acts}>
      {order.paidAt && order.method === 'card' ? (
        <DownloadButton path={`/api/admin/orders/${order._id}/dispute-pack`} name={`dispute-${order._id}.json`}>
          {t('money.disputePack')}
        </DownloadButton>
      ) : null}
      {order.consolePath ? (
        <Button kind="outline" wide href={order.consolePath}>
          {t('money.console')}
        </Button>
      ) : null}
      {order.state === 'paid' ? (
        <Button kind="bad" wide onClick={onRefund}>
          {t('money.refund')}
        </Button>
      ) : null}
    </div>
  );
};

/** One order beside the list: its data, payment, and all related records. */
export const OrderPane = ({ id, onBack }: { id: string; onBack: () => void }) => {
  const t = useText();
  const format = useFormat();
  const queries = useQueryClient();
  const query = useData('GET /admin/orders/{id}', { params: { id } });
  // What is being refunded: the order, or one line of it.
  const [refunding, setRefunding] = useState<{ orderLineId: string | undefined } | null>(null);
  const order = query.data;
  if (!order)
    return (
      <Pane label={t('money.order')} onBack={onBack}>
        <Pending of={query}>
          <RowsSkeleton rows={6} />
        </Pending>
      </Pane>
    );
  return (
    <Pane
      label={t('money.order')}
      onBack={onBack}
      foot={
        order.state === 'paid' || order.consolePath || (order.paidAt && order.method === 'card') ? (
          <OrderActs order={order} onRefund={() => setRefunding({ orderLineId: undefined })} />
        ) : null
      }
    >
      <PaneHead
        title={format.money(order.money)}
        line={
          <>
            {t(`money.orderKind.${order.kind}`)}
            {order.title ? ` · ${isolated(order.title)}` : ''}
          </>
        }
      >
        <OrderStateChip state={order.state} />
      </PaneHead>
      <OrderFacts order={order} />
      <OrderLines order={order} onRefund={(orderLineId) => setRefunding({ orderLineId })} />
      <Transactions order={order} />
      <Gateway order={order} />
      {refunding ? (
        <RefundSheet
          order={order}
          orderLineId={refunding.orderLineId}
          onClose={() => setRefunding(null)}
          onDone={() => {
            setRefunding(null);
            void queries.invalidateQueries({ queryKey: ['GET /admin/orders'] });
            void queries.invalidateQueries({ queryKey: ['GET /admin/orders/{id}'] });
          }}
        />
      ) : null}
    </Pane>
  );
};
