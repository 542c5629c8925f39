import { printAmount } from '../amounts.ts';
import type { ShownAct, ShownSale } from '../console-page.ts';
import { html } from '../html.ts';
import type { CcbillCompany } from './ccbill-company.ts';
import { dayOf } from './ccbill-events.ts';
import { CCBILL_CURRENCIES, type CcbillSettings } from './ccbill-options.ts';
import { termsOf } from './ccbill-pages.ts';
import type { CcbillSale } from './ccbill-sales.ts';

const REVERSALS: readonly ShownAct[] = [
  { act: 'refund', label: 'Refund', withAmount: true },
  { act: 'void', label: 'Void' },
  { act: 'charge-back', label: 'Charge back', withAmount: true },
  { act: 'return', label: 'Return (ACH)' },
];

const RENEWALS: readonly ShownAct[] = [
  { act: 'renew', label: 'Renew now' },
  { act: 'fail-next', label: 'Let the next renewal fail' },
  { act: 'fail', label: 'Fail a renewal now' },
  { act: 'cancel', label: 'Cancel' },
];

const actsOf = ({ status, order }: CcbillSale): readonly ShownAct[] => [
  ...(order.recurring && status === 'active' ? RENEWALS : []),
  ...(order.recurring && status !== 'active' ? [{ act: 'reactivate', label: 'Reactivate' }] : []),
  ...(status === 'expired' ? [] : [{ act: 'expire', label: 'Expire now' }]),
  ...REVERSALS,
];

const shownSale = (settings: CcbillSettings, sale: CcbillSale): ShownSale => {
  const currency = CCBILL_CURRENCIES[sale.order.currencyCode] ?? '';
  const values = Object.entries(sale.order.passThrough).map(([name, value]) => html`<div><code>${name}=${value}</code></div>`);
  return {
    id: sale.subscriptionId,
    title: `${sale.subscriptionId} – ${sale.order.recurring ? 'subscription' : 'single sale'}`,
    status: sale.failsNext ? `${sale.status}, next renewal fails` : sale.status,
    facts: {
      Account: sale.order.clientSubacc,
      Terms: termsOf(sale.order),
      'Paid until': dayOf(settings, sale.paidUntil),
      'Next charge': sale.status === 'active' && sale.order.recurring ? dayOf(settings, sale.dueAt) : '',
      Card: `${sale.card.brand} ending in ${sale.card.last4}`,
      Buyer: sale.customer['email'] ?? '',
      'Pass-through': values,
    },
    transactions: sale.transactions.map(({ transactionId, kind, amount }) => ({
      id: transactionId,
      text: `${kind} ${printAmount(amount)} ${currency}`,
    })),
    acts: actsOf(sale),
  };
};

export const ccbillShownSales = (settings: CcbillSettings, company: CcbillCompany): ShownSale[] =>
  company.state.sales.map((sale) => shownSale(settings, sale));

/** Buttons of the console by their names. */
export const ccbillActs = (company: CcbillCompany): Record<string, (saleId: string, amount: number | undefined) => unknown> => ({
  refund: (saleId, amount) => company.refund(saleId, amount === undefined ? {} : { amount }),
  void: (saleId) => company.voidCharge(saleId),
  'charge-back': (saleId, amount) => company.chargeBack(saleId, amount === undefined ? {} : { amount }),
  return: (saleId) => company.returnPayment(saleId),
  renew: (saleId) => company.renew(saleId),
  fail: (saleId) => company.failRenewal(saleId),
  'fail-next': (saleId) => {
    company.find(saleId).failsNext = true;
  },
  cancel: (saleId) => company.cancel(saleId),
  expire: (saleId) => company.expire(saleId),
  reactivate: (saleId) => company.reactivate(saleId),
});
