import { APPEAL_DAYS } from '@stagedoor/contract/reports.values';
import type { Selectable } from 'kysely';
import { type Idempotency, type Trx, recordAudit, recordEvent, transact } from '../../platform/database/database.ts';
import type { Reports } from '../../platform/database/schema.gen.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { enqueueMail } from '../accounts/index.ts';
import { restoreComment, takeDownComment } from '../comments/index.ts';
import { takeDownMessage } from '../conversations/index.ts';
import { restoreItem, takeDownItem } from '../items/index.ts';

const DAY_MS = 86_400_000;
type ReportRow = Selectable<Reports>;

/** Hides what was reported. An account isn't suspended by it: that is a step of its own. */
const takeDown = async (
  platform: Platform,
  trx: Trx,
  adminId: string,
  report: ReportRow,
  note: string,
): Promise<'takenDown' | 'warned'> => {
  const now = platform.clock.now();
  if (report.object_type === 'account') return 'warned';
  if (report.object_type === 'comment') await takeDownComment(trx, report.object_id, adminId, now);
  else if (report.object_type === 'message') await takeDownMessage(platform, trx, report.object_id, adminId, now);
  else {
    const { performerId, kind: itemKind } = await takeDownItem(trx, report.object_id, now);
    await enqueueMail(platform, trx, {
      kind: 'feedTakenDown',
      accountId: performerId,
      reason: report.reason,
      note,
      itemKind,
      itemId: report.object_id,
    });
  }
  return 'takenDown';
};

/**
 * Decides a report. Upheld, what was reported is hidden at once, and every other open report about it is upheld with it.
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
  const now = platform.clock.now();
  await transact(platform.database, idempotency, async (trx) => {
    const known = await trx.selectFrom('reports').selectAll().where('id', '=', reportId).executeTakeFirst();
    if (!known) throw new CodedError('NOT_FOUND');
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
    const outcome = decision === 'upheld' ? await takeDown(platform, trx, adminId, report, note) : 'none';
    await trx
      .updateTable('reports')
      .set({
        state: decision,
        outcome,
        decision_note: note,
        decided_by: adminId,
        decided_at: now,
        appeal_until: decision === 'upheld' ? new Date(now.getTime() + APPEAL_DAYS * DAY_MS) : null,
        updated_at: now,
      })
      .where(
        'id',
        'in',
        decided.map(({ id }) => id),
      )
      .execute();
    await recordEvent(trx, 'reports.decided', {
      reportId,
      ownerId: report.owner_id,
      reporterIds: [...new Set(decided.map(({ reporter_id: id }) => id))],
      state: decision,
      isAppeal: false,
    });
    await recordAudit(trx, {
      actorId: adminId,
      action: `reports.${decision}`,
      objectKind: report.object_type,
      objectId: report.object_id,
      detail: { name: report.reference, note },
      at: now,
    });
    return {};
  });
};

/** The performer appeals against an upheld report. @throws CodedError NOT_FOUND for another's, REPORT_STATE when it can't be (any more) */
export const appealReport = async (
  platform: Platform,
  performerId: string,
  reportId: string,
  words: string,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const now = platform.clock.now();
  await transact(platform.database, idempotency, async (trx) => {
    const report = await trx
      .selectFrom('reports')
      .selectAll()
      .where('id', '=', reportId)
      .where('owner_id', '=', performerId)
      .forUpdate()
      .executeTakeFirst();
    if (!report) throw new CodedError('NOT_FOUND');
    if (report.state !== 'upheld' || report.appeal_state !== null || !report.appeal_until || report.appeal_until <= now)
      throw new CodedError(report.state === 'upheld' || !isHiddenWhileOpen(report) ? 'REPORT_STATE' : 'NOT_FOUND');
    await trx
      .updateTable('reports')
      .set({ appeal_state: 'open', appeal_text: words, appealed_at: now, updated_at: now })
      .where('id', '=', reportId)
      .execute();
    return {};
  });
};

/** What the performer learns of only once it is upheld. */
const isHiddenWhileOpen = ({ object_type: type, reason }: ReportRow): boolean =>
  type === 'message' || type === 'account' || reason === 'underage';

/**
 * Decides an appeal. Upheld, an item or comment is shown again, and the report is rejected after all; a message stays deleted.
 * @throws CodedError NOT_FOUND, REPORT_STATE without an open appeal
 */
export const decideAppeal = async (
  platform: Platform,
  adminId: string,
  reportId: string,
  { decision, note }: { decision: 'upheld' | 'rejected'; note: string },
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const now = platform.clock.now();
  await transact(platform.database, idempotency, async (trx) => {
    const report = await trx.selectFrom('reports').selectAll().where('id', '=', reportId).forUpdate().executeTakeFirst();
    if (!report) throw new CodedError('NOT_FOUND');
    if (report.appeal_state !== 'open') throw new CodedError('REPORT_STATE');
    if (decision === 'upheld' && report.object_type === 'comment') await restoreComment(trx, report.object_id, now);
    else if (decision === 'upheld' && report.item_id !== null) {
      const { state } = await trx.selectFrom('items').select('state').where('id', '=', report.item_id).executeTakeFirstOrThrow();
      // Shown again meanwhile, or deleted.
      if (state === 'taken-down') await restoreItem(trx, report.item_id, now);
    }
    await trx
      .updateTable('reports')
      .set({
        appeal_state: decision,
        appeal_note: note,
        appeal_decided_at: now,
        ...(decision === 'upheld' ? { state: 'rejected' as const, outcome: 'none' as const } : {}),
        updated_at: now,
      })
      .where('id', '=', reportId)
      .execute();
    await recordEvent(trx, 'reports.decided', {
      reportId,
      ownerId: report.owner_id,
      reporterIds: [],
      state: decision,
      isAppeal: true,
    });
    await recordAudit(trx, {
      actorId: adminId,
      action: `reports.appeal.${decision}`,
      objectKind: report.object_type,
      objectId: report.object_id,
      detail: { name: report.reference, note },
      at: now,
    });
    return {};
  });
};
