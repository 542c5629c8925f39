import { randomUUID } from 'node:crypto';
import { CONTRACT } from '@stagedoor/contract';
import type { Endpoint } from '@stagedoor/contract/endpoint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createInitialPackages } from '../../modules/wallet/index.ts';
import { PASSWORD, type Person, createAdmin, createFan, createFeed, createPerformer, picture, topUp } from '../../testing/factories.ts';
import { giftSpecimens } from '../../testing/gift-specimens.ts';
import { peopleSpecimens } from '../../testing/people-specimens.ts';
import { saleSpecimens } from '../../testing/sale-specimens.ts';
import { siteSpecimens } from '../../testing/site-specimens.ts';
import { type Request, type Specimen, withBody } from '../../testing/specimen.ts';
import { growth, tableCounts } from '../../testing/table-counts.ts';
import { type TestNode, createShow, createTestNode } from '../../testing/test-node.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { asBlob, video } from '../../testing/videos.ts';

// Every call of the contract that takes an Idempotency-Key (decision 0006), with targets made for it: repeated, at
// once, with another body, and after a failure.

let app: TestApp;
let admin: Person;
let fan: Person;
let star: Person;
let applicant: Person;
let packages: string[];
let clip: Blob;
/** The conversation of a show that is open. */
let chat: string;
let node: TestNode;
/** Performers nobody subscribes to yet. */
const stages: Person[] = [];
const freeStages: Person[] = [];
const applicants: Person[] = [];

beforeAll(async () => {
  app = await createTestApp();
  await createInitialPackages(app.platform);
  admin = await createAdmin(app);
  fan = await createFan(app);
  star = await createPerformer(app, { admin, monthlyPrice: 5 });
  applicant = await createPerformer(app, { approved: false });
  packages = (await fan.client.call('GET /wallet-package')).data.map(({ _id }) => _id);
  await topUp(app, fan, 900);
  // The accounts that a first sale opens are open.
  await fan.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: star.id }, body: { amount: 1 } });
  node = createTestNode(app);
  chat = (await createShow(await createPerformer(app, { admin }))).conversationId;
  clip = asBlob(await video({ seconds: 0.2 }));
  for (let i = 0; i < 3; i += 1) {
    stages.push(await createPerformer(app, { admin, monthlyPrice: 5 }));
    freeStages.push(await createPerformer(app, { admin }));
  }
  for (let i = 0; i < 6; i += 1) applicants.push(await createPerformer(app, { approved: false }));
  await app.settle();
});
afterAll(() => app.close());

const forSale = () => createFeed(star, { audience: 'buyers', price: 2, photos: 0, text: 'For buyers.' });
const own = () => createFeed(star, { photos: 0, text: 'For all.' });
const message = async (): Promise<string> =>
  (await fan.client.call('POST /messages/stream/public/conversations/{id}', { params: { id: chat }, body: { text: 'Hello.' } }))._id;
/** A show that has ended, with its recording. */
const recordedShow = async (): Promise<string> => {
  const { streamId } = await createShow(star, { node, isRecorded: true });
  await star.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
  return streamId;
};
const onFeed = (): Omit<Specimen, 'change'> => ({ who: () => star, make: async () => ({ params: { id: await own() } }) });
const otherFeed = async (request: Request) => ({ ...request, params: { id: await own() } });
const file = (name: string, who: () => Person): Specimen => ({
  who,
  make: async () => ({ files: { [name]: await picture() } }),
  change: async () => ({ files: { [name]: await picture() } }),
});
const film: Specimen = {
  who: () => star,
  make: () => ({ files: { file: clip } }),
  change: async () => ({ files: { file: asBlob(await video({ seconds: 0.2, sound: false })) } }),
};
/** Where a performer's money goes is set already, so that setting it again adds no row. */
const payout = (
  key: 'banking' | 'paypal' | 'payment-gateway',
  body: Record<string, unknown>,
  other: Record<string, unknown>,
): Specimen => ({
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
const partner = async (): Promise<Request> => ({
  body: { legalName: 'Nora Quill', dateOfBirth: '1991-02-03' },
  files: { identity: await picture(), release: await picture() },
});
const registered = async (): Promise<string> =>
  ((await star.client.raw('POST /performer/participants', await partner())).data as { _id: string })._id;
const toPerformer = (list: Person[]): Specimen => ({
  who: () => fan,
  make: () => ({ body: { performerId: list.pop()!.id } }),
  change: withBody({ performerId: star.id }),
});

const specimens = (): Record<string, Specimen> => ({
  'PUT /users': { who: () => fan, make: () => ({ body: { name: 'Ann' } }), change: withBody({ name: 'Bea' }) },
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
  'POST /performer/participants': { who: () => star, make: partner, change: withBody({ legalName: 'Somebody Else' }) },
  'DELETE /performer/participants/{id}': {
    who: () => star,
    make: async () => ({ params: { id: await registered() } }),
    change: async () => ({ params: { id: await registered() } }),
  },
  'POST /admin/participants/{id}/approve': {
    who: () => admin,
    make: async () => ({ params: { id: await registered() } }),
    change: async () => ({ params: { id: await registered() } }),
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
  'DELETE /performer/feeds/{id}': { ...onFeed(), change: otherFeed },
  'POST /performer/feeds/pin-to-profile/{id}': { ...onFeed(), change: otherFeed },
  'POST /performer/feeds/unpin-to-profile/{id}': { ...onFeed(), change: otherFeed },
  'POST /feeds/files/photo/upload': file('file', () => star),
  'POST /feeds/files/thumbnail/upload': file('file', () => star),
  'POST /feeds/files/video/upload': film,
  'POST /feeds/files/teaser/upload': film,
  'POST /payment/purchase-tokens': {
    who: () => fan,
    make: () => ({ body: { packageId: packages[0] } }),
    change: withBody({ packageId: packages[1] }),
  },
  'POST /payment/subscribe-performer': {
    who: () => fan,
    make: () => ({ body: { performerId: star.id } }),
    change: withBody({ performerId: star.username }),
  },
  'POST /payment/purchase-feed': {
    who: () => fan,
    make: async () => ({ body: { feedId: await forSale() } }),
    change: async () => ({ body: { feedId: await forSale() } }),
  },
  'POST /payment/send-tip': {
    who: () => fan,
    make: () => ({ body: { performerId: star.id, amount: 3 } }),
    change: withBody({ amount: 4 }),
  },
  'POST /payment/purchase-wallet/custom-amount': {
    who: () => fan,
    make: () => ({ body: { amount: 20 } }),
    change: withBody({ amount: 21 }),
  },
  'POST /wallet-transactions/pay-wallet/{id}': {
    who: () => fan,
    make: async () => ({
      params: { id: (await fan.client.call('POST /payment/send-tip', { body: { performerId: star.id, amount: 2 } })).orderId },
    }),
    change: async () => ({
      params: { id: (await fan.client.call('POST /payment/send-tip', { body: { performerId: star.id, amount: 2 } })).orderId },
    }),
  },
  'POST /payment-wallet/purchase-feed': {
    who: () => fan,
    make: async () => ({ body: { feedId: await forSale() } }),
    change: async () => ({ body: { feedId: await forSale() } }),
  },
  'POST /payment-wallet/send-tip-wallet/{id}': {
    who: () => fan,
    make: () => ({ params: { id: star.id }, body: { amount: 2 } }),
    change: withBody({ amount: 3 }),
  },
  'POST /payment-wallet/tip-feed': {
    who: () => fan,
    make: async () => ({ body: { feedId: await own(), amount: 2 } }),
    change: withBody({ amount: 3 }),
  },
  'POST /subscriptions/free-subscribe': toPerformer(freeStages),
  'POST /subscriptions/cancel/{id}': {
    who: () => fan,
    async make() {
      const id = stages.pop()!.id;
      const { orderId } = await fan.client.call('POST /payment/subscribe-performer', { body: { performerId: id } });
      await fan.client.call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: orderId } });
      return { params: { id } };
    },
    change: () => ({ params: { id: star.id } }),
  },
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
  'POST /messages/stream/public/conversations/{id}': {
    who: () => fan,
    make: () => ({ params: { id: chat }, body: { text: 'Bravo.' } }),
    change: withBody({ text: 'Bravissimo.' }),
  },
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
  ...siteSpecimens(() => admin),
  ...saleSpecimens({ app: () => app, admin: () => admin, fan: () => fan, star: () => star }),
  ...peopleSpecimens(app, { admin, fan }),
  ...giftSpecimens(() => ({ admin, star, fan })),
  'POST /consents': {
    who: () => fan,
    make: () => ({ body: { purpose: 'analytics', granted: true } }),
    change: withBody({ granted: false }),
  },
  'POST /admin/applications/{id}/approve': {
    who: () => admin,
    make: () => ({ params: { id: applicants.pop()!.id } }),
    change: () => ({ params: { id: applicant.id } }),
  },
  'POST /admin/applications/{id}/reject': {
    who: () => admin,
    make: () => ({ params: { id: applicants.pop()!.id }, body: { reasons: ['unreadable'] } }),
    change: withBody({ note: 'Please try again.' }),
  },
});

const takesKey = (Object.entries(CONTRACT) as [string, Endpoint][])
  .filter(([key, { idempotency }]) => !key.startsWith('GET ') && idempotency !== 'none')
  .map(([key]) => key);

test('every call that takes a key is tried here', () => {
  expect(Object.keys(specimens()).sort()).toEqual([...takesKey].sort());
});

/** A video moves on between two answers; it is the same one. */
const shown = (key: string, data: unknown): unknown => (/video|teaser/.test(key) ? (data as { _id: string })._id : data);

/** Files that lost a race are swept as orphans; keys are what is tested. */
const ASIDE = ['files', 'idempotency_keys'];

test.each(takesKey)('%s: once, however often and at once; refused with another body', async (key) => {
  const { who, make, change } = specimens()[key]!;
  const { client } = who();
  const keyed = (request: Request, name: string) => client.raw(key, { ...request, headers: { 'idempotency-key': name } });

  const alone = await make();
  await app.settle();
  let before = await tableCounts(app, ASIDE);
  const first = await keyed(alone, `alone ${key}`.replaceAll(/[^\w]/g, '-'));
  expect([first.status < 300, first.error]).toEqual([true, expect.not.objectContaining({ error: expect.anything() })]);
  await app.settle();
  const effect = growth(before, await tableCounts(app, ASIDE));

  const target = await make();
  const name = randomUUID();
  await app.settle();
  before = await tableCounts(app, ASIDE);
  const answers = await Promise.all(Array.from({ length: 5 }, () => keyed(target, name)));
  await app.settle();
  expect(answers.map(({ status, error }) => [status, (error as { error?: string } | undefined)?.error])).toEqual(
    answers.map(() => [first.status, undefined]),
  );
  const [one] = answers;
  for (const { data } of answers) expect(shown(key, data)).toEqual(shown(key, one!.data));
  const afterFive = await tableCounts(app, ASIDE);
  expect(growth(before, afterFive)).toEqual(effect);

  const again = await keyed(target, name);
  expect([again.status, shown(key, again.data)]).toEqual([first.status, shown(key, one!.data)]);
  const other = await change(target);
  await app.settle();
  before = await tableCounts(app, ASIDE);
  const refused = await keyed(other, name);
  expect([refused.status, refused.error.error]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
  await app.settle();
  expect(growth(before, await tableCounts(app, ASIDE))).toEqual({});
});

test('a key belongs to its account and its call', async () => {
  const headers = { 'idempotency-key': 'shared' };
  const other = await createFan(app);
  await fan.client.call('PUT /users', { body: { name: 'Cleo' }, headers });
  expect((await other.client.call('PUT /users', { body: { name: 'Dora' }, headers })).name).toBe('Dora');
  await fan.client.call('POST /reactions', { body: { objectType: 'performer', objectId: star.id, action: 'follow' }, headers });
});

test('a call that failed may be tried again with its key', async () => {
  const poor = await createFan(app);
  const tip = () =>
    poor.client.send('POST /payment-wallet/send-tip-wallet/{id}', {
      params: { id: star.id },
      body: { amount: 5 },
      headers: { 'idempotency-key': 'tip' },
    });
  expect((await tip()).error.error).toBe('INSUFFICIENT_TOKENS');
  await topUp(app, poor, 20);
  const { data } = await tip();
  expect((await tip()).data).toEqual(data);
  expect((await poor.client.call('GET /users/me')).balance).toBe(15);

  const publish = () =>
    star.client.send('POST /performer/feeds', {
      body: { text: 'Dear.', audience: 'buyers', price: 1500 },
      headers: { 'idempotency-key': 'dear' },
    });
  expect((await publish()).error.error).toBe('AMOUNT_OUT_OF_BOUNDS');
  await admin.client.call('PUT /admin/settings', { body: { values: { priceMaximum: 2000 } } });
  expect((await publish()).status).toBe(201);
});

test.each(['with space', 'x'.repeat(201), 'ñ'])('a key that is none is refused: %s', async (key) => {
  const { status, error } = await fan.client.raw('PUT /users', {
    body: { name: 'Nobody' },
    headers: { 'idempotency-key': Buffer.from(key).toString('latin1') },
  });
  expect([status, error.error]).toEqual([400, 'BAD_REQUEST']);
});
