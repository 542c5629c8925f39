import { type AuditLanguage, auditAction, auditActor, auditFacts, auditObject } from '@stagedoor/contract/audit-words.values';
import type { AuditEntry } from '@stagedoor/contract/admin-people';
import type { Locale } from '@stagedoor/contract/texts/text';
import { CSV_BOM, csvLine } from '../../platform/csv.ts';
import { recordAudit, transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { isTextKey, translate } from '../../platform/texts.ts';
import { type AuditFilter, auditCondition, readAudit } from './audit.queries.ts';

/** Entries read at once: any number of them takes no more memory than this. */
const BATCH = 500;

const COLUMNS = ['at', 'kind', 'action', 'object', 'detail', 'actor', 'username', 'entry'] as const;

/** Amounts and instants as the other files have them: a point and two decimals, and UTC, whatever the language of the words. */
const languageOf = (locale: Locale, currency: string): AuditLanguage => ({
  locale,
  hasText: isTextKey,
  text: (key, values) => (isTextKey(key) ? translate(locale, key, values) : key),
  money: (value) => `${value.toFixed(2)} ${currency}`,
  tokens: (value) => value.toFixed(2),
  percent: (value) => `${value}%`,
  count: String,
  date: (instant) => new Date(instant).toISOString(),
});

/**
 * The audit log as CSV, newest first, read in batches; what each entry tells is in words. The download is audited before anything is sent.
 * @param filter as in the list
 */
export const exportAudit = async (
  platform: Platform,
  adminId: string,
  filter: AuditFilter,
  locale: Locale,
): Promise<AsyncIterable<string>> => {
  const { database, clock, settings } = platform;
  const language = languageOf(locale, settings.get('currency'));
  const condition = await auditCondition(database, filter, locale);
  const lineOf = (entry: AuditEntry): string =>
    csvLine([
      entry.at,
      translate(locale, `auditKind.${entry.kind}`),
      auditAction(entry.action, language),
      auditObject(entry, language),
      auditFacts(entry, language)
        .map(({ label, from, value }) => [...(label === null ? [] : [label]), from === undefined ? value : `${from} → ${value}`].join(': '))
        .join('; '),
      auditActor(entry, (key) => translate(locale, key)),
      entry.actor?.username ?? null,
      entry._id,
    ]);
  // Read before the download is logged: neither its own entry nor those that come in meanwhile are in the file.
  const first = await readAudit(database, condition, undefined, BATCH);
  const { q, kind: subject, actorId, bySite, byConsole, from, until } = filter;
  const by = actorId
    ? (await database.selectFrom('accounts').select('name').where('id', '=', actorId).executeTakeFirst())?.name
    : byConsole
      ? translate(locale, 'auditLog.console')
      : bySite
        ? translate(locale, 'auditLog.site')
        : undefined;
  await transact(database, undefined, (trx) =>
    recordAudit(trx, {
      actorId: adminId,
      action: 'audit.exported',
      objectKind: 'audit',
      objectId: null,
      detail: { q, subject, by, from, until },
      at: clock.now(),
    }),
  );
  return (async function* pieces() {
    yield CSV_BOM + csvLine(COLUMNS.map((column) => translate(locale, `export.audit.${column}`)));
    for (
      let batch = first;
      batch.length > 0;
      batch = batch.length < BATCH ? [] : await readAudit(database, condition, batch.at(-1)!._id, BATCH)
    )
      yield batch.map(lineOf).join('');
  })();
};
