import type { PurchaseRow } from '@stagedoor/contract/payments';
import type { Translate } from '../../ui/text.ts';

/** How an order stands, in a heading and a sentence. */
export const orderWords = (
  t: Translate,
  money: (amount: number) => string,
  order: PurchaseRow | undefined,
  { isLong, isDeclined }: { isLong: boolean; isDeclined: boolean },
) => {
  const amount = money(order?.money ?? 0);
  switch (order?.state) {
    case 'paid':
      return { title: t('wallet.returnPaid'), text: t('cards.paidText', { amount }) };
    case 'failed':
      return { title: t('wallet.returnFailed'), text: t('wallet.returnNothing') };
    case 'cancelled':
      return { title: t('wallet.returnCancelled'), text: t('wallet.returnNothing') };
    case 'expired':
      return { title: t('cards.expired'), text: t('wallet.returnNothing') };
    case 'refunded':
      return { title: t('cards.returned'), text: t('cards.returnedText', { amount }) };
    case 'chargedBack':
      return { title: t('cards.chargedBack'), text: t('cards.chargedBackText', { amount }) };
    default:
      if (isDeclined) return { title: t('cards.refused'), text: t('cards.refusedText') };
      if (isLong) return { title: t('cards.notConfirmed'), text: t('cards.notConfirmedText') };
      return { title: t('cards.confirming'), text: t('cards.confirmingText') };
  }
};
