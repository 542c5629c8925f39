import { randomUUID } from 'node:crypto';
import { CONTRACT } from '@stagedoor/contract';
import type { Endpoint } from '@stagedoor/contract/endpoint';
import type { ErrorCode, FieldError } from '@stagedoor/contract/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createInitialPackages } from '../modules/wallet/index.ts';
import { translate } from '../platform/texts.ts';
import type { Answer } from './client.ts';
import { createConversation, openMessages } from './conversation-fixtures.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer, picture, topUp } from './factories.ts';
import { galleryFixtures } from './gallery-fixtures.ts';
import { productFixtures } from './product-fixtures.ts';
import { videoFixtures } from './video-fixtures.ts';
import { giftFixtures } from './gift-fixtures.ts';
import { MONEY_CALLS, amountsOf, ordersByCard, paysFromWallet, takesCoupon, wholeNumbersOf, withValueAt } from './money-endpoints.ts';
import { payoutFixtures, payoutReads } from './payout-fixtures.ts';
import { saleFixtures } from './sale-fixtures.ts';
import { createCoupon, createItem, createProduct } from './shop.ts';
import { type Request, type CallFixture, fixtureOf, withBody } from './call-fixture.ts';
import { type RowChanges, watchRows } from './changed-rows.ts';
import { type TestApp, createTestApp } from './test-app.ts';

// Invalid money calls: valid calls with one error each. They must be refused with a code of the contract, in the caller's language, and
// leave every row of every table unchanged.

let app: TestApp;
let admin: Person;
let star: Person;
let fan: Person;

beforeAll(async () => {
  app = await createTestApp();
  await createInitialPackages(app.platform);
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin, monthlyPrice: 5, yearlyPrice: 50 });
  fan = await createFan(app);
  await openMessages(star);
  await topUp(app, fan, 900);
  await app.settle();
});
afterAll(() => app.close());

type Tried = Pick<CallFixture, 'who' | 'make'>;

/** Valid calls, by buyer and seller. */
const fixturesOf = (buyer: Person, seller = star): Record<string, Tried> => ({
  ...saleFixtures({ app: () => app, admin: () => admin, fan: () => buyer, star: () => seller }),
  ...giftFixtures(() => ({ admin, star: seller, fan: buyer })),
  ...galleryFixtures(() => seller),
  ...videoFixtures(() => seller),
  ...payoutFixtures(() => ({ app, admin, star: seller })),
  ...payoutReads(() => seller),
  ...productFixtures(() => seller),
  'POST /orders/quote': {
    who: () => buyer,
    make: async () => ({ body: { products: [{ productId: await createProduct(app, seller, { price: 2 }) }] } }),
  },
  'POST /messages/conversations/{id}': {
    who: () => seller,
    make: async () => {
      const { _id: fileId } = await seller.client.call('POST /messages/private/photo', { files: { file: await picture() } });
      return { params: { id: await createConversation(buyer, seller) }, body: { price: 2, fileId: [fileId] } };
    },
  },
  'PUT /spending-limits': { who: () => buyer, make: () => ({ body: { daily: 900_000, monthly: 900_000, show: 900_000 } }) },
  'PUT /performer/tip-menu': { who: () => seller, make: () => ({ body: { acts: [{ title: 'Play it again', price: 12 }] } }) },
  'PUT /performers': {
    who: () => seller,
    make: () => ({ body: { monthlyPrice: 5, yearlyPrice: 50, privatePrice: 2, groupPrice: 1 } }),
  },
  'POST /performer/feeds': { who: () => seller, make: () => ({ body: { text: 'News.', audience: 'buyers', price: 2 } }) },
  'PUT /performer/feeds/{id}': {
    who: () => seller,
    make: async () => ({
      params: { id: await createFeed(seller, { photos: 0, text: 'News.' }) },
      body: { text: 'News.', audience: 'buyers', price: 2 },
    }),
  },
  'POST /performer/feeds/draft': { who: () => seller, make: () => ({ body: { text: 'Notes.', audience: 'buyers', price: 2 } }) },
  'POST /performer/feeds/draft/{id}': {
    who: () => seller,
    make: async () => ({
      params: { id: (await seller.client.call('POST /performer/feeds/draft', { body: { text: 'Notes.' } }))._id },
      body: { audience: 'buyers', price: 2 },
    }),
  },
  'POST /streaming/group-chat': {
    who: () => seller,
    async make() {
      await endShows(seller);
      return { body: { title: 'Four blues', seats: 3, price: 2 } };
    },
  },
  'POST /streaming/live': {
    who: () => seller,
    async make() {
      await endShows(seller);
      return { body: { title: 'Evening', goal: { title: 'A new microphone', amount: 50 } } };
    },
  },
});

/** A performer gives one show at a time. */
const endShows = async (seller: Person): Promise<void> => {
  for (const { _id } of (await seller.client.call('GET /streaming/open')).shows)
    await seller.client.call('POST /streaming/end/{id}', { params: { id: _id } });
};

const LANGUAGES = [
  { locale: 'es', ask: { headers: { 'accept-language': 'es-MX,es;q=0.9,en;q=0.5' } } },
  { locale: 'en', ask: { headers: { 'accept-language': 'es' }, query: { locale: 'en' } } },
] as const;

/** A call that must be refused: its sender, and the expected codes. */
interface Wrong {
  who: Person;
  key: string;
  request: Request;
  codes?: readonly ErrorCode[];
  /** What is wrong with it. */
  name?: string;
  /** The beginning of the name of the field that the validation refuses. */
  property?: string;
}

/** What is wrong with a response that should be a refusal in a language; undefined when nothing is. */
const problemOf = ({ status, data, error }: Answer<unknown>, locale: string, { codes, property }: Wrong): string | undefined => {
  if (status < 400 || status >= 500 || data !== undefined) return `${status} ${JSON.stringify(data ?? error)}`;
  if (codes && !codes.includes(error.error)) return error.error;
  const isSaid =
    error.error === 'VALIDATION_FAILED'
      ? (error.message as FieldError[]).every((field) => field.property.startsWith(property ?? '')) && error.message.length > 0
      : error.message === translate(locale, `errors.${error.error}`, error.details);
  return isSaid ? undefined : JSON.stringify(error);
};

/**
 * Sends all calls, in both languages.
 * @returns the calls that weren't refused as expected, and the rows that changed: both should be empty
 */
const refusals = async (wrong: readonly Wrong[]): Promise<{ problems: string[]; changed: RowChanges }> => {
  await app.settle();
  const changed = await watchRows(app);
  const problems: string[] = [];
  for (const each of wrong) {
    const { who, key, request, name = key } = each;
    const said: string[] = [];
    for (const { locale, ask } of LANGUAGES) {
      const headers = { ...ask.headers, 'idempotency-key': randomUUID() };
      const answer = await who.client.raw(key, { ...request, ...ask, headers });
      const problem = problemOf(answer, locale, each);
      if (problem) problems.push(`${name} (${locale}): ${problem}`);
      said.push(JSON.stringify(answer.error?.message));
    }
    if (said[0] === said[1]) problems.push(`${name}: one sentence in both languages, ${said[0]}`);
  }
  await app.settle();
  return { problems, changed: await changed() };
};
const ALL_REFUSED = { problems: [], changed: {} };

const HUGE = [1e12, 1e13, 1e308, '9'.repeat(13), '9'.repeat(20)];
const INVALID_AMOUNTS = [-1, -0.01, 0.001, 1.005, ...HUGE, 'NaN', 'Infinity', '1e3', '1,5', ' 1', '0x1', '', '-', true, [], {}];
const INVALID_INTEGERS = [-1, 0.5, 1e308, 2 ** 53, '1', 'NaN', '', true, [], {}];

/** Where zero is valid: free of charge, no price, or first of a list. */
const MAY_BE_ZERO = [
  // Until they are published.
  'POST /performer/feeds/draft price',
  'POST /performer/feeds/draft/{id} price',
  'PUT /performers monthlyPrice',
  'PUT /performers yearlyPrice',
  'POST /admin/wallet-packages position',
  'PUT /admin/wallet-packages/{id} position',
  // The version of a payout that nothing has changed yet.
  ...['approve', 'reject', 'pay', 'return'].map((step) => `POST /admin/payouts/{id}/${step} version`),
  'POST /admin/payout-batches payouts.0.version',
  'POST /admin/payout-batches/{id}/pay version',
];
/** Where null means none. */
const MAY_BE_NULL = [
  'PUT /spending-limits daily',
  'PUT /spending-limits monthly',
  'PUT /spending-limits show',
  'PUT /performers yearlyPrice',
  'PUT /performers privatePrice',
  'PUT /performers groupPrice',
  'POST /performer/feeds/draft price',
  'POST /performer/feeds/draft/{id} price',
  'POST /admin/emojis price',
  'PUT /admin/emojis/{id} price',
  'POST /admin/coupons terms.usesMaximum',
  'POST /admin/coupons terms.usesPerAccount',
  'PUT /admin/coupons/{id} terms.usesMaximum',
  'PUT /admin/coupons/{id} terms.usesPerAccount',
];

/** Codes that refuse an invalid number. */
const NUMBER_CODES: readonly ErrorCode[] = ['VALIDATION_FAILED', 'AMOUNT_OUT_OF_BOUNDS', 'PRICE_CHANGED', 'PRICE_REQUIRED'];

/** A valid call; and the same with each of some values, and with values invalid everywhere, at a place of its body. */
const wrongAt = async (key: string, path: string, values: readonly unknown[]): Promise<{ right: Wrong; wrong: Wrong[] }> => {
  const { who, make } = fixtureOf(fixturesOf(fan), key);
  const request = await make();
  // A coupon takes off a percentage or an amount.
  const terms = { ...(request.body as { terms?: object }).terms, percent: null, amount: 5 };
  const body = path === 'terms.amount' ? withBody({ terms })(request).body : request.body;
  const place = `${key} ${path}`;
  // NaN is null in JSON.
  const none = MAY_BE_NULL.includes(place) ? [] : [null, Number.NaN];
  const right = { who: who(), key, request: { ...request, body } };
  return {
    right,
    wrong: [...values, ...none, ...(MAY_BE_ZERO.includes(place) ? [] : [0])].map((value) => ({
      ...right,
      request: { ...request, body: withValueAt(body, path, value) },
      name: `${place} = ${JSON.stringify(value)}`,
      codes: NUMBER_CODES,
      property: path.split('.')[0]!,
    })),
  };
};
/** What is wrong with the refusals, and whether the valid call works. */
const tryAt = async (key: string, path: string, values: readonly unknown[]) => {
  const { right, wrong } = await wrongAt(key, path, values);
  return { ...(await refusals(wrong)), works: (await right.who.client.raw(key, right.request)).status < 300 };
};

const unsafe = (Object.entries(CONTRACT) as [string, Endpoint][]).filter(([key]) => !key.startsWith('GET '));
const amounts = unsafe.flatMap(([key, endpoint]) => amountsOf(endpoint).map((path): [string, string] => [key, path]));
const wholeNumbers = MONEY_CALLS.filter(([key]) => key !== 'POST /coupons/{code}/apply-coupon').flatMap(([key, endpoint]) =>
  wholeNumbersOf(endpoint).map((path): [string, string] => [key, path]),
);

test('amounts are found in bodies', () => {
  expect(amounts).toEqual(
    expect.arrayContaining([
      ['POST /payment-wallet/tip-feed', 'amount'],
      ['POST /admin/coupons', 'terms.amount'],
    ]),
  );
  expect(wholeNumbers).toContainEqual(['POST /payment/purchase-products', 'products.0.quantity']);
});
test.each(amounts)('%s, %s: an invalid amount is refused', async (key, path) =>
  expect(await tryAt(key, path, INVALID_AMOUNTS)).toEqual({ ...ALL_REFUSED, works: true }),
);
test.each(wholeNumbers)('%s, %s: an invalid integer is refused', async (key, path) =>
  expect(await tryAt(key, path, INVALID_INTEGERS)).toEqual({ ...ALL_REFUSED, works: true }),
);

test('an amount is accepted as a number or as text, and is exact', async () => {
  const tip = async (amount: unknown) => {
    const { data } = await fan.client.raw('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: star.id }, body: { amount } });
    const { transactionId } = data as { transactionId: string };
    const { tokens_amount } = await app.platform.database
      .selectFrom('ledger.transactions')
      .select('tokens_amount')
      .where('id', '=', transactionId)
      .executeTakeFirstOrThrow();
    return tokens_amount;
  };
  const tipped: unknown[] = [];
  for (const amount of [1, '1', '1.1', 1.1, 4.35, '4.35', 1.15]) tipped.push(await tip(amount));
  expect(tipped).toEqual([100n, 100n, 110n, 110n, 435n, 435n, 115n]);
});

/** Calls without a seller. */
const TOP_UPS = ['POST /payment/purchase-tokens', 'POST /payment/purchase-wallet/custom-amount'];
const wallets = MONEY_CALLS.filter(([, endpoint]) => paysFromWallet(endpoint)).map(([key]) => key);
const orders = MONEY_CALLS.filter(([, endpoint]) => ordersByCard(endpoint)).map(([key]) => key);
/** Calls that pay a performer, or subscribe to one. */
/** Calls that pay a performer. */
const paying = [...wallets, ...orders, 'POST /subscriptions/free-subscribe'].filter(
  (key) => !TOP_UPS.includes(key) && key !== 'POST /payment/debt',
);
/** Directs the calls that pay one performer, named in the body. */
const toSeller = (key: string, request: Request, seller: Person): Request =>
  /subscri/.test(key) ? withBody({ performerId: seller.id })(request) : request;

/** Valid calls, one of each kind that pays. */
const paymentsOf = async (buyer: Person, seller: Person, keys = paying): Promise<Wrong[]> => {
  const fixtures = fixturesOf(buyer, seller);
  const requests: Wrong[] = [];
  for (const key of keys) requests.push({ who: buyer, key, request: toSeller(key, await fixtureOf(fixtures, key).make(), seller) });
  return requests;
};
const expecting = (codes: readonly ErrorCode[], requests: readonly Wrong[]): Wrong[] => requests.map((request) => ({ ...request, codes }));

test.each(orders)('%s: uses the site’s currency, whatever the body says', async (key) => {
  const { who, make } = fixtureOf(fixturesOf(fan), key);
  const request = await make();
  const order = async (body: object) => {
    const { data } = await who().client.raw(key, { ...request, body: { ...(request.body as object), ...body } });
    const { orderId } = data as { orderId: string };
    return app.platform.database
      .selectFrom('orders')
      .select(['currency', 'money_amount', 'tokens_amount', 'token_value'])
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow();
  };
  const plain = await order({});
  expect(plain.currency).toBe('USD');
  // A package is ordered as it was shown: its own amounts are compared, and another one is refused.
  const isPackage = key === 'POST /payment/purchase-tokens';
  const amounts = isPackage ? {} : { tokens: 0.01, price: 0.01 };
  expect(await order({ currency: 'JPY', money: 0.01, tokenValue: 0.01, ...amounts })).toEqual(plain);
  const other = isPackage ? { ...(request.body as object), tokens: 0.01, price: 0.01 } : null;
  expect(other && (await who().client.raw(key, { ...request, body: other })).status).toBe(other && 409);
});

describe('forbidden payments', () => {
  const subscribe = async (who: Person, performer: Person) => {
    const { orderId } = await who.client.call('POST /payment/subscribe-performer', { body: { performerId: performer.id, renews: true } });
    await who.client.call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: orderId } });
  };

  test('a performer can’t pay themselves', async () => {
    const performer = await createPerformer(app, { admin, monthlyPrice: 5 });
    await topUp(app, performer, 200);
    // No own order can be created for pay-wallet.
    const keys = paying.filter((key) => key !== 'POST /wallet-transactions/pay-wallet/{id}');
    expect(await refusals(expecting(['OWN_ITEM'], await paymentsOf(performer, performer, keys)))).toEqual(ALL_REFUSED);
  });

  test('a fan blocked by a performer can’t pay them', async () => {
    const blocked = await createFan(app);
    const performer = await createPerformer(app, { admin, monthlyPrice: 5 });
    await topUp(app, blocked, 200);
    const requests = await paymentsOf(blocked, performer);
    await performer.client.call('POST /performer/block/users', { body: { userId: blocked.id } });
    expect(await refusals(expecting(['BLOCKED_PAIR'], requests))).toEqual(ALL_REFUSED);
  });

  test('a performer can’t pay a performer they have blocked', async () => {
    const blocker = await createPerformer(app, { admin, monthlyPrice: 5 });
    const performer = await createPerformer(app, { admin, monthlyPrice: 5 });
    await topUp(app, blocker, 200);
    const requests = await paymentsOf(blocker, performer);
    await subscribe(blocker, performer);
    await blocker.client.call('POST /performer/block/users', { body: { userId: performer.id } });
    await app.settle();
    const { data } = await blocker.client.call('GET /subscriptions/search');
    expect(data.map(({ state, renewsAt }) => [state, renewsAt])).toContainEqual(['cancelled', null]);
    requests.push({ who: blocker, key: 'PUT /subscriptions/{id}', request: { params: { id: performer.id }, body: { renews: true } } });
    expect(await refusals(expecting(['BLOCKED_PAIR'], requests))).toEqual(ALL_REFUSED);
  });

  test('nobody can pay another’s order', async () => {
    const other = await createFan(app);
    await topUp(app, other, 20);
    const key = 'POST /wallet-transactions/pay-wallet/{id}';
    const request = await fixtureOf(fixturesOf(fan), key).make();
    expect(await refusals([{ who: other, key, request, codes: ['NOT_FOUND'] }])).toEqual(ALL_REFUSED);
  });
});

test('an insufficient wallet pays nothing', async () => {
  const poor = await createFan(app);
  expect(await refusals(expecting(['INSUFFICIENT_TOKENS'], await paymentsOf(poor, star, wallets)))).toEqual(ALL_REFUSED);
});

test('an expired, future, disabled, used or unknown coupon is refused', async () => {
  const now = app.platform.clock.now().getTime();
  const used = await createCoupon(admin, { usesMaximum: 1 });
  const videoId = await createItem(app, star, 'video', { price: 2 });
  await fan.client.call('POST /payment-wallet/purchase-video', { body: { videoId, couponCode: used } });
  const codes = [
    await createCoupon(admin, { endsAt: new Date(now - 1000).toISOString() }),
    await createCoupon(admin, { startsAt: new Date(now + 60_000).toISOString() }),
    await createCoupon(admin, { active: false }),
    used,
    'NOSUCHCODE',
  ];
  const keys = MONEY_CALLS.filter(([, endpoint]) => takesCoupon(endpoint)).map(([key]) => key);
  const requests = await paymentsOf(fan, star, keys);
  const preview = { body: { kind: 'video', items: [{ id: await createItem(app, star, 'video', { price: 2 }) }] } };
  const wrong = codes.flatMap((couponCode): Wrong[] => [
    ...requests.map((each) => ({ ...each, request: withBody({ couponCode })(each.request), name: `${each.key} with ${couponCode}` })),
    { who: fan, key: 'POST /coupons/{code}/apply-coupon', request: { ...preview, params: { code: couponCode } } },
  ]);
  expect(await refusals(expecting(['COUPON_INVALID'], wrong))).toEqual(ALL_REFUSED);
});
