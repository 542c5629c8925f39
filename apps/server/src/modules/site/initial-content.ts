import type { PageKind } from '@stagedoor/contract/pages.values';
import { doOnce } from '../../platform/database/once.ts';
import type { Platform } from '../../platform/platform.ts';
import { keepVersion } from './page-versions.ts';
import { ABOUT, COOKIE_POLICY, type InitialPage, PRIVACY, TERMS } from './initial-pages.ts';

/** By slug; `cookie-policy` is the default of the setting `cookiePolicyContentId`. */
const PAGES: Record<string, InitialPage> = { about: ABOUT, terms: TERMS, privacy: PRIVACY, 'cookie-policy': COOKIE_POLICY };

const KINDS: Record<string, PageKind> = { terms: 'terms', privacy: 'policy', 'cookie-policy': 'policy' };

/** Creates a new site's pages, once; later changes by admins stay. */
export const createInitialContent = ({ database, clock }: Pick<Platform, 'database' | 'clock'>): Promise<boolean> =>
  doOnce(database, 'site.pagesMade', async (trx) => {
    const rows = Object.entries(PAGES).map(([slug, { title, content }]) => ({
      slug,
      kind: KINDS[slug] ?? ('page' as const),
      title: JSON.stringify(title),
      content: JSON.stringify(content),
    }));
    const made = await trx
      .insertInto('pages')
      .values(rows)
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .returning(['id', 'slug'])
      .execute();
    for (const { id } of made)
      await keepVersion(trx, id, { before: 'page', note: { change: {}, asksAgain: false }, adminId: null, at: clock.now() });
    // Registering agrees to the first version.
    await trx.updateTable('pages').set({ asked_version: null }).execute();
    return { pages: made.map(({ slug }) => slug) };
  });
