import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, createAdmin, createFeed, createPerformer } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
});
afterAll(() => app.close());

const POINTS = ['contactAuthorities', 'contactUsers', 'contactLanguages', 'legalRepresentative', 'disputeBodies'] as const;
const set = (values: Record<string, unknown>) => admin.client.send('PUT /admin/settings', { body: { values } });
const publicSettings = () => app.client().call('GET /settings/public', { query: { group: 'general' } });
const takenDown = async (): Promise<string> => {
  const owner = await createPerformer(app, { admin });
  const id = await createFeed(owner, { photos: 0, text: 'For all.' });
  await admin.client.call('POST /admin/content/{id}/take-down', { params: { id }, body: { note: 'Against the rules.' } });
  await app.settle();
  const mails = await app.mailsTo(owner.email);
  return mails.findLast((mail) => mail.includes('Against the rules.'))!;
};

test('the points of contact are public, and empty until the owner enters them', async () => {
  const before = await publicSettings();
  expect(POINTS.map((key) => before[key])).toEqual(['', '', '', '', '']);
  const values = {
    contactAuthorities: 'authorities@example.org',
    contactUsers: 'help@example.org',
    contactLanguages: 'English, Spanish',
    legalRepresentative: 'Ana Ruiz\n1 Main Street, Dublin',
    disputeBodies: 'Body One, https://one.example\nBody Two',
  };
  expect((await set(values)).status).toBe(200);
  expect(await publicSettings()).toMatchObject(values);
});

test('an invalid address of a point of contact is refused, and nothing changes', async () => {
  await set({ contactAuthorities: 'authorities@example.org' });
  const refused = await set({ contactAuthorities: 'authorities@', contactUsers: 'other@example.org' });
  expect(refused.status).toBe(422);
  expect(JSON.stringify(refused.error)).toContain('contactAuthorities');
  expect(await publicSettings()).toMatchObject({ contactAuthorities: 'authorities@example.org', contactUsers: 'help@example.org' });
});

test('a statement of reasons names the out-of-court dispute bodies that the owner entered, and none without', async () => {
  await set({ disputeBodies: 'Body One, https://one.example\nBody Two' });
  const mail = await takenDown();
  expect(mail).toContain('Out-of-court dispute bodies:');
  expect(mail).toContain('Body One, https://one.example');
  expect(mail).toContain('Body Two');
  await set({ disputeBodies: '' });
  expect(await takenDown()).not.toContain('Out-of-court dispute bodies:');
});
