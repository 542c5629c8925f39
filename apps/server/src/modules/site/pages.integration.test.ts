import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, createAdmin, createFan } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { createInitialContent } from './index.ts';

const ATTACK = '<script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">x</a>';

let app: TestApp;
let admin: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  fan = await createFan(app);
  await createInitialContent(app.platform);
});
afterAll(() => app.close());

const BODY = {
  slug: 'house-rules',
  title: { en: 'House rules', es: 'Normas' },
  description: { en: 'How we behave here.' },
  content: { en: '<h2>One</h2><p>Be <strong>kind</strong>.</p>', es: '<p>Sé amable.</p>' },
  isPublished: true,
};
const rowOf = (id: string) => app.platform.database.selectFrom('pages').selectAll().where('id', '=', id).executeTakeFirst();
const lastAudit = () =>
  app.platform.database
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'object_id', 'detail'])
    .where('object_kind', '=', 'post')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();

test('a page is created, read in each language, changed and deleted; each change is logged', async () => {
  const made = await admin.client.call('POST /admin/posts', { body: BODY });
  expect(await lastAudit()).toMatchObject({ action: 'posts.created', actor_id: admin.id, object_id: made._id });
  expect(await rowOf(made._id)).toMatchObject({ slug: 'house-rules', title: BODY.title, content: BODY.content, updated_by: admin.id });
  const spanish = await app.client().call('GET /posts/{id}', { params: { id: 'house-rules' }, headers: { cookie: 'locale=es' } });
  expect([spanish.title, spanish.content, spanish.description]).toEqual(['Normas', '<p>Sé amable.</p>', 'How we behave here.']);
  const changed = await admin.client.call('PUT /admin/posts/{id}', {
    params: { id: made._id },
    body: { ...BODY, slug: 'rules', title: { en: 'Rules' } },
  });
  expect([changed.slug, changed.updatedBy]).toEqual(['rules', 'The admin']);
  expect((await lastAudit()).detail).toMatchObject({ from: { slug: 'house-rules' }, to: { slug: 'rules', title: { en: 'Rules' } } });
  await admin.client.call('DELETE /admin/posts/{id}', { params: { id: made._id } });
  expect([await rowOf(made._id), (await lastAudit()).action]).toEqual([undefined, 'posts.deleted']);
});

test('a repeated key creates one page', async () => {
  const headers = { 'idempotency-key': 'page-once' };
  const body = { ...BODY, slug: 'once' };
  const first = await admin.client.call('POST /admin/posts', { body, headers });
  expect((await admin.client.call('POST /admin/posts', { body, headers }))._id).toBe(first._id);
});

test('script in every field is refused or removed', async () => {
  const made = await admin.client.call('POST /admin/posts', { body: { ...BODY, slug: 'attacked' } });
  const params = { id: made._id };
  const saved = await admin.client.call('PUT /admin/posts/{id}', {
    params,
    body: {
      slug: 'attacked',
      title: { en: ATTACK },
      description: { en: ATTACK },
      content: { en: ATTACK, es: `<p>${ATTACK}</p>` },
      isPublished: true,
    },
  });
  // Titles and descriptions are plain text, escaped where they are shown. HTML is cleaned before it is stored.
  expect(saved.content).toEqual({ en: '<a>x</a>', es: '<p><a>x</a></p>' });
  expect((await rowOf(made._id))?.content).toEqual({ en: '<a>x</a>', es: '<p><a>x</a></p>' });
  for (const slug of [ATTACK, 'a/b', '../admin', 'Rules', 'a b', ''])
    expect((await admin.client.send('PUT /admin/posts/{id}', { params, body: { ...BODY, slug } })).status).toBe(422);
  for (const locale of ['<b>', '__proto__x', 'english'])
    expect(
      (await admin.client.send('PUT /admin/posts/{id}', { params, body: { ...BODY, title: { en: 'A', [locale]: 'B' } } })).status,
    ).toBe(422);
  // HTML stored before the rules were stricter is cleaned when it is read.
  await app.platform.database
    .updateTable('pages')
    .set({ content: JSON.stringify({ en: ATTACK }) })
    .where('id', '=', made._id)
    .execute();
  expect((await app.client().call('GET /posts/{id}', { params })).content).toBe('<a>x</a>');
  expect((await admin.client.call('GET /admin/posts/{id}', { params })).content).toEqual({ en: '<a>x</a>' });
});

test('a slug is unique', async () => {
  const taken = await admin.client.send('POST /admin/posts', { body: { ...BODY, slug: 'terms' } });
  expect([taken.status, taken.error.error]).toEqual([409, 'SLUG_TAKEN']);
});

test('the English title is required', async () => {
  const { error } = await admin.client.send('POST /admin/posts', { body: { ...BODY, slug: 'none', title: { es: 'Solo' } } });
  expect(error.message).toEqual([
    { property: 'title', constraints: { defaultLanguage: 'Fill in the English text: other languages fall back to it.' } },
  ]);
});

describe('a hidden page', () => {
  test('is not found by visitors and fans, and visible to admins who edit pages', async () => {
    const { _id: id } = await admin.client.call('POST /admin/posts', { body: { ...BODY, slug: 'hidden', isPublished: false } });
    for (const client of [app.client(), fan.client])
      for (const one of [id, 'hidden']) expect((await client.send('GET /posts/{id}', { params: { id: one } })).status).toBe(404);
    expect((await admin.client.call('GET /posts/{id}', { params: { id: 'hidden' } })).isPublished).toBe(false);
    const { data } = await app.client().call('GET /posts/search', { query: { limit: 100 } });
    expect(data.map(({ slug }) => slug)).not.toContain('hidden');
    expect((await admin.client.call('GET /admin/posts', { query: { q: 'hidden' } })).data.map(({ slug }) => slug)).toEqual(['hidden']);
  });
});

describe('the page of the cookie policy', () => {
  test('can’t be removed while the setting names it, by slug or id', async () => {
    const { data } = await admin.client.call('GET /admin/posts', { query: { q: 'cookie-policy' } });
    const policy = data[0]!;
    const { slug, title, description, content, isPublished } = policy;
    const body = { slug, title, description, content, isPublished };
    const params = { id: policy._id };
    expect(policy.isCookiePolicy).toBe(true);
    const refused = async (answer: Promise<{ status: number; error: { error: string } }>) => (await answer).error.error;
    expect(await refused(admin.client.send('DELETE /admin/posts/{id}', { params }))).toBe('PAGE_IN_USE');
    expect(await refused(admin.client.send('PUT /admin/posts/{id}', { params, body: { ...body, isPublished: false } }))).toBe(
      'PAGE_IN_USE',
    );
    expect(await refused(admin.client.send('PUT /admin/posts/{id}', { params, body: { ...body, slug: 'cookies' } }))).toBe('PAGE_IN_USE');
    await admin.client.call('PUT /admin/settings', { body: { values: { cookiePolicyContentId: policy._id } } });
    expect(await refused(admin.client.send('DELETE /admin/posts/{id}', { params }))).toBe('PAGE_IN_USE');
    expect((await admin.client.send('PUT /admin/posts/{id}', { params, body: { ...body, slug: 'cookies' } })).status).toBe(200);
    await admin.client.call('PUT /admin/settings', { body: { values: { cookiePolicyContentId: '' } } });
    expect((await admin.client.send('DELETE /admin/posts/{id}', { params })).status).toBe(200);
  });
});

test('a consent to cookies is stored with its purpose, version and account', async () => {
  const { _id: id } = await admin.client.call('POST /admin/posts', { body: { ...BODY, slug: 'policy' } });
  await admin.client.call('PUT /admin/settings', { body: { values: { cookiePolicyContentId: 'policy' } } });
  const consents = () =>
    app.platform.database
      .selectFrom('consents')
      .select(['account_id', 'purpose', 'version', 'granted'])
      .where('purpose', '=', 'analytics')
      .orderBy('id')
      .execute();
  await app.client().call('POST /consents', { body: { purpose: 'analytics', granted: true } });
  await fan.client.call('POST /consents', { body: { purpose: 'analytics', granted: false } });
  await fan.client.call('POST /consents', { body: { purpose: 'analytics', granted: true }, headers: { cookie: 'locale=es' } });
  await admin.client.call('PUT /admin/posts/{id}', { params: { id }, body: { ...BODY, slug: 'policy', content: { en: '<p>New.</p>' } } });
  await fan.client.call('POST /consents', { body: { purpose: 'analytics', granted: true } });
  const kept = await consents();
  expect(kept.map(({ account_id, granted }) => [account_id, granted])).toEqual([
    [null, true],
    [fan.id, false],
    [fan.id, true],
    [fan.id, true],
  ]);
  const [first, second, spanish, later] = kept.map(({ version }) => version);
  expect(first).toMatch(/^en:[0-9a-f]{16}$/);
  expect([second === first, spanish?.startsWith('es:'), later === first]).toEqual([true, true, false]);
  expect((await fan.client.raw('POST /consents', { body: { purpose: 'marketing', granted: true } })).status).toBe(422);
});
