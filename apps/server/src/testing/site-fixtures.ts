import { type Person, picture, unique } from './factories.ts';
import type { Request, CallFixture } from './call-fixture.ts';
import type { TestApp } from './test-app.ts';

const TAGS =
  'fr de it pt nl pl sv da fi cs hu ro tr el ja ko zh uk bg hr sk sl et lv lt vi th id ms hi bn ta te ur fa he sw af sq hy az eu be ca gl ka is ga'.split(
    ' ',
  );
/** A language tag nobody used yet in this run. */
const newLocale = (): string => TAGS.pop()!;

/** Calls of the site's administration that take an Idempotency-Key, each on a target of its own. */
export const siteFixtures = (admin: () => Person): Record<string, CallFixture> => {
  const page = () => ({ slug: unique('page'), title: { en: 'Rules' }, content: { en: '<p>Be kind.</p>' }, isPublished: true });
  const promo = { title: { en: 'Tonight' }, audience: 'everyone', isActive: true } as const;
  const language = { name: 'Quenya', isRightToLeft: false, isEnabled: false };
  const newPage = async (): Promise<string> => (await admin().client.call('POST /admin/posts', { body: page() }))._id;
  const newPromo = async (): Promise<string> => (await admin().client.call('POST /admin/promos', { body: promo }))._id;
  const newLanguage = async (): Promise<string> =>
    (await admin().client.call('POST /admin/languages', { body: { ...language, locale: newLocale() } })).locale;
  const on = (make: () => Promise<Request>, change: (request: Request) => Promise<Request> | Request): CallFixture => ({
    who: admin,
    make,
    change,
  });
  return {
    'POST /admin/posts': { who: admin, make: () => ({ body: page() }), change: () => ({ body: page() }) },
    'PUT /admin/posts/{id}': on(
      async () => ({ params: { id: await newPage() }, body: page() }),
      (request) => ({ ...request, body: page() }),
    ),
    'DELETE /admin/posts/{id}': on(
      async () => ({ params: { id: await newPage() } }),
      async () => ({ params: { id: await newPage() } }),
    ),
    'POST /admin/promos': { who: admin, make: () => ({ body: promo }), change: () => ({ body: { ...promo, audience: 'fans' } }) },
    'PUT /admin/promos/{id}': on(
      async () => ({ params: { id: await newPromo() }, body: promo }),
      (request) => ({ ...request, body: { ...promo, isActive: false } }),
    ),
    'DELETE /admin/promos/{id}': on(
      async () => ({ params: { id: await newPromo() } }),
      async () => ({ params: { id: await newPromo() } }),
    ),
    'POST /admin/promos/{id}/picture/upload': on(
      async () => ({ params: { id: await newPromo() }, files: { picture: await picture() } }),
      async (request) => ({ ...request, files: { picture: await picture() } }),
    ),
    'POST /admin/languages': {
      who: admin,
      make: () => ({ body: { ...language, locale: newLocale() } }),
      change: () => ({ body: { ...language, locale: newLocale() } }),
    },
    'PUT /admin/languages/{locale}': on(
      async () => ({ params: { locale: await newLanguage() }, body: language }),
      (request) => ({ ...request, body: { ...language, name: 'Sindarin' } }),
    ),
    'DELETE /admin/languages/{locale}': on(
      async () => ({ params: { locale: await newLanguage() } }),
      async () => ({ params: { locale: await newLanguage() } }),
    ),
  };
};

/** Stores terms that an account may agree to, while nobody is asked to. */
export const storeTerms = async ({ platform }: TestApp): Promise<{ _id: string; version: number }> => {
  const texts = { title: JSON.stringify({ en: 'Terms' }), content: JSON.stringify({ en: '<p>Be kind.</p>' }) };
  const { id, version } = await platform.database
    .insertInto('pages')
    .values({ slug: unique('terms'), kind: 'terms', ...texts })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
  return { _id: id, version };
};
