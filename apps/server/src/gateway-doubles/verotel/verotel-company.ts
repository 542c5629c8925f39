import { randomUUID } from 'node:crypto';
import type { HeldCard } from '../cards.ts';
import { addPeriod, DAY_MS, readPeriod } from '../dates.ts';
import type { DeliveryQueue } from '../delivery.ts';
import type { VerotelOrder } from './verotel-orders.ts';
import type { VerotelSettings } from './verotel-options.ts';
import { composePostback, type VerotelEvent } from './verotel-postbacks.ts';
import {
  type CancelledBy,
  chargeOf,
  isRecurring,
  remainingOf,
  type VerotelPayment,
  type VerotelSale,
  type VerotelState,
  type VerotelTransaction,
} from './verotel-sales.ts';

/** Options of a credit or chargeback: part of a charge, and the charge if it isn't the newest. */
export interface Credit {
  amount?: number;
  transactionID?: string;
}

const FIRST_EVENTS = ['purchase', 'initial', 'upgrade'];

const after = (ms: number, period: string): number => addPeriod(ms, readPeriod(period) ?? { months: 0, days: 0 });

/** Verotel's books: each act changes a sale and queues the postbacks that follow from it. */
export class VerotelCompany {
  readonly state: VerotelState;
  readonly #settings: VerotelSettings;
  readonly #queue: DeliveryQueue;

  constructor(state: VerotelState, settings: VerotelSettings, queue: DeliveryQueue) {
    this.state = state;
    this.#settings = settings;
    this.#queue = queue;
  }

  #now(): number {
    return this.#settings.now().getTime();
  }

  #notify(sale: VerotelSale, happened: VerotelEvent): void {
    this.#queue.add(composePostback(this.#settings, sale, happened));
  }

  /** @throws Error if there is no such sale */
  find(saleID: string): VerotelSale {
    const sale = this.state.sales.find((one) => one.saleID === saleID);
    if (!sale) throw new Error(`There is no sale ${saleID}.`);
    return sale;
  }

  #findRecurring(saleID: string): VerotelSale {
    const sale = this.find(saleID);
    if (!isRecurring(sale) || sale.status === 'expired') throw new Error(`The sale ${saleID} is no running subscription.`);
    return sale;
  }

  #record(sale: VerotelSale, kind: VerotelTransaction['kind'], amount: number, parentID?: string): VerotelTransaction {
    this.state.lastTransaction += 1;
    const transaction: VerotelTransaction = { transactionID: String(this.state.lastTransaction), kind, amount, at: this.#now(), parentID };
    sale.transactions.push(transaction);
    return transaction;
  }

  /** The reason why an order can't be paid although its address is right. */
  obstacle({ referenceID, shopID, upgrade }: VerotelOrder): string | undefined {
    const isUsed =
      referenceID !== undefined && this.state.sales.some(({ order }) => order.referenceID === referenceID && order.shopID === shopID);
    if (isUsed) return 'referenceID was used before.';
    if (
      upgrade &&
      !this.state.sales.some((sale) => sale.saleID === upgrade.precedingSaleID && sale.order.terms && sale.status !== 'expired')
    )
      return 'precedingSaleID is no running subscription.';
    return undefined;
  }

  /** True if the buyer's payments are declined since one was charged back. */
  isBlacklisted(email: string): boolean {
    return email !== '' && this.state.blacklist.includes(email);
  }

  approve({ order, card, email }: VerotelPayment): VerotelSale {
    const now = this.#now();
    const { terms, upgrade } = order;
    const preceding = upgrade && this.find(upgrade.precedingSaleID);
    const from = upgrade?.option === 'extend' ? Math.max(now, preceding?.paidUntil ?? now) : now;
    const paidUntil = terms && after(from, terms.trial?.period ?? terms.period);
    const sale: VerotelSale = {
      saleID: String((this.state.lastSale += 1)),
      order,
      card,
      email,
      createdAt: now,
      status: 'active',
      cancelledAt: undefined,
      cancelledBy: undefined,
      paidUntil,
      dueAt: paidUntil,
      phase: terms?.trial ? 'trial' : 'normal',
      rebillAmount: order.price,
      failures: 0,
      failsNext: false,
      transactions: [],
    };
    this.state.sales.push(sale);
    this.#record(sale, 'sale', terms?.trial?.amount ?? order.price);
    // The sale that is replaced ends without a postback of its own.
    if (preceding) preceding.status = 'expired';
    this.#notify(sale, { event: upgrade ? 'upgrade' : terms ? 'initial' : 'purchase' });
    return sale;
  }

  /** Stores a payment until the bank's page is answered. @returns its key */
  ask(payment: VerotelPayment): string {
    const key = randomUUID();
    this.state.challenges[key] = payment;
    return key;
  }

  /** Takes a payment that waited for the bank's page, once. */
  answered(key: string): VerotelPayment | undefined {
    const payment = this.state.challenges[key];
    delete this.state.challenges[key];
    return payment;
  }

  /** Charges a rebill now, whenever it would be due. */
  rebill(saleID: string): VerotelTransaction {
    const sale = this.#findRecurring(saleID);
    if (sale.status !== 'active') throw new Error(`The sale ${saleID} is cancelled.`);
    return this.#charge(sale, Math.max(sale.paidUntil ?? 0, this.#now()));
  }

  /** Charges a rebill whose period begins at `from`. */
  #charge(sale: VerotelSale, from: number): VerotelTransaction {
    const transaction = this.#record(sale, 'rebill', sale.rebillAmount);
    sale.phase = 'normal';
    sale.failures = 0;
    sale.failsNext = false;
    sale.paidUntil = after(from, sale.order.terms?.period ?? '');
    sale.dueAt = sale.paidUntil;
    this.#notify(sale, { event: 'rebill', transaction });
    return transaction;
  }

  /** Declines a rebill now. No postback says so; after the last retry the subscription expires. */
  failRebill(saleID: string, at = this.#now()): void {
    const sale = this.#findRecurring(saleID);
    const wait = this.#settings.rebillRetryDays[sale.failures];
    sale.failures += 1;
    sale.failsNext = false;
    if (wait !== undefined) {
      sale.dueAt = Math.max(at, sale.dueAt ?? 0) + wait * DAY_MS;
      return;
    }
    if (this.#settings.reading.lapsedBy === 'cancel-and-expiry' && sale.status === 'active') this.cancel(saleID, 'system');
    this.expire(saleID);
  }

  cancel(saleID: string, by: CancelledBy): void {
    const sale = this.#findRecurring(saleID);
    if (sale.status !== 'active') throw new Error(`The sale ${saleID} is cancelled already.`);
    sale.status = 'cancelled';
    sale.cancelledAt = this.#now();
    sale.cancelledBy = by;
    this.#notify(sale, { event: 'cancel' });
  }

  uncancel(saleID: string, by = 'user'): void {
    const sale = this.#findRecurring(saleID);
    if (sale.status !== 'cancelled') throw new Error(`The sale ${saleID} is not cancelled.`);
    sale.status = 'active';
    sale.cancelledAt = undefined;
    sale.cancelledBy = undefined;
    this.#notify(sale, { event: 'uncancel', by });
  }

  expire(saleID: string): void {
    const sale = this.find(saleID);
    if (!sale.order.terms || sale.status === 'expired') throw new Error(`The sale ${saleID} is no running subscription.`);
    sale.status = 'expired';
    this.#notify(sale, { event: 'expiry' });
  }

  /** Moves the end of what is paid. */
  extend(saleID: string, days: number): void {
    const sale = this.find(saleID);
    if (sale.paidUntil === undefined || sale.status === 'expired') throw new Error(`The sale ${saleID} is no running subscription.`);
    sale.paidUntil += days * DAY_MS;
    sale.dueAt = sale.paidUntil;
    this.#notify(sale, { event: 'extend' });
  }

  /** Changes the amount of the rebills. */
  downgrade(saleID: string, amount: number): void {
    const sale = this.#findRecurring(saleID);
    sale.rebillAmount = amount;
    this.#notify(sale, { event: 'downgrade' });
  }

  /** Replaces the card of a subscription. No postback says so. */
  updateCard(saleID: string, card: HeldCard): void {
    this.#findRecurring(saleID).card = card;
  }

  credit(saleID: string, credit: Credit = {}): VerotelTransaction {
    return this.#reverse(saleID, 'credit', credit);
  }

  chargeBack(saleID: string, credit: Credit = {}): VerotelTransaction {
    const { email } = this.find(saleID);
    if (email && !this.isBlacklisted(email)) this.state.blacklist.push(email);
    return this.#reverse(saleID, 'chargeback', credit);
  }

  #reverse(saleID: string, event: 'credit' | 'chargeback', credit: Credit): VerotelTransaction {
    const sale = this.find(saleID);
    const charge = chargeOf(sale, credit.transactionID);
    const rest = remainingOf(sale, charge);
    const amount = credit.amount ?? rest;
    if (amount < 1 || amount > rest) throw new Error(`The charge ${charge.transactionID} has less left than that.`);
    const transaction = this.#record(sale, event, amount, charge.transactionID);
    this.#notify(sale, { event, transaction });
    if (sale.order.terms && sale.status !== 'expired') {
      sale.status = 'expired';
      if (this.#settings.reading.creditExpires) this.#notify(sale, { event: 'expiry' });
    }
    return transaction;
  }

  /** Charges the rebills that are due and expires what has ended. A clock that jumped by months is caught up with, one period after another. */
  passTime(): void {
    const now = this.#now();
    for (const sale of this.state.sales)
      while (sale.status !== 'expired' && sale.dueAt !== undefined && sale.dueAt <= now) this.#passDue(sale, sale.dueAt);
  }

  #passDue(sale: VerotelSale, dueAt: number): void {
    if (sale.status !== 'active' || !isRecurring(sale)) this.expire(sale.saleID);
    else if (sale.failsNext || sale.card?.renewals === 'declined') this.failRebill(sale.saleID, dueAt);
    // The period begins when the rebill was due, so that a late pass shifts no date.
    else this.#charge(sale, dueAt);
  }

  /** Refunds card sales whose first postback the site hasn't acknowledged in time. */
  refundUnacknowledged(): void {
    const { refundUnacknowledgedMs } = this.#settings;
    if (refundUnacknowledgedMs === undefined) return;
    const before = this.#now() - refundUnacknowledgedMs;
    const late = this.#queue.list.filter(
      ({ event, state, createdAt }) => FIRST_EVENTS.includes(event) && state !== 'delivered' && state !== 'stopped' && createdAt <= before,
    );
    for (const { saleId } of late) {
      const sale = this.find(saleId);
      const [first] = sale.transactions;
      if (sale.card && first && remainingOf(sale, first) > 0 && !this.#isAcknowledged(saleId))
        this.credit(saleId, { transactionID: first.transactionID });
    }
  }

  #isAcknowledged(saleID: string): boolean {
    return this.#queue.list.some(({ saleId, event, state }) => saleId === saleID && FIRST_EVENTS.includes(event) && state === 'delivered');
  }
}
