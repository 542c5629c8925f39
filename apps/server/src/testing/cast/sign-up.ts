import type { Client } from '../client.ts';
import { picture } from '../pictures.ts';
import type { TestApp } from '../test-app.ts';
import { openDocuments } from '../open-documents.ts';

// People who sign up as on the site: by the calls of the API, with the link of the mail. `factories.ts` adds people from the cast instead,
// which was recorded from these.

export const PASSWORD = 'correct horse 42';

export interface Person {
  id: string;
  username: string;
  email: string;
  client: Client;
}

export const emailOf = (username: string): string => `${username}@example.org`;

const confirm = async (app: TestApp, email: string): Promise<void> => {
  await app.settle();
  const mail = (await app.mailsTo(email)).at(-1) ?? '';
  const token = /verify-email\?token=3D([\w-]+)|verify-email\?token=([\w-]+)/.exec(mail.replace(/=\r?\n/g, ''));
  await app.client().call('POST /verification/confirm', { body: { token: token?.[1] ?? token?.[2] ?? '' } });
};

/** @param verified false: the address is made unverified again, as of accounts whose session is older than the rule that only verified ones log in */
const logIn = async (app: TestApp, username: string, verified = true): Promise<Person> => {
  const { token } = await app.client().call('POST /auth/login', { body: { username, password: PASSWORD, remember: true } });
  if (!verified)
    await app.platform.database.updateTable('accounts').set({ email_verified_at: null }).where('username', '=', username).execute();
  const client = app.client(token);
  const me = await client.call('GET /users/me');
  return { id: me._id, username, email: emailOf(username), client };
};

export const signUpFan = async (app: TestApp, username: string, { verified }: { verified: boolean }): Promise<Person> => {
  const email = emailOf(username);
  await app
    .client()
    .call('POST /auth/register', { body: { username, email, password: PASSWORD, name: `Fan ${username}`, adult: true, terms: true } });
  await confirm(app, email);
  return logIn(app, username, verified);
};

/** An admin, created as at set-up. */
export const createFirstAdmin = async (app: TestApp, username: string): Promise<Person> => {
  const accounts = await import('../../modules/accounts/index.ts');
  const admin = { email: emailOf(username), password: PASSWORD, username, name: 'The admin', adminRole: 'owner' } as const;
  await accounts.createLocalAdmin(app.platform, admin);
  return logIn(app, username);
};

/** @param admin who approves the application; without one it stays open */
export const signUpPerformer = async (
  app: TestApp,
  username: string,
  { verified, admin }: { verified: boolean; admin: Person | undefined },
): Promise<Person> => {
  const email = emailOf(username);
  await app.client().call('POST /auth/performers/register', {
    body: {
      username,
      email,
      password: PASSWORD,
      name: `Star ${username}`,
      gender: 'female',
      firstName: 'Star',
      lastName: 'Light',
      country: 'PT',
      dateOfBirth: '1990-04-12',
      terms: true,
    },
    files: { idVerification: await picture(), documentVerification: await picture() },
  });
  await confirm(app, email);
  const person = await logIn(app, username, verified);
  if (!admin) return person;
  await openDocuments(admin, person.id);
  await admin.client.call('POST /admin/applications/{id}/approve', { params: { id: person.id } });
  await app.settle();
  // The approval reaches the session cache by notification; polled by a call.
  while ((await person.client.send('GET /performer/feeds', { query: { limit: 1 } })).error?.error === 'LITE_ACCOUNT');
  return person;
};
