import { buyer, type Visit } from '../buyer.ts';
import type { HeldCard, TEST_CARDS } from '../cards.ts';
import { refusalList } from '../console-page.ts';
import { addConsole } from '../console-routes.ts';
import { DeliveryQueue, emptyQueue, type TakenDelivery } from '../delivery.ts';
import { createDoubleServer, type Fields, queryOf } from '../double-server.ts';
import { readSnapshot, writeSnapshot } from '../snapshot.ts';
import { CcbillCompany, type Reversal } from './ccbill-company.ts';
import { ccbillActs, ccbillShownSales } from './ccbill-console.ts';
import { type CcbillOptions, type CcbillSettings, ccbillSettings } from './ccbill-options.ts';
import type { CcbillOrder } from './ccbill-orders.ts';
import { addConsumerPages, addFormPage, CCBILL_BRAND } from './ccbill-pages.ts';
import type { CcbillSale, CcbillState } from './ccbill-sales.ts';
import { DataLink, printReply } from './datalink.ts';

const DATALINK_PATH = '/utils/subscriptionManagement.cgi';
const MOST_REFUSALS = 50;

const emptyState = (): CcbillState => ({ lastSequence: 0, sales: [], challenges: {}, failedLogins: {}, queue: emptyQueue() });

const addDataLink = (server: ReturnType<typeof createDoubleServer>, dataLink: DataLink, save: () => void): void => {
  server.app.get(DATALINK_PATH, (request, reply) => {
    const query = queryOf(request);
    const mishap = dataLink.takeMishap();
    const isDone = mishap?.kind !== 'code' && !(mishap?.kind === 'silence' && !mishap.does);
    const done = isDone ? dataLink.answer(query, request.ip) : { results: '' };
    save();
    if (mishap?.kind === 'silence') return server.staySilent(reply, mishap.ms);
    if (mishap?.kind === 'html') return reply.type('text/html').send('<html><body><h1>Service temporarily unavailable</h1></body></html>');
    const columns = mishap?.kind === 'code' ? { results: mishap.code } : mishap ? { results: '-7' } : done;
    const { type, text } = printReply(columns, query['returnXML'] === '1');
    return reply.type(type).send(text);
  });
};

/** CCBill as its buyers, its merchants and their servers see it. */
export class CcbillDouble {
  readonly settings: CcbillSettings;
  readonly company: CcbillCompany;
  readonly dataLink: DataLink;
  /** The callbacks, with switches to lose, double, delay, hold and reorder the next ones. */
  readonly deliveries: DeliveryQueue;
  /** Reasons why forms were refused, newest first. Buyers see only the generic page. */
  readonly refusals: string[] = [];
  readonly #server = createDoubleServer();
  readonly #snapshotFile: string | undefined;

  constructor(options: CcbillOptions) {
    this.settings = ccbillSettings(options);
    this.#snapshotFile = options.snapshotFile;
    const state = readSnapshot(options.snapshotFile, emptyState());
    const { settings } = this;
    this.deliveries = new DeliveryQueue(state.queue, {
      now: settings.now,
      addressOf: (account) =>
        settings.subaccounts.find(({ clientSubacc }) => clientSubacc === account)?.callbackUrl ?? settings.callbackUrl,
      isAccepted: (status) => status >= 200 && status < 300,
      retryMs: options.callbackRetryMs ?? [60_000, 300_000, 900_000, 3_600_000],
      record: options.record ?? false,
      timeoutMs: options.callbackTimeoutMs ?? 10_000,
    });
    this.company = new CcbillCompany(state, settings, this.deliveries);
    this.dataLink = new DataLink(this.company, settings);
    this.#addRoutes();
  }

  #addRoutes(): void {
    const { company, settings, deliveries } = this;
    const settle = (): Promise<void> => this.settle();
    const refuse = (reason: string): void => {
      this.refusals.unshift(reason);
      this.refusals.splice(MOST_REFUSALS);
    };
    const pages = { server: this.#server, company, settings, settle, refuse };
    addFormPage(pages);
    addConsumerPages(pages);
    addDataLink(this.#server, this.dataLink, () => this.#save());
    addConsole(this.#server, {
      brand: CCBILL_BRAND,
      callbackUrl: () => settings.callbackUrl,
      sales: () => ccbillShownSales(settings, company),
      more: () => refusalList(this.refusals),
      queue: deliveries,
      settle,
      acts: ccbillActs(company),
    });
  }

  get url(): string {
    return this.#server.url;
  }

  /** @returns the double's address */
  async listen(port = 0): Promise<string> {
    return await this.#server.listen(port);
  }

  async close(): Promise<void> {
    await this.#server.close();
  }

  /** Sends the callbacks that are due and saves the state. */
  async settle(): Promise<void> {
    await this.deliveries.send();
    this.#save();
  }

  #save(): void {
    writeSnapshot(this.#snapshotFile, this.company.state);
  }

  /** Charges due renewals, expires what has ended, sends and retries callbacks. Called every few seconds, or after moving the clock. */
  async work(): Promise<void> {
    this.company.passTime();
    await this.settle();
  }

  /** Finds a sale by the value of a pass-through variable, such as the site's own reference. The newest one wins. */
  saleOf(reference: string): CcbillSale | undefined {
    return this.company.state.sales.findLast(({ order }) => Object.values(order.passThrough).includes(reference));
  }

  /** Returns the callbacks that were sent or recorded since the last call. */
  takeDeliveries(): TakenDelivery[] {
    return this.deliveries.take();
  }

  /** Opens a buyer's page and pays with a test card. */
  async approve(url: string, card: keyof typeof TEST_CARDS = 'approved', more: Fields = {}): Promise<Visit> {
    return await buyer.pay(url, card, more);
  }

  async decline(url: string): Promise<Visit> {
    return await buyer.pay(url, 'declined');
  }

  async challenge(url: string, passes: boolean): Promise<Visit> {
    return await buyer.challenge(url, passes);
  }

  /** Leaves a buyer's page by its cancel button. */
  async cancel(url: string): Promise<Visit> {
    return await buyer.cancel(url);
  }

  async #after<Result>(result: Result): Promise<Result> {
    await this.settle();
    return result;
  }

  async renew(saleId: string) {
    return await this.#after(this.company.renew(saleId));
  }

  /** Declines a renewal now. */
  async failRenewal(saleId: string): Promise<void> {
    await this.#after(this.company.failRenewal(saleId));
  }

  /** Lets the next due renewal be declined. */
  failNextRenewal(saleId: string): void {
    this.company.find(saleId).failsNext = true;
  }

  async refund(saleId: string, reversal: Reversal = {}) {
    return await this.#after(this.company.refund(saleId, reversal));
  }

  async voidCharge(saleId: string, transactionId?: string) {
    return await this.#after(this.company.voidCharge(saleId, transactionId === undefined ? {} : { transactionId }));
  }

  async chargeBack(saleId: string, transactionId?: string) {
    return await this.#after(this.company.chargeBack(saleId, transactionId === undefined ? {} : { transactionId }));
  }

  async returnPayment(saleId: string, transactionId?: string) {
    return await this.#after(this.company.returnPayment(saleId, transactionId === undefined ? {} : { transactionId }));
  }

  async cancelSale(saleId: string, source = 'consumer'): Promise<void> {
    await this.#after(this.company.cancel(saleId, source));
  }

  async expire(saleId: string): Promise<void> {
    await this.#after(this.company.expire(saleId));
  }

  async reactivate(saleId: string): Promise<void> {
    await this.#after(this.company.reactivate(saleId));
  }

  async extend(saleId: string, days: number): Promise<void> {
    await this.#after(this.company.extend(saleId, days));
  }

  async updateCustomer(saleId: string, customer: Fields, card?: HeldCard): Promise<void> {
    await this.#after(this.company.updateCustomer(saleId, customer, card));
  }

  async upSale(saleId: string, more: Pick<CcbillOrder, 'initialPrice' | 'initialPeriod' | 'recurring' | 'passThrough'>) {
    return await this.#after(this.company.upSale(saleId, more));
  }
}

/** Creates a double of CCBill. It serves nothing before `listen`. */
export const createCcbillDouble = (options: CcbillOptions): CcbillDouble => new CcbillDouble(options);
