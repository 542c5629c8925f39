import { kindsWith } from '@stagedoor/contract/items.values';
import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';

/** Figures of the whole site whose counting costs a walk over tables. */
export interface SiteFigures {
  fans: number;
  performers: number;
  /** Accounts made in seven days. */
  new_accounts: number;
  suspended: number;
  posts: number;
  transactions: bigint;
  /** Of seven days, without reversals subtracted. */
  turnover_amount: bigint;
  commission_amount: bigint;
  /** Of thirty days (UTC) up to today, in hundredths; reversals are negative, of the kind of the reversal. */
  sales: { day: string; kind: string; amount: number }[];
  computed_at: Date;
}

const TASK = 'admin:figures';
const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** Figures older than this are made anew by a job as soon as somebody looks. */
const FRESH_MS = 60_000;
/** Older ones are not shown: whoever looks waits for new ones. */
const USABLE_MS = 3_600_000;

/** The kinds that count as posts. */
const POST_KINDS: string[] = kindsWith('isPost');

/** Days of `sales`. */
export const SALES_DAYS = 30;

/** Of closed days the sums that are kept, of the others those of their transactions. */
const salesSince = (first: Date) => sql`
  select x.day, x.kind, sum(x.gross)::bigint as amount from (
    select d.day, d.kind, d.gross_amount as gross from ledger.earning_days d where d.day >= (${first} at time zone 'UTC')::date
    union all
    select (t.created_at at time zone 'UTC')::date, t.kind, case when t.reverses_id is null then t.gross_amount else -t.gross_amount end
    from ledger.transactions t where t.seller_id is not null and t.created_at >= greatest(${first}, (select c.closed_before from ledger.closing c))
  ) x group by 1, 2 having sum(x.gross) <> 0`;

/** Counts and stores the figures of now. */
export const computeSiteFigures = async ({ database, clock }: Pick<Platform, 'database' | 'clock'>): Promise<SiteFigures> => {
  const now = clock.now();
  const since = new Date(now.getTime() - WEEK_MS);
  const firstDay = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS - (SALES_DAYS - 1) * DAY_MS);
  const { rows } = await sql<SiteFigures>`
    insert into site_figures as f (fans, performers, new_accounts, suspended, posts, transactions, turnover_amount, commission_amount, sales, computed_at)
    select
      (select count(*) from accounts where role = 'fan' and status = 'active'),
      (select count(*) from performers where state = 'approved'),
      (select count(*) from accounts where created_at >= ${since} and role <> 'admin'),
      (select count(*) from accounts where status = 'suspended'),
      (select count(*) from items where kind = any(${POST_KINDS}::text[]) and state = 'active'),
      (select count(*) from ledger.transactions),
      sales.turnover, sales.commission,
      (select coalesce(jsonb_agg(s order by s.day, s.kind), '[]') from (${salesSince(firstDay)}) s), ${now}
    from (
      select coalesce(sum(gross_amount), 0) as turnover, coalesce(sum(commission_amount), 0) as commission
      from ledger.transactions where created_at >= ${since} and reverses_id is null) sales
    on conflict (id) do update set fans = excluded.fans, performers = excluded.performers, new_accounts = excluded.new_accounts,
      suspended = excluded.suspended, posts = excluded.posts, transactions = excluded.transactions,
      turnover_amount = excluded.turnover_amount, commission_amount = excluded.commission_amount, sales = excluded.sales,
      computed_at = excluded.computed_at
    returning f.*`.execute(database);
  return rows[0]!;
};

/** The stored figures; when they are older than a minute, a job makes new ones for the next look. */
export const readSiteFigures = async (platform: Platform): Promise<SiteFigures> => {
  const { database, clock, jobs } = platform;
  const { rows } = await sql<SiteFigures>`select * from site_figures`.execute(database);
  const [figures] = rows;
  // Of a clock that was ahead: as old ones.
  const age = figures ? Math.abs(clock.now().getTime() - figures.computed_at.getTime()) : Infinity;
  if (!figures || age > USABLE_MS) return computeSiteFigures(platform);
  if (age > FRESH_MS) await jobs.enqueue(database, TASK, {}, { key: TASK, maxAttempts: 1 });
  return figures;
};

export const registerFigureJobs = (platform: Platform): void =>
  platform.jobs.register(TASK, async () => void (await computeSiteFigures(platform)));
