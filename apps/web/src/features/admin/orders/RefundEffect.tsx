import type { RefundPreview } from '@stagedoor/contract/admin-money';
import { Pending } from '../../../app/Pending.tsx';
import { useData } from '../../../app/data.ts';
import admin from '../../../ui/admin/list-and-pane.module.css';
import { useAmountText } from '../../../ui/Amount.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { useText } from '../../../ui/text.ts';
import styles from '../../../ui/admin/money.module.css';

const EFFECTS = { pending: 'money.effectPending', available: 'money.effectAvailable', own: 'money.effectOwn' } as const;

/** The effects, one sentence each. */
export const Effect = ({ preview }: { preview: RefundPreview }) => {
  const t = useText();
  const format = useFormat();
  const written = useAmountText();
  if (preview.refusal) return <p className={admin.reason}>{t(`money.refusal.${preview.refusal}`)}</p>;
  return (
    <ul className={styles.effect} aria-label={t('money.effect')}>
      {preview.tokens === null ? null : (
        <li>{t(preview.tokens < 0 ? 'money.effectTokensTaken' : 'money.effectTokens', { tokens: written(Math.abs(preview.tokens)) })}</li>
      )}
      {preview.money === null ? null : <li>{t('money.effectMoney', { money: format.money(preview.money) })}</li>}
      {preview.revoked > 0 ? <li>{t('money.effectRevoked')}</li> : null}
      {preview.endsSubscription ? <li>{t('money.effectSubscription')}</li> : null}
      {preview.company?.refund === 'none' ? <li className={styles.below}>{t('money.effectByHand')}</li> : null}
      {preview.company?.refund === 'whole' ? <li>{t('money.effectWholeOnly')}</li> : null}
      {preview.company?.endsSubscription ? <li>{t('money.effectCompanyEnds')}</li> : null}
      {preview.sellers.map(({ seller, net, from, availableAfter }, index) => (
        <li key={`${seller._id} ${index}`}>
          {t(EFFECTS[from], {
            name: seller.name,
            money: format.money(net),
            left: format.money(availableAfter),
          })}
          {availableAfter < 0 ? <b className={styles.below}> {t('money.effectBelow', { name: seller.name })}</b> : null}
        </li>
      ))}
    </ul>
  );
};

/** The effects of refunding one line of an order: exact, as the server would do it now. */
export const RefundEffect = ({ orderId, orderLineId }: { orderId: string; orderLineId: string }) => {
  const preview = useData('GET /admin/orders/{id}/refund-preview', { params: { id: orderId }, query: { detailId: orderLineId } });
  return preview.data ? (
    <Effect preview={preview.data} />
  ) : (
    <Pending of={preview}>
      <RowsSkeleton rows={2} square />
    </Pending>
  );
};
