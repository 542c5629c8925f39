import type { NotificationKind } from '@stagedoor/contract/notifications.values';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createConversation, openMessages, writeMessage } from '../../testing/conversation-fixtures.ts';
import { PASSWORD, type Person, createAdmin, createFan, createFeed, createPerformer, topUp } from '../../testing/factories.ts';
import { ask, setPrices } from '../../testing/paid-show-fixtures.ts';
import { ADDRESS, createProduct } from '../../testing/shop.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { createShow, createTestNode } from '../../testing/test-node.ts';
import { createInitialGifts } from '../gifts/index.ts';
import { renewDueSubscriptions } from '../subscriptions/index.ts';
import { recordEndings } from '../subscriptions/renew-subscriptions.ts';
import { LISTENERS } from './tell-listeners.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
let admin: Person;
let star: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin, monthlyPrice: 5 });
  fan = await createFan(app);
  await openMessages(star);
  await topUp(app, fan, 500);
  await app.settle();
});
afterAll(() => app.close());

const list = (person: Person, query: Record<string, unknown> = {}) => person.client.call('GET /notifications', { query });
/** Notices of a kind once all that happened was told. */
const ofKind = async (person: Person, kind: NotificationKind) => {
  await app.settle();
  return (await list(person, { limit: 100 })).data.filter((one) => one.kind === kind);
};
const unread = async (person: Person): Promise<number> => (await person.client.call('GET /notifications/total-unread')).total;
const readAll = (person: Person) => person.client.call('PUT /notifications/read-all');
const ring = (person: Person, performer: Person, bell: { posts?: boolean; live?: boolean }) =>
  person.client.call('PUT /notifications/bells/{id}', { params: { id: performer.id }, body: bell });
const like = (person: Person, objectId: string, objectType: 'feed' | 'comment' = 'feed') =>
  person.client.call('POST /reactions', { body: { objectType, objectId, action: 'like' } });
const comment = async (person: Person, objectId: string, content: string, objectType: 'feed' | 'comment' = 'feed'): Promise<string> =>
  (await person.client.call('POST /comments', { body: { objectType, objectId, content }, files: {} }))._id;
const tip = (person: Person, performer: Person, amount: number, message: string, streamId?: string) =>
  person.client.call('POST /payment-wallet/send-tip-wallet/{id}', {
    params: { id: performer.id },
    body: { amount, message, ...(streamId === undefined ? {} : { streamId }) },
  });
/** All events are handed to their handlers again, as after a crash, by several dispatchers at once. */
const redeliver = async () => {
  await app.settle();
  // Counters of other modules would be moved again: only what concerns notifications.
  await sql`update outbox set dispatched_at = null where event in ('items.published', 'streams.changed', 'messages.sent', 'orders.paid',
    'orders.delivery', 'accounts.secured', 'applications.changed', 'subscriptions.ending', 'subscriptions.renewalFailed')`.execute(
    app.platform.database,
  );
  await Promise.all([app.outbox.drain(), app.outbox.drain()]);
  await app.settle();
};
const shown = ({ data }: Awaited<ReturnType<typeof list>>) => data.map(({ _id, text, count, isRead }) => [_id, text, count, isRead]);

describe('what is told', () => {
  test('a post, to those with the bell on and nobody else; once, whatever is repeated', async () => {
    const [follower, listener] = [await createFan(app), await createFan(app)];
    await follower.client.call('POST /reactions', { body: { objectType: 'performer', objectId: star.id, action: 'follow' } });
    expect(await listener.client.call('GET /notifications/bells/{id}', { params: { id: star.id } })).toEqual({ posts: false, live: false });
    expect(await ring(listener, star, { posts: true })).toEqual({ posts: true, live: false });
    const id = await createFeed(star, { title: 'Second night', photos: 0 });
    await app.settle();
    const before = await list(listener);
    expect(before).toMatchObject({
      total: 1,
      data: [
        {
          kind: 'post',
          actor: { _id: star.id, username: star.username, isPerformer: true },
          object: { kind: 'feed', id, title: 'Second night' },
          path: `/feeds/${id}`,
          count: 1,
          isRead: false,
        },
      ],
    });
    expect(before.data[0]!.text).toMatch(/posted “Second night”$/);
    await redeliver();
    expect(shown(await list(listener))).toEqual(shown(before));
    expect(await unread(follower)).toBe(0);
    expect((await list(listener, { filter: 'live' })).total).toBe(0);
    const spanish = await listener.client.call('GET /notifications', { headers: { cookie: 'locale=es' } });
    expect(spanish.data[0]!.text).toMatch(/ha publicado «Second night»$/);
  });

  test('a post to many, in slices of which only the first is the event’s', async () => {
    const before = { ...LISTENERS };
    Object.assign(LISTENERS, { firstSlice: 2, slice: 2 });
    try {
      const performer = await createPerformer(app, { admin });
      const many: Person[] = [];
      for (let n = 0; n < 7; n += 1) many.push(await createFan(app));
      for (const one of many) await ring(one, performer, { posts: true });
      await createFeed(performer, { title: 'For many', photos: 0 });
      await app.settle();
      for (const one of many) expect(await unread(one)).toBe(1);
      await redeliver();
      for (const one of many) expect((await list(one)).total).toBe(1);
    } finally {
      Object.assign(LISTENERS, before);
    }
  });

  test('a show, to subscribers unless they switched it off, and to whoever rang; afterwards it says that it was', async () => {
    const performer = await createPerformer(app, { admin, monthlyPrice: 0 });
    const [subscriber, silent, listener, stranger] = [
      await createFan(app),
      await createFan(app),
      await createFan(app),
      await createFan(app),
    ];
    await sql`insert into subscriptions (fan_id, performer_id, type, price_amount, expires_at, paid_until)
      select id, ${performer.id}::uuid, 'free', 0, now() + interval '9 days', now() + interval '9 days' from accounts
      where id = any(${[subscriber.id, silent.id]}::uuid[]) on conflict do nothing`.execute(app.platform.database);
    await ring(silent, performer, { live: false });
    await ring(listener, performer, { live: true });
    const { streamId } = await createShow(performer, { node: createTestNode(app) });
    await redeliver();
    for (const one of [subscriber, listener]) {
      const [live] = await ofKind(one, 'live');
      expect(live).toMatchObject({ path: `/live/${performer.username}`, object: { kind: 'stream', id: streamId }, count: 1 });
      expect(live!.text).toContain(' is live');
    }
    for (const one of [silent, stranger]) expect(await ofKind(one, 'live')).toEqual([]);
    await performer.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
    await app.settle();
    const [live] = await ofKind(subscriber, 'live');
    expect([live!.path, live!.text.includes(' was live')]).toEqual([`/${performer.username}`, true]);
  });

  test('private messages in one row for each conversation, unless they were read meanwhile', async () => {
    const conversationId = await createConversation(fan, star);
    for (const text of ['One.', 'Two.', 'Three.']) await writeMessage(fan, conversationId, text);
    await redeliver();
    const [message] = await ofKind(star, 'message');
    expect(message).toMatchObject({ count: 3, path: `/messages/${conversationId}`, isRead: false, actor: { _id: fan.id } });
    expect(message!.text).toContain('sent you 3 messages');
    await star.client.call('POST /messages/read-all/{id}', { params: { id: conversationId } });
    expect((await ofKind(star, 'message'))[0]).toMatchObject({ isRead: true });
    await writeMessage(star, conversationId, 'Yes.');
    await fan.client.call('POST /messages/read-all/{id}', { params: { id: conversationId } });
    await writeMessage(fan, conversationId, 'Good.');
    await app.settle();
    expect((await ofKind(star, 'message'))[0]).toMatchObject({ count: 1, isRead: false });
  });

  test('likes of one post in one row, each person once; own ones are not told', async () => {
    await readAll(star);
    const id = await createFeed(star, { title: 'Liked', photos: 0 });
    const others = [await createFan(app), await createFan(app), await createFan(app)];
    await like(star, id);
    await Promise.all(others.map((one) => like(one, id)));
    await app.settle();
    await others[0]!.client.call('DELETE /reactions', { body: { objectType: 'feed', objectId: id, action: 'like' } });
    await like(others[0]!, id);
    await app.settle();
    const [row] = await ofKind(star, 'reaction');
    expect(row).toMatchObject({ count: 3, path: `/feeds/${id}`, isRead: false });
    expect(row!.text).toMatch(/ and 2 others liked “Liked”$/);
    expect(await unread(star)).toBe(1);
    // Once it is read, the next ones begin a new row.
    await star.client.call('PUT /notifications/{id}/read', { params: { id: row!._id } });
    await like(fan, id);
    await app.settle();
    expect((await ofKind(star, 'reaction')).map(({ count, isRead }) => [count, isRead])).toEqual([
      [1, false],
      [3, true],
    ]);
  });

  test('comments to the performer, answers to whom they answer; not once they are removed', async () => {
    const id = await createFeed(star, { title: 'Discussed', photos: 0 });
    const commentId = await comment(fan, id, 'Which wood is it?');
    await comment(star, commentId, 'Lead with the elbow, always.', 'comment');
    await app.settle();
    const [told] = await ofKind(star, 'comment');
    expect(told!.text).toMatch(/commented on “Discussed”: “Which wood is it\?”$/);
    const [answer] = await ofKind(fan, 'comment');
    expect(answer!.text).toMatch(/replied to your comment: “Lead with the elbow, always\.”$/);
    await like(star, commentId, 'comment');
    await app.settle();
    expect((await ofKind(fan, 'reaction'))[0]!.text).toMatch(/liked your comment$/);
    await fan.client.call('DELETE /comments/{id}', { params: { id: commentId } });
    await app.settle();
    expect((await ofKind(star, 'comment')).filter(({ object }) => object?.id === id)).toEqual([]);
  });

  test('a mention, once, to whoever may read the comment and has no block with its author', async () => {
    const [named, stranger, blocked] = [await createFan(app), await createFan(app), await createFan(app)];
    const author = await createPerformer(app, { admin });
    await author.client.call('POST /performer/block/users', { body: { userId: blocked.id } });
    const id = await createFeed(star, { title: 'Rehearsal', photos: 0 });
    const words = `Ask @${named.username}. Or @${named.username.toUpperCase()}, @${blocked.username}, @${star.username}, @nobody-of-that-name, me@${stranger.username}`;
    const commentId = await comment(author, id, words);
    await redeliver();
    const [told, ...more] = await ofKind(named, 'mention');
    expect([more, told]).toEqual([
      [],
      expect.objectContaining({ count: 1, path: `/feeds/${id}`, actor: expect.objectContaining({ _id: author.id }) }),
    ]);
    expect(told!.text).toMatch(/ mentioned you in a comment: “Ask @/);
    for (const one of [stranger, blocked, star, author]) expect(await ofKind(one, 'mention')).toEqual([]);
    // The performer is told of the comment as such.
    expect((await ofKind(star, 'comment')).filter(({ object }) => object?.id === id)).toHaveLength(1);
    await comment(author, id, `@${named.username} again`);
    await app.settle();
    expect((await ofKind(named, 'mention')).map(({ count }) => count)).toEqual([2]);
    // Nobody hears of what is closed to them, nor of what was removed.
    const closed = await createFeed(star, { title: 'Closed', photos: 0, audience: 'subscribers' });
    await comment(star, closed, `Hello @${named.username}`);
    await app.settle();
    expect((await ofKind(named, 'mention')).map(({ object }) => object?.id)).toEqual([id]);
    await readAll(named);
    const last = await comment(author, id, `Once more @${named.username}`);
    await app.settle();
    for (const gone of [commentId, last]) await author.client.call('DELETE /comments/{id}', { params: { id: gone } });
    // The row that was read still tells the second mention.
    expect((await ofKind(named, 'mention')).map(({ count }) => count)).toEqual([1]);
    // As others it can be switched off, and mailed.
    await named.client.call('PUT /notifications/choices', { body: { kind: 'mention', channel: 'site', isOn: false } });
    await comment(author, await createFeed(star, { photos: 0 }), `And here @${named.username}`);
    await app.settle();
    expect(await ofKind(named, 'mention')).toHaveLength(1);
  });

  test('a tip with its words, those of a show in one row; gifts of the wallet’s owner are not told to them', async () => {
    const performer = await createPerformer(app, { admin });
    await tip(fan, performer, 2.5, 'For the second encore');
    await app.settle();
    const { streamId } = await createShow(performer, { node: createTestNode(app) });
    for (const words of ['Bravo', 'Encore']) await tip(fan, performer, 3, words, streamId);
    await redeliver();
    const tips = await ofKind(performer, 'tip');
    expect(tips.map(({ count }) => count)).toEqual([2, 1]);
    expect(tips[1]!.text).toMatch(/tipped you 2\.50 tokens \(\$2\.50\): “For the second encore”$/);
    expect(tips[0]!.text).toMatch(/^2 tips in your show: 6 tokens \(\$6\.00\) in total\. .*: “Encore”$/);
    expect(await ofKind(fan, 'tip')).toEqual([]);
  });

  test('subscriptions, sales and each step of an order; the buyer’s refund', async () => {
    const performer = await createPerformer(app, { admin, monthlyPrice: 5 });
    const { orderId } = await fan.client.call('POST /payment/subscribe-performer', { body: { performerId: performer.id } });
    await fan.client.call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: orderId } });
    const productId = await createProduct(app, performer, { type: 'physical', price: 2, stock: 9 });
    await fan.client.call('POST /payment-wallet/purchase-products', { body: { products: [{ productId }], deliveryAddress: ADDRESS } });
    const orderLineId = (await fan.client.call('GET /orders/users/details/search')).data[0]!._id;
    for (const delivery of ['processing', 'shipped', 'delivered'] as const)
      await performer.client.call('PUT /orders/{id}/update', { params: { id: orderLineId }, body: { delivery } });
    await redeliver();
    expect((await ofKind(performer, 'subscription')).map(({ text, path }) => [text.endsWith('subscribed to you'), path])).toEqual([
      [true, '/model/subscribers'],
    ]);
    expect(await ofKind(performer, 'sale')).toHaveLength(1);
    expect((await ofKind(fan, 'order')).map(({ text }) => text.replace(/“.*”/, '“…”'))).toEqual([
      '“…” was delivered',
      '“…” is on its way',
      'Your order of “…” is being prepared',
    ]);
    await admin.client.call('POST /admin/orders/{id}/refund', { params: { id: orderId }, body: { reason: 'Asked for it.' } } as never);
    await app.settle();
    const [refund] = await ofKind(fan, 'refund');
    expect(refund!.text).toMatch(/^Refund of 5 tokens \(\$5\.00\): Subscription, /);
  });

  test('a fan who asks for a private show; a gift with its words; a renewal and one that failed', async () => {
    const performer = await createPerformer(app, { admin, monthlyPrice: 9 });
    await setPrices(app, performer);
    const asker = await createFan(app);
    await topUp(app, asker, 30);
    const { orderId } = await asker.client.call('POST /payment/subscribe-performer', { body: { performerId: performer.id, renews: true } });
    await asker.client.call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: orderId } });
    await createInitialGifts(app.platform);
    const rose = (await asker.client.call('GET /gift/performers/{id}', { params: { id: performer.username } })).data.find(
      ({ name }) => name === 'Rose',
    )!._id;
    await asker.client.call('POST /payment-wallet/gifting', {
      body: { giftId: rose, performerId: performer.id, quantity: 2, message: 'Encore' },
    });
    await performer.client.call('GET /users/me');
    await app.settle();
    await ask(asker, performer);
    await redeliver();
    const told = async (person: Person, kind: NotificationKind) => (await ofKind(person, kind)).map(({ text, path }) => [text, path]);
    const actor = (await ofKind(performer, 'request'))[0]!.actor!;
    expect(await told(performer, 'request')).toEqual([[`${actor.name} asked for a private show`, '/model/live']]);
    expect(await told(performer, 'gift')).toEqual([
      [`${actor.name} gave you 2 × Rose, worth 2 tokens ($2.00): “Encore”`, '/model/earning'],
    ]);
    const isOver = async () => {
      const row = await app.platform.database
        .selectFrom('subscriptions')
        .select('paid_until')
        .where('fan_id', '=', asker.id)
        .executeTakeFirstOrThrow();
      app.clock.advance(row.paid_until.getTime() + 3_600_000 - app.clock.now().getTime());
      await renewDueSubscriptions(app.platform);
      await redeliver();
    };
    await isOver();
    const [renewed] = await ofKind(asker, 'renewal');
    expect([renewed!.text, renewed!.path]).toEqual([
      expect.stringMatching(/^Your subscription to .+ was renewed for 9 tokens \(\$9\.00\)$/),
      '/subscriptions',
    ]);
    // Nine are not left for the next one.
    await isOver();
    const renewals = await ofKind(asker, 'renewal');
    expect(renewals.map(({ path }) => path)).toEqual(['/wallet', '/subscriptions']);
  });

  test('a subscription that ends, once; changes of security and decisions on applications', async () => {
    const reader = await createFan(app);
    await sql`insert into subscriptions (fan_id, performer_id, type, state, price_amount, expires_at, paid_until)
      values (${reader.id}::uuid, ${star.id}::uuid, 'monthly', 'cancelled', 500, ${new Date(app.clock.now().getTime() + 2 * DAY_MS)},
        ${new Date(app.clock.now().getTime() + 2 * DAY_MS)})`.execute(app.platform.database);
    expect(await recordEndings(app.platform)).toBe(1);
    expect(await recordEndings(app.platform)).toBe(0);
    await redeliver();
    expect((await ofKind(reader, 'expiry')).map(({ path }) => path)).toEqual(['/subscriptions']);
    await reader.client.call('POST /auth/two-factor', { body: { currentPassword: PASSWORD } });
    await app.platform.database.transaction().execute(async (trx) => {
      await trx
        .insertInto('outbox')
        .values({ event: 'accounts.secured', payload: JSON.stringify({ accountId: reader.id, what: 'password' }) })
        .execute();
    });
    await redeliver();
    expect((await ofKind(reader, 'security')).map(({ text, path }) => [text, path])).toEqual([
      ['Your password was changed. Was it you?', '/account'],
    ]);
    const applicant = await createPerformer(app, { admin });
    const before = (await ofKind(applicant, 'application')).length;
    await sql`update performers set decided_at = ${app.clock.now()} where account_id = ${applicant.id}::uuid`.execute(
      app.platform.database,
    );
    await sql`insert into outbox (event, payload) values ('applications.changed', jsonb_build_object('performerId', ${applicant.id}::text))`.execute(
      app.platform.database,
    );
    await redeliver();
    const decisions = await ofKind(applicant, 'application');
    expect([decisions.length - before, decisions[0]!.path]).toEqual([1, '/model/dashboard']);
  });
});

describe('who sees it', () => {
  test('nothing of a performer who blocked the account, and nothing about what was taken away; the count follows', async () => {
    const reader = await createFan(app);
    const performer = await createPerformer(app, { admin });
    await ring(reader, performer, { posts: true });
    const kept = await createFeed(performer, { title: 'Kept', photos: 0 });
    const gone = await createFeed(performer, { title: 'Gone', photos: 0 });
    await app.settle();
    expect([(await list(reader)).total, await unread(reader)]).toEqual([2, 2]);
    await performer.client.call('DELETE /performer/feeds/{id}', { params: { id: gone } });
    expect((await list(reader)).data.map(({ object }) => object?.id)).toEqual([kept]);
    expect(await unread(reader)).toBe(1);
    await performer.client.call('POST /performer/block/users', { body: { userId: reader.id } });
    await createFeed(performer, { title: 'Behind a block', photos: 0 });
    await app.settle();
    expect([(await list(reader)).total, await unread(reader)]).toEqual([0, 0]);
    const refused = await reader.client.send('GET /notifications/bells/{id}', { params: { id: performer.id } });
    expect(refused.status).toBe(404);
    await performer.client.call('DELETE /performer/block/users/{id}', { params: { id: reader.id } });
    expect((await list(reader)).total).toBe(1);
  });

  test('the words of a comment are left out while its post is closed to the reader', async () => {
    const reader = await createFan(app);
    const id = await createFeed(star, { title: 'Open', photos: 0 });
    const mine = await comment(reader, id, 'Is it real?');
    await comment(star, mine, 'The secret answer.', 'comment');
    await app.settle();
    expect((await ofKind(reader, 'comment'))[0]!.text).toContain('The secret answer.');
    await star.client.call('PUT /performer/feeds/{id}', { params: { id }, body: { audience: 'subscribers' } });
    expect((await ofKind(reader, 'comment'))[0]!.text).toMatch(/replied to your comment$/);
  });
});

describe('reading', () => {
  test('is counted right when it happens at once, repeated, and never below zero', async () => {
    const reader = await createFan(app);
    const performer = await createPerformer(app, { admin });
    await ring(reader, performer, { posts: true });
    for (const title of ['One', 'Two', 'Three', 'Four']) await createFeed(performer, { title, photos: 0 });
    await app.settle();
    const { data } = await list(reader, { sortBy: 'createdAt', sort: 'asc' });
    const read = (id: string) => reader.client.call('PUT /notifications/{id}/read', { params: { id } });
    await Promise.all([...data.slice(0, 2), ...data.slice(0, 2)].map(({ _id }) => read(_id)));
    expect(await unread(reader)).toBe(2);
    expect((await list(reader, { filter: 'unread' })).data.map(({ object }) => object?.title)).toEqual(['Four', 'Three']);
    expect(await read(data[0]!._id)).toEqual({ total: 2 });
    await Promise.all([readAll(reader), readAll(reader), read(data[3]!._id)]);
    expect([await readAll(reader), await unread(reader)]).toEqual([{ total: 0 }, 0]);
    const foreign = await fan.client.send('PUT /notifications/{id}/read', { params: { id: data[0]!._id } });
    expect(foreign.status).toBe(404);
  });

  test('pages by twelve, newest change first', async () => {
    const reader = await createFan(app);
    const performer = await createPerformer(app, { admin });
    await ring(reader, performer, { posts: true });
    for (let n = 1; n <= 14; n += 1) {
      app.clock.advance(1000);
      await createFeed(performer, { title: `No. ${n}`, photos: 0 });
    }
    await app.settle();
    const first = await list(reader);
    expect([first.total, first.data.length, first.data[0]!.object!.title]).toEqual([14, 12, 'No. 14']);
    const second = await list(reader, { offset: 12 });
    expect(second.data.map(({ object }) => object!.title)).toEqual(['No. 2', 'No. 1']);
  });
});

describe('bad input', () => {
  test.each([
    ['PUT /notifications/choices', { body: { kind: 'weather', channel: 'site', isOn: true } }, 422],
    ['PUT /notifications/choices', { body: { kind: 'security', channel: 'mail', isOn: false } }, 422],
    ['PUT /notifications/choices', { body: { kind: 'receipt', channel: 'mail', isOn: false } }, 422],
    ['PUT /notifications/{id}/read', { params: { id: 'x' } }, 422],
    ['PUT /notifications/bells/{id}', { params: { id: '0190a000-0000-7000-8000-000000000001' }, body: { posts: true } }, 404],
    ['GET /notifications', { query: { filter: 'weather' } }, 422],
    ['GET /notifications', { query: { sortBy: 'kind' } }, 422],
  ])('%s %j is refused', async (key, request, status) => {
    expect((await fan.client.raw(key, request)).status).toBe(status);
  });
});
