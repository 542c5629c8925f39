import type { HeldCard } from '../cards.ts';
import type { DoubleState } from '../company-double.ts';
import type { VerotelOrder } from './verotel-orders.ts';

export interface VerotelTransaction {
  transactionID: string;
  kind: 'sale' | 'rebill' | 'credit' | 'chargeback';
  amount: number;
  at: number;
  /** The charge that a credit or chargeback reverses. */
  parentID: string | undefined;
}

export type CancelledBy = 'user' | 'support' | 'merchant' | 'system';

export interface VerotelSale {
  saleID: string;
  order: VerotelOrder;
  /** A payment from an account has no card. */
  card: HeldCard | undefined;
  email: string;
  createdAt: number;
  status: 'active' | 'cancelled' | 'expired';
  cancelledAt: number | undefined;
  cancelledBy: CancelledBy | undefined;
  /** End of what is paid; a purchase has none. */
  paidUntil: number | undefined;
  /** Next attempt to charge; later than `paidUntil` while a declined rebill is retried. */
  dueAt: number | undefined;
  phase: 'trial' | 'normal';
  /** Amount of the next rebill. */
  rebillAmount: number;
  failures: number;
  /** The next rebill is declined whatever the card says. */
  failsNext: boolean;
  transactions: VerotelTransaction[];
}

/** A payment that waits for the answer of the bank's page. */
export interface VerotelPayment {
  order: VerotelOrder;
  card: HeldCard | undefined;
  email: string;
}

export interface VerotelState extends DoubleState {
  lastSale: number;
  lastTransaction: number;
  sales: VerotelSale[];
  challenges: Record<string, VerotelPayment>;
  /** Buyers whose payment was charged back: their later payments are declined. */
  blacklist: string[];
}

const isCharge = ({ kind }: VerotelTransaction): boolean => kind === 'sale' || kind === 'rebill';

/** The part of a charge that no reversal has taken back, in hundredths. */
export const remainingOf = (sale: VerotelSale, charge: VerotelTransaction): number =>
  sale.transactions.filter(({ parentID }) => parentID === charge.transactionID).reduce((rest, { amount }) => rest - amount, charge.amount);

/** The charge with this id, or the newest one. @throws Error if there is no such charge */
export const chargeOf = (sale: VerotelSale, transactionID?: string): VerotelTransaction => {
  const charge = sale.transactions.findLast((one) => isCharge(one) && (transactionID === undefined || one.transactionID === transactionID));
  if (!charge) throw new Error(`The sale ${sale.saleID} has no charge ${transactionID}.`);
  return charge;
};

export const isRecurring = ({ order }: Pick<VerotelSale, 'order'>): boolean => order.terms?.subscriptionType === 'recurring';
