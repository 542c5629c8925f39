import { itemPath } from '@stagedoor/contract/items.values';
import { isOneOf } from '@stagedoor/contract/keys.values';
import { REPORT_OBJECTS } from '@stagedoor/contract/reports.values';
import { type Measure, RESTRICTION_REASONS } from '@stagedoor/contract/restrictions.values';
import type { Locale } from '@stagedoor/contract/texts/text';
import type { Outbox } from '../../platform/events/outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import { translate } from '../../platform/texts.ts';
import { type AccountMail, enqueueMail } from './account-mails.ts';

type StatementMail = Extract<AccountMail, { restrictionId: string }>['kind'];

const mailOf = (measure: Measure, isItem: boolean): StatementMail => {
  switch (measure) {
    case 'hidden':
      return 'contentHidden';
    case 'removed':
      return isItem ? 'feedTakenDown' : 'contentRemoved';
    case 'refused':
      return 'itemRejected';
    case 'suspended':
      return 'accountSuspended';
    case 'showStopped':
      return 'showStopped';
    case 'warned':
      return 'accountWarned';
  }
};

/** Mails each measure's statement of reasons to the account that it restricts: when it begins, and when an admin confirms a provisional one. */
export const registerStatements = (platform: Platform, outbox: Outbox): void =>
  outbox.on('restrictions.changed', async ({ payload: { restrictionId, accountId, what } }, trx) => {
    if (what !== 'made' && what !== 'upheld') return undefined;
    const row = await trx
      .selectFrom('restrictions')
      .select(['measure', 'object_type', 'object_id'])
      .where('id', '=', restrictionId)
      .executeTakeFirst();
    if (row)
      await enqueueMail(platform, trx, {
        kind: mailOf(row.measure, itemPath(row.object_type, row.object_id) !== null),
        accountId,
        restrictionId,
      });
    return undefined;
  });

/** Values of a mail with a statement of reasons (DSA article 17): the measure, since when, facts, ground, automated or not, and redress. */
export const statementOf = async (
  { database, config, settings }: Platform,
  { locale, time_zone: timeZone }: { locale: Locale; time_zone: string | null },
  restrictionId: string,
): Promise<Record<string, unknown>> => {
  const row = await database.selectFrom('restrictions').selectAll().where('id', '=', restrictionId).executeTakeFirst();
  if (!row) return {};
  const day = (instant: Date) => instant.toLocaleDateString(locale, { dateStyle: 'long', timeZone: timeZone ?? settings.get('timeZone') });
  const reason = isOneOf(RESTRICTION_REASONS, row.reason) ? row.reason : 'other';
  const path = itemPath(row.object_type, row.object_id);
  const bodies = settings.get('disputeBodies').trim();
  return {
    what: row.title || (isOneOf(REPORT_OBJECTS, row.object_type) ? translate(locale, `reports.kind.${row.object_type}`) : ''),
    link: path === null ? '' : `${config.publicUrl}${path}`,
    note: row.facts,
    reason: [translate(locale, `restrictions.reason.${reason}`), row.facts].filter(Boolean).join('\n'),
    statement: [
      translate(locale, 'mail.statement.since', { date: day(row.created_at), reference: row.reference }),
      translate(locale, `mail.statement.source.${row.source}`),
      // Nobody has judged what is hidden until a decision.
      row.measure === 'hidden'
        ? translate(locale, 'mail.statement.ground.hidden')
        : translate(locale, `mail.statement.ground.${row.ground}`, { url: config.publicUrl }),
      translate(locale, row.is_automated ? 'mail.statement.automated' : 'mail.statement.person'),
      translate(locale, 'mail.statement.redress', { date: day(row.appeal_until), link: `${config.publicUrl}/account/decisions` }),
      ...(bodies ? [translate(locale, 'mail.statement.disputeBodies', { bodies })] : []),
    ].join('\n'),
  };
};
