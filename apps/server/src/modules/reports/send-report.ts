import type { ReportReason } from '@stagedoor/contract/reasons.values';
import type { ProfilePart, ReportObject, ReportState } from '@stagedoor/contract/reports.values';
import { sql } from 'kysely';
import { type AccountViewer, accountIdOf } from '../../platform/auth/viewer.ts';
import type { Caller } from '../../platform/caller.ts';
import { type Idempotency, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { decideItems, factJoins, isEntitled, visibleItem, visiblePerformer } from '../access/index.ts';
import { findComment } from '../comments/index.ts';
import { lockObject, newReference } from '../restrictions/index.ts';
import { dueAtOf } from './decide-claim.ts';
import { hideAtOnce } from './hide-at-once.ts';
import { isProfilePart } from './measures.ts';

/** What is reported: whose it is, and its title or first words as they are now. */
interface Reported {
  ownerId: string;
  itemId: string | null;
  title: string;
}

const TITLE = 120;

const findItem = async (
  platform: Platform,
  { viewer, country }: Caller<AccountViewer>,
  kind: string,
  id: string,
): Promise<Reported | undefined> => {
  const { rows } = await sql<{ performer_id: string; title: string }>`
    select i.performer_id, coalesce(nullif(t.title, ''), nullif(left(t.text, ${sql.lit(TITLE)}), ''), i.title) as title
    from items i join performers p on p.account_id = i.performer_id join accounts a on a.id = i.performer_id
    left join item_contents t on t.item_id = i.id ${factJoins(accountIdOf(viewer))}
    where i.id = ${id}::uuid and i.kind = ${kind} and (i.state = 'active' or (i.state in ('deleted', 'draft') and ${isEntitled}))
      and ${visibleItem(viewer, country)}`.execute(platform.database);
  return rows[0] && { ownerId: rows[0].performer_id, itemId: id, title: rows[0].title };
};

const findReportedComment = async (
  platform: Platform,
  { viewer, country }: Caller<AccountViewer>,
  id: string,
): Promise<Reported | undefined> => {
  const comment = await findComment(platform.database, viewer, id);
  // Whoever may not see what it is about doesn't see it.
  if (!comment || !(await decideItems(platform, viewer, [comment.item_id], country)).get(comment.item_id)?.allowed) return undefined;
  return { ownerId: comment.author_id, itemId: null, title: comment.content.slice(0, TITLE) };
};

/** A message that the caller can read: of an own conversation, or of a public show. */
const findMessage = async (platform: Platform, { viewer, country }: Caller<AccountViewer>, id: string): Promise<Reported | undefined> => {
  const { rows } = await sql<{ sender_id: string; text: string }>`
    select m.sender_id, left(m.text, ${sql.lit(TITLE)}) as text from messages m join conversations c on c.id = m.conversation_id
    join performers p on p.account_id = c.performer_id join accounts a on a.id = c.performer_id
    where m.id = ${id}::uuid and m.deleted_at is null and (
      exists (select from conversation_members y where y.conversation_id = c.id and y.account_id = ${viewer.accountId}::uuid)
      or c.performer_id = ${viewer.accountId}::uuid
      or (c.type = 'stream_public' and ${visiblePerformer(viewer, country)})
      or exists (select from stream_participants s where s.stream_id = c.stream_id and s.account_id = ${viewer.accountId}::uuid))`.execute(
    platform.database,
  );
  return rows[0] && { ownerId: rows[0].sender_id, itemId: null, title: rows[0].text };
};

/** A show on air that the caller may enter, or is in. */
const findShow = async (platform: Platform, { viewer, country }: Caller<AccountViewer>, id: string): Promise<Reported | undefined> => {
  const { rows } = await sql<{ performer_id: string; title: string }>`
    select s.performer_id, s.title from streams s join performers p on p.account_id = s.performer_id join accounts a on a.id = s.performer_id
    where s.id = ${id}::uuid and s.ended_at is null and s.rehearsal is null and (s.performer_id = ${viewer.accountId}::uuid
      or (s.type <> 'private' and ${visiblePerformer(viewer, country)})
      or exists (select from stream_participants y where y.stream_id = s.id and y.account_id = ${viewer.accountId}::uuid))`.execute(
    platform.database,
  );
  return rows[0] && { ownerId: rows[0].performer_id, itemId: null, title: rows[0].title };
};

/** A picture or the film of a page that the caller can see. */
const findProfilePart = async (
  platform: Platform,
  caller: Caller<AccountViewer>,
  part: ProfilePart,
  id: string,
): Promise<Reported | undefined> => {
  const { rows } = await sql`
    select from accounts a left join performers p on p.account_id = a.id
    where a.id = ${id}::uuid and ${part === 'avatar' ? sql`a.avatar_file_id` : part === 'cover' ? sql`p.cover_file_id` : sql`p.welcome_video_file_id`}
      is not null`.execute(platform.database);
  return rows.length === 0 ? undefined : findAccount(platform, caller, id);
};

const findAccount = async (platform: Platform, { viewer, country }: Caller<AccountViewer>, id: string): Promise<Reported | undefined> => {
  const { rows } = await sql<{ id: string; name: string }>`
    select a.id, a.name from accounts a left join performers p on p.account_id = a.id
    where a.id = ${id}::uuid and a.status = 'active' and a.role <> 'admin' and (p.account_id is null or ${visiblePerformer(viewer, country)})`.execute(
    platform.database,
  );
  return rows[0] && { ownerId: rows[0].id, itemId: null, title: rows[0].name };
};

export interface SentReport {
  _id: string;
  reference: string;
  state: ReportState;
}

const find = (platform: Platform, caller: Caller<AccountViewer>, type: ReportObject, id: string): Promise<Reported | undefined> => {
  if (type === 'comment') return findReportedComment(platform, caller, id);
  if (type === 'message') return findMessage(platform, caller, id);
  if (type === 'account') return findAccount(platform, caller, id);
  if (type === 'stream') return findShow(platform, caller, id);
  return isProfilePart(type) ? findProfilePart(platform, caller, type, id) : findItem(platform, caller, type, id);
};

/**
 * Stores a report; while one of the same account about the same is open, that one is answered. With a hiding reason, what is reported is hidden
 * in the same transaction.
 * @throws CodedError NOT_FOUND for what the caller can't see; FORBIDDEN for what is the caller's own
 */
export const sendReport = async (
  platform: Platform,
  caller: Caller<AccountViewer>,
  { objectType, objectId, reason, text }: { objectType: ReportObject; objectId: string; reason: ReportReason; text: string },
  idempotency: Idempotency | undefined,
): Promise<SentReport> => {
  const { database, clock } = platform;
  const reporterId = caller.viewer.accountId;
  const reported = await find(platform, caller, objectType, objectId);
  if (!reported) throw new CodedError('NOT_FOUND');
  if (reported.ownerId === reporterId) throw new CodedError('FORBIDDEN');
  const now = clock.now();
  const { reportId } = await transact(database, idempotency, async (trx) => {
    await lockObject(trx, { type: objectType, id: objectId });
    const made = await trx
      .insertInto('reports')
      .values({
        reference: newReference(),
        reporter_id: reporterId,
        object_type: objectType,
        object_id: objectId,
        owner_id: reported.ownerId,
        item_id: reported.itemId,
        title: reported.title,
        reason,
        text,
        due_at: dueAtOf(reason, now),
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) =>
        conflict.columns(['reporter_id', 'object_type', 'object_id']).where(sql<boolean>`state = 'open'`).doNothing(),
      )
      .returning('id')
      .executeTakeFirst();
    if (made) {
      const claimed = { object: { type: objectType, id: objectId }, ownerId: reported.ownerId, title: reported.title };
      const hiding = await hideAtOnce(platform, trx, claimed, { reason, source: 'report', sender: { kind: 'account', id: reporterId } });
      if (hiding) await trx.updateTable('reports').set({ hiding }).where('id', '=', made.id).execute();
    }
    const open =
      made ??
      (await trx
        .selectFrom('reports')
        .select('id')
        .where('reporter_id', '=', reporterId)
        .where('object_type', '=', objectType)
        .where('object_id', '=', objectId)
        .where('state', '=', 'open')
        .executeTakeFirst());
    // Decided between the two statements.
    if (!open) throw new CodedError('UNAVAILABLE');
    return { reportId: open.id };
  });
  const row = await database
    .selectFrom('reports')
    .select(['id', 'reference', 'state'])
    .where('id', '=', reportId)
    .executeTakeFirstOrThrow();
  return { _id: row.id, reference: row.reference, state: row.state };
};
