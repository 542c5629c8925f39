import { type Person, PASSWORD, createFirstAdmin, signUpFan, signUpPerformer } from './cast/sign-up.ts';
import { addPerson } from './cast/add-person.ts';
import { picture } from './pictures.ts';
import type { TestApp } from './test-app.ts';

export { PASSWORD, type Person, picture };

// People for tests, each a new one. Where the database has the cast they are added to it as if they had signed up (cast/cast.ts).

let count = 0;
/** A string unique in this run. With digits as counter, since letters could produce look-alike usernames. */
export const unique = (prefix: string): string => `${prefix}${process.pid}x${(count += 1)}x`;

/** A registered and logged-in fan, with a verified address unless disabled. */
export const createFan = async (app: TestApp, { verified = true }: { verified?: boolean } = {}): Promise<Person> => {
  const username = unique('fan');
  await app.settle();
  const { cast } = app.testDatabase;
  return cast ? addPerson(app, cast, verified ? 'fan' : 'unverifiedFan', username) : signUpFan(app, username, { verified });
};

/** An admin, created as at set-up. */
export const createAdmin = async (app: TestApp): Promise<Person> => {
  const username = unique('boss');
  const { cast } = app.testDatabase;
  return cast ? addPerson(app, cast, 'admin', username) : createFirstAdmin(app, username);
};

/** A registered performer with documents, approved by an admin unless disabled. */
export const createPerformer = async (
  app: TestApp,
  options: { approved?: boolean; verified?: boolean; monthlyPrice?: number; yearlyPrice?: number; admin?: Person } = {},
): Promise<Person> => {
  const { approved = true, verified = true, monthlyPrice, yearlyPrice } = options;
  const username = unique('star');
  const admin = approved ? (options.admin ?? (await createAdmin(app))) : undefined;
  await app.settle();
  const { cast } = app.testDatabase;
  const kind = approved ? (verified ? 'performer' : 'unverifiedPerformer') : verified ? 'applicant' : 'unverifiedApplicant';
  const person = cast ? await addPerson(app, cast, kind, username, admin) : await signUpPerformer(app, username, { verified, admin });
  if (approved && monthlyPrice !== undefined)
    await person.client.call('PUT /performers', { body: { monthlyPrice, ...(yearlyPrice === undefined ? {} : { yearlyPrice }) } });
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
