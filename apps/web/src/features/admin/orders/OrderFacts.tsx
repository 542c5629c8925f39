import type { AdminOrder } from '@stagedoor/contract/admin-money';
import { Amount } from '../../../ui/Amount.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { textKeyOf, useText } from '../../../ui/text.ts';
import admin from '../../../ui/admin/list-and-pane.module.css';
import { FactLine } from '../list/Pane.tsx';
import { PersonLink } from '../frame/PersonLink.tsx';
import styles from '../../../ui/admin/money.module.css';

/** Amounts, who paid whom, and how. */
export const OrderFacts = ({ order }: { order: AdminOrder }) => {
  const t = useText();
  const format = useFormat();
  return (
    <div className={admin.facts}>
      {order.tokens === null ? null : (
        <FactLine label={t('money.amount')}>
          <Amount tokens={order.tokens} money={order.money} />
        </FactLine>
      )}
      {order.refunded > 0 ? (
        <FactLine label={t('money.refundedSoFar')}>
          {order.method === 'wallet' ? <Amount tokens={order.refunded} money={order.refundedMoney} /> : format.money(order.refunded)}
        </FactLine>
      ) : null}
      {order.discount > 0 ? (
        <FactLine label={t('money.discount')}>
          <Amount tokens={-order.discount} />
        </FactLine>
      ) : null}
      <FactLine label={t('money.buyer')}>{order.buyer ? <PersonLink person={order.buyer} /> : '–'}</FactLine>
      {order.seller ? (
        <FactLine label={t('money.seller')}>
          <PersonLink person={order.seller} />
        </FactLine>
      ) : null}
      <FactLine label={t('money.by')}>
        {order.gateway
          ? t('money.byGateway', { gateway: t(textKeyOf(`gateways.name.${order.gateway}`)) })
          : t(order.method === 'card' ? 'money.byCard' : 'money.byWallet')}
      </FactLine>
      {order.paymentId ? (
        <FactLine label={t('money.payment')}>
          <span className={styles.key}>{order.paymentId}</span>
        </FactLine>
      ) : null}
      {order.buyerCountry ? <FactLine label={t('money.country')}>{order.buyerCountry}</FactLine> : null}
      <FactLine label={t(order.paidAt ? 'money.paidAt' : 'money.when')}>{format.date(order.paidAt ?? order.createdAt, 'dayTime')}</FactLine>
      <FactLine label={t('money.order')}>
        <span className={styles.key}>{order._id}</span>
      </FactLine>
    </div>
  );
};
