import type { GatewayName } from '@stagedoor/contract/gateways.values';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { assertSound } from '../../testing/card-orders.ts';
import { type Person, createAdmin, createFan, createPerformer } from '../../testing/factories.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';
import { responseDigest } from '../ccbill/digest.ts';
import { signatureOf } from '../verotel/signature.ts';

export const DAY_MS = 86_400_000;
export const KEY = 'EXAMPLEKEY';
export const SALT = 'SALT-EXAMPLE-0001';
/** Data of a card and its holder, as callbacks carry them. */
export const PRIVATE = ['411111XXXXXX1111', 'ana.holder@example.org', '8812 Elm Street'];

export type Fields = Record<string, string>;
export type Answer = [status: number, text: string];
/** An open order, with the parameters of its page and an id for its sale. */
type Paid = { fan: Person; orderId: string; page: URLSearchParams; sale: string };

// Both companies at a site, for tests of bad input: nothing of a card may be logged or stored, and the ledger stays sound.

export let app: TestApp;
export let owner: Person;
let star: Person;
/** Lines that were logged during a test. */
export const logged: string[] = [];
const errorsToo = (_key: string, value: unknown): unknown =>
  value instanceof Error ? { ...Object.fromEntries(Object.entries(value)), message: value.message, stack: value.stack } : value;
export const set = async (name: GatewayName, values: Record<string, string>) => {
  const card = (await owner.client.call('GET /admin/gateways')).data.find((one) => one.name === name)!;
  await owner.client.call('PUT /admin/gateways/{name}', { params: { name }, body: { version: card.version, isOn: true, values } });
};
export const database = () => app.platform.database;
export const orderOf = (id: string) => database().selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
export const outcomesOf = async (orderId: string) =>
  (await database().selectFrom('gateway_events').select(['event', 'outcome']).where('order_id', '=', orderId).orderBy('id').execute()).map(
    ({ event, outcome }) => `${event} ${outcome}`,
  );
export const subscriptionOf = (fan: Person) =>
  database().selectFrom('subscriptions').selectAll().where('fan_id', '=', fan.id).executeTakeFirstOrThrow();
export const balanceOf = async (fan: Person): Promise<number> => (await fan.client.call('GET /users/me')).balance;
export const healthOf = async (name: GatewayName) =>
  (await owner.client.call('GET /admin/gateways')).data.find((card) => card.name === name)!.health;
/** How often the owner sees a reason. */
export const seen = async (gateway: GatewayName, reason: string) =>
  (await owner.client.call('GET /admin/gateways/rejections', { query: { gateway, limit: 100 } })).data
    .filter((row) => row.reason === reason)
    .reduce((sum, { count }) => sum + count, 0);
/** Refused statements in the administration. */
export const refusedOf = async (name: GatewayName) => (await healthOf(name)).refused;

export const dayIn = (days: number): string => new Date(app.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
let sales = 6000;
export const newSale = (): string => String((sales += 1));

export const order = async (gateway: GatewayName, kind: 'tokens' | 'subscription' = 'tokens') => {
  await owner.client.call('PUT /admin/gateway-order', { body: { names: [gateway] } });
  const fan = await createFan(app);
  const { orderId, redirectUrl } =
    kind === 'tokens'
      ? await fan.client.call('POST /payment/purchase-wallet/custom-amount', { body: { amount: 20 } })
      : await fan.client.call('POST /payment/subscribe-performer', { body: { performerId: star.id, method: 'card' } });
  return { fan, orderId, page: new URL(redirectUrl).searchParams, sale: newSale() };
};

export const postback = async (fields: Fields, key = KEY): Promise<Answer> => {
  const given = Object.entries(fields).filter(([, value]) => value !== '');
  const query = new URLSearchParams([...given, ['signature', signatureOf('sha256', key, given)]]);
  const answer = await fetch(`${app.url}/api/gateways/verotel/callback?${query.toString()}`);
  return [answer.status, await answer.text()];
};
export const verotelSale = ({ page, sale }: Paid, more: Fields = {}): Fields => ({
  type: page.get('type')!,
  shopID: '12345',
  saleID: sale,
  referenceID: page.get('referenceID')!,
  transactionID: `${sale}01`,
  priceAmount: page.get('priceAmount')!,
  priceCurrency: page.get('priceCurrency')!,
  truncatedPAN: PRIVATE[0]!,
  email: PRIVATE[1]!,
  ...more,
});
export const webhook = async (eventType: string, fields: Fields): Promise<Answer> => {
  const body = new URLSearchParams({ clientAccnum: '900000', clientSubacc: '0000', ...fields }).toString();
  const answer = await fetch(`${app.url}/api/gateways/ccbill/callback?eventType=${eventType}`, { method: 'POST', body });
  return [answer.status, await answer.text()];
};
export const ccbillSale = ({ page, sale }: Paid, more: Fields = {}): Fields => ({
  subscriptionId: sale,
  transactionId: `${sale}01`,
  billedInitialPrice: page.get('initialPrice')!,
  billedCurrencyCode: page.get('currencyCode')!,
  dynamicPricingValidationDigest: responseDigest(sale, true, SALT),
  'X-orderRef': page.get('orderRef')!,
  last4: PRIVATE[0]!,
  email: PRIVATE[1]!,
  address1: PRIVATE[2]!,
  ...more,
});
export const pay = (gateway: GatewayName, paid: Paid): Promise<Answer> =>
  gateway === 'verotel' ? postback(verotelSale(paid)) : webhook('NewSaleSuccess', ccbillSale(paid));

/** The owner's settings; callbacks come from this machine. */
export const ENTERED = {
  verotel: { shopId: '12345', signatureKey: KEY },
  ccbill: {
    accountNumber: '900000',
    saleSubAccount: '0000',
    saleForm: 'form',
    saleSalt: SALT,
    callbackNetworks: '127.0.0.1\n::1',
    dataLinkUser: 'site',
    dataLinkPassword: 'hush-hush-1',
  },
};

/** Declares the site of a test file, and what must hold after each of its tests. */
export const declareSite = (): void => {
  beforeAll(async () => {
    app = await createTestApp();
    owner = await createAdmin(app);
    star = await createPerformer(app, { monthlyPrice: 9 });
    await set('verotel', ENTERED.verotel);
    await set('ccbill', ENTERED.ccbill);
  });
  afterAll(() => app.close());
  beforeEach(() => {
    logged.length = 0;
    for (const level of ['warn', 'error', 'info'] as const)
      vi.spyOn(app.platform.log, level).mockImplementation((...args: unknown[]) => void logged.push(JSON.stringify(args, errorsToo)));
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    // Whatever came, no data of cards was logged or stored.
    const { rows } = await sql<{ text: string }>`select payload::text as text from gateway_events
      union all select row_to_json(r)::text from gateway_rejections r`.execute(database());
    const kept = [...logged, ...rows.map(({ text }) => text)].join('\n');
    expect(PRIVATE.filter((word) => kept.includes(word))).toEqual([]);
    await assertSound(app);
  });
};
