import { ADMIN_ROLES, permissionsOf } from '@stagedoor/contract/admin-roles';
import { sql } from 'kysely';
import { type Executor, type Idempotency, type Trx, recordAudit, recordEvent, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { type RestrictedObject, type RestrictionRow, lift, restrictedObject, storeAppealDecision } from '../restrictions/index.ts';
import { unblockContents } from './block-contents.ts';
import { upholdClaim } from './decide-claim.ts';
import { rejectHidingReports, upholdReports } from './decide-report.ts';
import { giveObject } from './measures.ts';

interface ObjectionDecision {
  decision: 'upheld' | 'rejected';
  note: string;
}

interface Deciding extends ObjectionDecision {
  adminId: string;
  at: Date;
}

const MODERATORS = ADMIN_ROLES.filter((role) => permissionsOf(role).includes('content'));

/** Refuses the admin who decided first where the site has another one. @throws CodedError OTHER_ADMIN_NEEDED */
const assertOther = async (executor: Executor, firstAdminId: string | null, adminId: string): Promise<void> => {
  if (firstAdminId !== adminId) return;
  const { rows } = await sql`
    select from accounts where role = 'admin' and status = 'active' and admin_role = any(${[...MODERATORS]}::text[]) and id <> ${adminId}::uuid
    limit 1`.execute(executor);
  if (rows.length > 0) throw new CodedError('OTHER_ADMIN_NEEDED');
};

/** An upheld appeal ends the measure, and rejects the reports and notices that led to it after all. */
const decideAppealOf = async (platform: Platform, trx: Trx, row: RestrictionRow, given: Deciding): Promise<void> => {
  const { decision, note, adminId, at } = given;
  if (row.appeal_state !== 'open') throw new CodedError('REPORT_STATE');
  await assertOther(trx, row.decided_by, adminId);
  await storeAppealDecision(trx, row, { decision, note, adminId, at });
  if (decision === 'upheld') {
    if (row.state === 'active') {
      await unblockContents(trx, row, adminId, at);
      await giveObject(platform, trx, row, adminId, at);
      const now = await trx.selectFrom('restrictions').select('state').where('id', '=', row.id).executeTakeFirstOrThrow();
      if (now.state === 'active') await lift(trx, row, adminId, at, false);
    }
    if (row.measure === 'hidden') await rejectHidingReports(trx, row, given);
    await trx
      .updateTable('reports')
      .set({ state: 'rejected', outcome: 'none', updated_at: at })
      .where('restriction_id', '=', row.id)
      .execute();
  }
  await recordAudit(trx, {
    actorId: adminId,
    action: `reports.appeal.${decision}`,
    objectKind: row.object_type,
    objectId: row.object_id,
    detail: { name: row.reference, note },
    at,
  });
};

interface ComplaintRow {
  id: string;
  report_id: string | null;
  notice_id: string | null;
  state: string;
}

/** Upholds a notice after a complaint; one that names nothing of the site leads to no measure. */
const upholdNotice = async (trx: Trx, noticeId: string, { note, adminId, at }: Deciding) => {
  const notice = await trx.selectFrom('takedown_notices').selectAll().where('id', '=', noticeId).forUpdate().executeTakeFirstOrThrow();
  if (notice.object_type === null || notice.object_id === null) return { notice, restrictionId: null };
  const object = restrictedObject(notice.object_type, notice.object_id);
  const owner = await ownerOf(trx, object);
  if (!owner) return { notice, restrictionId: null };
  const { restrictionId } = await upholdClaim(trx, { object, ...owner }, { reason: notice.reason, note, source: 'notice', adminId, at });
  return { notice, restrictionId };
};

/** Whose an object of a notice is, with its title. */
export const ownerOf = async (trx: Executor, { type, id }: RestrictedObject): Promise<{ ownerId: string; title: string } | undefined> => {
  const { rows } = await sql<{ ownerId: string; title: string }>`
    select a.id as "ownerId", a.name as title from accounts a where ${type} in ('account', 'avatar', 'cover', 'welcomeVideo') and a.id = ${id}::uuid
    union all select c.author_id, left(c.content, 120) from comments c where ${type} = 'comment' and c.id = ${id}::uuid
    union all select i.performer_id, coalesce(nullif(t.title, ''), nullif(left(t.text, 120), ''), i.title)
      from items i left join item_contents t on t.item_id = i.id where i.kind = ${type} and i.id = ${id}::uuid`.execute(trx);
  return rows[0];
};

/** An upheld complaint upholds the report or the notice after all. */
const decideComplaint = async (trx: Trx, complaint: ComplaintRow, given: Deciding): Promise<void> => {
  const { decision, note, adminId, at } = given;
  if (complaint.state !== 'open') throw new CodedError('REPORT_STATE');
  const audit = async (objectKind: string, objectId: string, name: string) =>
    recordAudit(trx, { actorId: adminId, action: `reports.complaint.${decision}`, objectKind, objectId, detail: { name, note }, at });
  await trx
    .updateTable('complaints')
    .set({ state: decision, note, decided_by: adminId, decided_at: at, updated_at: at })
    .where('id', '=', complaint.id)
    .execute();
  if (complaint.report_id !== null) {
    const report = await trx.selectFrom('reports').selectAll().where('id', '=', complaint.report_id).forUpdate().executeTakeFirstOrThrow();
    await assertOther(trx, report.decided_by, adminId);
    if (decision === 'upheld') await upholdReports(trx, report, [report], { note, adminId, at });
    await recordEvent(trx, 'reports.complained', { reportId: report.id, reporterId: report.reporter_id, state: decision });
    return audit(report.object_type, report.object_id, report.reference);
  }
  const noticeId = complaint.notice_id!;
  const first = await trx.selectFrom('takedown_notices').select('decided_by').where('id', '=', noticeId).executeTakeFirstOrThrow();
  await assertOther(trx, first.decided_by, adminId);
  const { notice, restrictionId } =
    decision === 'upheld'
      ? await upholdNotice(trx, noticeId, given)
      : {
          notice: await trx.selectFrom('takedown_notices').selectAll().where('id', '=', noticeId).executeTakeFirstOrThrow(),
          restrictionId: null,
        };
  await recordEvent(trx, 'takedowns.complained', { noticeId, state: decision, restrictionId });
  return audit(notice.object_type ?? 'notice', notice.object_id ?? noticeId, notice.reference);
};

/**
 * Decides an appeal against a measure, or a complaint about a rejection.
 * @param id of the measure or of the complaint
 * @throws CodedError NOT_FOUND; REPORT_STATE when it was decided; OTHER_ADMIN_NEEDED
 */
export const decideObjection = async (
  platform: Platform,
  adminId: string,
  id: string,
  given: ObjectionDecision,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const deciding = { ...given, adminId, at: platform.clock.now() };
  await transact(platform.database, idempotency, async (trx) => {
    const row = await trx
      .selectFrom('restrictions')
      .selectAll()
      .where('id', '=', id)
      .where('appeal_state', 'is not', null)
      .forUpdate()
      .executeTakeFirst();
    if (row) await decideAppealOf(platform, trx, row, deciding);
    else {
      const complaint = await trx.selectFrom('complaints').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
      if (!complaint) throw new CodedError('NOT_FOUND');
      await decideComplaint(trx, complaint, deciding);
    }
    return {};
  });
};
