import { CompanyDouble } from '../company-double.ts';
import { emptyQueue } from '../delivery.ts';
import { queryOf } from '../double-server.ts';
import { type Credit, VerotelCompany } from './verotel-company.ts';
import { verotelActs, verotelShownSales } from './verotel-console.ts';
import { type VerotelOptions, type VerotelSettings, verotelSettings } from './verotel-options.ts';
import { addCancelPage, addOrderPage, VEROTEL_BRAND } from './verotel-pages.ts';
import type { CancelledBy, VerotelSale, VerotelState } from './verotel-sales.ts';
import { saleStatus } from './verotel-status.ts';

const emptyState = (): VerotelState => ({
  clockAheadMs: 0,
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
export class VerotelDouble extends CompanyDouble<VerotelState> {
  readonly settings: VerotelSettings;
  readonly company: VerotelCompany;
  readonly #statusMishaps: StatusMishap[] = [];

  constructor(options: VerotelOptions) {
    const settings = verotelSettings(options);
    super(options, settings, emptyState(), {
      addressOf: (account) => settings.shops.find(({ shopID }) => shopID === account)?.postbackUrl ?? settings.callbackUrl,
      // Verotel wants these two letters and nothing else.
      isAccepted: (status, answer) => status === 200 && answer === 'OK',
    });
    this.settings = settings;
    this.company = new VerotelCompany(this.state, settings, this.deliveries);
    this.#addRoutes();
  }

  #addRoutes(): void {
    const { company, settings, server, refuse } = this;
    const pages = { server, company, settings, settle: () => this.settle(), refuse };
    addOrderPage(pages);
    addCancelPage(pages);
    this.#addStatus();
    this.addConsole(
      {
        brand: VEROTEL_BRAND,
        callbackUrl: () => settings.callbackUrl,
        sales: () => verotelShownSales(company),
        acts: verotelActs(company),
      },
      () => settings.now(),
    );
  }

  #addStatus(): void {
    this.server.app.get('/salestatus', (request, reply) => {
      const mishap = this.#statusMishaps.shift();
      if (mishap?.kind === 'silence') return this.server.staySilent(reply, mishap.ms);
      if (mishap?.kind === 'html') return reply.type('text/html').send('<html><body><h1>Maintenance</h1></body></html>');
      if (mishap?.kind === 'status') return reply.code(mishap.status).type('text/plain').send('error');
      return reply.type('text/plain; charset=utf-8').send(saleStatus(this.settings, this.state.sales, queryOf(request)));
    });
  }

  protected override passTime(): void {
    this.company.passTime();
  }

  protected override afterSending(): void {
    this.company.refundUnacknowledged();
  }

  /** Makes the next status call go wrong. */
  failNextStatus(mishap: StatusMishap): void {
    this.#statusMishaps.push(mishap);
  }

  /** Finds a sale by the site's own reference, or by one of its custom fields. The newest one wins. */
  saleOf(reference: string): VerotelSale | undefined {
    return this.state.sales.findLast(({ order }) => order.referenceID === reference || Object.values(order.customs).includes(reference));
  }

  async renew(saleID: string) {
    return await this.after(this.company.rebill(saleID));
  }

  /** Declines a rebill now. */
  async failRenewal(saleID: string): Promise<void> {
    await this.after(this.company.failRebill(saleID));
  }

  /** Lets the next due rebill be declined. */
  failNextRenewal(saleID: string): void {
    this.company.find(saleID).failsNext = true;
  }

  async refund(saleID: string, credit: Credit = {}) {
    return await this.after(this.company.credit(saleID, credit));
  }

  async chargeBack(saleID: string, transactionID?: string) {
    return await this.after(this.company.chargeBack(saleID, transactionID === undefined ? {} : { transactionID }));
  }

  async cancelSale(saleID: string, by: CancelledBy = 'user'): Promise<void> {
    await this.after(this.company.cancel(saleID, by));
  }

  async reactivate(saleID: string, by = 'user'): Promise<void> {
    await this.after(this.company.uncancel(saleID, by));
  }

  async expire(saleID: string): Promise<void> {
    await this.after(this.company.expire(saleID));
  }

  async extend(saleID: string, days: number): Promise<void> {
    await this.after(this.company.extend(saleID, days));
  }

  async downgrade(saleID: string, amount: number): Promise<void> {
    await this.after(this.company.downgrade(saleID, amount));
  }
}

/** Creates a double of Verotel. It serves nothing before `listen`. */
export const createVerotelDouble = (options: VerotelOptions): VerotelDouble => new VerotelDouble(options);
