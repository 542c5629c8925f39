import PostalMime, { type Email } from 'postal-mime';
import type { TestApp } from './test-app.ts';

/** The mails to an address, oldest first, decoded. */
export const readMails = async (app: TestApp, address: string): Promise<Email[]> =>
  Promise.all((await app.mailsTo(address)).map((mail) => PostalMime.parse(mail)));
