import { isId } from '@stagedoor/contract/ids.values';
import type { AdminPost } from '@stagedoor/contract/admin-site';
import type { PageKind } from '@stagedoor/contract/pages.values';
import type { Locale } from '@stagedoor/contract/texts/text';
import { type Selectable, sql } from 'kysely';
import { isUnagreed } from '../../platform/auth/agreements.ts';
import { type Viewer, hasAdminPermission } from '../../platform/auth/viewer.ts';
import type { Executor } from '../../platform/database/database.ts';
import type { Pages } from '../../platform/database/schema.gen.ts';
import { CodedError } from '../../platform/errors.ts';
import { cleanHtml } from '../../platform/html/clean-html.ts';
import { type ListQuery, pageOfRows } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { inLanguage } from './localised.ts';
import { findVersion, listVersions } from './page-versions.ts';

interface Page {
  _id: string;
  slug: string;
  title: string;
  description: string;
  content: string;
  isPublished: boolean;
  kind: PageKind;
  version: number;
  updatedAt: string;
}

const pageOf = (row: Selectable<Pages>, locale: Locale): Page => ({
  _id: row.id,
  slug: row.slug,
  title: inLanguage(row.title, locale),
  description: inLanguage(row.description, locale),
  content: cleanHtml(inLanguage(row.content, locale)),
  isPublished: row.is_published,
  kind: row.kind,
  version: row.version,
  updatedAt: row.updated_at.toISOString(),
});

/** Pages are read by slug, and whole: there are dozens of them at most. */
const SORTS = {
  slug: () => 0,
  createdAt: (row: Selectable<Pages>) => row.created_at,
  updatedAt: (row: Selectable<Pages>) => row.updated_at,
};

/** The site's published pages; `q` searches their titles. */
export const listPages = async (
  { database }: Pick<Platform, 'database'>,
  locale: Locale,
  query: ListQuery<keyof typeof SORTS> & { q?: string | undefined },
): Promise<{ data: Page[]; total: number }> => {
  const rows = await database.selectFrom('pages').selectAll().where('is_published', '=', true).orderBy('slug').execute();
  const wanted = query.q?.toLowerCase() ?? '';
  const all = rows.filter((row) => inLanguage(row.title, locale).toLowerCase().includes(wanted));
  const { data, total } = pageOfRows(all, query, SORTS);
  return { data: data.map((row) => pageOf(row, locale)), total };
};

/** A page's row by id or slug. */
export const findPage = (executor: Executor, idOrSlug: string): Promise<Selectable<Pages> | undefined> =>
  executor
    .selectFrom('pages')
    .selectAll()
    .where(isId(idOrSlug) ? 'id' : 'slug', '=', idOrSlug)
    .executeTakeFirst();

/**
 * A page by id or slug, in a language, else in the default one; of a policy or terms also an earlier version. Hidden pages only for those who may
 * edit pages.
 * @throws CodedError NOT_FOUND
 */
export const getPage = async (
  { database }: Pick<Platform, 'database'>,
  viewer: Viewer,
  locale: Locale,
  idOrSlug: string,
  version?: number,
): Promise<Page & { versions: Awaited<ReturnType<typeof listVersions>> }> => {
  const row = await findPage(database, idOrSlug);
  if (!row || !(row.is_published || hasAdminPermission(viewer, 'site'))) throw new CodedError('NOT_FOUND');
  const versions = await listVersions(database, row, locale);
  if (version === undefined || version === row.version) return { ...pageOf(row, locale), versions };
  const earlier = row.kind === 'page' ? undefined : await findVersion(database, row.id, version);
  if (!earlier) throw new CodedError('NOT_FOUND');
  const { title, content, created_at: since } = earlier;
  return { ...pageOf({ ...row, title, content, version, updated_at: since }, locale), versions };
};

type AdminRow = Selectable<Pages> & { updater: string | null; unagreed: number };

/** Whether a page is the cookie banner's. */
export const isCookiePolicy = ({ settings }: Pick<Platform, 'settings'>, row: Pick<Selectable<Pages>, 'id' | 'slug'>): boolean =>
  [row.id, row.slug].includes(settings.get('cookiePolicyContentId'));

const adminPageOf = (platform: Pick<Platform, 'settings'>, row: AdminRow): AdminPost => ({
  _id: row.id,
  slug: row.slug,
  title: row.title,
  description: row.description,
  content: Object.fromEntries(Object.entries(row.content).map(([locale, html]) => [locale, cleanHtml(html)])),
  isPublished: row.is_published,
  kind: row.kind,
  version: row.version,
  unagreed: row.unagreed,
  isCookiePolicy: isCookiePolicy(platform, row),
  updatedBy: row.updater,
  updatedAt: row.updated_at.toISOString(),
});

/** The active accounts that haven't agreed to the page in the version that is asked for. */
const unagreed = sql<number>`(select count(*)::int from accounts a cross join lateral (select pages.*) g where a.status = 'active' and ${isUnagreed})`;

const adminPages = (executor: Executor) =>
  executor
    .selectFrom('pages')
    .leftJoin('accounts', 'accounts.id', 'pages.updated_by')
    .selectAll('pages')
    .select(['accounts.name as updater', unagreed.as('unagreed')])
    .orderBy('pages.slug');

/** All pages with all their languages. */
export const listAdminPages = async (
  platform: Pick<Platform, 'database' | 'settings'>,
  query: ListQuery<keyof typeof SORTS> & { q?: string | undefined },
): Promise<{ data: AdminPost[]; total: number }> => {
  const wanted = query.q?.toLowerCase() ?? '';
  const all = (await adminPages(platform.database).execute()).filter((row) =>
    [row.slug, ...Object.values(row.title)].some((text) => text.toLowerCase().includes(wanted)),
  );
  const { data, total } = pageOfRows(all, query, SORTS);
  return { data: data.map((row) => adminPageOf(platform, row)), total };
};

/** @throws CodedError NOT_FOUND */
export const getAdminPage = async (platform: Pick<Platform, 'database' | 'settings'>, id: string): Promise<AdminPost> => {
  const row = await adminPages(platform.database).where('pages.id', '=', id).executeTakeFirst();
  if (!row) throw new CodedError('NOT_FOUND');
  return adminPageOf(platform, row);
};
