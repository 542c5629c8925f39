import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { renewDueSubscriptions } from '../modules/subscriptions/index.ts';
import { openPool } from '../platform/testing/database.ts';
import { payAt } from '../testing/card-orders.ts';
import { createDebtor } from '../testing/debtors.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer, picture, topUp, unique } from '../testing/factories.ts';
import { ADDRESS, createCoupon, createProduct } from '../testing/shop.ts';
import { type TestApp, createTestApp } from '../testing/test-app.ts';
import { paymentIdOf } from '../testing/unkeyed-fixtures.ts';
import { settlementDocument } from './settlement-document.ts';
import { fieldsOf, readAs, variantsOf } from './settlement-fields.ts';
import { settlementSchema } from './settlement.ts';
import { verifyLedger } from './verify.ts';

let app: TestApp;
let owner: pg.Pool;
let admin: Person;
let star: Person;
let fan: Person;
/** An address of another country, whose code is written on the order. */
const ABROAD = { 'x-forwarded-for': '8.8.8.8' };
/** Stores what the function takes before it does it, in the same transaction. */
const RECORD = `
  create table ledger.taken (settlement jsonb not null);
  alter function ledger.settle(jsonb) rename to settle_taken;
  create function ledger.settle(p jsonb) returns jsonb language plpgsql security definer set search_path = ledger, public, pg_temp as $$
  begin
    insert into ledger.taken values (p);
    return ledger.settle_taken(p);
  end $$;
  grant execute on function ledger.settle(jsonb) to stagedoor_app`;

beforeAll(async () => {
  app = await createTestApp({ environment: { TRUST_PROXY: '1' } });
  owner = openPool({ connectionString: app.testDatabase.ownerUrl, max: 1 });
  await owner.query(RECORD);
  admin = await createAdmin(app);
});
afterAll(async () => {
  await owner.end();
  await app.close();
});
beforeEach(async () => {
  star = await createPerformer(app, { admin, monthlyPrice: 4, yearlyPrice: 30 });
  fan = await createFan(app);
  await topUp(app, fan, 400);
});

const press = (redirectUrl: string | null, action: 'approve' | 'renew') =>
  app.client().call('POST /gateways/sandbox/payments/{id}', { params: { id: paymentIdOf(redirectUrl!) }, body: { action } });
const pay = (orderId: string) => fan.client.call('POST /wallet-transactions/pay-wallet/{id}', { params: { id: orderId } });
const order = (performer: Person, type: 'monthly' | 'yearly' = 'monthly', renews = true) =>
  fan.client.call('POST /payment/subscribe-performer', { body: { performerId: performer.id, type, renews } });
const movePastEnd = async (performer: Person): Promise<void> => {
  const { paid_until: end } = await app.platform.database
    .selectFrom('subscriptions')
    .select('paid_until')
    .where('fan_id', '=', fan.id)
    .where('performer_id', '=', performer.id)
    .executeTakeFirstOrThrow();
  app.clock.set(new Date(end.getTime() + 60_000));
};

const sellItems = async (): Promise<void> => {
  const coupon = await createCoupon(admin);
  const feed = () => createFeed(star, { audience: 'buyers', price: 3, photos: 0, text: 'For buyers.' });
  await fan.client.call('POST /payment-wallet/purchase-feed', {
    body: { feedId: await feed(), couponCode: coupon },
    headers: { 'idempotency-key': unique('key') },
  });
  const byCard = await fan.client.call('POST /payment/purchase-feed', { body: { feedId: await feed() } });
  await press(byCard.redirectUrl, 'approve');
  const withSale = await fan.client.call('POST /payment/purchase-feed', { body: { feedId: await feed() } });
  await payAt(app, withSale.orderId, { saleId: unique('sale') });
  const products = [
    { productId: await createProduct(app, star, { type: 'physical', price: 5, stock: 3, postage: 2 }), quantity: 2 },
    { productId: await createProduct(app, star) },
  ];
  await fan.client.call('POST /payment-wallet/purchase-products', { body: { products, deliveryAddress: ADDRESS } });
};

const give = async (): Promise<void> => {
  await fan.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: star.id }, body: { amount: 2 }, headers: ABROAD });
  const { data: image } = await star.client.raw('POST /gift/image', { files: { file: await picture() } });
  const gift = await star.client.call('POST /gift', {
    body: { name: 'Plectrum', price: 2, animation: 'burst', fileId: (image as { _id: string })._id },
  });
  await fan.client.call('POST /payment-wallet/gifting', { body: { giftId: gift._id, performerId: star.id, quantity: 2 } });
  const emoji = await admin.client.call('POST /admin/emojis', { body: { code: unique('e'), name: 'Harp', symbol: '🪕', price: 1 } });
  await fan.client.call('POST /payment-wallet/emoji', { body: { emojiId: emoji._id, performerId: star.id } });
};

const subscribe = async (): Promise<void> => {
  const performers = await Promise.all(Array.from({ length: 6 }, () => createPerformer(app, { admin, monthlyPrice: 4, yearlyPrice: 30 })));
  const [ending, changing, cancelled, byCard, offering, yearly] = performers as [Person, Person, Person, Person, Person, Person];
  await pay((await order(ending, 'monthly', false)).orderId);
  for (const performer of [changing, cancelled]) await pay((await order(performer)).orderId);
  const charged = (await order(byCard)).redirectUrl;
  await press(charged, 'approve');
  const link = await offering.client.call('POST /performer/offer-links', { body: { kind: 'discount', percent: 50, name: 'Newsletter' } });
  const offered = await fan.client.call('POST /payment/subscribe-performer', {
    body: { performerId: offering.id, offer: link.code, renews: true },
  });
  await pay(offered.orderId);
  await fan.client.call('POST /subscriptions/cancel/{id}', { params: { id: cancelled.id } });
  const change = async (performer: Person, type: 'monthly' | 'yearly') => {
    const { to, due } = await fan.client.call('GET /subscriptions/{id}/plan', { params: { id: performer.id }, query: { type } });
    await fan.client.call('PUT /subscriptions/{id}/plan', { params: { id: performer.id }, body: { type, price: to.price, due } });
  };
  for (const performer of [ending, changing, cancelled]) await change(performer, 'yearly');
  await pay((await order(yearly, 'yearly')).orderId);
  await change(changing, 'monthly');
  await movePastEnd(offering);
  await renewDueSubscriptions(app.platform);
  await press(charged, 'renew');
  await movePastEnd(yearly);
  await renewDueSubscriptions(app.platform);
};

const payDebt = async (): Promise<void> => {
  const debtor = await createDebtor(app, star);
  const { redirectUrl } = await debtor.client.call('POST /payment/debt', { body: {} });
  await press(redirectUrl, 'approve');
};

/** Variants that no settlement has, each with its reason. */
const NEVER: Record<string, string> = {
  'sales.subscription(3).from = yearly': 'a year becomes monthly at its end, by a renewal',
  'sales.subscription(3).type = monthly': 'the same',
  'sales.subscription(3).paidBy null': 'a period that nobody paid for can’t be changed',
  'order(2).create.method = card': 'a card pays an order that exists',
  'order(2).create.sellerId null': 'top-ups and debts, which have no seller, are paid by card',
  'order(2).create.tokens null': 'what a wallet pays costs tokens',
};

test('settlements of every variant are as their schema says, and the ledger balances', async () => {
  await sellItems();
  await give();
  await payDebt();
  await subscribe();
  await app.settle();
  const { rows } = await owner.query<{ settlement: unknown }>('select settlement from ledger.taken');
  const settlements = rows.map(({ settlement }) => readAs(settlementSchema, settlement));
  for (const settlement of settlements) expect(settlementSchema.parse(settlement)).toEqual(settlement);
  const seen = new Set(settlements.flatMap((settlement) => variantsOf(settlementSchema, '', { of: settlement })));
  // Transactions of other kinds are written by other functions; which kinds are settled is up to the offers.
  const isKind = (variant: string) => / = /.test(variant) && /(?:transaction|create)\.kind/.test(variant);
  const all = variantsOf(settlementSchema).filter((variant) => !isKind(variant));
  expect(all.filter((variant) => !seen.has(variant)).sort()).toEqual(Object.keys(NEVER).sort());
  expect((await verifyLedger(app.platform.database)).checks.filter(({ ok }) => !ok)).toEqual([]);
});

test('the functions of the database read each field of the schema, and no other', async () => {
  const texts = await Promise.all(
    ['ledger-settle', 'ledger-posting', 'subscriptions'].map((name) =>
      readFile(new URL(`../../functions/${name}.sql`, import.meta.url), 'utf8'),
    ),
  );
  const members = (list: string): string[] => list.split(', ').map((member) => member.split(' ')[0]!);
  const read = new Set(
    texts.flatMap((text) => [
      ...[...text.matchAll(/->>? '(\w+)'/g)].map(([, key]) => key!),
      ...[...text.matchAll(/jsonb_to_recordset\(p_lines\) as given\(([^)]*)\)/g)].flatMap(([, list]) => members(list!)),
    ]),
  );
  const fields = new Set(fieldsOf(settlementSchema).flatMap(({ path, type }) => (type === 'variant' ? [] : [path.split('.').at(-1)!])));
  // Parts of fields that the schema leaves open, and what functions hand to one another.
  const inner = [
    'accountId',
    'route',
    'key',
    'inputHash',
    'name',
    'payload',
    'id',
    'referenceKind',
    'referenceId',
    'reversesId',
    'actorId',
    'gateway',
    'receiver',
  ];
  expect([...read].filter((key) => !fields.has(key) && !inner.includes(key))).toEqual([]);
  expect([...fields].filter((key) => !read.has(key))).toEqual([]);
});

test('the page about settlements is made from their schema', async () => {
  const page = await readFile(new URL('../../../../docs/domains/settlement.md', import.meta.url), 'utf8');
  expect(page, 'run `npm run settlement:document`').toBe(settlementDocument());
});
