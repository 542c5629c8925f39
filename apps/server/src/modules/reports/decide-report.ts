import { HIDING_REASONS } from '@stagedoor/contract/reports.values';
import type { Selectable } from 'kysely';
import { type Idempotency, type Trx, recordAudit, recordEvent, transact } from '../../platform/database/database.ts';
import type { Reports } from '../../platform/database/schema.gen.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { type RestrictedObject, type RestrictionRow, lockObject, restrictedObject } from '../restrictions/index.ts';
import { type Upheld, clearContents, leaveClaim, upholdClaim } from './decide-claim.ts';

type ReportRow = Selectable<Reports>;

/** The object of a report, as measures name it. */
export const objectOf = ({ object_type: type, object_id: id }: Pick<ReportRow, 'object_type' | 'object_id'>): RestrictedObject =>
  restrictedObject(type, id);

/** Upholds reports about one object: the measure takes effect in this transaction. */
export const upholdReports = async (
  trx: Trx,
  report: ReportRow,
  reports: readonly ReportRow[],
  { note, adminId, at }: { note: string; adminId: string; at: Date },
): Promise<Upheld> => {
  const claimed = { object: objectOf(report), ownerId: report.owner_id, title: report.title };
  const upheld = await upholdClaim(trx, claimed, { reason: report.reason, note, source: 'report', adminId, at });
  await trx
    .updateTable('reports')
    .set({
      state: 'upheld',
      outcome: upheld.outcome,
      restriction_id: upheld.restrictionId,
      decision_note: note,
      decided_by: adminId,
      decided_at: at,
      updated_at: at,
    })
    .where(
      'id',
      'in',
      reports.map(({ id }) => id),
    )
    .execute();
  return upheld;
};

/**
 * Rejects the open reports that keep an object hidden, after an appeal against the hiding. An appeal that comes before the reports' own decision is
 * their decision.
 */
export const rejectHidingReports = async (
  trx: Trx,
  row: RestrictionRow,
  { note, adminId, at }: { note: string; adminId: string; at: Date },
): Promise<void> => {
  const reports = await trx
    .updateTable('reports')
    .set({
      state: 'rejected',
      outcome: 'none',
      restriction_id: row.id,
      decision_note: note,
      decided_by: adminId,
      decided_at: at,
      updated_at: at,
    })
    .where('object_type', '=', row.object_type)
    .where('object_id', '=', row.object_id)
    .where('state', '=', 'open')
    .where('reason', 'in', [...HIDING_REASONS])
    .returning(['id', 'reporter_id', 'reason'])
    .execute();
  for (const reason of new Set([row.reason, ...reports.map((report) => report.reason)]))
    await clearContents(trx, restrictedObject(row.object_type, row.object_id), reason, at);
  const [first] = reports;
  if (first)
    await recordEvent(trx, 'reports.decided', {
      reportId: first.id,
      reporterIds: [...new Set(reports.map(({ reporter_id: id }) => id))],
      state: 'rejected',
    });
};

/**
 * Decides a report. Upheld, what was reported is hidden at once, and every other open report about it is upheld with it. Rejected, what was hidden
 * provisionally is shown again.
 * @throws CodedError NOT_FOUND, REPORT_STATE when already decided, REASON_REQUIRED for a rejection without a note
 */
export const decideReport = async (
  platform: Platform,
  adminId: string,
  reportId: string,
  { decision, note }: { decision: 'upheld' | 'rejected'; note: string },
  idempotency: Idempotency | undefined,
): Promise<void> => {
  if (decision === 'rejected' && note === '') throw new CodedError('REASON_REQUIRED');
  const at = platform.clock.now();
  await transact(platform.database, idempotency, async (trx) => {
    const known = await trx.selectFrom('reports').selectAll().where('id', '=', reportId).executeTakeFirst();
    if (!known) throw new CodedError('NOT_FOUND');
    await lockObject(trx, objectOf(known));
    // Locked in the order of their ids: two admins who decide on the same thing wait for each other.
    const open = await trx
      .selectFrom('reports')
      .selectAll()
      .where('object_type', '=', known.object_type)
      .where('object_id', '=', known.object_id)
      .where('state', '=', 'open')
      .orderBy('id')
      .forUpdate()
      .execute();
    const report = open.find(({ id }) => id === reportId);
    if (!report) throw new CodedError('REPORT_STATE');
    const decided = decision === 'upheld' ? open : [report];
    if (decision === 'upheld') await upholdReports(trx, report, decided, { note, adminId, at });
    else {
      await trx
        .updateTable('reports')
        .set({ state: 'rejected', outcome: 'none', decision_note: note, decided_by: adminId, decided_at: at, updated_at: at })
        .where('id', '=', reportId)
        .execute();
      await leaveClaim(platform, trx, objectOf(report), { reason: report.reason, adminId, at });
    }
    await recordEvent(trx, 'reports.decided', {
      reportId,
      reporterIds: [...new Set(decided.map(({ reporter_id: id }) => id))],
      state: decision,
    });
    await recordAudit(trx, {
      actorId: adminId,
      action: `reports.${decision}`,
      objectKind: report.object_type,
      objectId: report.object_id,
      detail: { name: report.reference, note },
      at,
    });
    return {};
  });
};
