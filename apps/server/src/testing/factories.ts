import sharp from 'sharp';
import type { Client } from './client.ts';
import type { TestApp } from './test-app.ts';

export const PASSWORD = 'correct horse 42';

let count = 0;
/** A string unique in this run. With digits as counter, since letters could produce look-alike usernames. */
export const unique = (prefix: string): string => `${prefix}${process.pid}x${(count += 1)}x`;

/** A real picture; each is slightly different. */
export const picture = async (options: { width?: number; height?: number; hue?: number } = {}): Promise<Blob> => {
  const { width = 640, height = 480, hue = (count += 37) } = options;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="hsl(${hue % 360} 70% 45%)"/><stop offset="1" stop-color="hsl(${(hue + 120) % 360} 70% 25%)"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/><circle cx="40%" cy="45%" r="20%" fill="white" opacity=".4"/></svg>`;
  return new Blob([new Uint8Array(await sharp(Buffer.from(svg)).jpeg().toBuffer())], { type: 'image/jpeg' });
};

export interface Person {
  id: string;
  username: string;
  email: string;
  client: Client;
}

const confirm = async (app: TestApp, email: string): Promise<void> => {
  await app.settle();
  const mail = (await app.mailsTo(email)).at(-1) ?? '';
  const token = /verify-email\?token=3D([\w-]+)|verify-email\?token=([\w-]+)/.exec(mail.replace(/=\r?\n/g, ''));
  await app.client().call('POST /verification/confirm', { body: { token: token?.[1] ?? token?.[2] ?? '' } });
};

const logIn = async (app: TestApp, username: string, email: string): Promise<Person> => {
  const { token } = await app.client().call('POST /auth/login', { body: { username, password: PASSWORD, remember: true } });
  const client = app.client(token);
  const me = await client.call('GET /users/me');
  return { id: me._id, username, email, client };
};

/** A registered and logged-in fan, with a verified address unless disabled. */
export const createFan = async (app: TestApp, options: { verified?: boolean } = {}): Promise<Person> => {
  const username = unique('fan');
  const email = `${username}@example.org`;
  await app.client().call('POST /auth/register', { body: { username, email, password: PASSWORD, name: `Fan ${username}`, adult: true } });
  if (options.verified !== false) await confirm(app, email);
  return logIn(app, username, email);
};

/** An admin, created as at set-up. */
export const createAdmin = async (app: TestApp): Promise<Person> => {
  const { createFirstAdmin } = await import('../modules/accounts/index.ts');
  const username = unique('boss');
  const email = `${username}@example.org`;
  await createFirstAdmin(app.platform, { email, password: PASSWORD, username, name: 'The admin' });
  return logIn(app, username, email);
};

/** A registered performer with documents, approved by an admin unless disabled. */
export const createPerformer = async (
  app: TestApp,
  options: { approved?: boolean; verified?: boolean; monthlyPrice?: number; yearlyPrice?: number; admin?: Person } = {},
): Promise<Person> => {
  const username = unique('star');
  const email = `${username}@example.org`;
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
    },
    files: { idVerification: await picture(), documentVerification: await picture() },
  });
  if (options.verified !== false) await confirm(app, email);
  const person = await logIn(app, username, email);
  if (options.approved !== false) {
    const admin = options.admin ?? (await createAdmin(app));
    await admin.client.call('POST /admin/applications/{id}/approve', { params: { id: person.id } });
    await app.settle();
    // The approval reaches the session cache by notification; polled by a call.
    while ((await person.client.send('GET /performer/feeds', { query: { limit: 1 } })).error?.error === 'LITE_ACCOUNT');
    if (options.monthlyPrice !== undefined) {
      await person.client.call('PUT /performers', {
        body: { monthlyPrice: options.monthlyPrice, ...(options.yearlyPrice === undefined ? {} : { yearlyPrice: options.yearlyPrice }) },
      });
    }
  }
  return person;
};

/** Tops a wallet up through the sandbox gateway, as a fan would. */
export const topUp = async (app: TestApp, person: Person, tokens: number): Promise<void> => {
  const { redirectUrl } = await person.client.call('POST /payment/purchase-wallet/custom-amount', { body: { amount: tokens } });
  await app
    .client()
    .call('POST /gateways/sandbox/payments/{id}', { params: { id: redirectUrl.split('/').at(-1)! }, body: { action: 'approve' } });
};

/** A published feed of one photo. */
export const createFeed = async (
  performer: Person,
  options: {
    audience?: 'everyone' | 'followers' | 'subscribers' | 'buyers';
    price?: number | null;
    text?: string;
    title?: string;
    photos?: number;
  } = {},
): Promise<string> => {
  const fileIds: string[] = [];
  for (let i = 0; i < (options.photos ?? 1); i += 1) {
    const file = await performer.client.call('POST /feeds/files/photo/upload', { files: { file: await picture() } });
    fileIds.push(file._id);
  }
  const feed = await performer.client.call('POST /performer/feeds', {
    body: {
      text: options.text ?? 'A new piece.',
      title: options.title ?? '',
      audience: options.audience ?? 'everyone',
      price: options.price ?? null,
      fileIds,
    },
  });
  return feed._id;
};
