import { doOnce } from '../../platform/database/once.ts';
import type { Platform } from '../../platform/platform.ts';
import { ABOUT, COOKIE_POLICY, type InitialPage, PRIVACY, TERMS } from './initial-pages.ts';

/** By slug; `cookie-policy` is the default of the setting `cookiePolicyContentId`. */
const PAGES: Record<string, InitialPage> = { about: ABOUT, terms: TERMS, privacy: PRIVACY, 'cookie-policy': COOKIE_POLICY };

/** Creates a new site's pages, once; later changes by admins stay. */
export const createInitialContent = ({ database }: Pick<Platform, 'database'>): Promise<boolean> =>
  doOnce(database, 'site.pagesMade', async (trx) => {
    const rows = Object.entries(PAGES).map(([slug, { title, content }]) => ({
      slug,
      title: JSON.stringify(title),
      content: JSON.stringify(content),
    }));
    const made = await trx
      .insertInto('pages')
      .values(rows)
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .returning('slug')
      .execute();
    return { pages: made.map(({ slug }) => slug) };
  });
