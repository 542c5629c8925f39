import { isId } from '@stagedoor/contract/ids.values';
import type { AdminSubscription, AdminSubscriptionRow, AdminSubscriptionState } from '@stagedoor/contract/admin-subscriptions';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import { type RawBuilder, sql } from 'kysely';
import { moneyOf } from '../../ledger/index.ts';
import { CodedError } from '../../platform/errors.ts';
import { type List, type ListQuery, type Page, type Sorts, allOf, by, madeIn, sorted } from '../../platform/lists.ts';
import { type Listed, readListed } from '../../platform/listed.ts';
import type { Platform } from '../../platform/platform.ts';
import { tokenValueOf } from '../access/index.ts';
import { listHistory } from './audit.queries.ts';
import { type PersonColumns, personColumns, personOf } from './money-person.view.ts';
import { findPeople, firstOfEach, isNamed } from './people-search.queries.ts';

export interface SubscriptionSearch extends ListQuery<keyof typeof SORTS> {
  q?: string | undefined;
  state?: AdminSubscriptionState | undefined;
  type?: string | undefined;
  renewsBy?: 'wallet' | 'card' | 'nothing' | undefined;
  accountId?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
}

export type SubscriptionRow = PersonColumns<'fan'> &
  PersonColumns<'performer'> & {
    id: string;
    type: AdminSubscriptionRow['type'];
    shown_state: AdminSubscriptionState;
    is_trial: boolean;
    renewing_by: AdminSubscriptionRow['renewsBy'];
    renews_at: Date | null;
    price_amount: bigint;
    started_at: Date;
    paid_until: Date;
    expires_at: Date;
  };

const PARTIES = sql`join accounts f on f.id = s.fan_id join accounts p on p.id = s.performer_id`;
const FROM = sql`from subscriptions s ${PARTIES}`;

/** A subscription's state at an instant; how and when it renews, null when it doesn't. A gateway renews at the end of the period. */
const stateColumns = (now: Date) => {
  const running = sql`(s.state = 'active' and s.expires_at > ${now})`;
  return {
    state: sql`case when s.expires_at <= ${now} then 'ended' when s.state = 'cancelled' then 'cancelled'
      when s.renewal_attempts > 0 or s.paid_until <= ${now} then 'grace' else 'active' end`,
    renewsBy: sql`case when ${running} then s.renews_by end`,
    renewsAt: sql`case when ${running} then case s.renews_by when 'card' then s.paid_until else s.next_attempt_at end end`,
  };
};

const columns = (now: Date) => {
  const { state, renewsBy, renewsAt } = stateColumns(now);
  return sql`s.id, s.type, ${state} as shown_state, s.is_trial, ${renewsBy} as renewing_by, ${renewsAt} as renews_at, s.price_amount, s.started_at,
    s.paid_until, s.expires_at, ${personColumns('f', 'fan')}, ${personColumns('p', 'performer')}`;
};

export const adminSubscriptionOf = (platform: Platform, row: SubscriptionRow): AdminSubscriptionRow => ({
  _id: row.id,
  fan: personOf(platform, row, 'fan')!,
  performer: personOf(platform, row, 'performer')!,
  type: row.type,
  state: row.shown_state,
  isTrial: row.is_trial,
  renewsBy: row.renewing_by,
  renewsAt: row.renews_at?.toISOString() ?? null,
  price: hundredthsToNumber(row.price_amount),
  money: hundredthsToNumber(moneyOf(row.price_amount, tokenValueOf(platform.settings))),
  startedAt: row.started_at.toISOString(),
  paidUntil: row.paid_until.toISOString(),
  expiresAt: row.expires_at.toISOString(),
});

/** Subscriptions of some people, as fans or performers, and the one that a gateway calls so. */
const subscriptionsOf = (
  people: readonly string[],
  gatewayId: string | undefined,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  limit: number,
) => {
  const ids = sql`${people}::uuid[]`;
  const select = (condition: RawBuilder<unknown>) => sql`select s.* from subscriptions s where ${condition} and ${where}`;
  const byGateway = select(sql`s.gateway_subscription_id = ${gatewayId} and s.fan_id <> all(${ids}) and s.performer_id <> all(${ids})`);
  return sql`(
    ${firstOfEach(people, select(sql`s.fan_id = person.id`), order, limit)}
    union all ${firstOfEach(people, select(sql`s.performer_id = person.id and s.fan_id <> all(${ids})`), order, limit)}
    ${gatewayId === undefined ? sql`` : sql`union all ${byGateway}`}) s`;
};

/** Somebody who comes back begins the same subscription again. */
const SORTS = {
  startedAt: by.instant(sql`s.started_at`),
  createdAt: by.id(sql`s.id`),
  updatedAt: by.instant(sql`s.updated_at`),
} satisfies Sorts<string>;

/** Subscriptions; `q` is an id, a gateway's id, or a prefix of the fan's or performer's name or address. */
export const listedSubscriptions = async (
  { database, clock }: Platform,
  search: Omit<SubscriptionSearch, keyof Page>,
): Promise<Listed<SubscriptionRow>> => {
  const { q, state, type, renewsBy, accountId } = search;
  const now = clock.now();
  const is = stateColumns(now);
  const renewal = {
    wallet: sql`${is.renewsBy} = 'wallet'`,
    card: sql`${is.renewsBy} = 'card'`,
    nothing: sql`${is.renewsAt} is null`,
  };
  const isOne = q !== undefined && isId(q);
  const name = q && !isOne ? q : undefined;
  const people = name ? await findPeople(database, name, true) : accountId ? [accountId] : null;
  const where = allOf(
    isOne && sql`s.id = ${q}::uuid`,
    name &&
      !people &&
      sql`(s.gateway_subscription_id = ${name} or ${isNamed(sql`s.fan_id`, name, true)} or ${isNamed(sql`s.performer_id`, name, true)})`,
    renewsBy && renewal[renewsBy],
    state && sql`${is.state} = ${state}`,
    type && sql`s.type = ${type}`,
    name && accountId && sql`(s.fan_id = ${accountId}::uuid or s.performer_id = ${accountId}::uuid)`,
    madeIn(sql`s.started_at`, search),
  );
  const order = sorted(SORTS, search, sql`s.id`);
  const from = (reach: number, after: RawBuilder<unknown> | null) => {
    const shown = allOf(where, after);
    return people ? sql`from ${subscriptionsOf(people, name, shown, order.order, reach)}` : sql`from subscriptions s where ${shown}`;
  };
  return {
    order,
    id: sql`s.id`,
    from,
    page: ({ key, after, end, reach }) =>
      sql<SubscriptionRow>`select ${columns(now)}, ${key} from (select s.* ${from(reach, after)} ${end}) s ${PARTIES} order by ${order.order}`,
  };
};

/** A page of all subscriptions. */
export const listAllSubscriptions = async (platform: Platform, search: SubscriptionSearch): Promise<List<AdminSubscriptionRow>> => {
  const { rows, ...totals } = await readListed(platform.database, await listedSubscriptions(platform, search), search);
  return { data: rows.map((row) => adminSubscriptionOf(platform, row)), ...totals };
};

interface PeriodRow {
  id: string;
  kind: AdminSubscription['periods'][number]['kind'];
  type: AdminSubscription['periods'][number]['type'];
  state: AdminSubscription['periods'][number]['state'];
  method: AdminSubscription['periods'][number]['method'];
  tokens_amount: bigint | null;
  money_amount: bigint;
  transaction_id: string | null;
  at: Date;
}

const PERIODS = 100;

/** One subscription with its periods' orders. @throws CodedError NOT_FOUND */
export const getAdminSubscription = async (platform: Platform, subscriptionId: string): Promise<AdminSubscription> => {
  const { database, clock } = platform;
  const { rows } = await sql<
    SubscriptionRow & {
      current_amount: bigint | null;
      renewal_attempts: number;
      gateway: string | null;
      gateway_subscription_id: string | null;
      cancelled_at: Date | null;
    }
  >`select ${columns(clock.now())}, case s.type when 'yearly' then t.yearly_price_amount else t.monthly_price_amount end as current_amount,
      s.renewal_attempts, s.gateway, s.gateway_subscription_id, s.cancelled_at
    ${FROM} join performers t on t.account_id = s.performer_id where s.id = ${subscriptionId}::uuid`.execute(database);
  const row = rows[0];
  if (!row) throw new CodedError('NOT_FOUND');
  const [periods, history] = await Promise.all([
    sql<PeriodRow>`
      select o.id, o.kind, o.detail ->> 'type' as type, o.state, o.method, o.tokens_amount, o.money_amount, o.transaction_id,
        coalesce(o.paid_at, o.created_at) as at
      from orders o where o.buyer_id = ${row.fan_id}::uuid and o.seller_id = ${row.performer_id}::uuid and o.kind in ('subscription', 'renewal')
      order by o.created_at desc, o.id desc limit ${sql.lit(PERIODS)}`.execute(database),
    listHistory(database, subscriptionId),
  ]);
  return {
    ...adminSubscriptionOf(platform, row),
    raisedTo: row.current_amount !== null && row.current_amount > row.price_amount ? hundredthsToNumber(row.current_amount) : null,
    failures: row.renewal_attempts,
    gateway: row.gateway,
    gatewaySubscriptionId: row.gateway_subscription_id,
    cancelledAt: row.cancelled_at?.toISOString() ?? null,
    periods: periods.rows.map((period) => ({
      _id: period.id,
      kind: period.kind,
      type: period.type,
      state: period.state,
      method: period.method,
      tokens: period.tokens_amount === null ? null : hundredthsToNumber(period.tokens_amount),
      money: hundredthsToNumber(period.money_amount),
      transactionId: period.transaction_id,
      at: period.at.toISOString(),
    })),
    history,
  };
};
