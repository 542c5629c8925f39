import { type CallFixture, withBody } from './call-fixture.ts';
import { type Person, createFeed, unique } from './factories.ts';
import type { TestApp } from './test-app.ts';

/** A category of the site. @returns its id */
export const createCategory = async (admin: Person, name = unique('Craft '), more: Record<string, unknown> = {}): Promise<string> =>
  (
    await admin.client.call('POST /admin/categories', {
      body: { slug: unique('craft').toLowerCase(), names: { en: name, es: `${name} (es)` }, ...more },
    })
  )._id;

/** A report of a new post of the performer. @returns its id */
export const createReport = async (reporter: Person, performer: Person): Promise<string> => {
  const objectId = await createFeed(performer, { photos: 0, text: 'For all.' });
  return (await reporter.client.call('POST /reports', { body: { objectType: 'feed', objectId, reason: 'spam' } }))._id;
};

/** A new post of the performer that waits for approval. @returns the call's parameters and the version to decide about */
export const createReviewed = async (app: TestApp, admin: Person, performer: Person): Promise<{ id: string; version: number }> => {
  await app.platform.settings.change({ reviewBeforePublishing: true }, admin.id);
  const id = await createFeed(performer, { photos: 0, text: 'For all.' });
  await app.platform.settings.change({ reviewBeforePublishing: false }, admin.id);
  return { id, version: (await admin.client.call('GET /admin/reviews/{id}', { params: { id } })).version };
};

/** Calls of the catalog and of reports that take an Idempotency-Key, each on a target of its own. */
export const catalogFixtures = (people: {
  app: TestApp;
  admin: () => Person;
  fan: () => Person;
  star: () => Person;
}): Record<string, CallFixture> => {
  const { app, admin, fan, star } = people;
  const feed = async () => ({ params: { id: await createFeed(star(), { photos: 0, text: 'For all.' }) } });
  const upheld = async () => {
    const id = await createReport(fan(), star());
    await app.settle();
    await admin().client.call('POST /admin/reports/{id}/decide', { params: { id }, body: { decision: 'upheld' } });
    return id;
  };
  /** The measure of an upheld report. */
  const decided = async () => {
    const reportId = await upheld();
    const row = await app.platform.database
      .selectFrom('reports')
      .select('restriction_id')
      .where('id', '=', reportId)
      .executeTakeFirstOrThrow();
    return row.restriction_id!;
  };
  const rejected = async () => {
    const id = await createReport(fan(), star());
    await admin().client.call('POST /admin/reports/{id}/decide', {
      params: { id },
      body: { decision: 'rejected', note: 'Nothing found.' },
    });
    return id;
  };
  const names = { en: 'Weaving' };
  return {
    'POST /admin/categories': {
      who: admin,
      make: () => ({ body: { slug: unique('weaving').toLowerCase(), names } }),
      change: withBody({ names: { en: 'Looms' } }),
    },
    'PUT /admin/categories/{id}': {
      who: admin,
      make: async () => ({ params: { id: await createCategory(admin()) }, body: { slug: unique('weaving').toLowerCase(), names } }),
      change: withBody({ names: { en: 'Looms' } }),
    },
    'POST /admin/content/{id}/take-down': {
      who: admin,
      make: async () => ({ ...(await feed()), body: { note: 'Against the rules.' } }),
      change: withBody({ note: 'Against the law.' }),
    },
    'POST /admin/content/{id}/restore': {
      who: admin,
      async make() {
        const { params } = await feed();
        // In the homes of followers before it is taken down.
        await app.settle();
        await admin().client.call('POST /admin/content/{id}/take-down', { params, body: { note: 'By mistake.' } });
        return { params };
      },
      change: feed,
    },
    'PUT /admin/content/{id}/featured': {
      who: admin,
      make: async () => ({ ...(await feed()), body: { place: 1 } }),
      change: withBody({ place: 2 }),
    },
    'POST /admin/reviews/{id}/approve': {
      who: admin,
      async make() {
        const { id, version } = await createReviewed(app, admin(), star());
        return { params: { id }, body: { version } };
      },
      change: withBody({ version: 7 }),
    },
    'POST /admin/reviews/{id}/reject': {
      who: admin,
      async make() {
        const { id, version } = await createReviewed(app, admin(), star());
        return { params: { id }, body: { version, note: 'A brand is shown.' } };
      },
      change: withBody({ note: 'Two brands are shown.' }),
    },
    'POST /reports': {
      who: fan,
      make: async () => ({ body: { objectType: 'feed', objectId: (await feed()).params.id, reason: 'spam' } }),
      change: withBody({ reason: 'harassment' }),
    },
    'POST /performer/reports/{id}/appeal': {
      who: star,
      make: async () => ({ params: { id: await upheld() }, body: { text: 'It is my own work.' } }),
      change: withBody({ text: 'It is my very own work.' }),
    },
    'POST /account/decisions/{id}/appeal': {
      who: star,
      make: async () => ({ params: { id: await decided() }, body: { text: 'It is my own work.' } }),
      change: withBody({ text: 'It is my very own work.' }),
    },
    'POST /account/reports/{id}/complain': {
      who: fan,
      make: async () => ({ params: { id: await rejected() }, body: { text: 'Look at the picture again.' } }),
      change: withBody({ text: 'Look at both pictures again.' }),
    },
    'POST /admin/appeals/{id}/decide': {
      who: admin,
      async make() {
        const id = await decided();
        await star().client.call('POST /account/decisions/{id}/appeal', { params: { id }, body: { text: 'It is my own work.' } });
        // The admin who decided first is refused.
        await app.platform.database.updateTable('restrictions').set({ decided_by: null }).where('id', '=', id).execute();
        return { params: { id }, body: { decision: 'rejected', note: 'It is not.' } };
      },
      change: withBody({ note: 'It is surely not.' }),
    },
    'POST /admin/reports/{id}/decide': {
      who: admin,
      make: async () => ({ params: { id: await createReport(fan(), star()) }, body: { decision: 'rejected', note: 'Nothing found.' } }),
      change: withBody({ note: 'Nothing at all.' }),
    },
    'POST /admin/reports/{id}/decide-appeal': {
      who: admin,
      async make() {
        const id = await upheld();
        await star().client.call('POST /performer/reports/{id}/appeal', { params: { id }, body: { text: 'It is my own work.' } });
        await app.platform.database.updateTable('restrictions').set({ decided_by: null }).where('appeal_state', '=', 'open').execute();
        return { params: { id }, body: { decision: 'upheld', note: 'It is.' } };
      },
      change: withBody({ note: 'It is indeed.' }),
    },
  };
};
