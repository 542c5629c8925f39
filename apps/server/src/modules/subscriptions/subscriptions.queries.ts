import type { GatewayName } from '@stagedoor/contract/gateways.values';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import type { RenewalProblem, Subscription } from '@stagedoor/contract/subscriptions';
import { type RawBuilder, sql } from 'kysely';
import { moneyOf, spentOf } from '../../ledger/index.ts';
import type { Executor } from '../../platform/database/database.ts';
import { type List, type ListQuery, ONE_ROW, type Page, type Sorts, allOf, by, likePattern, madeIn, sorted } from '../../platform/lists.ts';
import { type Listed, readListed } from '../../platform/listed.ts';
import type { Platform } from '../../platform/platform.ts';
import { avatarUrl, hasName } from '../accounts/index.ts';
import { tokenValueOf } from '../access/index.ts';

export interface SubscriptionRow {
  id: string;
  type: Subscription['type'];
  chosen_state: Subscription['state'];
  renews_by: Subscription['renewsBy'];
  price_amount: bigint;
  started_at: Date;
  expires_at: Date;
  paid_until: Date;
  next_attempt_at: Date | null;
  is_trial: boolean;
  renewal_attempts: number;
  renewal_problem: RenewalProblem | null;
  current_amount: bigint | null;
  next_type: 'monthly' | null;
  next_price_amount: bigint | null;
  monthly_price_amount: bigint;
  yearly_price_amount: bigint | null;
  cancelled_at: Date | null;
  gateway: GatewayName | null;
  next_try_at: Date | null;
  cancel_asked_at: Date | null;
  period_days: number | null;
  spent: bigint | null;
  fan_id: string;
  fan_username: string;
  fan_name: string;
  fan_avatar_key: string | null;
  performer_id: string;
  performer_username: string;
  performer_name: string;
  performer_avatar_key: string | null;
}

const sortsOf = (now: Date) =>
  ({
    expiresAt: [by.number(sql`(s.expires_at <= ${now})::int`), by.instant(sql`s.expires_at`)],
    startedAt: by.instant(sql`s.started_at`),
    createdAt: by.instant(sql`s.created_at`),
    updatedAt: by.instant(sql`s.updated_at`),
  }) satisfies Sorts<string>;

export interface SubscriptionSearch extends ListQuery<keyof ReturnType<typeof sortsOf>> {
  q?: string | undefined;
  state?: 'active' | 'cancelled' | 'expired' | undefined;
  from?: string | undefined;
  until?: string | undefined;
}

/** Subscriptions renewed by the gateway are due at the end of the paid period. */
const renewsAtOf = (row: SubscriptionRow): Date | null =>
  row.chosen_state !== 'active' ? null : row.renews_by === 'card' ? row.paid_until : row.next_attempt_at;

/** The plan that change-plan.ts lets it be changed to, or refuses with the reason that a card pays it. */
const changesToOf = (row: SubscriptionRow): Subscription['changesTo'] => {
  const isPaid = row.price_amount > 0n && !row.is_trial;
  if (!isPaid || row.chosen_state === 'expired' || row.renewal_attempts > 0 || row.next_type !== null) return null;
  if (row.type === 'monthly') return row.yearly_price_amount ? 'yearly' : null;
  return row.type === 'yearly' && row.monthly_price_amount > 0n && renewsAtOf(row) !== null ? 'monthly' : null;
};

type Party = { fanId: string } | { performerId: string } | { id: string };

const condition = (party: Party) =>
  'fanId' in party
    ? sql`s.fan_id = ${party.fanId}::uuid`
    : 'performerId' in party
      ? sql`s.performer_id = ${party.performerId}::uuid`
      : sql`s.id = ${party.id}::uuid`;

/** Subscriptions of a fan or to a performer, narrowed by a search. */
export const listedSubscriptions = async (
  platform: Pick<Platform, 'clock' | 'database'>,
  party: Party,
  search: Omit<SubscriptionSearch, keyof Page>,
): Promise<Listed<SubscriptionRow>> => {
  const now = platform.clock.now();
  const pattern = search.q ? likePattern(search.q) : null;
  // The other side: the caller's own name would match every row.
  const searched = sql.ref('fanId' in party ? 'p' : 'f');
  const isNamed = search.q ? await hasName(platform, sql`${searched}.id`, search.q, sql`lower(${searched}.name) like ${pattern}`) : null;
  const state = sql`case when s.expires_at <= ${now} then 'expired' else s.state end`;
  const from = (_reach: number, after: RawBuilder<unknown> | null) => sql`
    from subscriptions s
    join accounts f on f.id = s.fan_id
    join accounts p on p.id = s.performer_id
    join performers t on t.account_id = s.performer_id
    where ${allOf(
      condition(party),
      search.state && sql`${state} = ${search.state}`,
      isNamed && sql`(${isNamed} or ${searched}.username like ${pattern})`,
      madeIn(sql`s.started_at`, search),
      after,
    )}`;
  const page: Listed<SubscriptionRow>['page'] = ({ key, after, end, reach }) => sql<SubscriptionRow>`
    select ${key}, s.id, s.type, ${state} as chosen_state, s.renews_by, s.price_amount, s.started_at, s.expires_at, s.cancelled_at,
      s.paid_until, s.next_attempt_at, s.is_trial, s.renewal_attempts, s.renewal_problem, s.gateway, s.next_try_at,
      (select c.asked_at from gateway_cancellations c
        where c.gateway = s.gateway and c.subscription_id = s.gateway_subscription_id and c.confirmed_at is null) as cancel_asked_at,
      (select (o.detail ->> 'periodDays')::int from orders o where o.id = s.order_id and o.method = 'card') as period_days,
      case coalesce(s.next_type, s.type) when 'yearly' then t.yearly_price_amount else t.monthly_price_amount end as current_amount,
      ${'performerId' in party ? spentOf(sql`s.performer_id`, sql`s.fan_id`) : sql`null::bigint`} as spent,
      s.next_type, s.next_price_amount, t.monthly_price_amount, t.yearly_price_amount,
      f.id as fan_id, f.username as fan_username, f.name as fan_name, f.avatar_key as fan_avatar_key,
      p.id as performer_id, p.username as performer_username, p.name as performer_name, p.avatar_key as performer_avatar_key
    ${from(reach, after)} ${end}`;
  return { order: sorted(sortsOf(now), search, sql`s.id`), id: sql`s.id`, from, page };
};

/** A page of the subscriptions of a fan or to a performer. */
export const listSubscriptions = async (
  platform: Platform,
  party: Party,
  search: SubscriptionSearch,
  executor: Executor = platform.database,
): Promise<List<Subscription>> => {
  const { rows, ...totals } = await readListed(executor, await listedSubscriptions(platform, party, search), search);
  const tokenValue = tokenValueOf(platform.settings);
  const data = rows.map(
    (row): Subscription => ({
      _id: row.id,
      type: row.type,
      state: row.chosen_state,
      renewsBy: row.chosen_state === 'active' ? row.renews_by : null,
      price: hundredthsToNumber(row.price_amount),
      money: hundredthsToNumber(moneyOf(row.price_amount, tokenValue)),
      performer: {
        _id: row.performer_id,
        username: row.performer_username,
        name: row.performer_name,
        avatar: avatarUrl(platform, row.performer_avatar_key),
      },
      fan: { _id: row.fan_id, username: row.fan_username, name: row.fan_name, avatar: avatarUrl(platform, row.fan_avatar_key) },
      isTrial: row.is_trial,
      raisedTo:
        row.current_amount !== null && row.current_amount > (row.next_price_amount ?? row.price_amount)
          ? hundredthsToNumber(row.current_amount)
          : null,
      nextPlan:
        row.next_type === null || row.next_price_amount === null
          ? null
          : {
              type: row.next_type,
              price: hundredthsToNumber(row.next_price_amount),
              money: hundredthsToNumber(moneyOf(row.next_price_amount, tokenValue)),
            },
      changesTo: changesToOf(row),
      spent: row.spent === null ? null : hundredthsToNumber(row.spent),
      startedAt: row.started_at.toISOString(),
      renewsAt: renewsAtOf(row)?.toISOString() ?? null,
      isOverdue: row.renewal_attempts > 0 && row.chosen_state === 'active',
      // Kept with the row after the payment, and not set by cards.
      renewalProblem: row.renewal_attempts > 0 && row.chosen_state === 'active' && row.renews_by !== 'card' ? row.renewal_problem : null,
      expiresAt: row.expires_at.toISOString(),
      // For the fan alone, as are the dates that the company names.
      ...('performerId' in party || row.chosen_state !== 'active' || row.renews_by !== 'card'
        ? { gateway: null, nextTryAt: null, cancelAskedAt: null, periodDays: null }
        : {
            gateway: row.gateway,
            nextTryAt: row.renewal_attempts > 0 ? (row.next_try_at?.toISOString() ?? null) : null,
            cancelAskedAt: row.cancel_asked_at?.toISOString() ?? null,
            periodDays: row.period_days,
          }),
      cancelledAt: row.cancelled_at?.toISOString() ?? null,
    }),
  );
  return { data, ...totals };
};

/** One subscription, as its fan and its performer see it. */
export const getSubscription = async (platform: Platform, id: string): Promise<Subscription> =>
  (await listSubscriptions(platform, { id }, ONE_ROW)).data[0]!;
