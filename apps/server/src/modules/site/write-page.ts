import { isAgreedTo, type PageKind } from '@stagedoor/contract/pages.values';
import { type Idempotency, type Trx, isUniqueViolation, recordAudit, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import { cleanHtml } from '../../platform/html/clean-html.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Localised, withoutEmpty } from './localised.ts';
import { type VersionNote, keepVersion } from './page-versions.ts';
import { isCookiePolicy } from './pages.queries.ts';

export interface PostContent extends VersionNote {
  slug: string;
  title: Localised;
  description: Localised;
  /** HTML as submitted; sanitised here. */
  content: Localised;
  isPublished: boolean;
  /** `page` for a new one, unchanged for one that exists. */
  kind?: PageKind | undefined;
}

const columnsOf = ({ slug, title, description, content, isPublished, kind }: PostContent) => ({
  slug,
  title: JSON.stringify(withoutEmpty(title)),
  description: JSON.stringify(withoutEmpty(description)),
  content: JSON.stringify(withoutEmpty(Object.fromEntries(Object.entries(content).map(([locale, html]) => [locale, cleanHtml(html)])))),
  is_published: isPublished,
  ...(kind ? { kind } : {}),
});

const takenSlug = (error: unknown): unknown => (isUniqueViolation(error) ? new CodedError('SLUG_TAKEN') : error);

const lockPage = async (trx: Trx, id: string) => {
  const row = await trx.selectFrom('pages').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new CodedError('NOT_FOUND');
  return row;
};

/** @throws CodedError SLUG_TAKEN */
export const createPage = async (
  { database, clock }: Platform,
  adminId: string,
  content: PostContent,
  idempotency: Idempotency | undefined,
): Promise<{ id: string }> => {
  try {
    return await transact(database, idempotency, async (trx) => {
      const { id } = await trx
        .insertInto('pages')
        .values({ ...columnsOf(content), updated_by: adminId })
        .returning('id')
        .executeTakeFirstOrThrow();
      await keepVersion(trx, id, { before: 'page', note: content, adminId, at: clock.now() });
      const detail = { slug: content.slug, isPublished: content.isPublished };
      await recordAudit(trx, { actorId: adminId, action: 'posts.created', objectKind: 'post', objectId: id, detail });
      return { id };
    });
  } catch (error) {
    throw takenSlug(error);
  }
};

/** @throws CodedError NOT_FOUND, SLUG_TAKEN, PAGE_IN_USE when the cookie banner would lose its page, or terms in force would be hidden */
export const updatePage = async (
  platform: Platform,
  adminId: string,
  id: string,
  content: PostContent,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const { database, clock, settings } = platform;
  try {
    await transact(database, idempotency, async (trx) => {
      const row = await lockPage(trx, id);
      const isLost = !content.isPublished || (settings.get('cookiePolicyContentId') === row.slug && content.slug !== row.slug);
      const isInForce = isAgreedTo(row.kind) && row.is_published && !content.isPublished;
      if ((isCookiePolicy(platform, row) && isLost) || isInForce) throw new CodedError('PAGE_IN_USE');
      await trx
        .updateTable('pages')
        .set({ ...columnsOf(content), updated_by: adminId, updated_at: clock.now() })
        .where('id', '=', id)
        .execute();
      await keepVersion(trx, id, { before: row.kind, note: content, adminId, at: clock.now() });
      await recordAudit(trx, {
        actorId: adminId,
        action: 'posts.updated',
        objectKind: 'post',
        objectId: id,
        detail: {
          from: { slug: row.slug, title: row.title, isPublished: row.is_published, kind: row.kind },
          to: {
            slug: content.slug,
            title: content.title,
            isPublished: content.isPublished,
            kind: content.kind,
            asksAgain: content.asksAgain,
          },
        },
      });
      return {};
    });
  } catch (error) {
    throw takenSlug(error);
  }
};

/** @throws CodedError NOT_FOUND, PAGE_IN_USE */
export const deletePage = async (platform: Platform, adminId: string, id: string, idempotency: Idempotency | undefined): Promise<void> => {
  await transact(platform.database, idempotency, async (trx) => {
    const row = await lockPage(trx, id);
    if (isCookiePolicy(platform, row) || (isAgreedTo(row.kind) && row.is_published)) throw new CodedError('PAGE_IN_USE');
    await trx.deleteFrom('pages').where('id', '=', id).execute();
    const detail = { slug: row.slug, title: row.title };
    await recordAudit(trx, { actorId: adminId, action: 'posts.deleted', objectKind: 'post', objectId: id, detail });
    return {};
  });
};
