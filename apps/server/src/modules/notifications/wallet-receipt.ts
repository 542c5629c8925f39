import type { Locale } from '@stagedoor/contract/texts/text';
import { sql } from 'kysely';
import type { Executor } from '../../platform/database/database.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import type { Platform } from '../../platform/platform.ts';
import type { NotificationRow } from './notifications.queries.ts';
import { PAYLOADS } from './payloads.ts';
import { type PaidFor, readPaidFor } from './wallet-receipt.queries.ts';
import { type Writing, writingIn } from './writing.ts';

// What a wallet paid within ten minutes is one receipt, so that a show with a hundred tips isn't a hundred mails.

/** The group of an account's receipt that isn't mailed yet. */
export const WALLET_GROUP = 'wallet';

/** Takes a receipt out of its group before it is mailed: what is paid from now on begins another one. Repeatable. */
export const closeReceipt = async (
  executor: Executor,
  { accountId, id, createdAt }: { accountId: string; id: string; createdAt: Date },
): Promise<void> => {
  await sql`
    update notifications set group_key = ${`${WALLET_GROUP}:${id}`}
    where account_id = ${accountId}::uuid and id = ${id}::uuid and created_at = ${createdAt} and group_key = ${WALLET_GROUP}`.execute(
    executor,
  );
};

const lineOf = (
  { kind, title, performer, tokens, money, times }: PaidFor,
  currency: string,
  { text, tokens: inTokens }: Writing,
): string => {
  const movement = text(`movement.${kind}`);
  const titled = title === null ? movement : text('notice.kindAndTitle', { kind: movement, title });
  const what = performer === null ? titled : text('mail.walletReceipt.with', { what: titled, performer });
  const amount = inTokens(tokens, { money, currency });
  return times === 1 ? text('mail.walletReceipt.line', { what, amount }) : text('mail.walletReceipt.lines', { what, times, amount });
};

/** The receipt of what a wallet paid, line by line. */
export const walletReceiptOf = async (
  platform: Platform,
  reader: { name: string; locale: Locale; time_zone: string | null },
  row: NotificationRow,
  link: string,
): Promise<Pick<Mail, 'subject' | 'text'>> => {
  const writing = writingIn(platform, reader.locale, reader.time_zone);
  const paidFor = await readPaidFor(platform.database, PAYLOADS.walletReceipt.parse(row.payload).transactionIds);
  const currency = platform.settings.get('currency');
  const sumOf = (unit: 'tokens' | 'money'): bigint => paidFor.reduce((sum, paid) => sum + paid[unit], 0n);
  const amount = writing.tokens(sumOf('tokens'), { money: sumOf('money'), currency });
  const values = {
    name: reader.name,
    siteName: platform.settings.get('siteName'),
    lines: paidFor.map((paid) => lineOf(paid, currency, writing)).join('\n'),
    amount,
    date: writing.day(row.created_at.toISOString()),
    link,
  };
  return { subject: writing.text('mail.walletReceipt.subject', values), text: writing.text('mail.walletReceipt.text', values) };
};
