import { randomUUID } from 'node:crypto';
import type { HeldCard } from '../cards.ts';
import { DAY_MS, HOUR_MS } from '../dates.ts';
import type { DeliveryQueue } from '../delivery.ts';
import type { Fields } from '../double-server.ts';
import { composeBackgroundPost } from './background-posts.ts';
import {
  composeCallback,
  customerUpdateFields,
  dayOf,
  denialFields,
  renewalFailureFields,
  renewalFields,
  reversalFields,
  saleFields,
} from './ccbill-events.ts';
import type { CcbillSettings } from './ccbill-options.ts';
import { type CcbillOrder, UNTIL_CANCELLED } from './ccbill-orders.ts';
import { type CcbillChallenge, type CcbillSale, type CcbillState, type CcbillTransaction, chargeOf, remainingOf } from './ccbill-sales.ts';

/** Options of a reversal: part of a charge, and the charge if it isn't the newest. */
export interface Reversal {
  amount?: number;
  transactionId?: string;
  /** False for a reversal that no webhook follows. */
  notifies?: boolean;
}

/** CCBill's books: each act changes a sale and queues the webhooks that follow from it. */
export class CcbillCompany {
  readonly state: CcbillState;
  readonly #settings: CcbillSettings;
  readonly #queue: DeliveryQueue;

  constructor(state: CcbillState, settings: CcbillSettings, queue: DeliveryQueue) {
    this.state = state;
    this.#settings = settings;
    this.#queue = queue;
  }

  #now(): number {
    return this.#settings.now().getTime();
  }

  /** A number that never repeats. It begins with a zero, as CCBill's do, so that it must be treated as text. */
  #nextId(): string {
    this.state.lastSequence += 1;
    const day = new Date(this.#now()).toISOString().slice(2, 10).replaceAll('-', '');
    return `0${day}${String(this.state.lastSequence).padStart(12, '0')}`;
  }

  #notify(event: string, sale: CcbillSale, fields: Fields): void {
    this.#queue.add(composeCallback(this.#settings, { event, subscriptionId: sale.subscriptionId, order: sale.order, fields }));
  }

  /** @throws Error if there is no such subscription */
  find(subscriptionId: string): CcbillSale {
    const sale = this.state.sales.find((one) => one.subscriptionId === subscriptionId);
    if (!sale) throw new Error(`There is no subscription ${subscriptionId}.`);
    return sale;
  }

  #record(sale: CcbillSale, kind: CcbillTransaction['kind'], amount: number, parentId?: string): CcbillTransaction {
    const transaction: CcbillTransaction = { transactionId: this.#nextId(), kind, amount, at: this.#now(), parentId };
    sale.transactions.push(transaction);
    return transaction;
  }

  #open({ order, card, customer, ip }: CcbillChallenge, originalSubscriptionId: string | undefined): CcbillSale {
    const now = this.#now();
    const paidUntil = now + order.initialPeriod * DAY_MS;
    const sale: CcbillSale = {
      subscriptionId: this.#nextId(),
      order,
      card,
      customer,
      ip,
      createdAt: now,
      status: 'active',
      cancelledAt: undefined,
      paidUntil,
      dueAt: paidUntil,
      renewals: 0,
      failures: 0,
      failsNext: false,
      originalSubscriptionId,
      transactions: [],
    };
    this.state.sales.push(sale);
    this.#record(sale, 'sale', order.initialPrice);
    return sale;
  }

  approve(payment: CcbillChallenge): CcbillSale {
    const sale = this.#open(payment, undefined);
    const { backgroundPosts } = this.#settings.reading;
    if (backgroundPosts !== 'none') this.#queue.add(composeBackgroundPost(this.#settings, sale, sale));
    if (backgroundPosts !== 'instead') this.#notify('NewSaleSuccess', sale, saleFields(this.#settings, sale));
    return sale;
  }

  /** Sells something more to the card of an earlier sale, as "charge by previous transaction" does. */
  upSale(subscriptionId: string, more: Pick<CcbillOrder, 'initialPrice' | 'initialPeriod' | 'recurring' | 'passThrough'>): CcbillSale {
    const { order, card, customer, ip } = this.find(subscriptionId);
    const sale = this.#open({ order: { ...order, ...more }, card, customer, ip }, subscriptionId);
    this.#notify('UpSaleSuccess', sale, saleFields(this.#settings, sale));
    return sale;
  }

  /** Declines a payment. @returns the denial's id */
  deny(payment: CcbillChallenge): string {
    const denialId = this.#nextId();
    const fields = denialFields(this.#settings, payment, denialId);
    const { backgroundPosts } = this.#settings.reading;
    if (backgroundPosts !== 'none') this.#queue.add(composeBackgroundPost(this.#settings, payment, { denialId }));
    if (backgroundPosts === 'instead') return denialId;
    this.#queue.add(composeCallback(this.#settings, { event: 'NewSaleFailure', subscriptionId: undefined, order: payment.order, fields }));
    return denialId;
  }

  /** Stores a payment until the bank's page is answered. @returns its key */
  ask(payment: CcbillChallenge): string {
    const key = randomUUID();
    this.state.challenges[key] = payment;
    return key;
  }

  /** Takes a payment that waited for the bank's page, once. */
  answered(key: string): CcbillChallenge | undefined {
    const payment = this.state.challenges[key];
    delete this.state.challenges[key];
    return payment;
  }

  /** Charges a renewal now, whenever it would be due. */
  renew(subscriptionId: string): CcbillTransaction {
    const sale = this.find(subscriptionId);
    if (!sale.order.recurring || sale.status !== 'active') throw new Error(`The subscription ${subscriptionId} doesn’t renew.`);
    return this.#charge(sale, Math.max(sale.paidUntil, this.#now()));
  }

  /** Declines a renewal now. After the last retry the subscription expires. */
  failRenewal(subscriptionId: string, at = this.#now()): void {
    const sale = this.find(subscriptionId);
    if (!sale.order.recurring || sale.status !== 'active') throw new Error(`The subscription ${subscriptionId} doesn’t renew.`);
    const wait = this.#settings.renewalRetryDays[sale.failures];
    sale.failures += 1;
    sale.failsNext = false;
    if (wait !== undefined) sale.dueAt = Math.max(at, sale.dueAt) + wait * DAY_MS;
    else sale.status = 'expired';
    this.#notify('RenewalFailure', sale, renewalFailureFields(this.#settings, sale, this.#nextId()));
    if (wait !== undefined) return;
    if (this.#settings.reading.lapsedBy === 'cancellation-and-expiration')
      this.#notify('Cancellation', sale, { reason: 'Transaction declined', source: 'system' });
    this.#notify('Expiration', sale, {});
  }

  cancel(subscriptionId: string, source = 'merchant', notifies = true): void {
    const sale = this.find(subscriptionId);
    if (sale.status !== 'active') throw new Error(`The subscription ${subscriptionId} is not active.`);
    sale.status = 'cancelled';
    sale.cancelledAt = this.#now();
    if (notifies) this.#notify('Cancellation', sale, { reason: 'Cancelled on request', source });
  }

  expire(subscriptionId: string): void {
    const sale = this.find(subscriptionId);
    if (sale.status === 'expired') throw new Error(`The subscription ${subscriptionId} has expired already.`);
    sale.status = 'expired';
    this.#notify('Expiration', sale, {});
  }

  /** Resumes a cancelled or expired subscription. */
  reactivate(subscriptionId: string): void {
    const sale = this.find(subscriptionId);
    if (sale.status === 'active') throw new Error(`The subscription ${subscriptionId} is active.`);
    sale.status = 'active';
    sale.cancelledAt = undefined;
    sale.failures = 0;
    sale.paidUntil = Math.max(sale.paidUntil, this.#now());
    sale.dueAt = sale.paidUntil;
    const { transactionId } = chargeOf(sale);
    this.#notify('UserReactivation', sale, {
      transactionId,
      price: saleFields(this.#settings, sale)['priceDescription'] ?? '',
      email: sale.customer['email'] ?? '',
      username: sale.customer['username'] ?? '',
      password: sale.customer['password'] ?? '',
      nextRenewalDate: dayOf(this.#settings, sale.paidUntil),
    });
  }

  /** Moves the end of what is paid. */
  extend(subscriptionId: string, days: number): void {
    const sale = this.find(subscriptionId);
    sale.paidUntil += days * DAY_MS;
    sale.dueAt = sale.paidUntil;
    this.#notify('BillingDateChange', sale, { nextRenewalDate: dayOf(this.#settings, sale.paidUntil) });
  }

  /** Replaces a subscription's card or the buyer's data. */
  updateCustomer(subscriptionId: string, customer: Fields, card?: HeldCard): void {
    const sale = this.find(subscriptionId);
    Object.assign(sale.customer, customer);
    if (card) sale.card = card;
    this.#notify('CustomerDataUpdate', sale, customerUpdateFields(sale));
  }

  refund(subscriptionId: string, reversal: Reversal = {}): CcbillTransaction {
    return this.#reverse(subscriptionId, 'refund', 'Refund', 'Refunded on request', reversal);
  }

  chargeBack(subscriptionId: string, reversal: Reversal = {}): CcbillTransaction {
    return this.#reverse(subscriptionId, 'chargeback', 'Chargeback', 'Fraudulent transaction', reversal);
  }

  /** Returns a payment that was made from a bank account. */
  returnPayment(subscriptionId: string, reversal: Reversal = {}): CcbillTransaction {
    return this.#reverse(subscriptionId, 'return', 'Return', 'Insufficient funds', reversal);
  }

  voidCharge(subscriptionId: string, reversal: Omit<Reversal, 'amount'> = {}): CcbillTransaction {
    const charge = chargeOf(this.find(subscriptionId), reversal.transactionId);
    if (!this.isInBatch(charge)) throw new Error(`The charge ${charge.transactionId} has left its batch: refund it.`);
    return this.#reverse(subscriptionId, 'void', 'Void', 'Voided on request', reversal);
  }

  /** True while a charge can still be voided. */
  isInBatch(charge: CcbillTransaction): boolean {
    return this.#now() < charge.at + this.#settings.batchHours * HOUR_MS;
  }

  #reverse(subscriptionId: string, kind: CcbillTransaction['kind'], event: string, reason: string, reversal: Reversal): CcbillTransaction {
    const sale = this.find(subscriptionId);
    const charge = chargeOf(sale, reversal.transactionId);
    const amount = reversal.amount ?? remainingOf(sale, charge);
    if (amount < 1 || amount > remainingOf(sale, charge)) throw new Error(`The charge ${charge.transactionId} has less left than that.`);
    const transaction = this.#record(sale, kind, amount, charge.transactionId);
    const wasActive = sale.status === 'active';
    const wasExpired = sale.status === 'expired';
    sale.status = 'expired';
    if (reversal.notifies === false) return transaction;
    this.#notify(event, sale, reversalFields(this.#settings, sale, transaction, reason));
    const { endedBy } = this.#settings.reading;
    if (wasActive && endedBy === 'cancellation-and-expiration') this.#notify('Cancellation', sale, { reason, source: 'system' });
    if (!wasExpired && endedBy !== 'nothing') this.#notify('Expiration', sale, {});
    return transaction;
  }

  /** Charges the renewals that are due and expires what has ended. A clock that jumped by months is caught up with, one period after another. */
  passTime(): void {
    const now = this.#now();
    for (const sale of this.state.sales) while (sale.status !== 'expired' && sale.dueAt <= now && this.#passDue(sale)) continue;
  }

  /** @returns false if nothing further is due */
  #passDue(sale: CcbillSale): boolean {
    const { recurring } = sale.order;
    const renews = sale.status === 'active' && recurring && (recurring.rebills === UNTIL_CANCELLED || sale.renewals < recurring.rebills);
    if (renews && (sale.failsNext || sale.card.renewals === 'declined')) this.failRenewal(sale.subscriptionId, sale.dueAt);
    // The period begins when the renewal was due, so that a late pass shifts no date.
    else if (renews) this.#charge(sale, sale.failures > 0 ? sale.dueAt : sale.paidUntil);
    else if (recurring || this.#settings.reading.singleSaleExpires) this.expire(sale.subscriptionId);
    else return false;
    return true;
  }

  /** Charges a renewal whose period begins at `from`. */
  #charge(sale: CcbillSale, from: number): CcbillTransaction {
    const charge = this.#record(sale, 'renewal', sale.order.recurring?.price ?? 0);
    sale.renewals += 1;
    sale.failures = 0;
    sale.failsNext = false;
    sale.paidUntil = from + (sale.order.recurring?.period ?? 0) * DAY_MS;
    sale.dueAt = sale.paidUntil;
    this.#notify('RenewalSuccess', sale, renewalFields(this.#settings, sale, charge));
    return charge;
  }
}
