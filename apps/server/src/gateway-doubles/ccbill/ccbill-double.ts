import type { HeldCard } from '../cards.ts';
import { CompanyDouble } from '../company-double.ts';
import { emptyQueue } from '../delivery.ts';
import { type Fields, queryOf } from '../double-server.ts';
import { CcbillCompany, type Reversal } from './ccbill-company.ts';
import { ccbillActs, ccbillShownSales } from './ccbill-console.ts';
import { type CcbillOptions, type CcbillSettings, ccbillSettings } from './ccbill-options.ts';
import type { CcbillOrder } from './ccbill-orders.ts';
import { addConsumerPages, addFormPage, CCBILL_BRAND } from './ccbill-pages.ts';
import type { CcbillSale, CcbillState } from './ccbill-sales.ts';
import { DataExtract } from './data-extract.ts';
import { DataLink, printReply } from './datalink.ts';

const EXTRACT_PATH = '/data/main.cgi';
const DATALINK_PATH = '/utils/subscriptionManagement.cgi';

const emptyState = (): CcbillState => ({
  clockAheadMs: 0,
  lastSequence: 0,
  sales: [],
  challenges: {},
  failedLogins: {},
  queue: emptyQueue(),
});

/** CCBill as its buyers, its merchants and their servers see it. */
export class CcbillDouble extends CompanyDouble<CcbillState> {
  readonly settings: CcbillSettings;
  readonly company: CcbillCompany;
  readonly dataLink: DataLink;
  readonly extract: DataExtract;

  constructor(options: CcbillOptions) {
    const settings = ccbillSettings(options);
    super(options, settings, emptyState(), {
      addressOf: (account) =>
        settings.subaccounts.find(({ clientSubacc }) => clientSubacc === account)?.callbackUrl ?? settings.callbackUrl,
      isAccepted: (status) => status >= 200 && status < 300,
    });
    this.settings = settings;
    this.company = new CcbillCompany(this.state, settings, this.deliveries);
    this.dataLink = new DataLink(this.company, settings);
    this.extract = new DataExtract(this.company, settings);
    this.#addRoutes();
  }

  #addRoutes(): void {
    const { company, settings, server, refuse } = this;
    const pages = { server, company, settings, settle: () => this.settle(), refuse };
    addFormPage(pages);
    addConsumerPages(pages);
    this.#addDataLink();
    this.addConsole(
      {
        brand: CCBILL_BRAND,
        callbackUrl: () => settings.callbackUrl,
        sales: () => ccbillShownSales(settings, company),
        acts: ccbillActs(company),
      },
      () => settings.now(),
    );
  }

  #addDataLink(): void {
    this.server.app.get(EXTRACT_PATH, (request, reply) => {
      const query = queryOf(request);
      const text = this.extract.answer(query, () => this.dataLink.refusalOf(query, request.ip));
      this.save();
      return reply.type('text/plain').send(text);
    });
    this.server.app.get(DATALINK_PATH, (request, reply) => {
      const query = queryOf(request);
      const mishap = this.dataLink.takeMishap();
      const isDone = mishap?.kind !== 'code' && !(mishap?.kind === 'silence' && !mishap.does);
      const done = isDone ? this.dataLink.answer(query, request.ip) : { results: '' };
      // Webhooks that follow are sent by the next `work`: the site still waits for this answer.
      this.save();
      if (mishap?.kind === 'silence') return this.server.staySilent(reply, mishap.ms);
      if (mishap?.kind === 'html')
        return reply.type('text/html').send('<html><body><h1>Service temporarily unavailable</h1></body></html>');
      const columns = mishap?.kind === 'code' ? { results: mishap.code } : mishap ? { results: '-7' } : done;
      const { type, text } = printReply(columns, query['returnXML'] === '1');
      return reply.type(type).send(text);
    });
  }

  protected override passTime(): void {
    this.company.passTime();
  }

  /** Finds a sale by the value of a pass-through variable, such as the site's own reference. The newest one wins. */
  saleOf(reference: string): CcbillSale | undefined {
    return this.state.sales.findLast(({ order }) => Object.values(order.passThrough).includes(reference));
  }

  async renew(saleId: string) {
    return await this.after(this.company.renew(saleId));
  }

  /** Declines a renewal now. */
  async failRenewal(saleId: string): Promise<void> {
    await this.after(this.company.failRenewal(saleId));
  }

  /** Lets the next due renewal be declined. */
  failNextRenewal(saleId: string): void {
    this.company.find(saleId).failsNext = true;
  }

  async refund(saleId: string, reversal: Reversal = {}) {
    return await this.after(this.company.refund(saleId, reversal));
  }

  async voidCharge(saleId: string, transactionId?: string) {
    return await this.after(this.company.voidCharge(saleId, transactionId === undefined ? {} : { transactionId }));
  }

  async chargeBack(saleId: string, transactionId?: string) {
    return await this.after(this.company.chargeBack(saleId, transactionId === undefined ? {} : { transactionId }));
  }

  async returnPayment(saleId: string, transactionId?: string) {
    return await this.after(this.company.returnPayment(saleId, transactionId === undefined ? {} : { transactionId }));
  }

  async cancelSale(saleId: string, source = 'consumer'): Promise<void> {
    await this.after(this.company.cancel(saleId, source));
  }

  async expire(saleId: string): Promise<void> {
    await this.after(this.company.expire(saleId));
  }

  async reactivate(saleId: string): Promise<void> {
    await this.after(this.company.reactivate(saleId));
  }

  async extend(saleId: string, days: number): Promise<void> {
    await this.after(this.company.extend(saleId, days));
  }

  async updateCustomer(saleId: string, customer: Fields, card?: HeldCard): Promise<void> {
    await this.after(this.company.updateCustomer(saleId, customer, card));
  }

  async upSale(saleId: string, more: Pick<CcbillOrder, 'initialPrice' | 'initialPeriod' | 'recurring' | 'passThrough'>) {
    return await this.after(this.company.upSale(saleId, more));
  }
}

/** Creates a double of CCBill. It serves nothing before `listen`. */
export const createCcbillDouble = (options: CcbillOptions): CcbillDouble => new CcbillDouble(options);
