import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFan } from '../testing/factories.ts';
import { type TestApp, createTestApp } from '../testing/test-app.ts';
import { pruneHistory } from './prune.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('dispatched events and idempotency keys are deleted when they are old, in any number; events still to be dispatched stay', async () => {
  const fan = await createFan(app);
  await app.settle();
  const { database } = app.platform;
  await pruneHistory(app.platform);
  await sql`
    insert into outbox (event, payload, dispatched_at)
    select 'polls.voted', '{}'::jsonb, now() - interval '15 days' from generate_series(1, 5001)
    union all select 'polls.voted', '{"pollId": "recent"}'::jsonb, now() - interval '13 days'`.execute(database);
  const { rows: waiting } = await sql<{ id: string }>`
    insert into outbox (event, payload, created_at) values ('no.handler', '{}', now() - interval '90 days') returning id`.execute(database);
  await sql`
    insert into idempotency_keys (account_id, route, key, input_hash, created_at)
    select ${fan.id}::uuid, 'POST /x', 'old ' || n, '\\x00'::bytea, now() - interval '31 days' from generate_series(1, 3) n
    union all select ${fan.id}::uuid, 'POST /x', 'recent', '\\x00'::bytea, now() - interval '29 days'`.execute(database);
  expect(await pruneHistory(app.platform)).toEqual({ events: 5001, keys: 3 });
  const { rows: keys } = await sql<{ key: string }>`select key from idempotency_keys where route = 'POST /x'`.execute(database);
  expect(keys).toEqual([{ key: 'recent' }]);
  const { rows: left } = await sql`select from outbox where payload ->> 'pollId' = 'recent' or id = ${waiting[0]!.id}`.execute(database);
  expect(left).toHaveLength(2);
  await sql`delete from outbox where event = 'no.handler'`.execute(database);
});
