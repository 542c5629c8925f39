import { TEXTS } from '@stagedoor/contract/texts/index';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Person, createAdmin, createFan } from '../../testing/factories.ts';
import { type ServerProcess, startServer } from '../../testing/server-process.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

const AT_ONCE = { timeout: 4000, interval: 10 };

let app: TestApp;
let other: ServerProcess;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  other = await startServer({ databaseUrl: app.testDatabase.ownerUrl, dataDirectory: app.dataDirectory }, { ROLES: 'web' });
  admin = await createAdmin(app);
});
afterAll(async () => {
  await other.kill();
  await app.close();
});
afterEach(async () => {
  await app.platform.database.deleteFrom('site_texts').execute();
  await app.platform.database.deleteFrom('languages').execute();
  await app.platform.languages.reload();
});

const textsAt = async (url: string, locale: string) => (await (await fetch(`${url}/i18n/text/${locale}`)).json()) as Record<string, string>;
const addArabic = (isEnabled = true) =>
  admin.client.call('POST /admin/languages', { body: { locale: 'ar', name: 'العربية', isRightToLeft: true, isEnabled } });
const lastAudit = async () =>
  app.platform.database
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'detail'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
const problemsOf = (answer: { error: { message: unknown } }) =>
  Object.fromEntries(
    (answer.error.message as { property: string; constraints: Record<string, string> }[]).map(({ property, constraints }) => [
      property,
      Object.keys(constraints)[0],
    ]),
  );

test('a third language is added, translated and offered on every node; missing texts are in English', async () => {
  expect(await addArabic()).toMatchObject({
    locale: 'ar',
    isRightToLeft: true,
    isEnabled: true,
    translated: 0,
    total: Object.keys(TEXTS).length,
  });
  expect(await admin.client.call('PUT /admin/texts', { body: { locale: 'ar', values: { 'shell.home': 'الرئيسية' } } })).toEqual({
    changed: 1,
  });
  expect(await lastAudit()).toEqual({
    action: 'texts.edited',
    actor_id: admin.id,
    detail: { locale: 'ar', count: 1, changes: [{ key: 'shell.home', from: null, to: 'الرئيسية' }] },
  });
  const arabic = await textsAt(app.url, 'ar');
  expect([arabic['shell.home'], arabic['shell.discover']]).toEqual(['الرئيسية', 'Discover']);
  // Arabic has six plural forms; missing ones use the general form.
  expect(arabic['siteTexts.imported_few']).toBe(TEXTS['siteTexts.imported_other'].en);
  await expect.poll(async () => (await textsAt(other.url, 'ar'))['shell.home'], AT_ONCE).toBe('الرئيسية');
  // The account can choose it now, and gets mails and errors in it.
  const fan = await createFan(app);
  expect((await fan.client.call('PUT /users', { body: { locale: 'ar' } })).locale).toBe('ar');
  await admin.client.call('PUT /admin/texts', {
    body: { locale: 'ar', values: { 'mail.resetPassword.subject': 'كلمة مرور جديدة {{siteName}}', 'errors.NOT_FOUND': 'غير موجود' } },
  });
  await app.client().call('POST /auth/forgot', { body: { email: fan.email } });
  await app.settle();
  const mail = (await app.mailsTo(fan.email)).at(-1) ?? '';
  expect(
    Buffer.from(
      mail.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
      'latin1',
    ).toString(),
  ).toMatch(/<html lang="ar" dir="rtl">/);
  const refusal = await fan.client.send('GET /posts/{id}', { params: { id: 'nothing' }, headers: { cookie: 'locale=ar' } });
  expect(refusal.error.message).toBe('غير موجود');
});

test('an account can choose enabled languages only', async () => {
  const fan = await createFan(app);
  await addArabic(false);
  for (const locale of ['ar', 'fr', 'xx']) expect((await fan.client.send('PUT /users', { body: { locale } })).status).toBe(422);
  expect((await fan.client.call('GET /users/me')).locale).toBe('en');
});

test('a language is changed, disabled, removed with its texts; built-in ones can only be disabled, English can’t', async () => {
  await addArabic();
  await admin.client.call('PUT /admin/texts', { body: { locale: 'ar', values: { 'shell.home': 'الرئيسية' } } });
  const params = { locale: 'ar' };
  await admin.client.call('PUT /admin/languages/{locale}', { params, body: { name: 'عربي', isRightToLeft: true, isEnabled: false } });
  expect(await lastAudit()).toMatchObject({
    action: 'languages.updated',
    detail: { from: { name: 'العربية', isEnabled: true }, to: { name: 'عربي', isEnabled: false } },
  });
  // Disabled: requests for it get English.
  expect((await textsAt(app.url, 'ar'))['shell.home']).toBe('Home');
  await admin.client.call('DELETE /admin/languages/{locale}', { params });
  expect(await app.platform.database.selectFrom('site_texts').select('key').execute()).toEqual([]);
  expect((await admin.client.send('DELETE /admin/languages/{locale}', { params })).status).toBe(404);
  const es = { name: 'Español', isRightToLeft: false, isEnabled: false };
  await admin.client.call('PUT /admin/languages/{locale}', { params: { locale: 'es' }, body: es });
  expect((await textsAt(app.url, 'es'))['shell.home']).toBe('Home');
  expect(
    (await admin.client.send('PUT /admin/languages/{locale}', { params: { locale: 'en' }, body: { ...es, name: 'English' } })).status,
  ).toBe(422);
  expect((await admin.client.send('DELETE /admin/languages/{locale}', { params: { locale: 'es' } })).status).toBe(404);
  for (const locale of ['en', 'ar']) await admin.client.send('POST /admin/languages', { body: { ...es, locale } });
  expect((await admin.client.send('POST /admin/languages', { body: { ...es, locale: 'ar' } })).error.error).toBe('LANGUAGE_EXISTS');
  expect((await admin.client.send('POST /admin/languages', { body: { ...es, locale: 'en' } })).error.error).toBe('LANGUAGE_EXISTS');
  expect((await admin.client.send('POST /admin/languages', { body: { ...es, locale: 'xqz' } })).status).toBe(422);
});

describe('texts', () => {
  test('built-in ones are changed and restored; a value equal to the built-in one is not stored', async () => {
    const write = (values: Record<string, string | null>) => admin.client.call('PUT /admin/texts', { body: { locale: 'en', values } });
    expect(await write({ 'shell.home': 'Front row', 'shell.discover': 'Discover' })).toEqual({ changed: 1 });
    const said = async () => (await textsAt(app.url, 'en'))['shell.home'];
    expect(await said()).toBe('Front row');
    const listed = await admin.client.call('GET /admin/texts', { query: { language: 'en', changed: true } });
    expect(listed).toEqual({ data: [{ key: 'shell.home', english: 'Front row', ours: 'Home', value: 'Front row' }], total: 1 });
    expect(await write({ 'shell.home': null })).toEqual({ changed: 1 });
    expect([await said(), await app.platform.database.selectFrom('site_texts').selectAll().execute()]).toEqual(['Home', []]);
  });

  test('are found by key, English and translation, missing or changed, page by page', async () => {
    await addArabic();
    await admin.client.call('PUT /admin/texts', { body: { locale: 'ar', values: { 'shell.home': 'الرئيسية' } } });
    const find = async (query: Record<string, unknown>) => admin.client.call('GET /admin/texts', { query: { language: 'ar', ...query } });
    expect((await find({ q: 'الرئيسية' })).data).toEqual([{ key: 'shell.home', english: 'Home', ours: null, value: 'الرئيسية' }]);
    expect((await find({ q: 'shell.home' })).total).toBe(1);
    expect((await find({ missing: true, limit: 2 })).total).toBe(Object.keys(TEXTS).length - 1);
    const [first, second] = [await find({ limit: 2 }), await find({ limit: 2, offset: 2 })];
    expect(new Set([...first.data, ...second.data].map(({ key }) => key)).size).toBe(4);
    expect((await admin.client.send('GET /admin/texts', { query: { language: 'fr' } })).status).toBe(404);
  });

  test('are exported and imported; an invalid one refuses the whole import', async () => {
    await addArabic();
    const { texts } = await admin.client.call('GET /admin/texts/export/{locale}', { params: { locale: 'ar' } });
    expect(Object.keys(texts)).toEqual(expect.arrayContaining(Object.keys(TEXTS)));
    const bad = {
      'shell.home': 'الرئيسية',
      'gate.ageText': 'بدون اسم',
      'shell.live': '<b>x</b>',
      'nobody.knows': 'x',
      'shell.account': `a${String.fromCharCode(0)}`,
    };
    const refused = await admin.client.send('POST /admin/texts/import', { body: { locale: 'ar', texts: bad } });
    expect([refused.status, problemsOf(refused)]).toEqual([
      422,
      { 'gate.ageText': 'placeholders', 'shell.live': 'markup', 'nobody.knows': 'unknownText', 'shell.account': 'controlCharacters' },
    ]);
    expect(await app.platform.database.selectFrom('site_texts').select('key').execute()).toEqual([]);
    const whole = { ...texts, 'shell.home': 'الرئيسية', 'siteTexts.imported_two': 'نصان' };
    const { changed } = await admin.client.call('POST /admin/texts/import', { body: { locale: 'ar', texts: whole } });
    // Texts equal to the English ones are no translations: they stay missing.
    expect(changed).toBe(2);
    expect((await lastAudit()).action).toBe('texts.imported');
    const said = await textsAt(app.url, 'ar');
    expect([said['shell.home'], said['siteTexts.imported_two']]).toEqual(['الرئيسية', 'نصان']);
    expect((await admin.client.call('GET /admin/languages')).find(({ locale }) => locale === 'ar')?.translated).toBe(1);
  });
});
