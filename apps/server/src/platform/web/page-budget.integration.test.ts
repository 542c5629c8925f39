import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, createAdmin, createFan, createFeed, createPerformer } from '../../testing/factories.ts';
import { statementsDuring } from '../../testing/sent-statements.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

// How many statements the pages that people open most may send to the database. A page of many statements is slow on a busy site, and
// nothing else tells when one more is added.

let app: TestApp;
let star: Person;
let fan: Person;
let feedId: string;
beforeAll(async () => {
  app = await createTestApp({ web: true });
  star = await createPerformer(app, { admin: await createAdmin(app) });
  fan = await createFan(app);
  feedId = await createFeed(star, { audience: 'everyone' });
  await fan.client.call('POST /reactions', { body: { objectType: 'performer', objectId: star.id, action: 'follow' } });
  await app.settle();
  // Their statements aren't those of a page.
  await app.platform.jobs.stop();
});
afterAll(() => app.close());

const statementsOf = async (path: string, cookie: string): Promise<string[]> => {
  const open = async () => expect((await fetch(app.url + path, { headers: { cookie } })).status).toBe(200);
  // What is kept for some seconds, such as the session, is there the second time.
  await open();
  const statements = await statementsDuring(app.platform.database, open);
  // The dispatcher looks for events now and then, and who was seen is written for many at once.
  return statements.map(({ sql }) => sql).filter((sql) => !/outbox|insert into presence|update sessions/.test(sql));
};

test.each([
  { page: 'home', path: () => '/', atMost: 5 },
  { page: 'discover', path: () => '/discover', atMost: 4 },
  { page: 'a profile', path: () => `/${star.username}`, atMost: 3 },
  { page: 'a post', path: () => `/feeds/${feedId}`, atMost: 2 },
])('$page sends at most $atMost statements for somebody signed in', async ({ path, atMost }) => {
  const statements = await statementsOf(path(), `token=${fan.client.token}`);
  expect(statements.length).toBeGreaterThan(0);
  // Those beyond it are shown.
  expect(statements.slice(atMost)).toEqual([]);
});

test('a page that was sent leaves no timers, which would hold what it was made of', async () => {
  const timers = (): number => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
  const open = async () => {
    const response = await fetch(`${app.url}/${star.username}`, { headers: { cookie: `token=${fan.client.token}` } });
    expect(await response.text()).toContain(star.username);
  };
  await open();
  const before = timers();
  const pages = 20;
  for (let page = 0; page < pages; page += 1) await open();
  expect(timers() - before).toBeLessThan(pages / 2);
});
