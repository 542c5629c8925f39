import type { PayoutBatch } from '@stagedoor/contract/admin-payouts';
import type { PayoutBatchState, PayoutMethod } from '@stagedoor/contract/payouts.values';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import { sql } from 'kysely';
import { type Executor, type Idempotency, type Trx, recordAudit, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import { type List, type ListQuery, type Sorts, by, limitOf, readPage, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { assertPayoutsOpen } from '../accounts/index.ts';
import { bankFileOf } from './bank-file.ts';
import { decideInTransaction } from './decide-payout.ts';
import { batchReferenceOf, heldUntil, referenceOf } from './payouts.rules.ts';
import { openTarget } from './payout-target.ts';
import { paypalFileOf } from './paypal-file.ts';

interface BatchRow {
  id: string;
  number: bigint;
  method: PayoutMethod;
  state: PayoutBatchState;
  created_at: Date;
  updated_at: Date;
  created_by: string;
  net: bigint;
  count: number;
  version: number;
}

// A batch's version changes with any of its payouts, since their revisions only grow.
// A cancelled batch keeps no payouts: what it was of is in the audit log.
const COLUMNS = sql`b.id, b.number, b.method, b.state, b.created_at, b.updated_at, a.name as created_by, sums.net, sums.count, sums.version`;
const JOINS = sql`join accounts a on a.id = b.created_by cross join lateral (
  select coalesce(sum(r.amount - r.fee_amount), 0)::bigint as net, count(*)::int as count,
    coalesce(sum(r.revision + 1), 0)::int as version from payout_requests r where r.batch_id = b.id) sums`;

const batchOf = (platform: Platform, row: BatchRow): PayoutBatch => ({
  _id: row.id,
  reference: batchReferenceOf(row.number),
  state: row.state,
  method: row.method,
  currency: platform.settings.get('currency'),
  net: hundredthsToNumber(row.net),
  count: row.count,
  version: row.version,
  createdBy: row.created_by,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

const SORTS: Sorts<'createdAt' | 'updatedAt'> = { createdAt: by.instant(sql`b.created_at`), updatedAt: by.instant(sql`b.updated_at`) };

/** Batches. */
export const listBatches = async (platform: Platform, query: ListQuery): Promise<List<PayoutBatch>> => {
  const { order } = sorted(SORTS, query, sql`b.id`);
  const page = sql<BatchRow>`select ${COLUMNS} from payout_batches b ${JOINS} order by ${order} ${limitOf(query)}`;
  const { rows, ...totals } = await readPage(platform.database, query, page, sql`from payout_batches b`);
  return { data: rows.map((row) => batchOf(platform, row)), ...totals };
};

/** One batch. @throws CodedError NOT_FOUND */
export const getBatch = async (platform: Platform, executor: Executor, batchId: string): Promise<PayoutBatch> => {
  const { rows } = await sql<BatchRow>`select ${COLUMNS} from payout_batches b ${JOINS} where b.id = ${batchId}::uuid`.execute(executor);
  if (!rows[0]) throw new CodedError('NOT_FOUND');
  return batchOf(platform, rows[0]);
};

/** A payout as an admin saw it. */
interface Seen {
  id: string;
  version: number;
}

/** Refuses payouts that the same admin approved, where payouts need two admins. @throws CodedError OTHER_ADMIN_REQUIRED */
const assertApprovedByOthers = (platform: Platform, rows: readonly { id: string; approved_by: string | null }[], adminId: string): void => {
  const own = platform.settings.get('payoutsByTwo') ? rows.find(({ approved_by }) => approved_by === adminId) : undefined;
  if (own) throw new CodedError('OTHER_ADMIN_REQUIRED', { payoutId: own.id });
};

const performersOf = (rows: readonly { performer_id: string }[]): string[] => rows.map(({ performer_id }) => performer_id);

/** Locks approved payouts of a method that are in no batch, oldest first. @throws CodedError PAYOUT_STATE, PAYOUT_CHANGED, PAYOUT_HELD, PAYOUT_FROZEN, OTHER_ADMIN_REQUIRED */
const lockSeen = async (
  platform: Platform,
  trx: Trx,
  adminId: string,
  { method, seen, at }: { method: PayoutMethod; seen: readonly Seen[]; at: Date },
): Promise<string[]> => {
  const versions = new Map(seen.map(({ id, version }) => [id, version]));
  const { rows } = await sql<{ id: string; revision: number; details_changed_at: Date; approved_by: string | null; performer_id: string }>`
    select r.id, r.revision, r.details_changed_at, r.approved_by, r.performer_id from payout_requests r
    where r.state = 'approved' and r.batch_id is null and r.method = ${method} and r.id = any(${[...versions.keys()]}::uuid[])
    order by r.created_at, r.id for update`.execute(trx);
  if (rows.length < versions.size) throw new CodedError('PAYOUT_STATE');
  const changed = rows.find(({ id, revision }) => versions.get(id) !== revision);
  if (changed) throw new CodedError('PAYOUT_CHANGED', { payoutId: changed.id });
  assertApprovedByOthers(platform, rows, adminId);
  await assertPayoutsOpen(trx, performersOf(rows));
  for (const { id, details_changed_at } of rows) {
    const until = heldUntil('approved', details_changed_at, platform.settings.get('payoutHoldDays'), at);
    if (until) throw new CodedError('PAYOUT_HELD', { payoutId: id, until: until.toISOString() });
  }
  return rows.map(({ id }) => id);
};

/**
 * Gathers approved payouts of a method that are in no batch, all as the admin saw them.
 * @throws CodedError PAYOUT_STATE when one of them isn't such a payout, PAYOUT_CHANGED, PAYOUT_HELD, PAYOUT_FROZEN, OTHER_ADMIN_REQUIRED
 */
export const createBatch = (
  platform: Platform,
  adminId: string,
  { method, payouts }: { method: PayoutMethod; payouts: readonly Seen[] },
  idempotency: Idempotency | undefined,
): Promise<PayoutBatch> =>
  transact(platform.database, idempotency, async (trx) => {
    const at = platform.clock.now();
    const payoutIds = await lockSeen(platform, trx, adminId, { method, seen: payouts, at });
    const batch = await trx
      .insertInto('payout_batches')
      .values({ method, created_by: adminId, created_at: at, updated_at: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    await sql`update payout_requests set batch_id = ${batch.id}::uuid, updated_at = ${at} where id = any(${payoutIds}::uuid[])`.execute(
      trx,
    );
    const detail = { method, payouts: payoutIds };
    await recordAudit(trx, { actorId: adminId, action: 'payouts.batched', objectKind: 'payoutBatch', objectId: batch.id, detail, at });
    return getBatch(platform, trx, batch.id);
  });

const lockOpen = async (trx: Trx, batchId: string) => {
  const batch = await trx.selectFrom('payout_batches').selectAll().where('id', '=', batchId).forUpdate().executeTakeFirst();
  if (!batch) throw new CodedError('NOT_FOUND');
  if (batch.state !== 'open') throw new CodedError('PAYOUT_STATE', { state: batch.state });
  return batch;
};

const close = (trx: Trx, batchId: string, state: 'paid' | 'cancelled', at: Date) =>
  trx.updateTable('payout_batches').set({ state, updated_at: at }).where('id', '=', batchId).execute();

/**
 * Marks all payouts of an open batch as paid, each with its statement.
 * @throws CodedError NOT_FOUND, PAYOUT_STATE; PAYOUT_CHANGED when its payouts aren't as the admin saw them
 */
export const payBatch = (
  platform: Platform,
  adminId: string,
  batchId: string,
  { version, paymentReference }: { version: number; paymentReference: string },
  idempotency: Idempotency | undefined,
): Promise<PayoutBatch> =>
  transact(platform.database, idempotency, async (trx) => {
    await lockOpen(trx, batchId);
    const payouts = await trx
      .selectFrom('payout_requests')
      .select('id')
      .where('batch_id', '=', batchId)
      .orderBy('id')
      .forUpdate()
      .execute();
    if ((await getBatch(platform, trx, batchId)).version !== version) throw new CodedError('PAYOUT_CHANGED');
    for (const { id } of payouts)
      await decideInTransaction(platform, trx, { payoutId: id, adminId, to: 'paid', batchId, paymentReference });
    await close(trx, batchId, 'paid', platform.clock.now());
    return getBatch(platform, trx, batchId);
  });

/** Dissolves an open batch. @throws CodedError NOT_FOUND, PAYOUT_STATE */
export const cancelBatch = (
  platform: Platform,
  adminId: string,
  batchId: string,
  idempotency: Idempotency | undefined,
): Promise<PayoutBatch> =>
  transact(platform.database, idempotency, async (trx) => {
    const at = platform.clock.now();
    await lockOpen(trx, batchId);
    const released = await trx
      .updateTable('payout_requests')
      .set({ batch_id: null, updated_at: at })
      .where('batch_id', '=', batchId)
      .returning('id')
      .execute();
    await close(trx, batchId, 'cancelled', at);
    const detail = { payouts: released.map(({ id }) => id) };
    await recordAudit(trx, { actorId: adminId, action: 'payouts.unbatched', objectKind: 'payoutBatch', objectId: batchId, detail, at });
    return getBatch(platform, trx, batchId);
  });

/** What an open batch pays, with the details in full; reading them is logged. */
const openBatch = async (platform: Platform, trx: Trx, adminId: string, batchId: string, method: PayoutMethod) => {
  const batch = await lockOpen(trx, batchId);
  if (batch.method !== method) throw new CodedError('PAYOUT_STATE', { state: batch.method });
  const rows = await trx.selectFrom('payout_requests').selectAll().where('batch_id', '=', batchId).orderBy('number').execute();
  assertApprovedByOthers(platform, rows, adminId);
  await assertPayoutsOpen(trx, performersOf(rows));
  const at = platform.clock.now();
  await recordAudit(trx, { actorId: adminId, action: 'payouts.exported', objectKind: 'payoutBatch', objectId: batchId, at });
  const payments = rows.map(({ id, number, amount, fee_amount, sealed }) => {
    // Only details of payouts that are over are erased.
    if (!sealed) throw new CodedError('NOT_FOUND');
    return { reference: referenceOf(number), amount: amount - fee_amount, target: openTarget(platform, id, sealed) };
  });
  return { batch, payments };
};

/** What is downloaded of a batch. */
export interface BatchFile {
  /** The batch's. */
  reference: string;
  content: string;
}

/** The file of an open batch for the bank. @throws CodedError NOT_FOUND, PAYOUT_STATE, PAYOUT_FROZEN, PAYOUT_PAYER_MISSING */
export const readBankFile = (platform: Platform, adminId: string, batchId: string): Promise<BatchFile> =>
  transact(platform.database, undefined, async (trx) => {
    const { settings } = platform;
    const payer = { name: settings.get('payoutPayerName'), iban: settings.get('payoutPayerIban'), bic: settings.get('payoutPayerBic') };
    const { batch, payments } = await openBatch(platform, trx, adminId, batchId, 'banking');
    if (payer.name === '' || payer.iban === '') throw new CodedError('PAYOUT_PAYER_MISSING');
    const reference = batchReferenceOf(batch.number);
    return {
      reference,
      content: bankFileOf({
        reference,
        currency: settings.get('currency'),
        createdAt: batch.created_at,
        payer,
        siteName: settings.get('siteName'),
        payments: payments.flatMap(({ target, ...payment }) => (target.method === 'banking' ? [{ ...payment, ...target.details }] : [])),
      }),
    };
  });

/** The file of an open batch for PayPal. @throws CodedError NOT_FOUND, PAYOUT_STATE */
export const readPaypalFile = (platform: Platform, adminId: string, batchId: string): Promise<BatchFile> =>
  transact(platform.database, undefined, async (trx) => {
    const { batch, payments } = await openBatch(platform, trx, adminId, batchId, 'paypal');
    return {
      reference: batchReferenceOf(batch.number),
      content: paypalFileOf(
        platform.settings.get('currency'),
        platform.settings.get('siteName'),
        payments.flatMap(({ target, ...payment }) => (target.method === 'paypal' ? [{ ...payment, ...target.details }] : [])),
      ),
    };
  });
