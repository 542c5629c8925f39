import type { ShownContents } from '@stagedoor/contract/catalog';
import { itemPath } from '@stagedoor/contract/items.values';
import type { AdminReportContents } from '@stagedoor/contract/reports';
import type { ReportObject } from '@stagedoor/contract/reports.values';
import type { AdminObjectionContents } from '@stagedoor/contract/restrictions';
import type { Locale } from '@stagedoor/contract/texts/text';
import { sql } from 'kysely';
import { recordAudit, transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type FileRow, readShownContents, shownFileOf } from '../items/index.ts';
import { isProfilePart } from './measures.ts';
import { getObjection } from './objections.queries.ts';
import { getReport } from './reports.queries.ts';

interface ShownObject {
  kind: ReportObject;
  _id: string;
}

const WITHOUT_WORDS = { text: '', tags: [], furtherWords: [], audience: null, price: null };

interface WordsRow {
  text: string;
  files: FileRow[];
  /** What a message sells. */
  item_id: string | null;
  is_private: boolean;
}

/** Words and files of a comment or a message. What its author deleted is gone. */
const readWords = async (
  platform: Platform,
  { kind, _id: id }: ShownObject,
): Promise<{ contents: ShownContents; isPrivate: boolean } | null> => {
  const filesIn = (ids: ReturnType<typeof sql>) =>
    sql`(select coalesce(jsonb_agg(to_jsonb(f) order by u.at), '[]') from unnest(${ids}) with ordinality u (id, at) join files f on f.id = u.id)`;
  const { rows } = await (kind === 'comment'
    ? sql<WordsRow>`select c.content as text, ${filesIn(sql`array[c.file_id]`)} as files, null as item_id, false as is_private
          from comments c where c.id = ${id}::uuid`
    : sql<WordsRow>`select m.text, ${filesIn(sql`m.file_ids`)} as files, m.item_id, c.type = 'private' as is_private
          from messages m join conversations c on c.id = m.conversation_id where m.id = ${id}::uuid`
  ).execute(platform.database);
  const [row] = rows;
  if (!row) return null;
  const sold = row.item_id === null ? null : await readShownContents(platform, row.item_id);
  const contents = {
    ...WITHOUT_WORDS,
    text: row.text,
    price: sold?.price ?? null,
    files: [...row.files.map((file) => shownFileOf(platform, file, 'content')), ...(sold?.files ?? [])],
  };
  return { contents, isPrivate: row.is_private };
};

/** The picture or film of a profile: the one that a measure took, otherwise the one that is shown now. */
const readProfilePart = async (platform: Platform, { kind, _id: id }: ShownObject): Promise<ShownContents | null> => {
  const { rows } = await sql<{ file: FileRow }>`
    select to_jsonb(f) as file from accounts a left join performers p on p.account_id = a.id
      left join restrictions x on x.object_type = ${kind} and x.object_id = a.id and x.state = 'active' and x.measure in ('hidden', 'removed')
      join files f on f.id = coalesce(x.file_id,
        case ${kind} when 'avatar' then a.avatar_file_id when 'cover' then p.cover_file_id else p.welcome_video_file_id end)
    where a.id = ${id}::uuid`.execute(platform.database);
  return rows[0] ? { ...WITHOUT_WORDS, files: [shownFileOf(platform, rows[0].file, 'content')] } : null;
};

/**
 * Contents of what a report or an appeal is about, for the admin who decides it; null for accounts, shows, and what doesn't exist any more. That a
 * private message was read is logged first, without its words.
 * @param reference of the report or the appeal
 */
const viewContents = async (platform: Platform, adminId: string, object: ShownObject, reference: string): Promise<ShownContents | null> => {
  const { kind, _id: id } = object;
  if (isProfilePart(kind)) return readProfilePart(platform, object);
  if (kind === 'comment' || kind === 'message') {
    const found = await readWords(platform, object);
    if (found?.isPrivate)
      await transact(platform.database, undefined, (trx) =>
        recordAudit(trx, {
          actorId: adminId,
          action: 'reports.messageViewed',
          objectKind: kind,
          objectId: id,
          detail: { name: reference },
          at: platform.clock.now(),
        }),
      );
    return found?.contents ?? null;
  }
  // Accounts and shows have no contents of their own.
  const found = itemPath(kind, id) === null ? null : await readShownContents(platform, id);
  if (!found) return null;
  const { picture: _, ...contents } = found;
  return contents;
};

/** A report with what it is about, for the admin who decides it. @throws CodedError NOT_FOUND */
export const viewReport = async (platform: Platform, adminId: string, locale: Locale, reportId: string): Promise<AdminReportContents> => {
  const report = await getReport(platform, locale, reportId);
  return { ...report, contents: await viewContents(platform, adminId, report.object, report.reference) };
};

/** An appeal or a complaint with what it is about, for the admin who decides it. @throws CodedError NOT_FOUND */
export const viewObjection = async (platform: Platform, adminId: string, locale: Locale, id: string): Promise<AdminObjectionContents> => {
  const objection = await getObjection(platform, locale, id);
  return { ...objection, contents: objection.object && (await viewContents(platform, adminId, objection.object, objection.reference)) };
};
