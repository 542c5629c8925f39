import type { GatewayRefund, GatewayRejection, UnansweredPayment } from '@stagedoor/contract/admin-gateways';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import { sql } from 'kysely';
import { type List, type ListQuery, type Sorts, allOf, by, limitOf, readPage, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { type PersonColumns, personColumns, personOf } from '../admin/index.ts';
import { isUnanswered } from './unanswered.ts';

type Search = ListQuery & { gateway?: string | undefined };

interface UnansweredRow extends PersonColumns<'buyer'> {
  id: string;
  kind: UnansweredPayment['kind'];
  gateway: UnansweredPayment['gateway'];
  money_amount: bigint;
  currency: string;
  attempts: number;
  created_at: Date;
  expires_at: Date | null;
}

const UNANSWERED_SORTS: Sorts<'createdAt' | 'updatedAt'> = {
  createdAt: by.instant(sql`o.created_at`),
  updatedAt: by.instant(sql`o.updated_at`),
};

/** Open card payments that nobody has said the end of. */
export const listUnanswered = async (platform: Platform, search: Search): Promise<List<UnansweredPayment>> => {
  const where = allOf(isUnanswered(platform.clock.now()), search.gateway && sql`o.gateway = ${search.gateway}`);
  const { order } = sorted(UNANSWERED_SORTS, search, sql`o.id`);
  const page = sql<UnansweredRow>`
    select o.id, o.kind, o.gateway, o.money_amount, o.currency, o.created_at, o.expires_at,
      (select count(*)::int from payment_pages p where p.order_id = o.id) as attempts, ${personColumns('b', 'buyer')}
    from orders o join accounts b on b.id = o.buyer_id where ${where} order by ${order} ${limitOf(search)}`;
  const { rows, ...totals } = await readPage(platform.database, search, page, sql`from orders o where ${where}`);
  return {
    data: rows.map((row) => ({
      _id: row.id,
      kind: row.kind,
      gateway: row.gateway,
      buyer: personOf(platform, row, 'buyer'),
      money: hundredthsToNumber(row.money_amount),
      currency: row.currency,
      attempts: row.attempts,
      createdAt: row.created_at.toISOString(),
      expiresAt: row.expires_at?.toISOString() ?? null,
    })),
    ...totals,
  };
};

interface RejectionRow {
  gateway: GatewayRejection['gateway'];
  day: string;
  outcome: GatewayRejection['outcome'];
  reason: GatewayRejection['reason'];
  sender: string;
  count: number;
  first_at: Date;
  last_at: Date;
}

const REJECTION_SORTS: Sorts<'createdAt' | 'updatedAt'> = { createdAt: by.instant(sql`r.first_at`), updatedAt: by.instant(sql`r.last_at`) };

/** Callbacks that were refused, by day, reason and sender. */
export const listRejections = async (platform: Platform, search: Search): Promise<List<GatewayRejection>> => {
  const where = allOf(sql`true`, search.gateway && sql`r.gateway = ${search.gateway}`);
  const { order } = sorted(REJECTION_SORTS, search, sql`(r.gateway || r.day || r.outcome || r.reason || r.sender)`);
  const page = sql<RejectionRow>`
    select r.gateway, r.day::text as day, r.outcome, r.reason, r.sender, r.count, r.first_at, r.last_at
    from gateway_rejections r where ${where} order by ${order} ${limitOf(search)}`;
  const { rows, ...totals } = await readPage(platform.database, search, page, sql`from gateway_rejections r where ${where}`);
  return {
    data: rows.map((row) => ({
      _id: [row.gateway, row.day, row.outcome, row.reason, row.sender].join(':'),
      gateway: row.gateway,
      outcome: row.outcome,
      reason: row.reason,
      sender: row.sender,
      count: row.count,
      firstAt: row.first_at.toISOString(),
      lastAt: row.last_at.toISOString(),
    })),
    ...totals,
  };
};

interface RefundRow extends PersonColumns<'buyer'> {
  id: string;
  order_id: string;
  gateway: GatewayRefund['gateway'];
  amount: bigint;
  currency: string;
  state: GatewayRefund['state'];
  attempts: number;
  failure: string;
  payment_id: string;
  gateway_account: string | null;
  created_at: Date;
  done_at: Date | null;
}

const REFUND_SORTS: Sorts<'createdAt' | 'updatedAt'> = {
  createdAt: by.instant(sql`f.created_at`),
  updatedAt: by.instant(sql`coalesce(f.done_at, f.created_at)`),
};
const REFUND_COLUMNS = sql`f.id, f.order_id, f.gateway, f.amount, f.currency, f.state, f.attempts, f.failure, f.payment_id, o.gateway_account, f.created_at, f.done_at`;
const REFUND_TABLES = sql`gateway_refunds f join orders o on o.id = f.order_id join accounts b on b.id = o.buyer_id`;

const refundOf = (platform: Platform, row: RefundRow): GatewayRefund => ({
  _id: row.id,
  orderId: row.order_id,
  gateway: row.gateway,
  buyer: personOf(platform, row, 'buyer'),
  amount: hundredthsToNumber(row.amount),
  currency: row.currency,
  state: row.state,
  attempts: row.attempts,
  failure: row.failure,
  paymentId: row.payment_id,
  ownAccount: row.gateway_account,
  createdAt: row.created_at.toISOString(),
  doneAt: row.done_at?.toISOString() ?? null,
});

/** Refunds at the companies; without a state those that aren't done. */
export const listGatewayRefunds = async (
  platform: Platform,
  search: Search & { state?: GatewayRefund['state'] | undefined },
): Promise<List<GatewayRefund>> => {
  const where = allOf(
    search.state ? sql`f.state = ${search.state}` : sql`f.state in ('pending', 'sent', 'byOwner', 'failed')`,
    search.gateway && sql`f.gateway = ${search.gateway}`,
  );
  const { order } = sorted(REFUND_SORTS, search, sql`f.id`);
  const page = sql<RefundRow>`
    select ${REFUND_COLUMNS}, ${personColumns('b', 'buyer')} from ${REFUND_TABLES} where ${where} order by ${order} ${limitOf(search)}`;
  const { rows, ...totals } = await readPage(platform.database, search, page, sql`from gateway_refunds f where ${where}`);
  return { data: rows.map((row) => refundOf(platform, row)), ...totals };
};
