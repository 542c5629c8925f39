import { isDeepStrictEqual } from 'node:util';
import { isAgreedTo, type PageKind } from '@stagedoor/contract/pages.values';
import type { Locale } from '@stagedoor/contract/texts/text';
import type { Selectable } from 'kysely';
import type { Executor, Trx } from '../../platform/database/database.ts';
import type { Pages } from '../../platform/database/schema.gen.ts';
import { type Localised, inLanguage, withoutEmpty } from './localised.ts';

/** The facts about a version besides its wording. */
export interface VersionNote {
  /** In words by language; may be empty. */
  change: Localised;
  /** Accounts that agreed to an earlier version are asked to agree to this one. */
  asksAgain: boolean;
}

type Page = Selectable<Pages>;

/** Returns true for wordings that are the same in every language. */
const isSameWording = (a: Pick<Page, 'title' | 'content'>, b: Pick<Page, 'title' | 'content'>): boolean =>
  isDeepStrictEqual([a.title, a.content], [b.title, b.content]);

/** The version from which on accounts must have agreed, after a change; null asks nobody. */
const askedVersion = (before: { kind: PageKind; asked: number | null }, now: { kind: PageKind; version: number }, asksAgain: boolean) => {
  if (!isAgreedTo(now.kind)) return null;
  return asksAgain || before.kind !== now.kind ? now.version : before.asked;
};

/**
 * Keeps the wording of a published page as a version, if it differs from the last one that was shown; and sets from which version on accounts
 * must have agreed. To be called after each change of a page, in its transaction.
 * @param before the page's kind before; `page` for a new one
 */
export const keepVersion = async (
  trx: Trx,
  pageId: string,
  { before, note, adminId, at }: { before: PageKind; note: VersionNote; adminId: string | null; at: Date },
): Promise<void> => {
  const page = await trx.selectFrom('pages').selectAll().where('id', '=', pageId).executeTakeFirstOrThrow();
  if (!page.is_published) return;
  const last = await trx
    .selectFrom('page_versions')
    .select(['version', 'title', 'content'])
    .where('page_id', '=', pageId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  const isNew = !last || !isSameWording(last, page);
  const version = isNew ? (last?.version ?? 0) + 1 : last.version;
  if (isNew)
    await trx
      .insertInto('page_versions')
      .values({
        page_id: pageId,
        version,
        slug: page.slug,
        title: JSON.stringify(page.title),
        content: JSON.stringify(page.content),
        change: JSON.stringify(withoutEmpty(note.change)),
        asks_again: note.asksAgain,
        changed_by: adminId,
        created_at: at,
      })
      .execute();
  const asked = askedVersion({ kind: before, asked: page.asked_version }, { kind: page.kind, version }, note.asksAgain);
  await trx.updateTable('pages').set({ version, asked_version: asked }).where('id', '=', pageId).execute();
};

/** The versions of a policy or of terms, the newest first, in a language; none of any other page. */
export const listVersions = async (executor: Executor, page: Pick<Page, 'id' | 'kind'>, locale: Locale) => {
  if (page.kind === 'page') return [];
  const rows = await executor
    .selectFrom('page_versions')
    .select(['version', 'change', 'created_at'])
    .where('page_id', '=', page.id)
    .orderBy('version', 'desc')
    .execute();
  return rows.map((row) => ({ version: row.version, change: inLanguage(row.change, locale), createdAt: row.created_at.toISOString() }));
};

/** The wording of one version; undefined where there is none. */
export const findVersion = (executor: Executor, pageId: string, version: number) =>
  executor.selectFrom('page_versions').selectAll().where('page_id', '=', pageId).where('version', '=', version).executeTakeFirst();
