import type { ResponseOf } from '@stagedoor/contract';
import { emailPrefix } from '@stagedoor/contract/email-address';
import type { AdminPayout, AdminPayoutRow, PayoutDestination, adminPayouts } from '@stagedoor/contract/admin-payouts';
import type { PayoutBatchState, PayoutMethod, PayoutState } from '@stagedoor/contract/payouts.values';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import { type RawBuilder, sql } from 'kysely';
import { recordAudit, transact } from '../../platform/database/database.ts';
import { readableAddress } from '../../platform/mail/readable-address.ts';
import { CodedError } from '../../platform/errors.ts';
import { type ListQuery, type Page, type Sorts, allOf, by, madeIn, prefixPattern, sorted } from '../../platform/lists.ts';
import { type Listed, readListed } from '../../platform/listed.ts';
import type { Platform } from '../../platform/platform.ts';
import { type FreezeColumns, avatarUrl, freezeView } from '../accounts/index.ts';
import { batchReferenceOf } from './payouts.rules.ts';
import { openTarget } from './payout-target.ts';
import { readMoney } from './payouts.queries.ts';
import { PAYOUT_COLUMNS, type PayoutRow, viewOf } from './payout.view.ts';

const DAY_MS = 86_400_000;

export type AdminPayoutListRow = PayoutRow & {
  username: string;
  name: string;
  avatar_key: string | null;
  batch_id: string | null;
  batch_number: bigint | null;
  batch_state: PayoutBatchState | null;
};

const COLUMNS = sql`${PAYOUT_COLUMNS}, p.username, p.name, p.avatar_key, r.batch_id, b.number as batch_number, b.state as batch_state`;
const JOINS = sql`join accounts p on p.id = r.performer_id left join payout_batches b on b.id = r.batch_id`;

export const adminPayoutOf = (platform: Platform, row: AdminPayoutListRow): AdminPayoutRow => ({
  ...viewOf(platform, row),
  version: row.revision,
  performer: { _id: row.performer_id, username: row.username, name: row.name, avatar: avatarUrl(platform, row.avatar_key) },
  batch:
    row.batch_id && row.batch_number !== null && row.batch_state
      ? { _id: row.batch_id, reference: batchReferenceOf(row.batch_number), state: row.batch_state }
      : null,
});

export interface PayoutSearch extends ListQuery<'queue' | 'createdAt' | 'updatedAt'> {
  q?: string | undefined;
  state?: PayoutState | undefined;
  method?: PayoutMethod | undefined;
  batchId?: string | undefined;
  isReady?: boolean | undefined;
  from?: string | undefined;
  until?: string | undefined;
}

const WAITS = sql`(case when r.state = 'pending' then 0 when r.state = 'approved' then 1 else 2 end)`;
/** What waits first; of it the oldest, of what is decided the newest. */
const QUEUE = [
  by.number(WAITS, { reversed: true }),
  by.number(
    sql`(case when r.state in ('pending', 'approved') then extract(epoch from r.created_at) else -extract(epoch from r.updated_at) end)`,
    {
      reversed: true,
    },
  ),
];
const SORTS: Sorts<'queue' | 'createdAt' | 'updatedAt'> = {
  queue: QUEUE,
  createdAt: by.instant(sql`r.created_at`),
  updatedAt: by.instant(sql`r.updated_at`),
};

const matching = (q: string) => {
  const number = /^po-?(\d{1,15})$/i.exec(q)?.[1];
  const pattern = prefixPattern(q.replace(/^@/, ''));
  return number === undefined
    ? sql`(p.username like ${pattern} or p.email like ${prefixPattern(emailPrefix(q))})`
    : sql`r.number = ${number}::bigint`;
};

/** Approved payouts that a batch can gather now; `p` is the performer's account. */
const isReady = ({ settings, clock }: Platform) => {
  const holdDays = settings.get('payoutHoldDays');
  const changedBefore = new Date(clock.now().getTime() - holdDays * DAY_MS);
  return allOf(
    sql`r.state = 'approved' and r.batch_id is null and p.payouts_frozen_at is null`,
    holdDays > 0 && sql`r.details_changed_at <= ${changedBefore}`,
  );
};

/** Payouts; `q` is a reference, or the beginning of a performer's username or address. */
export const listedPayouts = (platform: Platform, query: Omit<PayoutSearch, keyof Page>): Listed<AdminPayoutListRow> => {
  const where = allOf(
    query.q && matching(query.q),
    query.state && sql`r.state = ${query.state}`,
    query.method && sql`r.method = ${query.method}`,
    query.batchId && sql`r.batch_id = ${query.batchId}::uuid`,
    query.isReady && isReady(platform),
    madeIn(sql`r.created_at`, query),
  );
  const from = (_reach: number, after: RawBuilder<unknown> | null) => sql`from payout_requests r ${JOINS} where ${allOf(where, after)}`;
  return {
    order: sorted(SORTS, query, sql`r.id`),
    id: sql`r.id`,
    from,
    page: ({ key, after, end, reach }) => sql<AdminPayoutListRow>`select ${COLUMNS}, ${key} ${from(reach, after)} ${end}`,
  };
};

/** A page of all payouts, with how many wait. */
export const listAllPayouts = async (
  platform: Platform,
  query: PayoutSearch,
): Promise<ResponseOf<(typeof adminPayouts)['GET /admin/payouts']>> => {
  const { database } = platform;
  const { rows, ...totals } = await readListed(database, listedPayouts(platform, query), query);
  const { rows: waiting } = await sql<{ state: string; count: number; oldest: Date }>`
    select r.state, count(*)::int as count, min(r.created_at) as oldest
    from payout_requests r where r.state in ('pending', 'approved') group by r.state`.execute(database);
  const of = (state: PayoutState) => waiting.find((row) => row.state === state);
  return {
    data: rows.map((row) => adminPayoutOf(platform, row)),
    ...totals,
    counts: { pending: of('pending')?.count ?? 0, approved: of('approved')?.count ?? 0 },
    oldestWaitingAt: of('pending')?.oldest.toISOString() ?? null,
  };
};

/** One payout with what it is decided by. @throws CodedError NOT_FOUND */
export const getAdminPayout = async (platform: Platform, payoutId: string): Promise<AdminPayout> => {
  const { database } = platform;
  const { rows } = await sql<
    AdminPayoutListRow & { performer_state: AdminPayout['performerState']; has_details: boolean; details_at: Date | null } & FreezeColumns
  >`
    select ${COLUMNS}, f.state as performer_state, r.sealed is not null as has_details,
      p.payouts_frozen_at, p.payouts_frozen_cause,
      (select d.updated_at from payout_details d where d.performer_id = r.performer_id and d.kind = r.method
        and d.updated_at > r.sealed_at and r.state in ('pending', 'approved')) as details_at
    from payout_requests r ${JOINS} join performers f on f.account_id = r.performer_id where r.id = ${payoutId}::uuid`.execute(database);
  const row = rows[0];
  if (!row) throw new CodedError('NOT_FOUND');
  const [money, paid, history] = await Promise.all([
    readMoney(database, row.performer_id),
    sql<{ amount: bigint; count: number }>`
      select coalesce(sum(r.amount), 0)::bigint as amount, count(*)::int as count
      from payout_requests r where r.performer_id = ${row.performer_id}::uuid and r.state = 'paid' and r.id <> ${payoutId}::uuid`.execute(
      database,
    ),
    database
      .selectFrom('audit_log as l')
      .leftJoin('accounts as a', 'a.id', 'l.actor_id')
      .select(['l.created_at', 'l.action', 'a.name'])
      .where('l.object_kind', '=', 'payout')
      .where('l.object_id', '=', payoutId)
      .orderBy('l.id', 'desc')
      .limit(sql.lit(20))
      .execute(),
  ]);
  return {
    ...adminPayoutOf(platform, row),
    performerState: row.performer_state,
    available: hundredthsToNumber(money.available),
    held: hundredthsToNumber(money.held),
    paidBefore: { amount: hundredthsToNumber(paid.rows[0]!.amount), count: paid.rows[0]!.count },
    detailsChangedAt: row.details_at?.toISOString() ?? null,
    hasDetails: row.has_details,
    frozen: freezeView(row),
    history: history.map(({ created_at, action, name }) => ({ at: created_at.toISOString(), action, by: name })),
  };
};

/**
 * Where a payout is paid to, in full; the look is logged in the same transaction.
 * @throws CodedError NOT_FOUND, also when the details were erased with the account
 */
export const viewDestination = (platform: Platform, adminId: string, payoutId: string): Promise<PayoutDestination> =>
  transact(platform.database, undefined, async (trx) => {
    const row = await trx.selectFrom('payout_requests').select('sealed').where('id', '=', payoutId).executeTakeFirst();
    if (!row?.sealed) throw new CodedError('NOT_FOUND');
    const at = platform.clock.now();
    await recordAudit(trx, { actorId: adminId, action: 'payouts.viewed', objectKind: 'payout', objectId: payoutId, at });
    const destination = openTarget(platform, payoutId, row.sealed);
    const bank = destination.method === 'banking' ? destination.details : null;
    return {
      method: destination.method,
      holderName: bank?.holderName ?? null,
      bankName: bank?.bankName ?? null,
      country: bank?.country ?? null,
      iban: bank?.iban || null,
      accountNumber: bank?.accountNumber || null,
      routingNumber: bank?.routingNumber || null,
      swift: bank?.swift || null,
      email: destination.method === 'paypal' ? readableAddress(destination.details.email) : null,
    };
  });
