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
