import { sql } from 'kysely';
import type { Executor } from '../../platform/database/database.ts';

/** Rows of a kind that one pack holds at most: the latest. */
const MOST = 500;

export interface PackOrder {
  id: string;
  buyer_id: string;
  item_id: string | null;
}

export const findPackOrder = async (executor: Executor, orderId: string): Promise<PackOrder | undefined> =>
  executor.selectFrom('orders').select(['id', 'buyer_id', 'item_id']).where('id', '=', orderId).executeTakeFirst();

/** What the site knows of the buyer, of what was bought and how it was used. Columns as they are stored, instants in UTC. */
export const readEvidence = async (executor: Executor, { id, buyer_id: buyer, item_id: item }: PackOrder) => {
  const rows = async (query: ReturnType<typeof sql<Record<string, unknown>>>) => (await query.execute(executor)).rows;
  const [account] = await rows(sql`
    select a.id, a.username, a.name, a.email, a.status, a.email_verified_at, a.created_at from accounts a where a.id = ${buyer}::uuid`);
  return {
    buyer: account ?? null,
    consents: await rows(sql`
      select c.purpose, c.version, c.granted, c.created_at as at from consents c where c.account_id = ${buyer}::uuid
      order by c.created_at, c.id limit ${sql.lit(MOST)}`),
    /** Where the buyer was logged in from. */
    sessions: await rows(sql`
      select s.logged_in_at, s.last_seen_at, s.ip, s.user_agent from sessions s where s.account_id = ${buyer}::uuid
      order by s.logged_in_at desc, s.id desc limit ${sql.lit(MOST)}`),
    /** The access that the order gave, how far it was watched, and what was delivered. Views aren't kept by person. */
    access: {
      entitlements: await rows(sql`
        select e.item_id, e.item_kind, e.source, e.created_at as given_at, e.revoked_at from entitlements e
        where e.account_id = ${buyer}::uuid and e.order_id = ${id}::uuid order by e.created_at, e.item_id`),
      subscriptions: await rows(sql`
        select s.performer_id, s.type, s.state, s.started_at, s.paid_until, s.expires_at, s.cancelled_at from subscriptions s
        where s.fan_id = ${buyer}::uuid and s.order_id = ${id}::uuid`),
      watchedUpTo: await rows(sql`
        select p.item_id, p.position_ms, p.updated_at as at from item_positions p
        where p.account_id = ${buyer}::uuid and p.item_id = ${item}::uuid`),
      deliveries: await rows(sql`
        select l.line, l.title, l.product_type, l.quantity, l.delivery, l.delivered_at, l.created_at, l.updated_at from order_lines l
        where l.order_id = ${id}::uuid order by l.line`),
    },
    /** What the buyer paid for besides, and did not dispute. */
    otherPayments: await rows(sql`
      select o.id, o.kind, o.item_title, o.method, o.money_amount / 100.0 as money, o.currency, o.state, o.paid_at from orders o
      where o.buyer_id = ${buyer}::uuid and o.id <> ${id}::uuid and o.paid_at is not null
      order by o.created_at desc, o.id desc limit ${sql.lit(MOST)}`),
  };
};
