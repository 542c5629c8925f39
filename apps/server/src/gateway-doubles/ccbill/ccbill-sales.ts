import type { HeldCard } from '../cards.ts';
import type { DoubleState } from '../company-double.ts';
import type { Fields } from '../double-server.ts';
import type { CcbillOrder } from './ccbill-orders.ts';

export interface CcbillTransaction {
  transactionId: string;
  kind: 'sale' | 'renewal' | 'refund' | 'void' | 'chargeback' | 'return';
  amount: number;
  at: number;
  /** The charge that a refund, void, chargeback or return reverses. */
  parentId: string | undefined;
}

/** A sale and the subscription that CCBill keeps for it; a single sale has one too, without renewals. */
export interface CcbillSale {
  subscriptionId: string;
  order: CcbillOrder;
  card: HeldCard;
  customer: Fields;
  ip: string;
  createdAt: number;
  status: 'active' | 'cancelled' | 'expired';
  cancelledAt: number | undefined;
  /** End of what is paid: the next renewal is due then, or the subscription expires. */
  paidUntil: number;
  /** Next attempt to charge; later than `paidUntil` while a declined renewal is retried. */
  dueAt: number;
  renewals: number;
  failures: number;
  /** The next renewal is declined whatever the card says. */
  failsNext: boolean;
  originalSubscriptionId: string | undefined;
  transactions: CcbillTransaction[];
}

/** A payment that waits for the answer of the bank's page. */
export interface CcbillChallenge {
  order: CcbillOrder;
  card: HeldCard;
  customer: Fields;
  ip: string;
}

export interface CcbillState extends DoubleState {
  lastSequence: number;
  sales: CcbillSale[];
  challenges: Record<string, CcbillChallenge>;
  /** Times of failed DataLink log-ins by user. */
  failedLogins: Record<string, number[]>;
}

const isCharge = ({ kind }: CcbillTransaction): boolean => kind === 'sale' || kind === 'renewal';

/** The part of a charge that no reversal has taken back, in hundredths. */
export const remainingOf = (sale: CcbillSale, charge: CcbillTransaction): number =>
  sale.transactions.filter(({ parentId }) => parentId === charge.transactionId).reduce((rest, { amount }) => rest - amount, charge.amount);

/** The charge with this id, or the newest one. @throws Error if there is no such charge */
export const chargeOf = (sale: CcbillSale, transactionId?: string): CcbillTransaction => {
  const charge = sale.transactions.findLast((one) => isCharge(one) && (transactionId === undefined || one.transactionId === transactionId));
  if (!charge) throw new Error(`The sale ${sale.subscriptionId} has no charge ${transactionId}.`);
  return charge;
};
