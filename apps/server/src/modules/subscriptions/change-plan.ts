import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import type { PlanQuote, Subscription } from '@stagedoor/contract/subscriptions';
import { sql } from 'kysely';
import { moneyOf, type TokenAmount } from '../../ledger/index.ts';
import { type Executor, type Idempotency, transact } from '../../platform/database/database.ts';
import { firstPeriodEnd } from '../../platform/calendar.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { enqueueMail } from '../accounts/index.ts';
import { tokenStepOf, tokenValueOf } from '../access/index.ts';
import { type Buyer, type Offer, assertSeller, findSeller, offerBase, payFromWallet, rateOf } from '../orders/index.ts';
import { costOfChange } from './plan-change.rules.ts';
import { getSubscription } from './subscriptions.queries.ts';

type Plan = 'monthly' | 'yearly';

interface Running {
  id: string;
  performer_id: string;
  type: Plan | 'free';
  state: 'active' | 'cancelled';
  renews_by: 'wallet' | 'card' | null;
  price_amount: bigint;
  is_trial: boolean;
  next_type: 'monthly' | null;
  next_attempt_at: Date | null;
  renewal_attempts: number;
  expires_at: Date;
  paid_until: Date;
  period_start: Date;
  /** The order that paid the running period; null when that was free. */
  order_id: string | null;
  paid_amount: bigint;
  paid_by_card: boolean;
}

/**
 * A fan's subscription by its id or its performer's, with what its running period was paid with. Of periods older than `period_started_at`, an
 * order paid before the period counts as another period's.
 */
const findRunning = async (executor: Executor, fanId: string, id: string, lock = false): Promise<Running> => {
  const { rows } = await sql<Running>`
    select s.id, s.performer_id, s.type, s.state, s.renews_by, s.price_amount, s.is_trial, s.next_type, s.next_attempt_at, s.renewal_attempts,
      s.expires_at, s.paid_until, s.order_id, period.start as period_start,
      case when o.paid_at >= period.start then coalesce(o.tokens_amount, 0) else 0 end as paid_amount, coalesce(o.method = 'card', false) as paid_by_card
    from subscriptions s
    cross join lateral (select coalesce(s.period_started_at, (s.paid_until at time zone 'utc'
      - case s.type when 'yearly' then interval '1 year' else interval '1 month' end) at time zone 'utc') as start) period
    left join orders o on o.id = s.order_id and o.state = 'paid'
    where s.fan_id = ${fanId}::uuid and (s.id = ${id}::uuid or s.performer_id = ${id}::uuid)
    ${lock ? sql`for update of s` : sql``}`.execute(executor);
  if (!rows[0]) throw new CodedError('NOT_FOUND');
  return rows[0];
};

/** @returns the running plan @throws CodedError PLAN_STATE when it can't be changed to the other one, PLAN_BY_CARD */
const assertChangeable = (row: Running, to: Plan, now: Date): Plan => {
  const { type: from } = row;
  const isPaid = from !== 'free' && !row.is_trial && row.price_amount > 0n;
  if (!isPaid || row.expires_at <= now || row.renewal_attempts > 0 || from === to || row.next_type !== null)
    throw new CodedError('PLAN_STATE');
  // The gateway charges what was agreed with it; and what a card paid is not credited to what a wallet pays.
  if (row.renews_by === 'card' || (to === 'yearly' && row.paid_by_card)) throw new CodedError('PLAN_BY_CARD');
  // What doesn't renew has no next period.
  if (to === 'monthly' && (row.state !== 'active' || row.next_attempt_at === null)) throw new CodedError('PLAN_STATE');
  return from;
};

const termsOf = async (platform: Platform, executor: Executor, fan: Buyer, id: string, to: Plan, lock = false) => {
  const now = platform.clock.now();
  const row = await findRunning(executor, fan.id, id, lock);
  const from = assertChangeable(row, to, now);
  const seller = assertSeller(await findSeller(executor, row.performer_id, fan), fan);
  const current = { monthly: seller.monthlyPriceAmount, yearly: seller.yearlyPriceAmount };
  const price = current[to];
  if (price === null || price === 0n) throw new CodedError('NOT_FOR_SALE');
  const cost =
    to === 'yearly'
      ? costOfChange({ paid: row.paid_amount, start: row.period_start, end: row.paid_until }, price, now, tokenStepOf(platform.settings))
      : { periodDays: 0, unusedDays: 0, credit: 0n, due: 0n };
  const agreed = current[from];
  return { now, row, from, seller, price, cost, fromPrice: agreed !== null && agreed < row.price_amount ? agreed : row.price_amount };
};

/**
 * What a change to the other plan costs: docs/domains/subscriptions.md.
 * @param id of the subscription, or of its performer
 * @throws CodedError NOT_FOUND, PLAN_STATE, PLAN_BY_CARD, BLOCKED_PAIR, NOT_FOR_SALE when the performer doesn't offer that plan
 */
export const quotePlan = async (platform: Platform, fan: Buyer, id: string, to: Plan): Promise<PlanQuote> => {
  const { now, row, from, price, cost, fromPrice } = await termsOf(platform, platform.database, fan, id, to);
  const tokenValue = tokenValueOf(platform.settings);
  const money = (tokens: TokenAmount): number => hundredthsToNumber(moneyOf(tokens, tokenValue));
  const plan = (type: Plan, tokens: TokenAmount) => ({ type, price: hundredthsToNumber(tokens), money: money(tokens) });
  const isImmediate = to === 'yearly';
  return {
    from: plan(from, fromPrice),
    to: plan(to, price),
    startsAt: (isImmediate ? now : row.paid_until).toISOString(),
    isImmediate,
    unusedDays: cost.unusedDays,
    periodDays: cost.periodDays,
    credit: hundredthsToNumber(cost.credit),
    creditMoney: money(cost.credit),
    due: hundredthsToNumber(cost.due),
    dueMoney: money(cost.due),
    paidUntil: (isImmediate ? firstPeriodEnd(now, 'yearly', platform.settings.get('timeZone')) : row.paid_until).toISOString(),
    renews: row.state === 'active' && row.next_attempt_at !== null,
  };
};

interface AgreedPlan {
  type: Plan;
  /** As quoted, in hundredths of a token. */
  price: TokenAmount;
  due: TokenAmount;
}

/** The yearly plan from now on: its price less the credit, as one purchase. @throws CodedError as `quotePlan`, PRICE_CHANGED */
const offerYearly = async (platform: Platform, fan: Buyer, id: string, agreed: AgreedPlan): Promise<Offer> => {
  const { row, from, seller, price, cost } = await termsOf(platform, platform.database, fan, id, 'yearly');
  if (price !== agreed.price || cost.due !== agreed.due) throw new CodedError('PRICE_CHANGED');
  const renewsBy = row.state === 'active' && row.next_attempt_at !== null ? 'wallet' : null;
  return {
    ...offerBase(platform, fan.id, seller, cost.due),
    orderKind: 'subscription',
    transactionKind: 'subscriptionStart',
    commissionRate: rateOf(platform, { kind: 'subscriptionStart', period: 'yearly' }, seller.commissionOverrides),
    price: { source: 'performer', id: seller.id, version: seller.priceVersion },
    subscription: { performerId: seller.id, type: 'yearly', renews: renewsBy !== null, price },
    planChange: {
      subscriptionId: row.id,
      from,
      state: row.state,
      paidUntil: row.paid_until,
      paidBy: row.order_id,
      renewedBy: row.renews_by === 'wallet' ? 'wallet' : null,
      renewsBy,
      type: 'yearly',
      price,
      credit: cost.credit,
    },
    orderFacts: {
      type: 'yearly',
      renews: renewsBy !== null,
      planChange: { from, price: price.toString(), credit: cost.credit.toString(), creditedOrderId: row.order_id },
    },
  };
};

/** The monthly plan from the end of the paid year on, at the price of now; nothing is paid yet. */
const planMonthly = (platform: Platform, fan: Buyer, id: string, agreed: AgreedPlan, idempotency: Idempotency | undefined) =>
  transact(platform.database, idempotency, async (trx) => {
    const { now, row, price } = await termsOf(platform, trx, fan, id, 'monthly', true);
    if (price !== agreed.price || agreed.due !== 0n) throw new CodedError('PRICE_CHANGED');
    await trx
      .updateTable('subscriptions')
      .set({ next_type: 'monthly', next_price_amount: price, reminded_at: null, updated_at: now })
      .where('id', '=', row.id)
      .execute();
    const { name } = await trx.selectFrom('accounts').select('name').where('id', '=', row.performer_id).executeTakeFirstOrThrow();
    await enqueueMail(platform, trx, {
      kind: 'planChanged',
      accountId: fan.id,
      values: {
        performer: name,
        tokens: price.toString(),
        money: moneyOf(price, tokenValueOf(platform.settings)).toString(),
        currency: platform.settings.get('currency'),
        date: row.paid_until.toISOString(),
      },
    });
  });

/**
 * Changes a running subscription to the other plan as it was quoted. To yearly at once: the difference is paid from the wallet. To monthly at
 * the end of the paid period.
 * @param id of the subscription, or of its performer
 * @throws CodedError those of `quotePlan` and `settle`; PRICE_CHANGED when price or credit are not as quoted
 */
export const changePlan = async (
  platform: Platform,
  fan: Buyer,
  id: string,
  agreed: AgreedPlan,
  idempotency: Idempotency | undefined,
): Promise<Subscription> => {
  if (agreed.type === 'yearly')
    await payFromWallet(platform, { buyerCountry: fan.country, idempotency }, async () => ({
      offer: await offerYearly(platform, fan, id, agreed),
    }));
  else await planMonthly(platform, fan, id, agreed, idempotency);
  return getSubscription(platform, (await findRunning(platform.database, fan.id, id)).id);
};

/**
 * Undoes a change to monthly before it begins: the next period is a year again. Idempotent.
 * @throws CodedError NOT_FOUND, SUBSCRIPTION_STATE when it has ended
 */
export const keepPlan = async (
  platform: Platform,
  fanId: string,
  id: string,
  idempotency: Idempotency | undefined,
): Promise<Subscription> => {
  const now = platform.clock.now();
  const { subscriptionId } = await transact(platform.database, idempotency, async (trx) => {
    const row = await findRunning(trx, fanId, id, true);
    if (row.expires_at <= now) throw new CodedError('SUBSCRIPTION_STATE');
    await trx
      .updateTable('subscriptions')
      .set({ next_type: null, next_price_amount: null, reminded_at: null, updated_at: now })
      .where('id', '=', row.id)
      .where('next_type', 'is not', null)
      .execute();
    return { subscriptionId: row.id };
  });
  return getSubscription(platform, subscriptionId);
};
