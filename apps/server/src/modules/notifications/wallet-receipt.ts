import type { Locale } from '@stagedoor/contract/texts/text';
import type { TransactionKind } from '@stagedoor/contract/wallet';
import { sql } from 'kysely';
import type { Executor } from '../../platform/database/database.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import type { Platform } from '../../platform/platform.ts';
import type { NotificationRow } from './notifications.queries.ts';
import { PAYLOADS } from './payloads.ts';
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

interface PaidFor {
  kind: TransactionKind;
  title: string | null;
  performer: string | null;
  tokens: bigint;
  times: number;
}

/** What the transactions paid for: equal ones (minutes of a show, tips to one performer) in one line, in the order in which they began. */
const readPaidFor = async (executor: Executor, transactionIds: readonly string[]): Promise<PaidFor[]> => {
  const { rows } = await sql<PaidFor>`
    select t.kind, nullif(t.item_title, '') as title, a.name as performer, sum(t.tokens_amount)::bigint as tokens, count(*)::int as times
    from ledger.transactions t left join accounts a on a.id = t.seller_id
    where t.id = any(${transactionIds as string[]}::uuid[])
    group by t.kind, t.item_id, t.item_title, t.seller_id, a.name
    order by min(t.created_at), t.kind`.execute(executor);
  return rows;
};

const lineOf = ({ kind, title, performer, tokens, times }: PaidFor, { text, tokens: inTokens }: Writing): string => {
  const movement = text(`movement.${kind}`);
  const titled = title === null ? movement : text('notice.kindAndTitle', { kind: movement, title });
  const what = performer === null ? titled : text('mail.walletReceipt.with', { what: titled, performer });
  const amount = inTokens(tokens);
  return times === 1 ? text('mail.walletReceipt.line', { what, amount }) : text('mail.walletReceipt.lines', { what, times, amount });
};

/** The receipt of what a wallet paid, line by line. */
export const walletReceiptOf = async (
  platform: Platform,
  reader: { name: string; locale: Locale },
  row: NotificationRow,
  link: string,
): Promise<Pick<Mail, 'subject' | 'text'>> => {
  const writing = writingIn(reader.locale);
  const paidFor = await readPaidFor(platform.database, PAYLOADS.walletReceipt.parse(row.payload).transactionIds);
  const amount = writing.tokens(paidFor.reduce((sum, { tokens }) => sum + tokens, 0n));
  const values = {
    name: reader.name,
    siteName: platform.settings.get('siteName'),
    lines: paidFor.map((paid) => lineOf(paid, writing)).join('\n'),
    amount,
    date: writing.day(row.created_at.toISOString()),
    link,
  };
  return { subject: writing.text('mail.walletReceipt.subject', values), text: writing.text('mail.walletReceipt.text', values) };
};
