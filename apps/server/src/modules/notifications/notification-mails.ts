import { type NotificationKind, isNotificationKind } from '@stagedoor/contract/notifications.values';
import { sql } from 'kysely';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import type { Executor } from '../../platform/database/database.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import type { Platform } from '../../platform/platform.ts';
import { isOn } from './is-on.ts';
import { type NotificationRow, findMailed, viewsOf } from './notifications.queries.ts';
import { PAYLOADS } from './payloads.ts';
import { viewerOf } from './reader.ts';
import { rulesOf } from './registry.ts';
import { shortened } from './shortened.ts';
import { isEnded, unsubscribeUrl } from './unsubscribe.ts';
import { closeReceipt, walletReceiptOf } from './wallet-receipt.ts';
import { writingIn } from './writing.ts';

/** A notification that was just begun. */
export interface Begun {
  id: string;
  accountId: string;
  kind: NotificationKind;
  createdAt: Date;
  isMailed: boolean;
}

const TASK = 'notifications:sendMail';
const MINUTE_MS = 60_000;
const SUBJECT_LENGTH = 120;

/** Enqueues the mails of new notifications, in the transaction that begins them: one job each, so that none is sent twice for another's sake. */
export const enqueueMails = async (platform: Platform, executor: Executor, begun: readonly Begun[]): Promise<void> => {
  for (const { id, accountId, kind, createdAt, isMailed } of begun) {
    if (!isMailed) continue;
    const minutes = rulesOf(kind).mailAfterMinutes;
    const runAt = minutes === 0 ? undefined : new Date(Date.now() + minutes * MINUTE_MS);
    const payload = { id, accountId, kind, createdAt: createdAt.toISOString() };
    await platform.jobs.enqueue(executor, TASK, payload, runAt ? { runAt } : {});
  }
};

/** Of accounts that are open, at an address they have confirmed, and that still want it. */
const findReader = async (executor: Executor, accountId: string, kind: NotificationKind) => {
  const { rows } = await sql<{
    email: string;
    name: string;
    username: string;
    locale: string;
    time_zone: string | null;
    role: AccountViewer['role'];
    is_on: boolean;
  }>`
    select g.email, g.name, g.username, g.locale, g.time_zone, g.role, ${isOn('mail', kind, sql`g.id`)} as is_on
    from accounts g where g.id = ${accountId}::uuid and g.status = 'active' and g.email_verified_at is not null`.execute(executor);
  return rows[0];
};

type Reader = NonNullable<Awaited<ReturnType<typeof findReader>>>;

const receiptOf = (platform: Platform, reader: Reader, row: NotificationRow, link: string): Pick<Mail, 'subject' | 'text'> => {
  const { text, counted, day, paid } = writingIn(platform, reader.locale, reader.time_zone);
  const receipt = PAYLOADS.receipt.parse(row.payload);
  const values = {
    ...paid(receipt),
    renews: receipt.periodDays === undefined ? '' : `\n${counted('mail.receipt.renews', receipt.periodDays)}`,
    name: reader.name,
    siteName: platform.settings.get('siteName'),
    date: day(row.created_at.toISOString()),
    order: row.object_id,
    link,
  };
  return { subject: text('mail.receipt.subject', values), text: text('mail.receipt.text', values) };
};

/** Sends the mail of a notification in its reader's language, unless that has become needless. */
const sendMail = async (platform: Platform, accountId: string, id: string, kind: NotificationKind, createdAt: Date): Promise<void> => {
  const { database, config, mail } = platform;
  const reader = await findReader(database, accountId, kind);
  if (kind === 'walletReceipt') await closeReceipt(database, { accountId, id, createdAt });
  const row = reader?.is_on ? await findMailed(database, { accountId, id, createdAt }) : undefined;
  if (!reader || !row) return;
  const { isMailedHere, mailAfterMinutes } = rulesOf(kind);
  if (!isMailedHere(PAYLOADS[kind].parse(row.payload)) || (mailAfterMinutes > 0 && row.is_read && kind !== 'walletReceipt')) return;
  const { locale } = reader;
  const [view] = await viewsOf(platform, viewerOf(platform, accountId, reader), null, locale, [row]);
  const link = `${config.publicUrl}${view!.path}`;
  const { text } = writingIn(platform, locale, reader.time_zone);
  if (kind === 'receipt') return mail.send({ to: reader.email, locale, ...receiptOf(platform, reader, row, link) });
  const message =
    kind === 'walletReceipt'
      ? await walletReceiptOf(platform, reader, row, link)
      : {
          subject: shortened(view!.text, SUBJECT_LENGTH),
          text: text('mail.notification.text', { name: reader.name, text: view!.text, link }),
        };
  const address = { to: reader.email, locale, subject: message.subject };
  if (!isEnded(kind)) return mail.send({ ...address, text: message.text });
  const unsubscribe = unsubscribeUrl(platform, accountId, kind);
  const ending = text('mail.notification.ending', { kind: text(`notifications.kind.${kind}`), unsubscribe });
  await mail.send({ ...address, text: `${message.text}\n\n${ending}`, unsubscribe });
};

export const registerMailJob = (platform: Platform): void =>
  platform.jobs.register(TASK, async ({ accountId, id, kind, createdAt }) => {
    if (!isNotificationKind(kind)) throw new Error(`There is no kind of notification ${String(kind)}.`);
    await sendMail(platform, String(accountId), String(id), kind, new Date(String(createdAt)));
  });
