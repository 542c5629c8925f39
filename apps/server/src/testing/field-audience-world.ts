import { sql } from 'kysely';
import { recordOf } from '@stagedoor/contract/keys.values';
import type { FieldAudience } from '@stagedoor/contract/audience';
import { sweepMinutes } from '../modules/streams/index.ts';
import type { Client } from './client.ts';
import { createConversation, openMessages, sendPaidMessage, writeMessage } from './conversation-fixtures.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer, topUp } from './factories.ts';
import { createGallery, createPhoto } from './gallery-fixtures.ts';
import { ask, beginGroupShow, beginPrivateShow, joinAndWatch, setPrices } from './paid-show-fixtures.ts';
import { planShow } from './schedule-fixtures.ts';
import { createProduct } from './shop.ts';
import type { TestApp } from './test-app.ts';
import { createShow, createTestNode } from './test-node.ts';
import { createReel, createVideo, finishRecordingOf } from './video-fixtures.ts';

/** Names of the callers who belong to each audience of an object; `all` stands for every caller. */
export type Members = Partial<Record<Exclude<FieldAudience, 'caller'>, readonly string[] | 'all'>>;

export interface AudienceWorld {
  callers: Record<string, Client>;
  /** Each object with its audiences, stated independently of the server's rules. */
  members: Map<string, Members>;
  /** Ids and usernames, for calls that take an id in their path. */
  ids: string[];
  /** Objects by kind, for calls that take them in their query. */
  objects: { objectType: string; objectId: string }[];
  performerIds: string[];
  accountIds: string[];
}

const follow = (fan: Person, performer: Person) =>
  fan.client.call('POST /reactions', { body: { action: 'follow', objectType: 'performer', objectId: performer.id } });

/** The card company counts days, has declined the renewal of a fan's subscription, tries it again, and waits for the fan to confirm a cancellation. */
const declineRenewal = async ({ platform: { database, clock } }: TestApp, fan: Person): Promise<void> => {
  const name = { gateway: 'sandbox', id: `renewed-${fan.id}` };
  await database
    .updateTable('subscriptions')
    .set({
      renews_by: 'card',
      gateway: name.gateway,
      gateway_subscription_id: name.id,
      renewal_attempts: 1,
      next_try_at: new Date(clock.now().getTime() + 86_400_000),
    })
    .where('fan_id', '=', fan.id)
    .execute();
  await database
    .updateTable('orders')
    .set({ method: 'card', detail: JSON.stringify({ type: 'monthly', periodDays: 30 }) })
    .where('id', 'in', (of) => of.selectFrom('subscriptions').select(sql<string>`order_id`.as('id')).where('fan_id', '=', fan.id))
    .execute();
  await database
    .insertInto('gateway_cancellations')
    .values({ gateway: name.gateway, subscription_id: name.id, asked_by: 'buyer', asked_at: clock.now() })
    .execute();
};

const subscribe = async (fan: Person, performer: Person): Promise<void> => {
  const { orderId } = await fan.client.call('POST /payment/subscribe-performer', { body: { performerId: performer.id } });
  await fan.client.call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: orderId } });
};

const payWallet = async (fan: Person, { orderId }: { orderId: string }): Promise<void> => {
  await fan.client.call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: orderId } });
};

/** Names of the callers who are performers. */
export const PERFORMERS = ['star', 'host', 'past', 'soloist', 'rival'] as const;
const FANS = ['stranger', 'blocked', 'follower', 'subscriber', 'payer', 'leaver', 'companion', 'moderator'] as const;
type People = Record<(typeof PERFORMERS)[number] | (typeof FANS)[number] | 'admin', Person>;

const createPeople = async (app: TestApp): Promise<People> => {
  const admin = await createAdmin(app);
  const people = new Map<string, Person>([['admin', admin]]);
  for (const name of PERFORMERS) people.set(name, await createPerformer(app, { admin, monthlyPrice: 5 }));
  for (const name of FANS) people.set(name, await createFan(app));
  return recordOf(['admin', ...PERFORMERS, ...FANS], (name) => people.get(name)!);
};

/** People with every relation to a performer and her shows, one item of each kind for followers, subscribers and buyers, and shows of every kind. */
export const createAudienceWorld = async (app: TestApp): Promise<AudienceWorld> => {
  const people = await createPeople(app);
  const { star, host, past, soloist, rival, follower, subscriber, blocked } = people;
  for (const fan of [subscriber, people.payer, people.leaver, people.companion]) await topUp(app, fan, 200);
  const world: AudienceWorld = {
    callers: { visitor: app.client(), ...Object.fromEntries(Object.entries(people).map(([name, { client }]) => [name, client])) },
    members: new Map(),
    ids: [star.username, star.id, host.id, past.id, soloist.id],
    objects: [],
    performerIds: [star.id, host.id, rival.id],
    accountIds: Object.values(people).map(({ id }) => id),
  };
  /** Adds an object. */
  const add = (id: string, members: Members, kind?: string): void => {
    world.members.set(id, members);
    world.ids.push(id);
    if (kind) world.objects.push({ objectType: kind, objectId: id });
  };
  await follow(follower, star);
  await subscribe(subscriber, star);
  await addItems(app, people, add);
  add((await subscriber.client.call('GET /subscriptions/search')).data[0]!._id, { performer: ['star'], fan: ['subscriber'] });
  await subscribe(people.payer, rival);
  await declineRenewal(app, people.payer);
  add((await people.payer.client.call('GET /subscriptions/search')).data[0]!._id, { performer: ['rival'], fan: ['payer'] });
  await addTalk(people, add);
  await addShows(app, people, add);
  const planned = await planShow(app, rival);
  await follower.client.call('PUT /streaming/schedule/{id}/reminder', { params: { id: planned }, body: { on: true } });
  add(planned, { performer: ['rival'] });
  await app.platform.database.insertInto('blocks').values({ performer_id: star.id, account_id: blocked.id }).execute();
  await app.settle();
  return world;
};

type Add = (id: string, members: Members, kind?: string) => void;

const addItems = async (app: TestApp, { star, subscriber }: People, add: Add): Promise<void> => {
  const forSubscribers = { granted: ['star', 'admin', 'subscriber'], performer: ['star'] } as const;
  const open = { granted: 'all', performer: ['star'] } as const;
  add(await createFeed(star, { audience: 'everyone', text: 'For all.' }), open, 'feed');
  add(
    await createFeed(star, { audience: 'followers', text: 'For followers.' }),
    { ...forSubscribers, granted: ['star', 'admin', 'follower', 'subscriber'] },
    'feed',
  );
  add(await createFeed(star, { audience: 'subscribers', text: 'For subscribers.' }), forSubscribers, 'feed');
  const sold = await createFeed(star, { audience: 'buyers', price: 2, text: 'For sale.' });
  add(sold, forSubscribers, 'feed');
  const { _id: pollId } = await star.client.call('POST /performer/feeds/polls', {
    body: { question: 'Which?', options: ['Bach', 'Ravel'] },
  });
  const asked = await star.client.call('POST /performer/feeds', { body: { text: 'A question.', audience: 'subscribers', pollId } });
  add(asked._id, forSubscribers, 'feed');
  const gallery = await createGallery(star, { audience: 'buyers', price: 2 });
  add(gallery._id, forSubscribers, 'gallery');
  add(gallery.photoIds[0]!, forSubscribers, 'photo');
  const photo = await createPhoto(star, { audience: 'buyers', price: 1 });
  add(photo, forSubscribers, 'photo');
  const video = await createVideo(star, { audience: 'buyers', price: 4, seconds: 12 });
  add(video._id, forSubscribers, 'video');
  add(await createReel(star), open, 'reel');
  add(await createProduct(app, star, { type: 'physical', price: 2, stock: 9 }), { granted: 'all', performer: ['star'] }, 'product');
  await app.settle();
  const buy = subscriber.client;
  await buy.call('POST /payment-wallet/purchase-feed', { body: { feedId: sold } });
  await buy.call('POST /payment-wallet/purchase-gallery', { body: { galleryId: gallery._id } });
  await buy.call('POST /payment-wallet/purchase-video', { body: { videoId: video._id } });
  await payWallet(subscriber, await buy.call('POST /payment/purchase-single-photo', { body: { photoId: photo } }));
  await app.settle();
  await buy.call('POST /feeds/vote/{id}', { params: { id: pollId }, body: { optionId: asked.poll!.options[0]!._id } });
  await buy.call('POST /performer-assets/videos/{id}/view', { params: { id: video._id }, body: { position: 6 } });
};

const addTalk = async ({ star, subscriber }: People, add: Add): Promise<void> => {
  await openMessages(star);
  const conversationId = await createConversation(subscriber, star);
  add(conversationId, { performer: ['star'], fan: ['subscriber'] });
  await star.client.call('PUT /conversations/{id}/note', { params: { id: conversationId }, body: { note: 'Likes Bach.' } });
  await writeMessage(subscriber, conversationId, 'When do you play?');
  const boughtId = await sendPaidMessage(star, conversationId);
  await payWallet(subscriber, await subscriber.client.call('POST /payment/purchase-message/{id}', { params: { id: boughtId }, body: {} }));
  await sendPaidMessage(star, conversationId);
  const { data } = await star.client.call('GET /messages/conversations/{id}', { params: { id: conversationId } });
  for (const { _id, item } of data) {
    const members = { granted: item && item._id !== boughtId ? ['star'] : ['star', 'subscriber'], performer: ['star'] };
    add(_id, members);
    if (item) add(item._id, members, 'message');
  }
};

const tip = (fan: Person, performer: Person, streamId: string) =>
  fan.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: performer.id }, body: { amount: 3, streamId } });

const addShows = async (app: TestApp, people: People, add: Add): Promise<void> => {
  const { star, host, past, soloist, payer, leaver, companion, subscriber, moderator } = people;
  const node = createTestNode(app);
  // A public show for subscribers that was recorded, and one that runs, with goal, tip, moderator and a time-out.
  const recorded = await createShow(star, { node, isRecorded: true, audience: 'subscribers', title: 'Yesterday' });
  await star.client.call('POST /streaming/end/{id}', { params: { id: recorded.streamId } });
  await finishRecordingOf(node, recorded.streamId);
  const forSubscribers = { granted: ['star', 'admin', 'subscriber'], performer: ['star'], moderators: ['star', 'moderator'] };
  add(recorded.streamId, forSubscribers);
  const live = await createShow(star, { node, audience: 'subscribers', goal: { title: 'A new bow', amount: 50 } });
  add(live.streamId, forSubscribers);
  await star.client.call('POST /streaming/moderators', { body: { id: moderator.id } });
  await tip(subscriber, star, live.streamId);

  // A group show that is over, with its recording, and one that runs. The leaver was in both and paid for nothing that stayed paid.
  for (const [performer, name, isOver] of [
    [past, 'past', true],
    [host, 'host', false],
  ] as const) {
    const { streamId } = await beginGroupShow(performer, { node, isRecorded: true });
    await joinAndWatch(payer, node, streamId);
    await joinAndWatch(leaver, node, streamId);
    await leaver.client.call('POST /streaming/leave/{id}', { params: { id: streamId } });
    await node.report();
    await node.pass(10_000);
    await node.pass(61_000);
    await sweepMinutes(app.platform);
    await tip(payer, performer, streamId);
    add(streamId, { granted: [name, 'payer'], performer: [name], fan: ['payer', 'leaver'], moderators: [name] });
    if (!isOver) continue;
    await performer.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
    await finishRecordingOf(node, streamId);
  }

  // A private show that runs, and requests that wait.
  await setPrices(app, soloist);
  await soloist.client.call('GET /users/me');
  await app.settle();
  const { streamId } = await beginPrivateShow(soloist, companion, { node });
  add(streamId, { granted: ['soloist', 'companion'], performer: ['soloist'], fan: ['companion'], moderators: ['soloist'] });
  await setPrices(app, star);
  await star.client.call('GET /users/me');
  await app.settle();
  for (const [fan, name] of [
    [subscriber, 'subscriber'],
    [payer, 'payer'],
  ] as const) {
    const { _id } = await ask(fan, star);
    add(_id, { granted: ['star', name], performer: ['star'], fan: [name], moderators: ['star'] });
  }

  // A chat in slow mode, in which a fan just wrote who is timed out then.
  await star.client.call('PUT /streaming/chat-rules', { body: { slowSeconds: 60, writers: 'subscribers' } });
  await subscriber.client.call('POST /messages/stream/public/conversations/{id}', {
    params: { id: live.conversationId },
    body: { text: 'Good evening.' },
  });
  await star.client.call('POST /streaming/chat/{id}/timeouts', {
    params: { id: live.streamId },
    body: { accountId: subscriber.id, minutes: 5 },
  });
};
