import type { TestApp } from './test-app.ts';

/** The token of the newest mail to an address whose link leads to a path; empty when there is none. */
export const tokenIn = async (app: TestApp, address: string, path: string): Promise<string> => {
  await app.settle();
  const pattern = new RegExp(`${path}\\?token=(?:3D)?([\\w-]+(?:\\.[\\w-]+)*)`);
  const tokens = (await app.mailsTo(address)).flatMap((mail) => pattern.exec(mail.replace(/=\r?\n/g, ''))?.[1] ?? []);
  return tokens.at(-1) ?? '';
};

/** Subjects of the mails to an address, oldest first. */
export const subjectsTo = async (app: TestApp, address: string): Promise<string[]> => {
  await app.settle();
  return (await app.mailsTo(address)).map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1] ?? '');
};

/** A mail's text: quoted-printable. */
export const wordsOf = (mail: string): string =>
  Buffer.from(
    mail.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

/** The texts of the mails to an address, oldest first. */
export const textsTo = async (app: TestApp, address: string): Promise<string[]> => {
  await app.settle();
  return (await app.mailsTo(address)).map(wordsOf);
};
