import type { ShownContents } from '@stagedoor/contract/catalog';
import { itemPath } from '@stagedoor/contract/items.values';
import type { AdminReport, AdminReportContents } from '@stagedoor/contract/reports';
import type { Locale } from '@stagedoor/contract/texts/text';
import { sql } from 'kysely';
import { recordAudit, transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type FileRow, readShownContents, shownFileOf } from '../items/index.ts';
import { getReport } from './reports.queries.ts';

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
  { kind, _id: id }: AdminReport['object'],
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
    text: row.text,
    tags: [],
    furtherWords: [],
    audience: null,
    price: sold?.price ?? null,
    files: [...row.files.map((file) => shownFileOf(platform, file, 'content')), ...(sold?.files ?? [])],
  };
  return { contents, isPrivate: row.is_private };
};

/**
 * A report with what it is about, for the admin who decides it. That a private message was read is logged first, without its words.
 * @throws CodedError NOT_FOUND
 */
export const viewReport = async (platform: Platform, adminId: string, locale: Locale, reportId: string): Promise<AdminReportContents> => {
  const report = await getReport(platform, locale, reportId);
  const { kind, _id: id } = report.object;
  if (kind === 'comment' || kind === 'message') {
    const found = await readWords(platform, report.object);
    if (found?.isPrivate)
      await transact(platform.database, undefined, (trx) =>
        recordAudit(trx, {
          actorId: adminId,
          action: 'reports.messageViewed',
          objectKind: kind,
          objectId: id,
          detail: { name: report.reference },
          at: platform.clock.now(),
        }),
      );
    return { ...report, contents: found?.contents ?? null };
  }
  // Accounts and shows have no contents of their own.
  const found = itemPath(kind, id) === null ? null : await readShownContents(platform, id);
  if (!found) return { ...report, contents: null };
  const { picture: _, ...contents } = found;
  return { ...report, contents };
};
