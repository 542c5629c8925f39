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
  expect(await pruneHistory(app.platform)).toEqual({ events: 5001, keys: 3, jobs: 0 });
  const { rows: keys } = await sql<{ key: string }>`select key from idempotency_keys where route = 'POST /x'`.execute(database);
  expect(keys).toEqual([{ key: 'recent' }]);
  const { rows: left } = await sql`select from outbox where payload ->> 'pollId' = 'recent' or id = ${waiting[0]!.id}`.execute(database);
  expect(left).toHaveLength(2);
  await sql`delete from outbox where event = 'no.handler'`.execute(database);
});

test('a scheduled job whose worker was killed goes once the next one has its key; other failed jobs without a key after thirty days', async () => {
  const { background, jobs } = app.platform;
  const name = 'platform:prune';
  // Not before tomorrow: the workers of this test take none of them.
  const options = { runAt: new Date(Date.now() + 86_400_000), maxAttempts: 1 };
  const enqueue = (task: string, label: string, key?: string) =>
    jobs.enqueue(background, task, { label }, key === undefined ? options : { ...options, key });
  const change = (label: string, to: string) =>
    sql`update graphile_worker._private_jobs set ${sql.raw(to)} where payload ->> 'label' = ${label}`.execute(background);
  await enqueue(name, 'killed', name);
  await change('killed', `attempts = 1, locked_at = now(), locked_by = 'a dead pool'`);
  await enqueue(name, 'next', name);
  for (const [label, key] of [['recent'], ['old'], ['old with a key', 'a film']] as const) {
    await enqueue('no:such-task', label, key);
    await change(label, `attempts = 1, updated_at = now() - interval '${label === 'recent' ? 29 : 31} days'`);
  }
  await sql`select graphile_worker.force_unlock_workers(array['a dead pool'])`.execute(background);
  expect((await pruneHistory(app.platform)).jobs).toBe(2);
  const { rows } = await sql<{ label: string }>`
    select payload ->> 'label' as label from graphile_worker._private_jobs where payload ->> 'label' is not null order by id`.execute(
    background,
  );
  expect(rows.map(({ label }) => label)).toEqual(['next', 'recent', 'old with a key']);
});
