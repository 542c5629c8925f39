import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { systemCodeOf } from '../thrown.ts';

/** A mail that was written to DATA_DIR/mail. */
export interface WrittenMail {
  /** The name of its file. */
  name: string;
  to: string;
  subject: string;
  sentAt: Date;
  text: string;
}

/** File names that the mailer generates: excludes other files and paths. */
const NAME = /^[\w-]{1,100}\.eml$/;
const MAX_LISTED = 200;

const isMissing = (error: unknown): boolean => systemCodeOf(error) === 'ENOENT';

/** One mail by the name of its file; undefined when there is none. */
export const findMail = async (directory: string, name: string): Promise<WrittenMail | undefined> => {
  if (!NAME.test(name)) return undefined;
  try {
    const mail = await PostalMime.parse(await readFile(join(directory, name)));
    return {
      name,
      to: (mail.to ?? []).map(({ address }) => address ?? '').join(', '),
      subject: mail.subject ?? '',
      sentAt: new Date(mail.date ?? 0),
      text: mail.text ?? '',
    };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};

/** The latest mails, newest first: their names begin with the time. */
export const listMails = async (directory: string): Promise<WrittenMail[]> => {
  const names = await readdir(directory).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const newest = names
    .filter((name) => NAME.test(name))
    .sort()
    .reverse()
    .slice(0, MAX_LISTED);
  const mails = await Promise.all(newest.map((name) => findMail(directory, name)));
  return mails.filter((mail) => mail !== undefined);
};
