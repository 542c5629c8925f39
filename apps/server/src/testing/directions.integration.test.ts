import { afterAll, beforeAll, expect, test } from 'vitest';
import { translate, translateCount } from '../platform/texts.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer } from './factories.ts';
import { readMails } from './read-mails.ts';
import { type TestApp, createTestApp } from './test-app.ts';

// Somebody's words from right to left, and words with marks that turn what follows, in every kind of text that leaves the site.

const HEBREW = 'שרה (2)';
const ISOLATED = `\u2068${HEBREW}\u2069`;
const TURNING = 'Ana \u202Egpj.exe \u2067שרה';
const KEPT = 'Ana gpj.exe שרה';
const OPEN = /[\u202a-\u202e]|\u2067(?![^\u2069]*\u2069)/;

let app: TestApp;
let admin: Person;
let star: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin, monthlyPrice: 5 });
  fan = await createFan(app);
  await star.client.call('PUT /performers', { body: { name: HEBREW } });
  await fan.client.call('PUT /users', { body: { name: HEBREW } });
});
afterAll(() => app.close());

test('marks that turn words around are left out or closed when a text comes in', async () => {
  const { _id: id } = await star.client.call('POST /performer/feeds', { body: { type: 'text', text: TURNING, title: TURNING } as never });
  const feed = await app.client().call('GET /feeds/{id}', { params: { id } });
  expect(feed.text).toBe(KEPT);
  expect(JSON.stringify(feed)).not.toMatch(OPEN);
  await fan.client.call('POST /comments', { body: { objectType: 'feed', objectId: id, content: TURNING }, files: {} });
  const { data } = await star.client.call('GET /comments/search', { query: { objectType: 'feed', objectId: id } });
  expect(data.map(({ content }) => content)).toEqual([KEPT]);
});

test('a text by key isolates what is filled in', () => {
  expect(translate('en', 'mail.contact.subject', { siteName: 'Stagedoor', name: HEBREW })).toContain(ISOLATED);
  expect(translate('en', 'mail.contact.subject', { siteName: 'Stagedoor', name: TURNING })).toContain(`\u2068${KEPT}\u2069`);
  expect(translate('en', 'mail.contact.subject', { siteName: 'Stagedoor', name: 'Ana' })).not.toMatch(/[\u2066-\u2069]/);
  expect(translateCount('en', 'ui.amountText', 2, { tokens: '2', money: '$2' })).not.toMatch(/[\u2066-\u2069]/);
});

test('a mail isolates a name in its subject, its text and its HTML', async () => {
  await app.client().call('POST /contact', { body: { name: HEBREW, email: 'sara@example.org', message: `${HEBREW}\nHello.` } });
  await app.settle();
  const mail = (await readMails(app, app.platform.settings.get('adminEmail'))).at(-1)!;
  expect(mail.subject).toContain(ISOLATED);
  expect(mail.text).toContain(`${ISOLATED} <sara@example.org>`);
  expect(mail.text).toContain(`\n${ISOLATED}\nHello.`);
  expect(mail.html).toContain(ISOLATED);
});

test('a notification isolates the name of who did it', async () => {
  const id = await createFeed(star);
  await fan.client.call('POST /comments', { body: { objectType: 'feed', objectId: id, content: 'Bravo.' }, files: {} });
  await app.settle();
  const { data } = await star.client.call('GET /notifications', { query: {} });
  expect(data.find(({ kind }) => kind === 'comment')?.text).toContain(ISOLATED);
});

test('a CSV file isolates words in their cell', async () => {
  const answer = await admin.client.raw('GET /admin/users/export', { query: { q: fan.username } });
  const text = String(answer.data);
  expect(text).toContain(`"${ISOLATED}"`);
});

test('a calendar isolates the performer and the title of a show', async () => {
  const startsAt = new Date(app.platform.clock.now().getTime() + 86_400_000).toISOString();
  const { _id: id } = await star.client.call('POST /performer/schedule', { body: { title: HEBREW, startsAt } as never });
  const { data } = await app.client().raw('GET /streaming/schedule/{id}/calendar', { params: { id } });
  expect(String(data).replaceAll('\r\n ', '')).toContain(`SUMMARY:${ISOLATED}: ${ISOLATED}`);
});
