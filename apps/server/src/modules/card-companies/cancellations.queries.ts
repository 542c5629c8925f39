import type { OpenCancellation } from '@stagedoor/contract/admin-gateways';
import type { GatewayName } from '@stagedoor/contract/gateways.values';
import { type RawBuilder, sql } from 'kysely';
import { type List, type ListQuery, type Sorts, allOf, by, limitOf, readPage, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { type PersonColumns, personColumns, personOf } from '../admin/index.ts';

/** Buyers confirm on the company's page right after they cancelled; later than this, most have left it. */
const CONFIRM_WITHIN_MS = 86_400_000;

/** The condition of cancellations `c` that nobody has confirmed: of those that buyers asked for, the older ones. */
export const isUnconfirmed = (now: Date): RawBuilder<unknown> =>
  sql`c.confirmed_at is null and (c.asked_by = 'site' or c.asked_at < ${new Date(now.getTime() - CONFIRM_WITHIN_MS)})`;

interface Row extends PersonColumns<'buyer'>, PersonColumns<'performer'> {
  id: string;
  gateway: GatewayName;
  subscription_id: string;
  asked_by: OpenCancellation['askedBy'];
  asked_at: Date;
  paid_until: Date | null;
}

const SORTS: Sorts<'createdAt' | 'updatedAt'> = { createdAt: by.instant(sql`c.asked_at`), updatedAt: by.instant(sql`c.asked_at`) };

/** Cancelled subscriptions that their company may charge again: it hasn't reported the cancellation. */
export const listCancellations = async (
  platform: Platform,
  search: ListQuery & { gateway?: GatewayName | undefined },
): Promise<List<OpenCancellation>> => {
  const where = allOf(isUnconfirmed(platform.clock.now()), search.gateway && sql`c.gateway = ${search.gateway}`);
  const { order } = sorted(SORTS, search, sql`c.id`);
  const page = sql<Row>`
    select c.id, c.gateway, c.subscription_id, c.asked_by, c.asked_at, s.paid_until, ${personColumns('b', 'buyer')}, ${personColumns('p', 'performer')}
    from gateway_cancellations c
    left join subscriptions s on s.gateway = c.gateway and s.gateway_subscription_id = c.subscription_id
    left join orders o on o.id = c.order_id
    left join accounts b on b.id = coalesce(s.fan_id, o.buyer_id)
    left join accounts p on p.id = coalesce(s.performer_id, o.seller_id)
    where ${where} order by ${order} ${limitOf(search)}`;
  const { rows, ...totals } = await readPage(platform.database, search, page, sql`from gateway_cancellations c where ${where}`);
  return {
    data: rows.map((row) => ({
      _id: row.id,
      gateway: row.gateway,
      subscriptionId: row.subscription_id,
      askedBy: row.asked_by,
      askedAt: row.asked_at.toISOString(),
      buyer: personOf(platform, row, 'buyer'),
      performer: personOf(platform, row, 'performer'),
      renewsAt: row.paid_until?.toISOString() ?? null,
    })),
    ...totals,
  };
};
