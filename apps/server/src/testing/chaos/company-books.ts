import { sql } from 'kysely';
import { type Database, createDatabase, createPool } from '../../platform/database/database.ts';
import { COMPANY_NAMES, type CompanyDoubles, type CompanyName, isCompany } from '../company-doubles.ts';
import type { TestApp } from '../test-app.ts';
import { pause } from './pause.ts';
import { type ChaosReport, count } from './report.ts';

/** A sale in a double's books, in the words of no company. */
interface BookedSale {
  saleId: string;
  orderId: string;
  transactions: { id: string; kind: 'charge' | 'refund' | 'chargeback'; amount: number }[];
}

/** The companies' books, and the site's orders beside them. */
export interface CompanyBooks {
  /** Makes the refunds that the site left to its owner, each once. */
  refundForOwner(): Promise<void>;
  refundAtCompany(name: CompanyName, orderId: string): Promise<void>;
  chargeBack(name: CompanyName, orderId: string): Promise<void>;
  renew(name: CompanyName, orderId: string): Promise<string>;
  /** Refunds that haven't arrived yet, and callbacks that nobody has taken. */
  countUnsettled(): Promise<number>;
  /** Runs retries of refunds and cancellations now, which would wait for longer and longer. */
  bringForward(): Promise<void>;
  /** Reports every payment, refund and chargeback that one side has and the other hasn't. */
  compare(): Promise<void>;
  close(): Promise<void>;
}

const UNDONE = ['pending', 'sent', 'byOwner'] as const;
/** An order's id at the start of a company's reference. */
const ORDER_ID_LENGTH = 36;

const sumOf = (sales: readonly BookedSale[], kind: BookedSale['transactions'][number]['kind']): number =>
  sales
    .flatMap(({ transactions }) => transactions)
    .filter((transaction) => transaction.kind === kind)
    .reduce((sum, { amount }) => sum + amount, 0);

/** Reads each company's books, and makes it refund or renew. */
interface CompanyActs {
  sales(doubles: CompanyDoubles): BookedSale[];
  /** @returns the amount */
  refund(doubles: CompanyDoubles, saleId: string, chargeId: string, part: { amount?: number }): Promise<number>;
  /** @returns the id of the payment */
  renew(doubles: CompanyDoubles, saleId: string): Promise<string>;
}

const ACTS: Readonly<Record<CompanyName, CompanyActs>> = {
  ccbill: {
    sales: ({ ccbill }) =>
      ccbill.state.sales.map(({ subscriptionId, order, transactions }) => ({
        saleId: subscriptionId,
        orderId: order.passThrough['orderRef'] ?? '',
        transactions: transactions.map(({ transactionId: id, kind, amount }) => ({
          id,
          kind: kind === 'sale' || kind === 'renewal' ? 'charge' : kind === 'chargeback' ? 'chargeback' : 'refund',
          amount,
        })),
      })),
    refund: async ({ ccbill }, saleId, transactionId, part) => (await ccbill.refund(saleId, { ...part, transactionId })).amount,
    renew: async ({ ccbill }, saleId) => (await ccbill.renew(saleId)).transactionId,
  },
  verotel: {
    sales: ({ verotel }) =>
      verotel.state.sales.map(({ saleID, order, transactions }) => ({
        saleId: saleID,
        orderId: (order.referenceID ?? '').slice(0, ORDER_ID_LENGTH),
        transactions: transactions.map(({ transactionID: id, kind, amount }) => ({
          id,
          kind: kind === 'sale' || kind === 'rebill' ? 'charge' : kind === 'chargeback' ? 'chargeback' : 'refund',
          amount,
        })),
      })),
    refund: async ({ verotel }, saleId, transactionID, part) => (await verotel.refund(saleId, { ...part, transactionID })).amount,
    renew: async ({ verotel }, saleId) => (await verotel.renew(saleId)).transactionID,
  },
};

/** Orders of a sale: the one that began it, and its renewals. */
const siteSales = async (database: Database, name: CompanyName) => {
  const { rows } = await sql<{
    sale_id: string;
    charged: number;
    refunded: number;
    given_up: number;
    late: number;
    is_charged_back: boolean;
  }>`
    with refunds as (
      select sale_id,
        coalesce(sum(amount) filter (where state = 'done'), 0) as refunded,
        coalesce(sum(amount) filter (where state in ('superseded', 'failed')), 0) as given_up,
        coalesce(sum(amount) filter (where key like 'late:%'), 0) as late
      from gateway_refunds where gateway = ${name} group by sale_id),
    paid as (
      select gateway_sale_id as sale_id, sum(money_amount) as charged, bool_or(state = 'chargedBack') as is_charged_back
      from orders where gateway = ${name} and method = 'card' and paid_at is not null group by gateway_sale_id)
    select coalesce(p.sale_id, r.sale_id) as sale_id, coalesce(p.charged, 0)::int as charged, coalesce(r.refunded, 0)::int as refunded,
      coalesce(r.given_up, 0)::int as given_up, coalesce(r.late, 0)::int as late, coalesce(p.is_charged_back, false) as is_charged_back
    from paid p full join refunds r on r.sale_id = p.sale_id`.execute(database);
  return new Map(rows.map((row) => [row.sale_id, row]));
};

/** The refunds of a sale, as both sides know them, for the report of a failure. */
const refundsOf = async (database: Database, { saleId, transactions }: BookedSale): Promise<string> => {
  const own = await database
    .selectFrom('gateway_refunds')
    .select(['key', 'amount', 'state', 'attempts', 'failure', 'created_at', 'done_at'])
    .where('sale_id', '=', saleId)
    .execute();
  const events = await database
    .selectFrom('gateway_events')
    .select(['event_key', 'event', 'outcome', 'amount', 'received_at'])
    .where('event', 'in', ['refunded', 'chargedBack'])
    .where(sql<boolean>`payload ->> 'subscriptionId' = ${saleId} or payload ->> 'saleID' = ${saleId}`)
    .execute();
  return JSON.stringify({ transactions, own, events }, (_name, value: unknown) => (typeof value === 'bigint' ? Number(value) : value));
};

export const createCompanyBooks = (app: TestApp, doubles: CompanyDoubles, report: ChaosReport): CompanyBooks => {
  const { database } = app.platform;
  // The jobs belong to the owner of the database.
  const owned = createDatabase(createPool({ url: app.testDatabase.ownerUrl, max: 1 }));
  const madeForOwner = new Set<string>();
  /** Refunds that the company made by itself, in hundredths by sale. */
  const madeByCompany = new Map<string, number>();

  /** The payment of an order in the double's books. Verotel calls the first payment of a sale like the sale. */
  const chargeIn = (name: CompanyName, saleId: string, paymentId: string): string => {
    const sale = ACTS[name].sales(doubles).find((one) => one.saleId === saleId);
    const charges = sale?.transactions.filter(({ kind }) => kind === 'charge') ?? [];
    const charge = charges.find(({ id }) => id === paymentId) ?? charges[0];
    if (!charge) throw new Error(`${name} has no payment ${paymentId} of the sale ${saleId}.`);
    return charge.id;
  };
  const refundCharge = (name: CompanyName, saleId: string, chargeId: string, amount?: number): Promise<number> =>
    ACTS[name].refund(doubles, saleId, chargeId, amount === undefined ? {} : { amount });
  const paymentOf = async (orderId: string): Promise<{ saleId: string; paymentId: string }> => {
    // The database may be away, or restarting.
    for (let attempts = 1; ; attempts += 1) {
      try {
        const row = await database
          .selectFrom('orders')
          .select(['gateway_payment_id', 'gateway_sale_id'])
          .where('id', '=', orderId)
          .executeTakeFirstOrThrow();
        return { saleId: row.gateway_sale_id!, paymentId: row.gateway_payment_id! };
      } catch (error) {
        if (attempts > 3000) throw error;
        await pause();
      }
    }
  };

  return {
    async refundForOwner() {
      const open = await database.selectFrom('gateway_refunds').selectAll().where('state', '=', 'byOwner').execute();
      for (const { id, gateway, sale_id: saleId, payment_id: paymentId, amount } of open) {
        if (madeForOwner.has(id) || !isCompany(gateway)) continue;
        madeForOwner.add(id);
        // A bank was faster, and has left less than this.
        await refundCharge(gateway, saleId!, chargeIn(gateway, saleId!, paymentId), Number(amount)).catch(() => {});
      }
    },
    async refundAtCompany(name, orderId) {
      const { saleId, paymentId } = await paymentOf(orderId);
      const amount = await refundCharge(name, saleId, chargeIn(name, saleId, paymentId));
      madeByCompany.set(saleId, (madeByCompany.get(saleId) ?? 0) + amount);
    },
    async chargeBack(name, orderId) {
      const { saleId, paymentId } = await paymentOf(orderId);
      await doubles[name].chargeBack(saleId, chargeIn(name, saleId, paymentId));
    },
    async renew(name, orderId) {
      const { saleId } = await paymentOf(orderId);
      return await ACTS[name].renew(doubles, saleId);
    },
    async countUnsettled() {
      const waiting = COMPANY_NAMES.flatMap((name) => doubles[name].deliveries.list).filter(
        ({ state }) => state === 'waiting' || state === 'held',
      ).length;
      const refunds = await database.selectFrom('gateway_refunds').select('id').where('state', 'in', UNDONE).execute();
      return waiting + refunds.length;
    },
    async bringForward() {
      await sql`update graphile_worker._private_jobs set run_at = now()
        where key like 'payments:%' and locked_at is null and run_at > now()`.execute(owned);
    },
    async compare() {
      for (const name of COMPANY_NAMES) {
        const site = await siteSales(database, name);
        const sales = ACTS[name].sales(doubles);
        for (const sale of sales) {
          const { saleId } = sale;
          const row = site.get(saleId);
          const [charged, refunded] = [sumOf([sale], 'charge'), sumOf([sale], 'refund')];
          const known = (row?.charged ?? 0) + (row?.late ?? 0);
          if (charged !== known)
            report.fail(`${name} charged ${charged} by the sale ${saleId} of ${sale.orderId}, the site knows ${known}`);
          const made = (row?.refunded ?? 0) + (madeByCompany.get(saleId) ?? 0);
          // A refund that a chargeback outran may have been made or not.
          if (refunded < made || refunded > made + (row?.given_up ?? 0))
            report.fail(
              `${name} refunded ${refunded} of the sale ${saleId} of ${sale.orderId}, the site knows ${made}: ${await refundsOf(database, sale)}`,
            );
          const isChargedBack = sumOf([sale], 'chargeback') > 0;
          if (isChargedBack !== (row?.is_charged_back ?? false))
            report.fail(`${name} charged the sale ${saleId} of ${sale.orderId} back: ${isChargedBack}, the site says otherwise`);
          site.delete(saleId);
          count(report.counts, `sale of ${name}`);
        }
        for (const saleId of site.keys()) report.fail(`the site has a sale ${saleId}, which ${name} hasn’t`);
      }
    },
    close: () => owned.destroy(),
  };
};
