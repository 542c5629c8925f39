import { type CallFixture, withBody } from './call-fixture.ts';
import { type Person, createPerformer } from './factories.ts';
import type { TestApp } from './test-app.ts';

/** A show planned for tomorrow. @returns its id */
export const planShow = async (app: TestApp, performer: Person): Promise<string> => {
  const startsAt = new Date(app.clock.now().getTime() + 86_400_000).toISOString();
  return (await performer.client.call('POST /performer/schedule', { body: { title: 'Open rehearsal', startsAt } }))._id;
};

/** A show that is about to begin. @returns its id */
const openShow = async (app: TestApp, admin: Person): Promise<string> => {
  const performer = await createPerformer(app, { admin });
  return (await performer.client.call('POST /streaming/live', { body: { title: 'Open rehearsal' } })).session._id;
};

/** The writing calls around shows: those of the schedule, of one performer, whose earlier plans are taken away: only so many shows can be ahead. */
export const scheduleFixtures = async (app: TestApp, admin: Person): Promise<Record<string, CallFixture>> => {
  const performer = await createPerformer(app, { admin });
  const who = () => performer;
  const body = () => ({ title: 'Bach by request', startsAt: new Date(app.clock.now().getTime() + 90_000_000).toISOString() });
  const fresh = () =>
    app.platform.database.updateTable('planned_shows').set({ state: 'missed' }).where('performer_id', '=', performer.id).execute();
  return {
    'POST /performer/schedule': {
      who,
      make: async () => {
        await fresh();
        return { body: body() };
      },
      change: withBody({ title: 'Bach, once more' }),
    },
    'PUT /performer/schedule/{id}': {
      who,
      make: async () => {
        await fresh();
        return { params: { id: await planShow(app, performer) }, body: body() };
      },
      change: withBody({ title: 'Bach, once more' }),
    },
    'POST /admin/live/{id}/stop': {
      who: () => admin,
      make: async () => ({ params: { id: await openShow(app, admin) }, body: { reason: 'rules', facts: 'A complaint' } }),
      change: withBody({ facts: 'Another complaint' }),
    },
    'DELETE /performer/schedule/{id}': {
      who,
      make: async () => {
        await fresh();
        return { params: { id: await planShow(app, performer) } };
      },
      change: async () => ({ params: { id: await planShow(app, performer) } }),
    },
  };
};
