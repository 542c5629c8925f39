import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, createAdmin, createFan, createFeed, createPerformer } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

let app: TestApp;
let admin: Person;
let star: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp({ now: new Date('2031-03-10T12:00:00Z') });
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin });
  fan = await createFan(app);
});
afterAll(() => app.close());

const HOUR_MS = 3_600_000;
const report = async (reason: string): Promise<string> => {
  const objectId = await createFeed(star, { photos: 0, text: 'For all.' });
  return (await fan.client.call('POST /reports', { body: { objectType: 'feed', objectId, reason: reason as 'spam' } }))._id;
};
const decide = (id: string, decision: 'upheld' | 'rejected') =>
  admin.client.call('POST /admin/reports/{id}/decide', { params: { id }, body: { decision, note: 'Because.' } });
const figures = (month?: string) => admin.client.call('GET /admin/moderation', { query: month ? { month } : {} });

test('a month counts what came and what was decided in it, by reason, with the median time and appeals', async () => {
  const [spam, again, illegal] = [await report('spam'), await report('spam'), await report('illegal')];
  const notice = await app.client().call('POST /takedowns', {
    body: {
      url: `${app.url}/feeds/none`,
      reason: 'illegal',
      statement: 'This breaks the law.',
      name: 'Nora',
      email: 'nora@example.org',
      goodFaith: true,
    },
  });
  expect(notice.reference).toBeTruthy();
  app.clock.advance(2 * HOUR_MS);
  await decide(spam, 'upheld');
  app.clock.advance(2 * HOUR_MS);
  await decide(again, 'rejected');
  await star.client.call('POST /performer/reports/{id}/appeal', { params: { id: spam }, body: { text: 'It was a joke about spam.' } });
  app.clock.advance(6 * HOUR_MS);
  await admin.client.call('POST /admin/reports/{id}/decide-appeal', { params: { id: spam }, body: { decision: 'upheld', note: 'True.' } });
  const shown = await createFeed(star, { photos: 0, text: 'Unasked.' });
  await admin.client.call('POST /admin/content/{id}/take-down', { params: { id: shown }, body: { note: 'No.' } });
  await admin.client.call('POST /admin/content/{id}/restore', { params: { id: shown } });

  const march = await figures('2031-03');
  expect(march).toMatchObject({ month: '2031-03', from: '2031-03-01T00:00:00.000Z', to: '2031-04-01T00:00:00.000Z' });
  expect(march.rows).toEqual([
    { source: 'notice', reason: 'illegal', received: 1, upheld: 0, rejected: 0, open: 1, medianHours: null },
    { source: 'report', reason: 'illegal', received: 1, upheld: 0, rejected: 0, open: 1, medianHours: null },
    { source: 'report', reason: 'spam', received: 2, upheld: 1, rejected: 1, open: 0, medianHours: 3 },
  ]);
  expect(march.appeals).toEqual({ received: 1, upheld: 1, rejected: 0, open: 0, medianHours: 6 });
  expect(march.actions).toMatchObject({ takenDownUnasked: 1, restored: 1, suspended: 0 });

  // Decided in the next month: open at the end of the one, decided in the other.
  app.clock.advance(30 * 24 * HOUR_MS);
  await decide(illegal, 'rejected');
  const april = await figures();
  expect(april.month).toBe('2031-04');
  expect(april.rows.find(({ source }) => source === 'report')).toMatchObject({ reason: 'illegal', received: 0, rejected: 1, open: 0 });
  expect((await figures('2031-03')).rows.find(({ source, reason }) => source === 'report' && reason === 'illegal')).toMatchObject({
    open: 1,
  });
  expect((await figures('2030-01')).rows).toEqual([]);
  expect((await admin.client.send('GET /admin/moderation', { query: { month: '2031-13' } })).status).toBe(422);
  expect((await fan.client.send('GET /admin/moderation', {})).status).toBe(403);
});

test('the file has the same figures, in the caller’s language', async () => {
  const answer = await fetch(`${app.url}/api/admin/moderation/export?month=2031-03&locale=es`, {
    headers: { authorization: admin.client.token!, cookie: 'locale=es' },
  });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/csv')]);
  const lines = (await answer.text()).trim().split('\r\n');
  expect(lines.length).toBe(1 + 3 + 1 + 4);
  expect(lines.some((line) => line.includes('2,1,1,0,3'))).toBe(true);
});

test('what waits is counted for the rail', async () => {
  const before = (await admin.client.call('GET /admin/overview')).reports;
  await report('spam');
  const after = (await admin.client.call('GET /admin/overview')).reports;
  expect(after.waiting).toBe(before.waiting + 1);
  expect(after.oldestWaitingAt).not.toBeNull();
});
