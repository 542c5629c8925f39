import type { Platform } from '../../platform/platform.ts';
import { PART_ADDRESSES, type SitemapAddress } from '../../platform/web/sitemap.ts';

/** The pages that the owner wrote and published, for the sitemap. */
export const pageAddresses = async ({ database }: Pick<Platform, 'database'>): Promise<SitemapAddress[]> => {
  const rows = await database
    .selectFrom('pages')
    .select(['slug', 'updated_at'])
    .where('is_published', '=', true)
    .orderBy('slug')
    .limit(PART_ADDRESSES / 2)
    .execute();
  return rows.map(({ slug, updated_at: changedAt }) => ({ path: `/page/${slug}`, changedAt }));
};
