import { CONTRACT } from '@stagedoor/contract';
import type { Endpoint } from '@stagedoor/contract/endpoint';
import type { ErrorCode } from '@stagedoor/contract/errors';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Client } from './client.ts';
import { createReport } from './catalog-fixtures.ts';
import { offerProduct } from './product-fixtures.ts';
import { createConversation, sendPaidMessage, writeMessage } from './conversation-fixtures.ts';
import { createGallery, createPhoto } from './gallery-fixtures.ts';
import { createRecordedShow, createReel, createVideo } from './video-fixtures.ts';
import { createNotification } from './notification-fixtures.ts';
import { createPayout, earn, setPaypal } from './payout-fixtures.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer, picture, topUp } from './factories.ts';
import { watchRows } from './changed-rows.ts';
import { planShow } from './schedule-fixtures.ts';
import { ask, beginGroupShow } from './paid-show-fixtures.ts';
import { type TestNode, createPrivateShow, createShow, createTestNode } from './test-node.ts';
import { type TestApp, createTestApp } from './test-app.ts';
import { ADDRESS, createProduct } from './shop.ts';
import { asBlob, captions, video } from './videos.ts';

/** Generous, for busy machines. */
const DEADLINE = { timeout: 15_000 };

// Other people's ids: every call that takes an id, with an existing id of somebody else, by every kind of caller. It must be refused with
// an error code, leave every row of the database unchanged, and still work for the owner.

type Request = NonNullable<Parameters<Client['raw']>[1]>;

let app: TestApp;
let owner: Person;
let buyer: Person;
let admin: Person;
let other: Person;
let stranger: Person;
let blocked: Person;
let mutedId: string;
/** Every kind of caller except the owner. */
const others: Record<string, { client: Client; codes: readonly ErrorCode[] }> = {};
let feedId: string;
let spareId: string;
let orderId: string;
let subscriptionId: string;
let node: TestNode;
let streamId: string;
let moderatorId: string;
let plannedId: string;
let messageId: string;
let spareSessionId: string;
let passkeyId: string;
let participantId: string;
let orderLineId: string;
let giftId: string;
let privateId: string;
let draftId: string;
let galleryId: string;
let spareGalleryId: string;
let galleryPhotoId: string | undefined;
let sparePhotoId: string;
let videoId: string;
let spareVideoId: string;
let reelId: string;
let recordedId: string;
let mediaId: string;
let spareMediaId: string;
let filmId: string;
/** A private conversation. */
let letterId: string;
let soldId: string;
let spareOrderLineId: string;
let sentId: string;
let offerLinkId: string;
let offeredId: string;
let decisionId: string;
let rejectedId: string;
let reportId: string;
let commentId: string;
let noticeId: string;
let payoutId: string;
let paidPayoutId: string;
let spareCommentId: string;
/** A request to `owner`, and one of `buyer` to another performer. */
let askedId: string;
let ownAskedId: string;
let declinedId: string;
let groupId: string;

beforeAll(async () => {
  app = await createTestApp({ environment: { TRUST_PROXY: '1' } });
  admin = await createAdmin(app);
  owner = await createPerformer(app, { admin, monthlyPrice: 5, yearlyPrice: 50 });
  other = await createPerformer(app, { admin, monthlyPrice: 5 });
  const pending = await createPerformer(app, { approved: false });
  buyer = await createFan(app);
  stranger = await createFan(app);
  blocked = await createFan(app);
  const banned = await createFan(app);
  for (const fan of [buyer, stranger, blocked, other]) await topUp(app, fan, 100);

  feedId = await createFeed(owner, { audience: 'everyone', text: 'For all.' });
  const shelve = async () => owner.client.call('POST /performer/media-libraries/upload', { body: {}, files: { file: await picture() } });
  mediaId = (await shelve())._id;
  spareMediaId = (await shelve())._id;
  const film = { file: asBlob(await video({ seconds: 0.2 })) };
  filmId = (await owner.client.call('POST /performer/media-libraries/upload', { body: {}, files: film }))._id;
  await owner.client.call('PUT /performer/media-libraries/{id}/captions', {
    params: { id: filmId },
    body: { locale: 'es' },
    files: { file: captions() },
  });
  ({
    _id: galleryId,
    photoIds: [galleryPhotoId],
  } = await createGallery(owner));
  ({ _id: spareGalleryId } = await createGallery(owner));
  sparePhotoId = await createPhoto(owner);
  ({ _id: videoId } = await createVideo(owner));
  ({ _id: spareVideoId } = await createVideo(owner));
  reelId = await createReel(owner);
  draftId = (await owner.client.call('POST /performer/feeds/draft', { body: { text: 'Notes.' } }))._id;
  spareId = await createFeed(owner, { photos: 0, text: 'To be deleted.' });
  ({ orderId } = await buyer.client.call('POST /payment/send-tip', { body: { performerId: owner.id, amount: 2 } }));
  const subscribing = await buyer.client.call('POST /payment/subscribe-performer', { body: { performerId: owner.id } });
  await buyer.client.call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: subscribing.orderId } });
  subscriptionId = (await buyer.client.call('GET /subscriptions/search')).data[0]!._id;

  const productId = await createProduct(app, owner, { type: 'physical', price: 2, stock: 9 });
  await buyer.client.call('POST /payment-wallet/purchase-products', { body: { products: [{ productId }], deliveryAddress: ADDRESS } });
  orderLineId = (await buyer.client.call('GET /orders/users/details/search')).data[0]!._id;
  const boughtAgain = async (): Promise<string> => {
    await buyer.client.call('POST /payment-wallet/purchase-products', { body: { products: [{ productId }], deliveryAddress: ADDRESS } });
    return (await buyer.client.call('GET /orders/users/details/search')).data[0]!._id;
  };
  spareOrderLineId = await boughtAgain();
  sentId = await boughtAgain();
  for (const delivery of ['processing', 'shipped'] as const)
    await owner.client.call('PUT /orders/{id}/update', { params: { id: sentId }, body: { delivery } });
  offeredId = await offerProduct(owner);
  offerLinkId = (await owner.client.call('POST /performer/offer-links', { body: { kind: 'trial', name: 'Newsletter', days: 5 } }))._id;
  reportId = await createReport(stranger, owner);
  await admin.client.call('POST /admin/reports/{id}/decide', { params: { id: reportId }, body: { decision: 'upheld' } });
  const furtherId = await createReport(buyer, owner);
  await admin.client.call('POST /admin/reports/{id}/decide', { params: { id: furtherId }, body: { decision: 'upheld' } });
  decisionId = (await owner.client.call('GET /account/decisions')).data[0]!._id;
  rejectedId = await createReport(buyer, owner);
  await admin.client.call('POST /admin/reports/{id}/decide', {
    params: { id: rejectedId },
    body: { decision: 'rejected', note: 'Nothing found.' },
  });

  node = createTestNode(app);
  recordedId = await createRecordedShow(owner, node);
  const show = await createShow(owner, { node, isRecorded: true });
  streamId = show.streamId;
  plannedId = await planShow(app, owner);
  moderatorId = (await createFan(app)).id;
  await owner.client.call('POST /streaming/moderators', { body: { id: moderatorId } });
  const said = { params: { id: show.conversationId }, body: { text: 'Good evening.' } };
  messageId = (await buyer.client.call('POST /messages/stream/public/conversations/{id}', said))._id;

  letterId = await createConversation(buyer, owner);
  soldId = await sendPaidMessage(owner, letterId);
  await writeMessage(buyer, letterId, 'When do you play?');
  privateId = (await createPrivateShow(app, other, buyer)).streamId;

  const [asking, third] = [await createFan(app), await createPerformer(app, { admin })];
  await topUp(app, asking, 50);
  // Online: only then are they asked.
  for (const performer of [owner, third]) await performer.client.call('GET /users/me');
  await app.settle();
  askedId = (await ask(asking, owner))._id;
  ownAskedId = (await ask(buyer, third))._id;
  const declined = await createFan(app);
  await topUp(app, declined, 50);
  declinedId = (await ask(declined, owner))._id;
  groupId = (await beginGroupShow(await createPerformer(app, { admin }))).streamId;
  await buyer.client.call('POST /streaming/join/{id}', { params: { id: groupId } });

  noticeId = await createNotification(app, owner);
  await setPaypal(app, owner);
  await earn(app, owner, 30);
  paidPayoutId = await createPayout(app, admin, 'paid', owner);
  await earn(app, owner, 30);
  payoutId = await createPayout(app, admin, 'pending', owner);
  const comment = (content: string) =>
    buyer.client.call('POST /comments', { body: { objectType: 'feed', objectId: feedId, content }, files: {} });
  commentId = (await comment('Lovely.'))._id;
  spareCommentId = (await comment('To be deleted.'))._id;

  ({ _id: participantId } = await owner.client.call('POST /performer/participants', {
    body: { legalName: 'Nora Quill', dateOfBirth: '1991-02-03' },
    files: { identity: await picture(), release: await picture() },
  }));
  const giftFile = await owner.client.call('POST /gift/image', { files: { file: await picture() } });
  ({ _id: giftId } = await owner.client.call('POST /gift', { body: { name: 'Rosin', price: 2, fileId: giftFile._id } }));
  await owner.client.call('POST /performer/block/users', { body: { userId: blocked.id } });
  mutedId = (await createPerformer(app, { admin })).id;
  await buyer.client.call('POST /hidden-performers', { body: { performerId: mutedId, how: 'muted' } });
  await app.platform.database.updateTable('accounts').set({ status: 'suspended' }).where('id', '=', banned.id).execute();
  await vi.waitUntil(async () => (await banned.client.send('GET /subscriptions/search')).status === 403, DEADLINE);
  spareSessionId = (await app.platform.sessions.create(app.platform.database, buyer.id, false, { ip: '', userAgent: '' })).sessionId;
  const passkey = { account_id: buyer.id, credential_id: Buffer.from('key'), public_key: Buffer.alloc(1), name: 'Key', is_synced: false };
  ({ id: passkeyId } = await app.platform.database.insertInto('passkeys').values(passkey).returning('id').executeTakeFirstOrThrow());
  await app.settle();
  Object.assign(others, {
    visitor: { client: app.client(), codes: ['UNAUTHENTICATED'] },
    'dead session': { client: app.client('nobody-was-given-this'), codes: ['UNAUTHENTICATED'] },
    banned: { client: banned.client, codes: ['ACCOUNT_SUSPENDED'] },
    'stranger, a fan': { client: stranger.client, codes: ['NOT_FOUND', 'FORBIDDEN'] },
    'blocked fan': { client: blocked.client, codes: ['NOT_FOUND', 'FORBIDDEN'] },
    'other performer': { client: other.client, codes: ['NOT_FOUND', 'FORBIDDEN'] },
    'pending performer': { client: pending.client, codes: ['LITE_ACCOUNT', 'EMAIL_NOT_VERIFIED', 'FORBIDDEN', 'NOT_FOUND'] },
    admin: { client: admin.client, codes: ['NOT_FOUND', 'FORBIDDEN'] },
  });
});
afterAll(() => app.close());

interface Owned {
  who: () => Person;
  request: () => Request | Promise<Request>;
  /** Callers who may do this with others' ids. */
  allowed?: readonly string[];
}

/** Calls on objects with an owner. */
const OWNED: Record<string, Owned> = {
  'GET /performer/feeds/{id}': { who: () => owner, request: () => ({ params: { id: feedId } }) },
  'PUT /performer/feeds/{id}': { who: () => owner, request: () => ({ params: { id: feedId }, body: { text: 'Changed.', price: 1 } }) },
  'POST /performer/feeds/draft/{id}': { who: () => owner, request: () => ({ params: { id: draftId }, body: { text: 'Changed.' } }) },
  'POST /performer/feeds/pin-to-profile/{id}': { who: () => owner, request: () => ({ params: { id: feedId } }) },
  'POST /performer/feeds/unpin-to-profile/{id}': { who: () => owner, request: () => ({ params: { id: feedId } }) },
  'DELETE /performer/feeds/{id}': { who: () => owner, request: () => ({ params: { id: spareId } }) },
  'GET /payment/orders/{id}': { who: () => buyer, request: () => ({ params: { id: orderId } }) },
  'POST /payment/orders/{id}/page': { who: () => buyer, request: () => ({ params: { id: orderId } }) },
  'POST /wallet-transactions/pay-wallet/{id}': { who: () => buyer, request: () => ({ params: { id: orderId } }) },
  'POST /subscriptions/cancel/{id}': { who: () => buyer, request: () => ({ params: { id: subscriptionId } }) },
  'GET /subscriptions/{id}/card-page': { who: () => buyer, request: () => ({ params: { id: subscriptionId } }) },
  'GET /subscriptions/{id}/plan': { who: () => buyer, request: () => ({ params: { id: subscriptionId }, query: { type: 'yearly' } }) },
  'PUT /subscriptions/{id}/plan': {
    who: () => buyer,
    request: () => ({ params: { id: subscriptionId }, body: { type: 'yearly', price: 50, due: 45 } }),
  },
  'DELETE /subscriptions/{id}/plan': { who: () => buyer, request: () => ({ params: { id: subscriptionId } }) },
  'PUT /subscriptions/{id}': { who: () => buyer, request: () => ({ params: { id: subscriptionId }, body: { renews: false } }) },
  'PUT /performer/offer-links/{id}': { who: () => owner, request: () => ({ params: { id: offerLinkId }, body: { state: 'closed' } }) },
  'GET /orders/details/{id}': { who: () => buyer, request: () => ({ params: { id: orderLineId } }), allowed: ['owner'] },
  'PUT /orders/{id}/update': { who: () => owner, request: () => ({ params: { id: orderLineId }, body: { delivery: 'processing' } }) },
  'POST /orders/{id}/cancel': { who: () => buyer, request: () => ({ params: { id: spareOrderLineId } }) },
  'POST /orders/{id}/complain': {
    who: () => buyer,
    request: () => ({ params: { id: sentId }, body: { text: 'It came in pieces.' } }),
  },
  'POST /orders/{id}/confirm': { who: () => buyer, request: () => ({ params: { id: sentId } }) },
  'GET /performer/performer-assets/products/{id}/view': { who: () => owner, request: () => ({ params: { id: offeredId } }) },
  'PUT /performer/performer-assets/products/{id}': {
    who: () => owner,
    request: () => ({ params: { id: offeredId }, body: { name: 'Another' } }),
  },
  'DELETE /performer/performer-assets/products/{id}': { who: () => owner, request: () => ({ params: { id: offeredId } }) },
  'POST /performer/reports/{id}/appeal': {
    who: () => owner,
    request: () => ({ params: { id: reportId }, body: { text: 'It is my own work.' } }),
  },
  'POST /account/decisions/{id}/appeal': {
    who: () => owner,
    request: () => ({ params: { id: decisionId }, body: { text: 'It is my own work.' } }),
  },
  'POST /account/reports/{id}/complain': {
    who: () => buyer,
    request: () => ({ params: { id: rejectedId }, body: { text: 'Look at the picture again.' } }),
  },
  'POST /users/{id}/avatar/upload': {
    who: () => buyer,
    request: async () => ({ params: { id: buyer.id }, files: { avatar: await picture() } }),
    allowed: ['admin'],
  },
  'GET /payout-requests/{id}/view': { who: () => owner, request: () => ({ params: { id: payoutId } }) },
  'GET /payout-requests/{id}/statement/pdf': { who: () => owner, request: () => ({ params: { id: paidPayoutId } }) },
  'GET /payout-requests/{id}/statement': { who: () => owner, request: () => ({ params: { id: paidPayoutId } }) },
  'PUT /payout-requests/{id}': { who: () => owner, request: () => ({ params: { id: payoutId }, body: { cancel: true } }) },
  'PUT /notifications/{id}/read': { who: () => owner, request: () => ({ params: { id: noticeId } }) },
  'PUT /auth/passkeys/{id}': { who: () => buyer, request: () => ({ params: { id: passkeyId }, body: { name: 'Blue key' } }) },
  'DELETE /auth/passkeys/{id}': { who: () => buyer, request: () => ({ params: { id: passkeyId } }) },
  'DELETE /auth/sessions/{id}': { who: () => buyer, request: () => ({ params: { id: spareSessionId } }) },
  'GET /conversations/{id}': { who: () => owner, request: () => ({ params: { id: letterId } }) },
  'POST /conversations/pin-to-top/{id}': { who: () => owner, request: () => ({ params: { id: letterId } }) },
  'POST /conversations/unpin-to-top/{id}': { who: () => owner, request: () => ({ params: { id: letterId } }) },
  'PUT /conversations/{id}/note': { who: () => owner, request: () => ({ params: { id: letterId }, body: { note: 'Kind.' } }) },
  'GET /messages/conversations/{id}': { who: () => owner, request: () => ({ params: { id: letterId } }) },
  'GET /messages/conversations/{id}/around/{messageId}': { who: () => owner, request: () => ({ params: { id: letterId, messageId } }) },
  'POST /messages/conversations/{id}': { who: () => owner, request: () => ({ params: { id: letterId }, body: { text: 'Yes.' } }) },
  'POST /messages/conversations/{id}/files': {
    who: () => owner,
    request: async () => ({ params: { id: letterId }, body: {}, files: { file: await picture() } }),
  },
  'GET /messages/items/{id}': { who: () => owner, request: () => ({ params: { id: soldId } }), allowed: ['buyer'] },
  'POST /messages/read-all/{id}': { who: () => owner, request: () => ({ params: { id: letterId } }) },
  'DELETE /messages/{id}/remove-all-message': { who: () => owner, request: () => ({ params: { id: letterId } }) },
  'DELETE /messages/{id}': { who: () => buyer, request: () => ({ params: { id: messageId } }), allowed: ['admin'] },
  'GET /performer/media-libraries/{id}': { who: () => owner, request: () => ({ params: { id: mediaId } }) },
  'PUT /performer/media-libraries/{id}': { who: () => owner, request: () => ({ params: { id: mediaId }, body: { name: 'Changed' } }) },
  'PUT /performer/media-libraries/{id}/captions': {
    who: () => owner,
    request: () => ({ params: { id: filmId }, body: { locale: 'en' }, files: { file: captions() } }),
  },
  'DELETE /performer/media-libraries/{id}/captions/{locale}': {
    who: () => owner,
    request: () => ({ params: { id: filmId, locale: 'es' } }),
  },
  'DELETE /performer/media-libraries/{id}': {
    who: () => owner,
    request: () => ({ params: { id: spareMediaId }, body: { confirmed: true } }),
  },
  'GET /performer/performer-assets/galleries/{id}/view': { who: () => owner, request: () => ({ params: { id: galleryId } }) },
  'PUT /performer/performer-assets/galleries/{id}': {
    who: () => owner,
    request: () => ({ params: { id: galleryId }, body: { title: 'Another' } }),
  },
  'DELETE /performer/performer-assets/galleries/{id}': { who: () => owner, request: () => ({ params: { id: spareGalleryId } }) },
  'PUT /performer/performer-assets/photos/{id}': {
    who: () => owner,
    request: () => ({ params: { id: galleryPhotoId! }, body: { title: 'One of them' } }),
  },
  'DELETE /performer/performer-assets/photos/{id}': { who: () => owner, request: () => ({ params: { id: sparePhotoId } }) },
  'GET /performer/performer-assets/videos/{id}/view': { who: () => owner, request: () => ({ params: { id: videoId } }) },
  'PUT /performer/performer-assets/videos/edit/{id}': {
    who: () => owner,
    request: () => ({ params: { id: videoId }, body: { title: 'Another' } }),
  },
  'DELETE /performer/performer-assets/videos/{id}': { who: () => owner, request: () => ({ params: { id: spareVideoId } }) },
  'POST /performer/performer-assets/videos/of-recording/{id}': { who: () => owner, request: () => ({ params: { id: recordedId } }) },
  'PUT /performer/performer-assets/reels/edit/{id}': {
    who: () => owner,
    request: () => ({ params: { id: reelId }, body: { title: 'Another' } }),
  },
  'DELETE /performer/performer-assets/reels/{id}': { who: () => owner, request: () => ({ params: { id: reelId } }) },
  'POST /performer/performer-assets/photos/set-cover/{id}': {
    who: () => owner,
    request: () => ({ params: { id: galleryPhotoId! } }),
  },
  'PUT /comments/{id}': { who: () => buyer, request: () => ({ params: { id: commentId }, body: { content: 'Lovelier.' } }) },
  'DELETE /comments/{id}': { who: () => buyer, request: () => ({ params: { id: spareCommentId } }), allowed: ['admin'] },
  'PUT /comments/items/{id}': {
    who: () => owner,
    request: () => ({ params: { id: feedId }, body: { isClosed: false } }),
    allowed: ['admin'],
  },
  'PUT /comments/{id}/visibility': {
    who: () => owner,
    request: () => ({ params: { id: commentId }, body: { hidden: true } }),
    allowed: ['admin'],
  },
  'POST /payment-wallet/send-private-chat/{id}': {
    who: () => buyer,
    request: () => ({ params: { id: privateId } }),
  },
  'GET /streaming/private-chat/{id}': { who: () => buyer, request: () => ({ params: { id: ownAskedId } }) },
  'POST /streaming/private-chat/{id}/cancel': { who: () => buyer, request: () => ({ params: { id: ownAskedId } }) },
  'POST /streaming/private-chat/{id}/accept': {
    who: () => owner,
    request: () => ({ params: { id: askedId }, body: { publicShow: 'pause' } }),
  },
  'DELETE /streaming/private/available-list/{id}': { who: () => owner, request: () => ({ params: { id: declinedId } }) },
  'GET /streaming/receipts/{id}': { who: () => buyer, request: () => ({ params: { id: groupId } }) },
  'GET /streaming/receipts/{id}/export': { who: () => buyer, request: () => ({ params: { id: groupId } }) },
  'POST /streaming/leave/{id}': { who: () => buyer, request: () => ({ params: { id: groupId } }) },
  'POST /streaming/chat/{id}/timeouts': {
    who: () => owner,
    request: () => ({ params: { id: streamId }, body: { accountId: buyer.id, minutes: 5 } }),
  },
  'DELETE /streaming/chat/{id}/timeouts': {
    who: () => owner,
    request: () => ({ params: { id: streamId }, query: { accountId: buyer.id } }),
  },
  'DELETE /streaming/moderators/{id}': { who: () => owner, request: () => ({ params: { id: moderatorId } }) },
  'PUT /performer/schedule/{id}': {
    who: () => owner,
    request: () => ({
      params: { id: plannedId },
      body: { title: 'Later', startsAt: new Date(app.clock.now().getTime() + 90_000_000).toISOString() },
    }),
  },
  'DELETE /performer/schedule/{id}': { who: () => owner, request: () => ({ params: { id: plannedId } }) },
  'GET /streaming/summary/{id}': { who: () => owner, request: () => ({ params: { id: streamId } }) },
  'POST /streaming/live/{id}/begin': { who: () => owner, request: () => ({ params: { id: streamId } }) },
  'POST /streaming/end/{id}': { who: () => owner, request: () => ({ params: { id: streamId } }) },
  'DELETE /performer/block/users/{id}': { who: () => owner, request: () => ({ params: { id: blocked.id } }) },
  'DELETE /hidden-performers/{id}': { who: () => buyer, request: () => ({ params: { id: mutedId } }) },
  'DELETE /performer/participants/{id}': { who: () => owner, request: () => ({ params: { id: participantId } }) },
  'PUT /gift/{id}': { who: () => owner, request: () => ({ params: { id: giftId }, body: { name: 'Bow', price: 3, animation: 'float' } }) },
  'DELETE /gift/{id}': { who: () => owner, request: () => ({ params: { id: giftId } }) },
  'POST /streaming/recordings/{id}/show': { who: () => owner, request: () => ({ params: { id: streamId } }) },
  'DELETE /streaming/recordings/{id}': { who: () => owner, request: () => ({ params: { id: streamId } }) },
  'POST /streaming/stop/{id}': { who: () => owner, request: () => ({ params: { id: streamId } }) },
};

/** Calls whose id has no owner, or is accessible to everyone who may see it; permissions are tested in callers.integration.test.ts. */
const SHARED = [
  'GET /streaming/state/{id}',
  'GET /users/view/{id}',
  'GET /gift/performers/{id}',
  'GET /performers/{id}',
  'GET /performers/{id}/offers/{code}',
  'POST /performers/{id}/inc-view',
  'GET /notifications/bells/{id}',
  'PUT /notifications/bells/{id}',
  'POST /performers/{id}/check-subscribe',
  'GET /feeds/{id}',
  'GET /performer-assets/galleries/{id}/view',
  'GET /performer-assets/photos/{id}/view',
  'GET /performer-assets/videos/{id}',
  'POST /performer-assets/videos/{id}/view',
  'GET /user/performer-assets/reels/{id}',
  'POST /user/performer-assets/reels/{id}/view',
  // Everybody who sees the post may vote.
  'POST /feeds/vote/{id}',
  'GET /posts/{id}',
  'GET /performer-assets/products/{id}',
  // Its refusals are in the products' own tests.
  'GET /performer-assets/products/{id}/download-link',
  'POST /payment-wallet/send-tip-wallet/{id}',
  'POST /streaming/join/{id}',
  'GET /streaming/tip-menu/{id}',
  'PUT /streaming/schedule/{id}/reminder',
  'GET /streaming/schedule/{id}/calendar',
  'GET /streaming/chat/{id}',
  'GET /streaming/offers/{id}',
  // Whoever sees the performer may ask, and sees group shows; what is theirs alone is in the tests of paid shows.
  'POST /streaming/private-chat/{id}',
  'GET /streaming/private-chat/check-stream/{id}',
  'GET /streaming/group-chat/{id}',
  'POST /messages/stream/conversations/{id}',
  'GET /streaming/session/{id}/{type}',
  'GET /streaming/view/{id}',
  'GET /messages/conversations/public/{id}',
  'POST /messages/stream/public/conversations/{id}',
  // The id is of what is bought.
  'POST /payment/purchase-message/{id}',
  // Their ids are the permission.
  'GET /gateways/sandbox/payments/{id}',
  'POST /gateways/sandbox/payments/{id}',
];

test('every call with an id is covered here', () => {
  const withId = Object.keys(CONTRACT).filter((key) => key.includes('{id}') && !key.includes(' /admin/'));
  expect([...Object.keys(OWNED), ...SHARED].sort()).toEqual(withId.sort());
});

describe.each(Object.entries(OWNED))('%s', (key, { who, request, allowed = [] }) => {
  test('is refused to everyone else, and changes nothing', async () => {
    const changed = await watchRows(app);
    for (const [name, { client, codes }] of Object.entries(others)) {
      if (allowed.includes(name)) continue;
      const { status, error, data } = await client.raw(key, await request());
      expect([name, status >= 400 && status < 500, data]).toEqual([name, true, undefined]);
      // A suspended account may make some calls; what is another's isn't there for it.
      const allowedCodes = name === 'banned' && (CONTRACT as Record<string, Endpoint>)[key]!.suspended ? ['NOT_FOUND'] : codes;
      expect([name, allowedCodes]).toEqual([name, expect.arrayContaining([error.error])]);
    }
    await app.settle();
    expect(await changed()).toEqual({});
  });

  test('works for its owner', async () => {
    const { status } = await who().client.raw(key, await request());
    expect(status).toBeLessThan(300);
    await app.settle();
  });
});
