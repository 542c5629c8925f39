import { DEFAULT_LOCALE, type Locale } from '@stagedoor/contract/texts/text';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { isUuid } from '../orders/index.ts';

type Localised = Record<string, string>;
interface Post {
  _id: string;
  slug: string;
  title: string;
  content: string;
  updatedAt: string;
}

const postOf = (row: { id: string; slug: string; title: unknown; content: unknown; updated_at: Date }, locale: Locale): Post => {
  const pick = (texts: unknown): string => (texts as Localised)[locale] ?? (texts as Localised)[DEFAULT_LOCALE] ?? '';
  return { _id: row.id, slug: row.slug, title: pick(row.title), content: pick(row.content), updatedAt: row.updated_at.toISOString() };
};

/** The site's pages, by title. */
export const listPosts = async (
  platform: Platform,
  locale: Locale,
  query: { limit: number; offset: number; q?: string | undefined },
): Promise<{ data: Post[]; total: number }> => {
  const rows = await platform.database.selectFrom('posts').selectAll().orderBy('slug').execute();
  const wanted = query.q?.toLowerCase() ?? '';
  const all = rows.map((row) => postOf(row, locale)).filter(({ title }) => title.toLowerCase().includes(wanted));
  return { data: all.slice(query.offset, query.offset + query.limit), total: all.length };
};

/** A page by id or slug, in a language, else in English. @throws CodedError NOT_FOUND */
export const getPost = async (platform: Platform, locale: Locale, idOrSlug: string): Promise<Post> => {
  const row = await platform.database
    .selectFrom('posts')
    .selectAll()
    .where(isUuid(idOrSlug) ? 'id' : 'slug', '=', idOrSlug)
    .executeTakeFirst();
  if (!row) throw new CodedError('NOT_FOUND');
  return postOf(row, locale);
};
