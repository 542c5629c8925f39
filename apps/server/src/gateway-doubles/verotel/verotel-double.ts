import { buyer, type Visit } from '../buyer.ts';
import type { TEST_CARDS } from '../cards.ts';
import { refusalList } from '../console-page.ts';
import { addConsole } from '../console-routes.ts';
import { DeliveryQueue, emptyQueue, type TakenDelivery } from '../delivery.ts';
import { createDoubleServer, type Fields, queryOf } from '../double-server.ts';
import { readSnapshot, writeSnapshot } from '../snapshot.ts';
import { type Credit, VerotelCompany } from './verotel-company.ts';
import { verotelActs, verotelShownSales } from './verotel-console.ts';
import { type VerotelOptions, type VerotelSettings, verotelSettings } from './verotel-options.ts';
import { addCancelPage, addOrderPage, VEROTEL_BRAND } from './verotel-pages.ts';
import type { CancelledBy, VerotelSale, VerotelState } from './verotel-sales.ts';
import { saleStatus } from './verotel-status.ts';

const MOST_REFUSALS = 50;

const emptyState = (): VerotelState => ({
  lastSale: 45_000_000,
  lastTransaction: 90_000_000,
  sales: [],
  challenges: {},
  blacklist: [],
  queue: emptyQueue(),
});

/** A mishap of a status call. */
export type StatusMishap = { kind: 'html' } | { kind: 'status'; status: number } | { kind: 'silence'; ms: number };

/** Verotel as its buyers, its merchants and their servers see it. */
export class VerotelDouble {
  readonly settings: VerotelSettings;
  readonly company: VerotelCompany;
  /** The postbacks, with switches to lose, double, delay, hold and reorder the next ones. */
  readonly deliveries: DeliveryQueue;
  /** Reasons why orders were refused, newest first. */
  readonly refusals: string[] = [];
  readonly #server = createDoubleServer();
  readonly #snapshotFile: string | undefined;
  readonly #statusMishaps: StatusMishap[] = [];

  constructor(options: VerotelOptions) {
    this.settings = verotelSettings(options);
    this.#snapshotFile = options.snapshotFile;
    const state = readSnapshot(options.snapshotFile, emptyState());
    const { settings } = this;
    this.deliveries = new DeliveryQueue(state.queue, {
      now: settings.now,
      addressOf: (account) => settings.shops.find(({ shopID }) => shopID === account)?.postbackUrl ?? settings.callbackUrl,
      // Verotel wants these two letters and nothing else.
      isAccepted: (status, answer) => status === 200 && answer === 'OK',
      retryMs: options.callbackRetryMs ?? [60_000, 300_000, 900_000, 3_600_000],
      record: options.record ?? false,
      timeoutMs: options.callbackTimeoutMs ?? 10_000,
    });
    this.company = new VerotelCompany(state, settings, this.deliveries);
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
    addOrderPage(pages);
    addCancelPage(pages);
    this.#addStatus();
    addConsole(this.#server, {
      brand: VEROTEL_BRAND,
      callbackUrl: () => settings.callbackUrl,
      sales: () => verotelShownSales(company),
      more: () => refusalList(this.refusals),
      queue: deliveries,
      settle,
      acts: verotelActs(company),
    });
  }

  #addStatus(): void {
    this.#server.app.get('/salestatus', (request, reply) => {
      const mishap = this.#statusMishaps.shift();
      if (mishap?.kind === 'silence') return this.#server.staySilent(reply, mishap.ms);
      if (mishap?.kind === 'html') return reply.type('text/html').send('<html><body><h1>Maintenance</h1></body></html>');
      if (mishap?.kind === 'status') return reply.code(mishap.status).type('text/plain').send('error');
      return reply.type('text/plain; charset=utf-8').send(saleStatus(this.settings, this.company.state.sales, queryOf(request)));
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

  /** Sends the postbacks that are due and saves the state. */
  async settle(): Promise<void> {
    await this.deliveries.send();
    writeSnapshot(this.#snapshotFile, this.company.state);
  }

  /** Charges due rebills, expires what has ended, sends and retries postbacks, refunds unacknowledged sales. Called every few seconds, or after moving the clock. */
  async work(): Promise<void> {
    this.company.passTime();
    await this.deliveries.send();
    this.company.refundUnacknowledged();
    await this.settle();
  }

  /** Makes the next status call go wrong. */
  failNextStatus(mishap: StatusMishap): void {
    this.#statusMishaps.push(mishap);
  }

  /** Finds a sale by the site's own reference, or by one of its custom fields. The newest one wins. */
  saleOf(reference: string): VerotelSale | undefined {
    return this.company.state.sales.findLast(
      ({ order }) => order.referenceID === reference || Object.values(order.customs).includes(reference),
    );
  }

  /** Returns the postbacks that were sent or recorded since the last call. */
  takeDeliveries(): TakenDelivery[] {
    return this.deliveries.take();
  }

  /** Opens a buyer's page and pays with a test card. */
  async approve(url: string, card: keyof typeof TEST_CARDS = 'approved', more: Fields = {}): Promise<Visit> {
    return await buyer.pay(url, card, more);
  }

  async decline(url: string): Promise<Visit> {
    return await buyer.pay(url, 'declined', { account: 'declined' });
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

  async renew(saleID: string) {
    return await this.#after(this.company.rebill(saleID));
  }

  /** Declines a rebill now. */
  async failRenewal(saleID: string): Promise<void> {
    await this.#after(this.company.failRebill(saleID));
  }

  /** Lets the next due rebill be declined. */
  failNextRenewal(saleID: string): void {
    this.company.find(saleID).failsNext = true;
  }

  async refund(saleID: string, credit: Credit = {}) {
    return await this.#after(this.company.credit(saleID, credit));
  }

  async chargeBack(saleID: string, transactionID?: string) {
    return await this.#after(this.company.chargeBack(saleID, transactionID === undefined ? {} : { transactionID }));
  }

  async cancelSale(saleID: string, by: CancelledBy = 'user'): Promise<void> {
    await this.#after(this.company.cancel(saleID, by));
  }

  async reactivate(saleID: string, by = 'user'): Promise<void> {
    await this.#after(this.company.uncancel(saleID, by));
  }

  async expire(saleID: string): Promise<void> {
    await this.#after(this.company.expire(saleID));
  }

  async extend(saleID: string, days: number): Promise<void> {
    await this.#after(this.company.extend(saleID, days));
  }

  async downgrade(saleID: string, amount: number): Promise<void> {
    await this.#after(this.company.downgrade(saleID, amount));
  }
}

/** Creates a double of Verotel. It serves nothing before `listen`. */
export const createVerotelDouble = (options: VerotelOptions): VerotelDouble => new VerotelDouble(options);
