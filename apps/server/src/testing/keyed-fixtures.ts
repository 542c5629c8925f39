import { randomUUID } from 'node:crypto';
import { createInitialPackages } from '../modules/wallet/index.ts';
import { PASSWORD, type Person, createAdmin, createFan, createFeed, createPerformer, picture, topUp } from './factories.ts';
import { bulkActFixtures } from './bulk-act-fixtures.ts';
import { conversationFixtures } from './conversation-fixtures.ts';
import { galleryFixtures } from './gallery-fixtures.ts';
import { catalogFixtures } from './catalog-fixtures.ts';
import { productFixtures } from './product-fixtures.ts';
import { createRecordedShow, videoFixtures } from './video-fixtures.ts';
import { giftFixtures } from './gift-fixtures.ts';
import { notificationFixtures } from './notification-fixtures.ts';
import { payoutFixtures } from './payout-fixtures.ts';
import { scheduleFixtures } from './schedule-fixtures.ts';
import { paidShowFixtures } from './paid-show-fixtures.ts';
import { peopleFixtures } from './people-fixtures.ts';
import { mediaServerFixtures } from './media-server-fixtures.ts';
import { gatewayFixtures } from './gateway-fixtures.ts';
import { saleFixtures } from './sale-fixtures.ts';
import { openDocuments } from './open-documents.ts';
import { siteFixtures, storeTerms } from './site-fixtures.ts';
import { type Request, type CallFixture, withBody } from './call-fixture.ts';
import { createShow, createTestNode } from './test-node.ts';
import { type TestApp, createTestApp } from './test-app.ts';
import { asBlob, captions, video } from './videos.ts';

/** The application and people of the keyed fixtures. */
export interface KeyedFixtureContext {
  app: TestApp;
  admin: Person;
  fan: Person;
  star: Person;
}

/** An application with people, and a fixture for each call that takes an Idempotency-Key, each with its own target. */
export const createKeyedFixtures = async (): Promise<{ context: KeyedFixtureContext; fixtures: Record<string, CallFixture> }> => {
  const app = await createTestApp();
  await createInitialPackages(app.platform);
  const admin = await createAdmin(app);
  const fan = await createFan(app);
  const star = await createPerformer(app, { admin, monthlyPrice: 5 });
  const applicant = await createPerformer(app, { approved: false });
  /** Who limits and pauses its spending buys nothing. */
  const saver = await createFan(app);
  await saver.client.call('PUT /spending-limits', { body: { daily: 60 } });
  await topUp(app, fan, 900);
  // A first sale opens the ledger accounts.
  await fan.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: star.id }, body: { amount: 1 } });
  const node = createTestNode(app);
  /** The conversation of an open show. */
  const chat = (await createShow(await createPerformer(app, { admin }))).conversationId;
  const clip = asBlob(await video({ seconds: 0.2 }));
  const silentClip = asBlob(await video({ seconds: 0.2, sound: false }));
  const applicants: Person[] = [];
  for (let i = 0; i < 6; i += 1) applicants.push(await createPerformer(app, { approved: false }));
  await app.settle();

  const own = () => createFeed(star, { photos: 0, text: 'For all.' });
  const draft = async (): Promise<string> => (await star.client.call('POST /performer/feeds/draft', { body: { text: 'Notes.' } }))._id;
  /** Uploads a picture to the library. */
  const uploadLibraryPicture = async (): Promise<string> =>
    (await star.client.call('POST /performer/media-libraries/upload', { body: {}, files: { file: await picture() } }))._id;
  /** A poll of a public post. */
  const poll = async () => {
    const made = await star.client.call('POST /performer/feeds/polls', { body: { question: 'Which?', options: ['This', 'That'] } });
    await star.client.call('POST /performer/feeds', { body: { text: 'Vote.', pollId: made._id } });
    return made;
  };
  const message = async (): Promise<string> =>
    (await fan.client.call('POST /messages/stream/public/conversations/{id}', { params: { id: chat }, body: { text: 'Hello.' } }))._id;
  const comment = async (): Promise<string> =>
    (await fan.client.call('POST /comments', { body: { objectType: 'feed', objectId: await own(), content: 'Bravo.' }, files: {} }))._id;
  /** An ended show with its recording. */
  const recordedShow = async (): Promise<string> => {
    const { streamId } = await createShow(star, { node, isRecorded: true });
    await star.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
    return streamId;
  };
  const onFeed = (): Omit<CallFixture, 'change'> => ({ who: () => star, make: async () => ({ params: { id: await own() } }) });
  const otherFeed = async (request: Request) => ({ ...request, params: { id: await own() } });
  const uploadLibraryVideo = async (): Promise<string> =>
    (await star.client.call('POST /performer/media-libraries/upload', { body: {}, files: { file: clip } }))._id;
  const file = (name: string, who: () => Person): CallFixture => ({
    who,
    make: async () => ({ files: { [name]: await picture() } }),
    change: async () => ({ files: { [name]: await picture() } }),
  });
  const film: CallFixture = {
    who: () => star,
    make: () => ({ files: { file: clip } }),
    change: () => ({ files: { file: silentClip } }),
  };
  /** The payout details exist already, so that setting them again adds no row. */
  const payout = (
    key: 'banking' | 'paypal' | 'payment-gateway',
    body: Record<string, unknown>,
    other: Record<string, unknown>,
  ): CallFixture => ({
    who: () => star,
    async make() {
      const request = { body: { ...body, currentPassword: PASSWORD } };
      await star.client.raw(`PUT /performers/${key}-settings`, request);
      return request;
    },
    change: withBody(other),
  });
  const blockedFan = async (): Promise<string> => {
    const { id } = await createFan(app);
    await star.client.call('POST /performer/block/users', { body: { userId: id } });
    return id;
  };
  const hiddenPerformer = async (): Promise<string> => {
    const { id } = await createPerformer(app, { admin });
    await fan.client.call('POST /hidden-performers', { body: { performerId: id, how: 'blocked' } });
    return id;
  };
  const partner = async (): Promise<Request> => ({
    body: { legalName: 'Nora Quill', dateOfBirth: '1991-02-03' },
    files: { identity: await picture(), release: await picture() },
  });
  const registered = async (): Promise<string> =>
    ((await star.client.raw('POST /performer/participants', await partner())).data as { _id: string })._id;
  /** A co-performer whose documents the admin has opened. */
  const opened = async (): Promise<string> => {
    const id = await registered();
    for (const type of ['identity', 'release'] as const)
      await admin.client.call('GET /admin/participants/{id}/documents/{type}', { params: { id, type } });
    return id;
  };

  const fixtures: Record<string, CallFixture> = {
    'PUT /users': { who: () => fan, make: () => ({ body: { name: 'Ann' } }), change: withBody({ name: 'Bea' }) },
    'PUT /spending-limits': { who: () => saver, make: () => ({ body: { daily: 50 } }), change: withBody({ daily: 40 }) },
    'POST /spending-limits/cool-off': { who: () => saver, make: () => ({ body: { days: 1 } }), change: withBody({ days: 7 }) },
    'POST /users/avatar/upload': file('avatar', () => fan),
    'POST /users/{id}/avatar/upload': {
      who: () => fan,
      make: async () => ({ params: { id: fan.id }, files: { avatar: await picture() } }),
      change: async () => ({ params: { id: fan.id }, files: { avatar: await picture() } }),
    },
    'PUT /performers': { who: () => star, make: () => ({ body: { bio: 'One.' } }), change: withBody({ bio: 'Two.' }) },
    'POST /performers/avatar/upload': file('avatar', () => star),
    'POST /performers/cover/upload': file('cover', () => star),
    'POST /performers/documents/upload': file('idVerification', () => applicant),
    'POST /performers/welcome-video/upload': film,
    'PUT /performers/banking-settings': payout(
      'banking',
      { holderName: 'Ann', bankName: 'Bank', country: 'GB', iban: 'GB29NWBK60161331926819' },
      { holderName: 'Bea' },
    ),
    'PUT /performers/paypal-settings': payout('paypal', { email: 'ann@example.org' }, { email: 'bea@example.org' }),
    'PUT /performers/payment-gateway-settings': payout(
      'payment-gateway',
      { verotel: { shopId: '123456', signatureKey: 'key' } },
      { verotel: { shopId: '654321', signatureKey: 'key' } },
    ),
    'POST /performer/block/countries': {
      who: () => star,
      async make() {
        await star.client.call('POST /performer/block/countries', { body: { countries: [] } });
        return { body: { countries: ['LI'] } };
      },
      change: withBody({ countries: ['AD'] }),
    },
    'POST /performer/block/users': {
      who: () => star,
      make: async () => ({ body: { userId: (await createFan(app)).id } }),
      change: withBody({ reason: 'Noise.' }),
    },
    'DELETE /performer/block/users/{id}': {
      who: () => star,
      make: async () => ({ params: { id: await blockedFan() } }),
      change: async () => ({ params: { id: await blockedFan() } }),
    },
    'POST /hidden-performers': {
      who: () => fan,
      make: async () => ({ body: { performerId: (await createPerformer(app, { admin })).id, how: 'muted' } }),
      change: withBody({ how: 'blocked' }),
    },
    'DELETE /hidden-performers/{id}': {
      who: () => fan,
      make: async () => ({ params: { id: await hiddenPerformer() } }),
      change: async () => ({ params: { id: await hiddenPerformer() } }),
    },
    'POST /performer/participants': {
      who: () => star,
      async make() {
        // Tells the performer of the approval, which the fixtures wrote without an event.
        await registered();
        return partner();
      },
      change: withBody({ legalName: 'Somebody Else' }),
    },
    'DELETE /performer/participants/{id}': {
      who: () => star,
      make: async () => ({ params: { id: await registered() } }),
      change: async () => ({ params: { id: await registered() } }),
    },
    'POST /admin/participants/{id}/approve': {
      who: () => admin,
      make: async () => ({ params: { id: await opened() } }),
      change: async () => ({ params: { id: await opened() } }),
    },
    'POST /admin/participants/{id}/reject': {
      who: () => admin,
      make: async () => ({ params: { id: await registered() }, body: { note: 'No release.' } }),
      change: withBody({ note: 'No identity.' }),
    },
    'POST /performer/feeds': { who: () => star, make: () => ({ body: { text: 'News.' } }), change: withBody({ text: 'Other news.' }) },
    'PUT /performer/feeds/{id}': {
      who: () => star,
      make: async () => ({ params: { id: await own() }, body: { text: 'Changed.' } }),
      change: withBody({ text: 'Changed otherwise.' }),
    },
    'POST /performer/feeds/draft': {
      who: () => star,
      make: () => ({ body: { text: 'Notes.' } }),
      change: withBody({ text: 'Other notes.' }),
    },
    'POST /performer/feeds/draft/{id}': {
      who: () => star,
      make: async () => ({ params: { id: await draft() }, body: { publish: true } }),
      change: withBody({ publish: true, text: 'Other notes.' }),
    },
    'POST /performer/feeds/polls': {
      who: () => star,
      make: () => ({ body: { question: 'Which?', options: ['This', 'That'] } }),
      change: withBody({ question: 'Which one?' }),
    },
    'POST /feeds/vote/{id}': {
      who: () => fan,
      make: async () => {
        const { _id, options } = await poll();
        return { params: { id: _id }, body: { optionId: options[0]!._id } };
      },
      change: async (request) => ({ ...request, body: { optionId: randomUUID() } }),
    },
    'POST /performer/media-libraries/upload': file('file', () => star),
    'PUT /performer/media-libraries/{id}': {
      who: () => star,
      make: async () => ({ params: { id: await uploadLibraryPicture() }, body: { name: 'Backdrop' } }),
      change: withBody({ name: 'Curtain' }),
    },
    'PUT /performer/media-libraries/{id}/captions': {
      who: () => star,
      make: async () => ({ params: { id: await uploadLibraryVideo() }, body: { locale: 'en' }, files: { file: captions() } }),
      change: withBody({ locale: 'fr' }),
    },
    'DELETE /performer/media-libraries/{id}/captions/{locale}': {
      who: () => star,
      make: async () => {
        const id = await uploadLibraryVideo();
        await star.client.call('PUT /performer/media-libraries/{id}/captions', {
          params: { id },
          body: { locale: 'en' },
          files: { file: captions() },
        });
        return { params: { id, locale: 'en' } };
      },
      change: async (request) => ({ ...request, params: { ...(request.params as object), locale: 'fr' } }),
    },
    'DELETE /performer/media-libraries/{id}': {
      who: () => star,
      make: async () => ({ params: { id: await uploadLibraryPicture() }, body: {} }),
      change: async (request) => ({ ...request, params: { id: await uploadLibraryPicture() } }),
    },
    'DELETE /performer/media-libraries': {
      who: () => star,
      make: async () => ({ body: { ids: [await uploadLibraryPicture(), await uploadLibraryPicture()] } }),
      change: async () => ({ body: { ids: [await uploadLibraryPicture()] } }),
    },
    'DELETE /performer/feeds/{id}': { ...onFeed(), change: otherFeed },
    'POST /performer/feeds/pin-to-profile/{id}': { ...onFeed(), change: otherFeed },
    'POST /performer/feeds/unpin-to-profile/{id}': { ...onFeed(), change: otherFeed },
    'POST /feeds/files/photo/upload': file('file', () => star),
    'POST /performer/performer-assets/photos/upload': file('file', () => star),
    'POST /feeds/files/thumbnail/upload': file('file', () => star),
    'POST /feeds/files/video/upload': film,
    'POST /feeds/files/teaser/upload': film,
    'POST /reactions': {
      who: () => fan,
      make: async () => ({ body: { objectType: 'feed', objectId: await own(), action: 'like' } }),
      change: withBody({ action: 'bookmark' }),
    },
    'DELETE /reactions': {
      who: () => fan,
      async make() {
        const body = { objectType: 'feed', objectId: await own(), action: 'like' } as const;
        await fan.client.call('POST /reactions', { body });
        return { body };
      },
      change: withBody({ action: 'bookmark' }),
    },
    'POST /comments': {
      who: () => fan,
      make: async () => ({ body: { objectType: 'feed', objectId: await own(), content: 'Bravo.' } }),
      change: withBody({ content: 'Bravissimo.' }),
    },
    'PUT /comments/{id}': {
      who: () => fan,
      make: async () => ({ params: { id: await comment() }, body: { content: 'Bravo again.' } }),
      change: withBody({ content: 'Bravissimo.' }),
    },
    'DELETE /comments/{id}': {
      who: () => fan,
      make: async () => ({ params: { id: await comment() } }),
      change: async () => ({ params: { id: await comment() } }),
    },
    'PUT /comments/items/{id}': {
      who: () => star,
      make: async () => ({ params: { id: await own() }, body: { isClosed: true } }),
      change: withBody({ isClosed: false }),
    },
    'PUT /comments/{id}/visibility': {
      who: () => star,
      make: async () => ({ params: { id: await comment() }, body: { hidden: true } }),
      change: withBody({ hidden: false }),
    },
    'POST /messages/stream/public/conversations/{id}': {
      who: () => fan,
      make: () => ({ params: { id: chat }, body: { text: 'Bravo.' } }),
      change: withBody({ text: 'Bravissimo.' }),
    },
    ...(await paidShowFixtures(app, admin)),
    ...(await scheduleFixtures(app, admin)),
    'DELETE /messages/{id}': {
      who: () => fan,
      make: async () => ({ params: { id: await message() } }),
      change: async () => ({ params: { id: await message() } }),
    },
    'DELETE /streaming/recordings/{id}': {
      who: () => star,
      make: async () => ({ params: { id: await recordedShow() } }),
      change: async () => ({ params: { id: await recordedShow() } }),
    },
    'POST /contact': {
      who: () => fan,
      make: () => ({ body: { name: 'Ann', email: 'ann@example.org', message: 'Hello.' } }),
      change: withBody({ message: 'Hello again.' }),
    },
    ...siteFixtures(() => admin),
    ...mediaServerFixtures({ app: () => app, admin: () => admin }),
    ...gatewayFixtures({ app: () => app, admin: () => admin, fan: () => fan }),
    ...saleFixtures({ app: () => app, admin: () => admin, fan: () => fan, star: () => star }),
    ...peopleFixtures(app, { admin, fan }),
    ...bulkActFixtures(app, { admin }),
    ...giftFixtures(() => ({ admin, star, fan })),
    ...galleryFixtures(() => star),
    ...videoFixtures(() => star),
    ...productFixtures(() => star),
    ...catalogFixtures({ app, admin: () => admin, fan: () => fan, star: () => star }),
    'POST /performer/performer-assets/videos/of-recording/{id}': {
      who: () => star,
      make: async () => ({ params: { id: await createRecordedShow(star, node) } }),
      change: async () => ({ params: { id: await createRecordedShow(star, node) } }),
    },
    ...conversationFixtures(app, () => star),
    ...payoutFixtures(() => ({ app, admin, star })),
    ...notificationFixtures(app, { fan, admin }),
    'POST /consents': {
      who: () => fan,
      make: () => ({ body: { purpose: 'analytics', granted: true } }),
      change: withBody({ granted: false }),
    },
    'POST /agreements': {
      who: () => fan,
      make: async () => ({ body: { pages: [await storeTerms(app)] } }),
      change: async () => ({ body: { pages: [await storeTerms(app)] } }),
    },
    'POST /admin/applications/{id}/approve': {
      who: () => admin,
      make: async () => {
        const { id } = applicants.pop()!;
        await openDocuments(admin, id);
        return { params: { id } };
      },
      change: () => ({ params: { id: applicant.id } }),
    },
    'POST /admin/applications/{id}/reject': {
      who: () => admin,
      make: () => ({ params: { id: applicants.pop()!.id }, body: { reasons: ['unreadable'] } }),
      change: withBody({ note: 'Please try again.' }),
    },
  };
  return { context: { app, admin, fan, star }, fixtures };
};
