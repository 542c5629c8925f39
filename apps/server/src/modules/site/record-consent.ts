import { createHash } from 'node:crypto';
import type { Locale } from '@stagedoor/contract/texts/text';
import { type Idempotency, transact } from '../../platform/database/database.ts';
import { cleanHtml } from '../../platform/html/clean-html.ts';
import type { Platform } from '../../platform/platform.ts';
import { inLanguage } from './localised.ts';
import { findPage } from './pages.queries.ts';

const VERSION_LENGTH = 16;

/** Identifies the wording agreed to: language and truncated SHA-256 of the banner's text. */
const policyVersion = async ({ database, settings }: Platform, locale: Locale): Promise<string> => {
  const row = await findPage(database, settings.get('cookiePolicyContentId'));
  const shown = row ? cleanHtml(inLanguage(row.content, locale)) : '';
  return `${locale}:${createHash('sha256').update(shown).digest('hex').slice(0, VERSION_LENGTH)}`;
};

/** Records a consent decision: purpose, policy version, yes or no, instant; the account only when signed in. */
export const recordConsent = async (
  platform: Platform,
  by: { accountId: string | null; locale: Locale },
  { purpose, granted }: { purpose: 'analytics'; granted: boolean },
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const version = await policyVersion(platform, by.locale);
  await transact(platform.database, idempotency, async (trx) => {
    await trx
      .insertInto('consents')
      .values({ account_id: by.accountId, purpose, version, granted, created_at: platform.clock.now() })
      .execute();
    return {};
  });
};
