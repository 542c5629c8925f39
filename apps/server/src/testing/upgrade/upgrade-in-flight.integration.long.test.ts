import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyLedger } from '../../ledger/index.ts';
import type { Client } from '../client.ts';
import { tusClient } from '../resumable-uploads.ts';
import { type UpgradedApp, createUpgradedApp } from './recorded-site.ts';
import { driftedCounters } from './counters.ts';

let upgraded: UpgradedApp;
beforeAll(async () => {
  upgraded = await createUpgradedApp({}, { areJobsDue: true });
  await upgraded.app.settle();
});
afterAll(() => upgraded.close());

const as = (name: string): Client => upgraded.app.client(upgraded.site.people[name]!.token);

test('all events are dispatched and all jobs done, without a failure', async () => {
  const { app, site } = upgraded;
  const recorded = site.data['public.outbox']!.map((row) => JSON.parse(row) as { event: string; dispatched_at: string | null });
  const waiting = recorded.flatMap(({ event, dispatched_at: at }) => (at === null ? [event] : []));
  expect([...new Set(waiting)].sort()).toEqual([
    'comments.changed',
    'items.published',
    'items.withdrawn',
    'objects.reacted',
    'orders.paid',
    'performers.followed',
  ]);
  const { rows: left } = await sql`select event, failure from outbox where dispatched_at is null or failure is not null`.execute(
    app.platform.database,
  );
  expect(left).toEqual([]);
  expect(site.jobs.map(({ identifier }) => identifier)).toEqual(expect.arrayContaining(['files:avif', 'files:transcode']));
  const { rows: jobs } = await sql`select task_identifier, last_error from graphile_worker.jobs
    where key = any(${site.jobs.map(({ key }) => key)}::text[]) or task_identifier in ('files:avif', 'files:transcode')`.execute(
    app.platform.database,
  );
  expect(jobs).toEqual([]);
});

test('the feed that waited for its video is published, in home feeds too', async () => {
  const { site } = upgraded;
  const { waiting, newest, filmInWork } = site.inFlight;
  const feed = await upgraded.app.client().call('GET /feeds/{id}', { params: { id: waiting } });
  expect(feed.type).toBe('video');
  expect(feed.video?.mp4).toContain(filmInWork);
  // Followers and subscribers: one of them since the last minute before the stop.
  for (const name of ['follower', 'subscriber', 'refunded', 'stranger']) {
    const { data } = await as(name).call('GET /feeds/home-feeds', { query: { limit: 50 } });
    const ids = data.map(({ _id }) => _id);
    expect({ name, ids }).toEqual({ name, ids: expect.arrayContaining([newest, waiting]) });
    expect(ids).not.toContain(site.items['pinned']);
  }
  const { data } = await as('lapsed').call('GET /feeds/home-feeds');
  expect(data).toEqual([]);
});

test('an order that waited for its card payment is paid, and unlocks its item', async () => {
  const { app, site } = upgraded;
  const { payment, cardOrder } = site.inFlight;
  const id = site.items['buyers']!;
  const isOpen = async () => (await as('follower').call('GET /feeds/{id}', { params: { id } })).access.allowed;
  expect(await isOpen()).toBe(false);
  await app.client().call('POST /gateways/sandbox/payments/{id}', { params: { id: payment }, body: { action: 'approve' } });
  await app.settle();
  expect(await isOpen()).toBe(true);
  const order = await app.platform.database
    .selectFrom('orders')
    .select('state')
    .where('id', '=', cardOrder.orderId)
    .executeTakeFirstOrThrow();
  expect(order.state).toBe('paid');
});

test('an upload continues from its offset', async () => {
  const { app, site } = upgraded;
  const { id, half, rest, total } = site.inFlight.upload;
  const star = site.people['star']!;
  const begun = Buffer.from(site.files[`files/.parts/${id}`]!, 'base64').subarray(0, half);
  const whole = Buffer.concat([begun, Buffer.from(rest, 'base64')]);
  expect(whole).toHaveLength(total);
  const tus = tusClient(app.url, star.token);
  expect(await tus.offset(id)).toBe(half);
  expect((await tus.patch(id, half, new Uint8Array(Buffer.from(rest, 'base64')))).status).toBe(204);
  const file = await as('star').call('POST /feeds/files/video/upload', { uploadId: id, files: {} } as never);
  const { original_key: key } = await app.platform.database
    .selectFrom('files')
    .select('original_key')
    .where('id', '=', file._id)
    .executeTakeFirstOrThrow();
  expect((await readFile(join(app.dataDirectory, 'files', key))).equals(whole)).toBe(true);
  await app.settle();
});

test('the open show can be ended, and a new one started', async () => {
  const { app, site } = upgraded;
  const id = site.items['openShow']!;
  await as('star').call('POST /streaming/end/{id}', { params: { id } });
  await app.settle();
  const { database } = app.platform;
  const show = await database.selectFrom('streams').select('ended_at').where('id', '=', id).executeTakeFirstOrThrow();
  const item = await database.selectFrom('items').select(['state', 'on_sale']).where('id', '=', id).executeTakeFirstOrThrow();
  expect(show.ended_at).not.toBeNull();
  expect(item.on_sale).toBe(false);
  const { session } = await as('star').call('POST /streaming/live', { body: { title: 'After the upgrade' } as never });
  expect(session._id).not.toBe(id);
  await as('star').call('POST /streaming/end/{id}', { params: { id: session._id } });
  await app.settle();
});

test('an idempotency key returns its first response again, and refuses another body', async () => {
  const { app, site } = upgraded;
  const { path, key, body, answer } = site.inFlight.keyed;
  const send = async (sent: unknown) => {
    const response = await fetch(app.url + path, {
      method: 'POST',
      headers: { authorization: site.people['stranger']!.token, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(sent),
    });
    return { status: response.status, body: (await response.json()) as { error?: string } };
  };
  const transactions = async () =>
    (await sql<{ count: number }>`select count(*)::int as count from ledger.transactions`.execute(app.platform.database)).rows[0]!.count;
  const before = await transactions();
  expect((await send(body)).body).toEqual(answer);
  const other = await send({ feedId: site.items['film'] });
  expect([other.status, other.body.error]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
  expect(await transactions()).toBe(before);
});

test('all counters are right, and the ledger verifies', async () => {
  const { app, site } = upgraded;
  await app.settle();
  expect(await driftedCounters(app.platform.database)).toEqual([]);
  const { rows } = await sql`
    select n.like_count, n.comment_count, n.bookmark_count, p.follower_count, (select unlock_count from item_counters where item_id = ${site.items['subscribers']}::uuid)
    from item_counters n join items i on i.id = n.item_id join performer_counters p on p.performer_id = i.performer_id
    where i.id = ${site.items['open']}::uuid`.execute(app.platform.database);
  // One follower came in the last minute; the blocked one was dropped.
  expect(rows).toEqual([{ like_count: 3, comment_count: 2, bookmark_count: 1, follower_count: 3, unlock_count: 1 }]);
  const { ok, checks } = await verifyLedger(app.platform.database);
  expect(checks.filter((check) => !check.ok)).toEqual([]);
  expect(ok).toBe(true);
});
