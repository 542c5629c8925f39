import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eraseDueAccounts } from '../../modules/accounts/index.ts';
import { reconcileCounters } from '../../modules/items/index.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer, topUp } from '../factories.ts';
import { createRandom } from '../chaos/random.ts';
import { type TestApp, createTestApp } from '../test-app.ts';
import { driftedCounters } from './counters.ts';

let app: TestApp;
let admin: Person;
let star: Person;
let fans: Person[];
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin });
  fans = await Promise.all(Array.from({ length: 6 }, () => createFan(app)));
  await Promise.all(fans.map((fan) => topUp(app, fan, 50)));
  await app.settle();
});
afterAll(() => app.close());

type ReactionTarget = readonly [action: 'like' | 'bookmark' | 'follow', objectId: string, objectType: 'feed' | 'comment' | 'performer'];
const react = (fan: Person, ...[action, objectId, objectType]: ReactionTarget) =>
  fan.client.call('POST /reactions', { body: { objectId, objectType, action } });
const unreact = (fan: Person, ...[action, objectId, objectType]: ReactionTarget) =>
  fan.client.call('DELETE /reactions', { body: { objectId, objectType, action } });
const say = async (fan: Person, objectId: string, objectType: 'feed' | 'comment' = 'feed'): Promise<string> =>
  (await fan.client.call('POST /comments', { body: { objectType, objectId, content: 'Lovely.' }, files: {} }))._id;

/** Runs the nightly recount repeatedly until stopped. */
const recountRepeatedly = (): { stop(): Promise<number> } => {
  let isStopped = false;
  const work = (async () => {
    let times = 0;
    for (; !isStopped; times += 1) await reconcileCounters(app.platform);
    return times;
  })();
  return {
    stop: () => {
      isStopped = true;
      return work;
    },
  };
};

/** Makes the handlers of counted events fail now and then, after all other handlers have run. */
const failOccasionally = (): { failures(): number; end(): void } => {
  let calls = 0;
  let failures = 0;
  let isOver = false;
  for (const event of ['objects.reacted', 'comments.changed', 'performers.followed', 'orders.paid', 'orders.reversed'] as const)
    app.outbox.on(event, async () => {
      calls += 1;
      if (isOver || calls % 4 !== 1) return;
      failures += 1;
      throw new Error('this handler fails now and then');
    });
  return {
    failures: () => failures,
    end: () => {
      isOver = true;
    },
  };
};

test('the total that a reaction returns is exact at each step, during dispatching and recounting', async () => {
  const feedId = await createFeed(star, { photos: 0 });
  const commentId = await say(fans[0]!, feedId);
  const recounting = recountRepeatedly();
  for (const [action, id, type] of [
    ['like', feedId, 'feed'],
    ['bookmark', feedId, 'feed'],
    ['like', commentId, 'comment'],
    ['follow', star.id, 'performer'],
  ] as const) {
    const totals: number[] = [];
    for (const fan of fans) totals.push((await react(fan, action, id, type)).total);
    for (const fan of fans) totals.push((await react(fan, action, id, type)).total);
    for (const fan of fans) totals.push((await unreact(fan, action, id, type)).total);
    totals.push((await unreact(fans[0]!, action, id, type)).total);
    expect({ action, type, totals }).toEqual({ action, type, totals: [1, 2, 3, 4, 5, 6, 6, 6, 6, 6, 6, 6, 5, 4, 3, 2, 1, 0, 0] });
  }
  expect(await recounting.stop()).toBeGreaterThan(0);
  await app.settle();
  expect(await driftedCounters(app.platform.database)).toEqual([]);
});

test('concurrent reactions, sales, refunds and erasures with failing handlers and the nightly job: every counter is right', async () => {
  const feedIds = await Promise.all([1, 2, 3].map(() => createFeed(star, { photos: 0, audience: 'everyone' })));
  const sold = await createFeed(star, { audience: 'buyers', price: 1 });
  const parents: string[] = [];
  for (const feedId of feedIds) parents.push(await say(star, feedId));
  const toDelete = await Promise.all([createFan(app), createFan(app)]);
  const faults = failOccasionally();
  const recounting = recountRepeatedly();

  const act = async (fan: Person, seed: number): Promise<void> => {
    const random = createRandom(seed);
    const own: string[] = [];
    for (let step = 0; step < 14; step += 1) {
      const feedId = random.pick(feedIds);
      const parentId = parents[feedIds.indexOf(feedId)]!;
      const comment = { objectId: parentId, objectType: 'comment' } as const;
      // Refused when the comment has just been hidden.
      const moves: (() => Promise<unknown>)[] = [
        () => react(fan, 'like', feedId, 'feed'),
        () => unreact(fan, 'like', feedId, 'feed'),
        () => react(fan, 'bookmark', feedId, 'feed'),
        () => unreact(fan, 'bookmark', feedId, 'feed'),
        () => fan.client.send('POST /reactions', { body: { ...comment, action: 'like' } }),
        () => fan.client.send('DELETE /reactions', { body: { ...comment, action: 'like' } }),
        () => react(fan, 'follow', star.id, 'performer'),
        () => unreact(fan, 'follow', star.id, 'performer'),
        async () => own.push(await say(fan, feedId)),
        () => fan.client.send('POST /comments', { body: { ...comment, content: 'I agree.' }, files: {} }),
        () => fan.client.send('DELETE /comments/{id}', { params: { id: own.pop() ?? parentId } }),
        () =>
          star.client.send('PUT /comments/{id}/visibility', {
            params: { id: own.at(-1) ?? parentId },
            body: { hidden: random.chance(0.5) },
          }),
      ];
      await random.pick(moves)();
    }
  };
  const buyAndRefund = async (): Promise<void> => {
    for (const fan of fans) {
      const { orderId } = await fan.client.call('POST /payment-wallet/purchase-feed', { body: { feedId: sold } });
      if (fan !== fans[0])
        await admin.client.call('POST /admin/orders/{id}/refund', { params: { id: orderId }, body: { reason: 'Asked for.' } });
    }
  };
  const erase = async (): Promise<void> => {
    await Promise.all(toDelete.map((fan, n) => act(fan, 90 + n)));
    await sql`update accounts set deletes_at = ${app.clock.now()} where id = any(${toDelete.map(({ id }) => id)}::uuid[])`.execute(
      app.platform.database,
    );
    await eraseDueAccounts(app.platform);
    // The scheduled job may have erased one of them already.
    const { rows } = await sql<{
      status: string;
    }>`select status from accounts where id = any(${toDelete.map(({ id }) => id)}::uuid[])`.execute(app.platform.database);
    expect(rows).toEqual([{ status: 'deleted' }, { status: 'deleted' }]);
  };
  await Promise.all([...fans.map((fan, n) => act(fan, n + 1)), buyAndRefund(), erase()]);
  expect(await recounting.stop()).toBeGreaterThan(0);
  faults.end();
  await app.settle();
  expect(faults.failures()).toBeGreaterThan(0);
  expect(await driftedCounters(app.platform.database)).toEqual([]);
  const { rows } = await sql<{
    sum: number;
  }>`select sum(like_count + bookmark_count + comment_count + unlock_count)::int as sum from item_counters`.execute(app.platform.database);
  expect(rows[0]!.sum).toBeGreaterThan(5);
});

describe('while nothing is dispatched', () => {
  /** A node that accepts calls and dispatches only on request. */
  let node: TestApp;
  const on = (person: Person): Person => ({ ...person, client: node.client(person.client.token) });
  beforeAll(async () => {
    await app.settle();
    await app.outbox.stop();
    node = await createTestApp({
      database: app.testDatabase,
      dataDirectory: app.dataDirectory,
      now: app.clock.now(),
      environment: { ROLES: 'web' },
    });
  });
  afterAll(() => node.close());

  test('the nightly job leaves out what a pending event will change: purchases, refunds, reactions, comments', async () => {
    const performer = on(star);
    const feedId = await createFeed(performer, { audience: 'buyers', price: 1 });
    const other = await createFeed(performer, { photos: 0 });
    await node.outbox.drain();
    const buy = (fan: Person) => on(fan).client.call('POST /payment-wallet/purchase-feed', { body: { feedId } });
    const { orderId } = await buy(fans[0]!);
    await buy(fans[1]!);
    await react(on(fans[0]!), 'like', other, 'feed');
    await react(on(fans[0]!), 'bookmark', other, 'feed');
    await say(on(fans[0]!), other);
    await reconcileCounters(node.platform);
    await node.outbox.drain();
    expect(await driftedCounters(node.platform.database)).toEqual([]);
    await on(admin).client.call('POST /admin/orders/{id}/refund', { params: { id: orderId }, body: { reason: 'Asked for.' } });
    await reconcileCounters(node.platform);
    await node.outbox.drain();
    expect(await driftedCounters(node.platform.database)).toEqual([]);
    const { unlock_count: unlocks } = await node.platform.database
      .selectFrom('item_counters')
      .select('unlock_count')
      .where('item_id', '=', feedId)
      .executeTakeFirstOrThrow();
    expect(unlocks).toBe(1);
  });

  test('a like counted after its withdrawal, because its handler failed, leaves no difference', async () => {
    const performer = on(star);
    const feedId = await createFeed(performer, { photos: 0 });
    const commentId = await say(on(fans[0]!), feedId);
    await node.outbox.drain();
    const objects: ReactionTarget[] = [
      ['like', feedId, 'feed'],
      ['like', commentId, 'comment'],
      ['follow', star.id, 'performer'],
    ];
    for (const object of objects) await unreact(on(fans[2]!), ...object);
    await node.outbox.drain();
    for (const object of objects) await react(on(fans[2]!), ...object);
    for (const object of objects) await unreact(on(fans[2]!), ...object);
    // The first event of each name fails twice: with its batch, and alone.
    const failed = new Map<string, number>();
    for (const event of ['objects.reacted', 'performers.followed'] as const)
      node.outbox.on(event, async ({ payload }) => {
        const key = 'objectId' in payload ? payload.objectId : payload.performerId;
        const times = failed.get(key) ?? 0;
        failed.set(key, times + 1);
        if (times < 2) throw new Error('this handler fails twice');
      });
    while (
      Number(
        (await sql<{ left: string }>`select count(*) as left from outbox where dispatched_at is null`.execute(node.platform.database))
          .rows[0]!.left,
      ) > 0
    )
      await node.outbox.drain();
    expect(await driftedCounters(node.platform.database)).toEqual([]);
  });

  test('a comment committed while an earlier deletion is counted is counted once', async () => {
    const feedId = await createFeed(on(star), { photos: 0 });
    await node.outbox.drain();
    const toDelete = await say(on(fans[0]!), feedId);
    await node.outbox.drain();
    // The comment's event has the lower id, and is committed after the batch with the deletion was read.
    const late = new pg.Client({ connectionString: app.testDatabase.ownerUrl });
    await late.connect();
    await late.query('begin');
    await late.query('insert into comments (item_id, author_id, content) values ($1, $2, $3)', [feedId, fans[1]!.id, 'Late.']);
    await late.query(`insert into outbox (event, payload) values ('comments.changed', $1)`, [{ itemId: feedId, parentId: null, by: 1 }]);
    await react(on(fans[0]!), 'like', feedId, 'feed');
    await on(fans[0]!).client.call('DELETE /comments/{id}', { params: { id: toDelete } });
    let isOpen = true;
    node.outbox.onBatch('objects.reacted', async () => {
      if (isOpen) await late.query('commit');
      isOpen = false;
    });
    await node.outbox.drain();
    await late.end();
    await node.outbox.drain();
    expect(isOpen).toBe(false);
    expect(await driftedCounters(node.platform.database)).toEqual([]);
  });
});
