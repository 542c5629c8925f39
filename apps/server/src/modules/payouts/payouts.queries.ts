import type { ResponseOf } from '@stagedoor/contract';
import { PAYOUT_STATES, type PayoutMethod, type PayoutState } from '@stagedoor/contract/payouts.values';
import type { PayoutQuote, PayoutView, payouts } from '@stagedoor/contract/payouts';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import { recordOf } from '@stagedoor/contract/keys.values';
import { sql } from 'kysely';
import { balanceOf } from '../../ledger/index.ts';
import type { Executor } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import { type List, type ListQuery, type Sorts, allOf, by, limitOf, readPage, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { quoteOf, termsOf } from './payouts.rules.ts';
import { PAYOUT_COLUMNS, type PayoutRow, viewOf } from './payout.view.ts';

const DAY_MS = 86_400_000;
const isOpen = sql`r.state in ('pending', 'approved')`;

/** The settings that bound payouts, in hundredths. */
export const currentTerms = ({ settings }: Pick<Platform, 'settings'>) =>
  termsOf({ payoutMinimum: settings.get('payoutMinimum'), payoutFee: settings.get('payoutFee'), currency: settings.get('currency') });

/** What a performer has: available, held and on its way, in hundredths, at one moment. */
export const readMoney = async (
  executor: Executor,
  performerId: string,
): Promise<{ available: bigint; held: bigint; requested: bigint }> => {
  const { rows } = await sql<{ kind: string; balance: bigint }>`
    select a.kind, ${balanceOf('a')} as balance from ledger.accounts a
    where a.owner_id = ${performerId}::uuid and a.kind in ('earningsPending', 'earningsAvailable', 'payoutTransit')`.execute(executor);
  const of = (kind: string) => rows.find((row) => row.kind === kind)?.balance ?? 0n;
  return { available: of('earningsAvailable'), held: of('earningsPending'), requested: of('payoutTransit') };
};

const hasDetails = async (executor: Executor, performerId: string, method: PayoutMethod | undefined): Promise<boolean> => {
  const kinds = method ? [method] : ['banking', 'paypal'];
  const { rows } = await sql`
    select from payout_details d where d.performer_id = ${performerId}::uuid and d.kind = any(${kinds}::text[]) limit 1`.execute(executor);
  return rows.length > 0;
};

const isFrozen = async (executor: Executor, performerId: string): Promise<boolean> => {
  const { rows } = await sql`select from accounts where id = ${performerId}::uuid and payouts_frozen_at is not null`.execute(executor);
  return rows.length > 0;
};

/** The one payout that is on its way. */
export const findOpenPayout = async (
  platform: Pick<Platform, 'settings' | 'clock'>,
  executor: Executor,
  performerId: string,
): Promise<PayoutView | null> => {
  const { rows } = await sql<PayoutRow>`
    select ${PAYOUT_COLUMNS} from payout_requests r where r.performer_id = ${performerId}::uuid and ${isOpen}`.execute(executor);
  return rows[0] ? viewOf(platform, rows[0]) : null;
};

/** What can be requested now. */
export const calculatePayout = async (
  platform: Platform,
  performerId: string,
  { amount, method }: { amount?: bigint | undefined; method?: PayoutMethod | undefined },
): Promise<PayoutQuote> => {
  const { database, settings } = platform;
  const [money, open, known, frozen] = await Promise.all([
    readMoney(database, performerId),
    findOpenPayout(platform, database, performerId),
    hasDetails(database, performerId, method),
    isFrozen(database, performerId),
  ]);
  const terms = currentTerms(platform);
  const quote = quoteOf(money.available, amount, terms, { isFrozen: frozen, isPending: open !== null, hasDetails: known });
  return {
    currency: settings.get('currency'),
    available: hundredthsToNumber(money.available),
    held: hundredthsToNumber(money.held),
    requested: hundredthsToNumber(money.requested),
    amount: hundredthsToNumber(quote.amount),
    fee: hundredthsToNumber(quote.fee),
    net: hundredthsToNumber(quote.net),
    minimum: hundredthsToNumber(terms.minimum),
    obstacle: quote.obstacle,
  };
};

interface Period {
  from?: string | undefined;
  to?: string | undefined;
}

/** Payouts that were requested on these days (UTC), both included. */
const within = ({ from, to }: Period) =>
  allOf(
    from && sql`r.created_at >= ${new Date(`${from}T00:00:00Z`)}`,
    to && sql`r.created_at < ${new Date(Date.parse(`${to}T00:00:00Z`) + DAY_MS)}`,
  );

/** Sums and counts by state. */
export const getPayoutStats = async (
  { database, settings }: Platform,
  performerId: string,
  period: Period,
): Promise<ResponseOf<(typeof payouts)['POST /payout-requests/stats']>> => {
  const { rows } = await sql<{ state: PayoutState; amount: bigint; count: number; paid_at: Date | null }>`
    select r.state, sum(r.amount)::bigint as amount, count(*)::int as count, max(r.paid_at) as paid_at
    from payout_requests r where r.performer_id = ${performerId}::uuid and ${within(period)} group by r.state`.execute(database);
  const of = (state: PayoutState) => {
    const row = rows.find((one) => one.state === state);
    return { amount: hundredthsToNumber(row?.amount ?? 0n), count: row?.count ?? 0 };
  };
  return {
    currency: settings.get('currency'),
    byState: recordOf(PAYOUT_STATES, (state) => of(state)),
    lastPaidAt: rows.find(({ state }) => state === 'paid')?.paid_at?.toISOString() ?? null,
  };
};

const SORTS: Sorts<'createdAt' | 'updatedAt'> = { createdAt: by.instant(sql`r.created_at`), updatedAt: by.instant(sql`r.updated_at`) };

/** A performer's payouts. */
export const listPayouts = async (
  platform: Platform,
  performerId: string,
  query: ListQuery & Period & { state?: PayoutState | undefined },
): Promise<List<PayoutView>> => {
  const from = sql`from payout_requests r where ${allOf(
    sql`r.performer_id = ${performerId}::uuid`,
    query.state && sql`r.state = ${query.state}`,
    within(query),
  )}`;
  const { order } = sorted(SORTS, query, sql`r.id`);
  const page = sql<PayoutRow>`select ${PAYOUT_COLUMNS} ${from} order by ${order} ${limitOf(query)}`;
  const { rows, ...totals } = await readPage(platform.database, query, page, from);
  return { data: rows.map((row) => viewOf(platform, row)), ...totals };
};

/** One payout of a performer. @throws CodedError NOT_FOUND */
export const getPayout = async (
  platform: Pick<Platform, 'settings' | 'clock'>,
  executor: Executor,
  performerId: string,
  payoutId: string,
): Promise<PayoutView> => {
  const { rows } = await sql<PayoutRow>`
    select ${PAYOUT_COLUMNS} from payout_requests r where r.id = ${payoutId}::uuid and r.performer_id = ${performerId}::uuid`.execute(
    executor,
  );
  if (!rows[0]) throw new CodedError('NOT_FOUND');
  return viewOf(platform, rows[0]);
};

/** What is on its way. */
export const getRequestedTotal = async ({ database, settings }: Platform, performerId: string) => {
  const { rows } = await sql<{ total: bigint; count: number }>`
    select coalesce(sum(r.amount), 0)::bigint as total, count(*)::int as count
    from payout_requests r where r.performer_id = ${performerId}::uuid and ${isOpen}`.execute(database);
  return { currency: settings.get('currency'), total: hundredthsToNumber(rows[0]!.total), count: rows[0]!.count };
};

/** Earnings that are not free yet, by the day on which they will be. */
export const getHeld = async ({ database, settings, clock }: Platform, performerId: string) => {
  // What is due already is released within minutes: it counts for today.
  const { rows } = await sql<{ day: string | null; net: bigint }>`
    select case when r.due_at = 'infinity' then null else to_char(greatest(r.due_at, ${clock.now()}) at time zone 'UTC', 'YYYY-MM-DD') end as day,
      sum(t.net_amount)::bigint as net
    from ledger.transactions t join ledger.releases r on r.transaction_id = t.id
    where t.seller_id = ${performerId}::uuid group by 1 order by 1`.execute(database);
  const sum = (some: readonly { net: bigint }[]) => hundredthsToNumber(some.reduce((total, { net }) => total + net, 0n));
  return {
    currency: settings.get('currency'),
    total: sum(rows),
    onDelivery: sum(rows.filter(({ day }) => day === null)),
    byDay: rows.flatMap(({ day, net }) => (day === null || net === 0n ? [] : [{ day, net: hundredthsToNumber(net) }])),
  };
};
