import type { Locale } from '@stagedoor/contract/texts/text';
import { sql } from 'kysely';
import { isUnagreed } from '../../platform/auth/agreements.ts';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import { type Idempotency, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Localised, inLanguage } from './localised.ts';

/** A page of terms that an account is asked to agree to. */
interface AskedPage {
  _id: string;
  slug: string;
  title: string;
  version: number;
  /** The words about what changed; may be empty. */
  change: string;
  createdAt: string;
}

/** The pages of terms that an account must agree to, with what changed since the version that it agreed to. */
export const listUnagreed = async ({ database }: Pick<Platform, 'database'>, accountId: string, locale: Locale): Promise<AskedPage[]> => {
  const { rows } = await sql<{ id: string; slug: string; title: Localised; version: number; changes: Localised[]; created_at: Date }>`
    select g.id, g.slug, g.title, g.version, v.created_at, coalesce((
      select jsonb_agg(w.change order by w.version) from page_versions w where w.page_id = g.id and w.version > coalesce((
        select max(c.page_version) from consents c where c.page_id = g.id and c.account_id = a.id and c.granted), 0)), '[]') as changes
    from accounts a cross join pages g join page_versions v on v.page_id = g.id and v.version = g.version
    where a.id = ${accountId}::uuid and ${isUnagreed} order by g.slug`.execute(database);
  return rows.map((row) => ({
    _id: row.id,
    slug: row.slug,
    title: inLanguage(row.title, locale),
    version: row.version,
    change: row.changes
      .map((change) => inLanguage(change, locale))
      .filter((words) => words !== '')
      .join('\n'),
    createdAt: row.created_at.toISOString(),
  }));
};

/**
 * Records that an account agrees to pages in the versions that it was shown.
 * @throws CodedError NOT_FOUND for a page that isn't agreed to; TERMS_CHANGED when one has a newer version by now
 */
export const agreeToPages = async (
  { database, clock, sessions }: Platform,
  { accountId }: AccountViewer,
  { pages, locale }: { pages: readonly { _id: string; version: number }[]; locale: Locale },
  idempotency: Idempotency | undefined,
): Promise<void> => {
  await transact(database, idempotency, async (trx) => {
    for (const { _id: pageId, version } of pages) {
      const page = await trx
        .selectFrom('pages')
        .select(['slug', 'version'])
        .where('id', '=', pageId)
        .where('kind', 'in', ['terms', 'performerTerms'])
        .where('is_published', '=', true)
        .forShare()
        .executeTakeFirst();
      if (!page) throw new CodedError('NOT_FOUND');
      if (page.version !== version) throw new CodedError('TERMS_CHANGED');
      await trx
        .insertInto('consents')
        .values({
          account_id: accountId,
          purpose: 'terms',
          version: `${page.slug} ${version} (${locale})`,
          page_id: pageId,
          page_version: version,
          granted: true,
          created_at: clock.now(),
        })
        .execute();
    }
    return {};
  });
  sessions.forget(accountId);
};
