import { type Idempotency, transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';

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
