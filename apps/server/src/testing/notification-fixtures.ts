import { sql } from 'kysely';
import { type CallFixture, withBody } from './call-fixture.ts';
import { type Person, createPerformer } from './factories.ts';
import type { TestApp } from './test-app.ts';

/** Something that an account was told and has not read. @returns its id */
export const createNotification = async ({ platform }: TestApp, person: Person): Promise<string> => {
  const now = platform.clock.now();
  await sql`select add_notification_month(${now}::timestamptz)`.execute(platform.database);
  const { rows } = await sql<{ id: string }>`
    insert into notifications (account_id, kind, group_key, payload, on_site, created_at, updated_at)
    values (${person.id}::uuid, 'security', uuidv7()::text, '{"what": "password"}', true, ${now}, ${now}) returning id`.execute(
    platform.database,
  );
  return rows[0]!.id;
};

/** The writing calls of notifications. */
export const notificationFixtures = (app: TestApp, { fan, admin }: { fan: Person; admin: Person }): Record<string, CallFixture> => ({
  'PUT /notifications/{id}/read': {
    who: () => fan,
    make: async () => ({ params: { id: await createNotification(app, fan) } }),
    change: async () => ({ params: { id: await createNotification(app, fan) } }),
  },
  'PUT /notifications/choices': {
    who: () => fan,
    async make() {
      await fan.client.call('PUT /notifications/choices', { body: { kind: 'order', channel: 'mail', isOn: true } });
      return { body: { kind: 'order', channel: 'mail', isOn: false } };
    },
    change: withBody({ kind: 'live' }),
  },
  'PUT /notifications/bells/{id}': {
    who: () => fan,
    make: async () => ({ params: { id: (await createPerformer(app, { admin })).id }, body: { posts: true } }),
    change: withBody({ live: true }),
  },
});
