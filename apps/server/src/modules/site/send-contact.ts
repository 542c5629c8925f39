import { DEFAULT_LOCALE } from '@stagedoor/contract/texts/text';
import { type Idempotency, transact } from '../../platform/database/database.ts';
import { readableAddress } from '../../platform/mail/readable-address.ts';
import type { Platform } from '../../platform/platform.ts';
import { translate } from '../../platform/texts.ts';

export const CONTACT_TASK = 'site:sendContact';

export interface ContactMessage {
  name: string;
  email: string;
  message: string;
}

/** Forwards a message to the site's owner by mail. */
export const sendContact = async (platform: Platform, message: ContactMessage, idempotency: Idempotency | undefined): Promise<void> => {
  await transact(platform.database, idempotency, async (trx) => {
    await platform.jobs.enqueue(trx, CONTACT_TASK, { ...message });
    return {};
  });
};

/** Sent only to the owner's address, never to the one given: the form can't be abused to mail others. */
export const deliverContact = async ({ settings, mail }: Platform, { name, email, message }: ContactMessage): Promise<void> =>
  mail.send({
    to: settings.get('adminEmail'),
    replyTo: { name, address: email },
    locale: DEFAULT_LOCALE,
    subject: translate(DEFAULT_LOCALE, 'mail.contact.subject', { siteName: settings.get('siteName'), name }),
    text: translate(DEFAULT_LOCALE, 'mail.contact.text', { name, email: readableAddress(email), message }),
  });
