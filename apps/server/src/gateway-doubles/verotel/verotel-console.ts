import { printAmount } from '../amounts.ts';
import type { ShownAct, ShownSale } from '../console-page.ts';
import { printDate } from '../dates.ts';
import type { VerotelCompany } from './verotel-company.ts';
import { termsOf } from './verotel-pages.ts';
import { isRecurring, type VerotelSale } from './verotel-sales.ts';

const CREDITS: readonly ShownAct[] = [
  { act: 'credit', label: 'Refund', withAmount: true },
  { act: 'charge-back', label: 'Charge back', withAmount: true },
];

const REBILLS: readonly ShownAct[] = [
  { act: 'rebill', label: 'Rebill now' },
  { act: 'fail-next', label: 'Let the next rebill fail' },
  { act: 'fail', label: 'Fail a rebill now' },
  { act: 'cancel', label: 'Cancel' },
  { act: 'downgrade', label: 'Change the price', withAmount: true },
];

const actsOf = (sale: VerotelSale): readonly ShownAct[] => [
  ...(isRecurring(sale) && sale.status === 'active' ? REBILLS : []),
  ...(sale.status === 'cancelled' ? [{ act: 'uncancel', label: 'Uncancel' }] : []),
  ...(sale.order.terms && sale.status !== 'expired'
    ? [
        { act: 'extend', label: 'Extend by a week' },
        { act: 'expire', label: 'Expire now' },
      ]
    : []),
  ...CREDITS,
];

const shownSale = (sale: VerotelSale): ShownSale => {
  const { order, paidUntil } = sale;
  return {
    id: sale.saleID,
    title: `${sale.saleID} – ${order.description}`,
    status: sale.failsNext ? `${sale.status}, next rebill fails` : sale.status,
    facts: {
      Shop: order.shopID,
      Reference: order.referenceID,
      Terms: termsOf(order),
      'Paid until': paidUntil === undefined ? '' : printDate(paidUntil),
      'Next charge': sale.dueAt !== undefined && sale.status === 'active' && isRecurring(sale) ? printDate(sale.dueAt) : '',
      Paid: sale.card ? `${sale.card.brand} ending in ${sale.card.last4}` : order.paymentMethod,
      Buyer: sale.email,
    },
    transactions: sale.transactions.map(({ transactionID, kind, amount }) => ({
      id: transactionID,
      text: `${kind} ${printAmount(amount)} ${order.currency}`,
    })),
    acts: actsOf(sale),
  };
};

export const verotelShownSales = (company: VerotelCompany): ShownSale[] => company.state.sales.map(shownSale);

const WEEK_DAYS = 7;

/** Buttons of the console by their names. */
export const verotelActs = (company: VerotelCompany): Record<string, (saleID: string, amount: number | undefined) => unknown> => ({
  credit: (saleID, amount) => company.credit(saleID, amount === undefined ? {} : { amount }),
  'charge-back': (saleID, amount) => company.chargeBack(saleID, amount === undefined ? {} : { amount }),
  rebill: (saleID) => company.rebill(saleID),
  fail: (saleID) => company.failRebill(saleID),
  'fail-next': (saleID) => {
    company.find(saleID).failsNext = true;
  },
  cancel: (saleID) => company.cancel(saleID, 'merchant'),
  uncancel: (saleID) => company.uncancel(saleID, 'merchant'),
  extend: (saleID) => company.extend(saleID, WEEK_DAYS),
  expire: (saleID) => company.expire(saleID),
  downgrade: (saleID, amount) => {
    if (amount === undefined) throw new Error('Enter the new price.');
    company.downgrade(saleID, amount);
  },
});
