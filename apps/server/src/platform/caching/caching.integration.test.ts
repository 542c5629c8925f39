import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Person, createAdmin, createFeed, createPerformer, picture } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

// Visitors' pages and answers are kept until what they show changes, on the node that dispatches the change and on others.

let app: TestApp;
let other: TestApp;
let admin: Person;
let ada: Person;
let bo: Person;
beforeAll(async () => {
  app = await createTestApp({ web: true, responseCacheMs: 60_000 });
  // It dispatches nothing itself.
  other = await createTestApp({ web: true, responseCacheMs: 60_000, database: app.testDatabase, environment: { ROLES: 'web' } });
  admin = await createAdmin(app);
  ada = await createPerformer(app, { admin, monthlyPrice: 5 });
  bo = await createPerformer(app, { admin, monthlyPrice: 5 });
  await app.settle();
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const page = async (at: TestApp, path: string): Promise<string> => {
  const answer = await fetch(at.url + path);
  expect(answer.status).toBe(200);
  return answer.text();
};
const SOON = { timeout: 5000, interval: 20 };
/** Whether it shows at once where the change was dispatched, and on the other node as soon as it hears of it. */
const showsEverywhere = async (path: string, isShown: (html: string) => boolean): Promise<boolean> => {
  if (!isShown(await page(app, path))) return false;
  await vi.waitFor(async () => expect(isShown(await page(other, path))).toBe(true), SOON);
  return true;
};
const visitEverywhere = async (...paths: string[]): Promise<void> => {
  for (const at of [app, other]) for (const path of paths) await page(at, path);
};
/** Changes the table alone: no event is recorded. */
const rename = (person: Person, name: string) =>
  app.platform.database.updateTable('accounts').set({ name }).where('id', '=', person.id).execute();
describe('visitors’ pages', () => {
  test('of one performer are purged by their change alone', async () => {
    const bosName = async (at: TestApp) => (await at.client().call('GET /performers/{id}', { params: { id: bo.username } })).name;
    await visitEverywhere(`/${ada.username}`, `/${bo.username}`);
    for (const at of [app, other]) await bosName(at);
    await rename(ada, `Ada renamed`);
    await rename(bo, `Bo renamed`);
    expect(await page(app, `/${ada.username}`)).not.toContain(`Ada renamed`);
    await ada.client.call('PUT /performers', { body: { bio: `Second breakfast.` } });
    await app.settle();
    expect(await showsEverywhere(`/${ada.username}`, (html) => html.includes(`Ada renamed`) && html.includes(`Second breakfast.`))).toBe(
      true,
    );
    for (const at of [app, other]) expect(await page(at, `/${bo.username}`)).not.toContain(`Bo renamed`);
    for (const at of [app, other]) expect(await bosName(at)).not.toBe(`Bo renamed`);
    await bo.client.call('PUT /performers', { body: { bio: 'Third.' } });
    await app.settle();
    expect(await bosName(app)).toBe(`Bo renamed`);
    await vi.waitFor(async () => expect(await bosName(other)).toBe(`Bo renamed`), SOON);
  });

  test('show an edit of a post at once, on its page and on the profile', async () => {
    const id = await createFeed(ada, { text: 'As first written', photos: 0 });
    await app.settle();
    const paths = [`/feeds/${id}`, `/${ada.username}`];
    for (const path of paths) expect(await showsEverywhere(path, (html) => html.includes('As first written'))).toBe(true);
    await ada.client.call('PUT /performer/feeds/{id}', { params: { id }, body: { text: 'As written again' } });
    await app.settle();
    for (const path of paths)
      expect(await showsEverywhere(path, (html) => html.includes('As written again') && !html.includes('As first written'))).toBe(true);
  });

  test('lose what is withdrawn at once, lists too', async () => {
    const file = await bo.client.call('POST /performer/performer-assets/photos/upload', { files: { file: await picture() } });
    const gallery = await bo.client.call('POST /performer/performer-assets/galleries', {
      body: { title: 'To be withdrawn', fileIds: [file._id] } as never,
    });
    await app.settle();
    expect(await showsEverywhere('/galleries', (html) => html.includes('To be withdrawn'))).toBe(true);
    await bo.client.call('DELETE /performer/performer-assets/galleries/{id}', { params: { id: gallery._id } });
    await app.settle();
    expect(await showsEverywhere('/galleries', (html) => !html.includes('To be withdrawn'))).toBe(true);
  });

  test('lose a suspended performer at once', async () => {
    const cy = await createPerformer(app, { admin, monthlyPrice: 5 });
    await app.settle();
    await visitEverywhere('/discover', `/${cy.username}`);
    expect(await page(app, '/discover')).toContain(`/${cy.username}`);
    await admin.client.call('POST /admin/users/{id}/suspend', { params: { id: cy.id }, body: { reason: 'rules' } });
    await app.settle();
    expect(await showsEverywhere('/discover', (html) => !html.includes(`/${cy.username}`))).toBe(true);
    expect((await fetch(`${app.url}/${cy.username}`)).status).toBe(404);
  });

  test('show what an admin writes at once', async () => {
    const made = await admin.client.call('POST /admin/posts', {
      body: { slug: 'hours', title: { en: 'Hours' }, content: { en: '<p>From nine</p>' }, isPublished: true },
    });
    expect(await showsEverywhere('/page/hours', (html) => html.includes('From nine'))).toBe(true);
    await admin.client.call('PUT /admin/posts/{id}', {
      params: { id: made._id },
      body: { slug: 'hours', title: { en: 'Hours' }, content: { en: '<p>From ten</p>' }, isPublished: true },
    });
    expect(await showsEverywhere('/page/hours', (html) => html.includes('From ten'))).toBe(true);
  });

  test('are the same with gzip and without, each with its own nonce', async () => {
    const answers = await Promise.all(
      ['gzip', 'gzip', 'identity'].map((encoding) => fetch(`${app.url}/${ada.username}`, { headers: { 'accept-encoding': encoding } })),
    );
    expect(answers.map(({ headers }) => headers.get('content-encoding'))).toEqual(['gzip', 'gzip', null]);
    const nonces = answers.map(({ headers }) => /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')![1]!);
    expect(new Set(nonces).size).toBe(3);
    const bodies = await Promise.all(answers.map((answer) => answer.text()));
    for (const [index, html] of bodies.entries()) expect(html).toContain(`nonce="${nonces[index]!}"`);
    expect(new Set(bodies.map((html, index) => html.replaceAll(nonces[index]!, ''))).size).toBe(1);
  });
});
