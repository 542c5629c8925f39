import { DEFAULT_LOCALE } from '@stagedoor/contract/texts/text';
import { type Idempotency, transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { say } from '../../platform/texts.ts';

export const CONTACT_TASK = 'site:sendContact';

export interface ContactMessage {
  name: string;
  email: string;
  message: string;
}

/** Passes a message on to the site's owner, by mail. */
export const sendContact = async (platform: Platform, message: ContactMessage, idempotency?: Idempotency): Promise<void> => {
  await transact(platform.database, idempotency, async (trx) => {
    await platform.jobs.enqueue(trx, CONTACT_TASK, { ...message });
    return {};
  });
};

/** Goes to the owner's address alone, never to the one that was given: nobody can have mail sent to others. */
export const deliverContact = async ({ settings, mail }: Platform, { name, email, message }: ContactMessage): Promise<void> =>
  mail.send({
    to: settings.get('adminEmail'),
    replyTo: { name, address: email },
    locale: DEFAULT_LOCALE,
    subject: say(DEFAULT_LOCALE, 'mail.contact.subject', { siteName: settings.get('siteName'), name }),
    text: say(DEFAULT_LOCALE, 'mail.contact.text', { name, email, message }),
  });
