import { afterEach, describe, expect, test, vi } from 'vitest';
import type { GatewayValues } from '../gateway-settings.ts';
import type { PaymentRequest } from '../gateway.ts';
import { fixedSettings } from '../testing/fixed-settings.ts';
import { openReplyServer } from '../testing/reply-server.ts';
import { checkSignature } from './signature.ts';
import { createVerotelGateway } from './verotel.ts';

type ReplyServer = Awaited<ReturnType<typeof openReplyServer>>;
const opened: ReplyServer[] = [];
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close();
});
const companyOf = async (replyTo: Parameters<typeof openReplyServer>[0]): Promise<ReplyServer> => {
  const server = await openReplyServer(replyTo);
  opened.push(server);
  return server;
};

const KEY = 'EXAMPLEKEY';
const gatewayOf = (entered: Partial<GatewayValues<'verotel'>> = {}, currency = 'EUR') => {
  const fixed = fixedSettings<'verotel'>({ shopId: '12345', signatureKey: KEY, ...entered });
  const log = { warn: vi.fn<() => void>() };
  const options = { settings: fixed.settings, publicUrl: 'https://site.example', currency: () => currency, log, timeoutMs: 5000 };
  return { ...fixed, log, gateway: createVerotelGateway(options) };
};

const ORDER = '0190a1b2-0000-7000-8000-000000000001';
const requestOf = (more: Partial<PaymentRequest> = {}): PaymentRequest => ({
  orderId: ORDER,
  attempt: 1,
  description: 'Luna: Monthly',
  amount: 1264n,
  currency: 'EUR',
  recurring: null,
  returnUrl: `https://site.example/wallet/return/${ORDER}`,
  expiresAt: new Date('2030-01-01T00:00:00Z'),
  buyer: { ref: 'u42', locale: 'en' },
  ...more,
});
const pageOf = async (more: Partial<PaymentRequest> = {}, entered: Partial<GatewayValues<'verotel'>> = {}) => {
  const { url, ...page } = await gatewayOf(entered).gateway.openPayment(requestOf(more));
  return { address: new URL(url), fields: new URL(url).searchParams, page };
};

describe('the page of a payment', () => {
  test('a purchase is signed, and hands over no person', async () => {
    const { address, fields, page } = await pageOf();
    expect(page).toEqual({ handle: null, until: null });
    expect(address.origin + address.pathname).toBe('https://secure.verotel.com/startorder');
    expect(Object.fromEntries(fields)).toEqual({
      version: '4',
      shopID: '12345',
      type: 'purchase',
      priceAmount: '12.64',
      priceCurrency: 'EUR',
      description: 'Luna: Monthly',
      referenceID: ORDER,
      custom1: 'u42',
      successURL: `https://site.example/wallet/return/${ORDER}`,
      declineURL: `https://site.example/wallet/return/${ORDER}`,
      signature: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(checkSignature(new Map(fields), [KEY])).toEqual({ hash: 'sha256', unsigned: [] });
  });

  test('an old shop’s is signed by SHA-1', async () => {
    const { fields } = await pageOf({}, { signatureHash: 'sha1' });
    expect(checkSignature(new Map(fields), [KEY])).toMatchObject({ hash: 'sha1' });
  });

  test('a subscription renews by the calendar', async () => {
    const monthly = await pageOf({ recurring: { amount: 1264n, period: 'month' } });
    expect(Object.fromEntries(monthly.fields)).toMatchObject({
      type: 'subscription',
      subscriptionType: 'recurring',
      name: 'Luna: Monthly',
      period: 'P1M',
      priceAmount: '12.64',
    });
    expect([monthly.fields.has('trialAmount'), monthly.fields.has('description')]).toEqual([false, false]);
    expect((await pageOf({ recurring: { amount: 1264n, period: 'year' } })).fields.get('period')).toBe('P1Y');
  });

  test('a cheaper first period is a trial as long as a period', async () => {
    const { fields } = await pageOf({ amount: 500n, recurring: { amount: 1264n, period: 'month' } });
    expect(Object.fromEntries(fields)).toMatchObject({ priceAmount: '12.64', trialAmount: '5.00', trialPeriod: 'P1M', period: 'P1M' });
  });

  test('each attempt has its own reference', async () => {
    expect((await pageOf({ attempt: 2 })).fields.get('referenceID')).toBe(`${ORDER}-2`);
  });

  test('the line is cut, without what could be read as a parameter', async () => {
    const { fields } = await pageOf({ description: `${'é'.repeat(99)}👋👋` });
    expect(fields.get('description')).toBe(`${'é'.repeat(99)}👋`);
    expect((await pageOf({ description: 'a:event=b\u0000\nc' })).fields.get('description')).toBe('a:event b c');
    expect((await pageOf({ description: '=' })).fields.get('description')).toBe('Payment');
  });

  test.each([
    [{ customerId: '9762000000000000' }, 'https://secure.billing.creditcard'],
    [{ customerId: '9804000000000000' }, 'https://secure.verotel.com'],
    [{ customerId: '9762000000000000', baseAddress: 'http://127.0.0.1:4870/' }, 'http://127.0.0.1:4870'],
  ])('with %o it is at %s', async (entered, base) => {
    expect((await pageOf({}, entered)).address.href.startsWith(`${base}/startorder?`)).toBe(true);
  });
});

describe('it takes', () => {
  const charge = { amount: 1264n, currency: 'EUR', recurring: null };

  test('payments in its currencies, with amounts within the owner’s bounds, also of later periods', () => {
    const { gateway } = gatewayOf({ minimum: '500', maximum: '5000', statement: 'VTSUP.COM' });
    expect(gateway.termsOf(charge)).toEqual({ periodDays: null, statement: 'VTSUP.COM' });
    expect(gateway.termsOf({ ...charge, currency: 'JPY' })).toEqual({ refusal: 'currency' });
    expect(gateway.termsOf({ ...charge, amount: 499n })).toEqual({ refusal: 'amount' });
    expect(gateway.termsOf({ ...charge, recurring: { amount: 5001n, period: 'month' } })).toEqual({ refusal: 'amount' });
  });

  test('nothing without the owner’s settings, nor a callback', async () => {
    const { gateway } = gatewayOf({ signatureKey: '', shopId: '' });
    expect(gateway.isReady()).toBe(false);
    await expect(gateway.openPayment(requestOf())).rejects.toMatchObject({ code: 'GATEWAY_UNAVAILABLE' });
    await expect(gatewayOf().gateway.openPayment(requestOf({ currency: 'JPY' }))).rejects.toMatchObject({ code: 'GATEWAY_UNAVAILABLE' });
    const callback = {
      method: 'GET' as const,
      headers: {},
      query: new URLSearchParams('shopID='),
      body: Buffer.alloc(0),
      ip: '203.0.113.5',
    };
    await expect(gateway.readCallback(callback)).rejects.toMatchObject({ details: { reason: 'account' } });
    expect(await gateway.check()).toEqual([{ subject: 'keys', state: 'failed', detail: '' }]);
  });
});

describe('the status of a sale', () => {
  const ref = { orderId: ORDER, attempt: 2, handle: null, paymentId: null };

  test('is asked for by the reference, signed, and confirms that it can be read', async () => {
    const company = await companyOf(() => ({
      body: 'response: FOUND\nsaleResult: APPROVED\nsaleID: 7\ntype: purchase\npriceAmount: 1.00\npriceCurrency: EUR',
    }));
    const { gateway, confirmed } = gatewayOf({ baseAddress: company.url });
    expect(await gateway.poll(ref)).toMatchObject({ event: 'approved', orderId: ORDER, paymentId: '7', amount: 100n });
    expect(confirmed).toEqual(['statusReadable']);
    expect([...company.asked[0]!.keys()].toSorted()).toEqual(['referenceID', 'shopID', 'signature', 'version']);
    expect(checkSignature(new Map(company.asked[0]), [KEY])).toMatchObject({ hash: 'sha256' });
  });

  test('is null for an unknown sale', async () => {
    const company = await companyOf(() => ({ body: 'response: NOTFOUND' }));
    expect(await gatewayOf({ baseAddress: company.url }).gateway.poll(ref)).toBeNull();
  });

  test.each([
    ['an error', { body: 'response: ERROR\nerror: Invalid signature' }],
    ['a web page', { body: '<html>Maintenance</html>' }],
    ['a failure', { status: 500, body: 'response: NOTFOUND' }],
    ['a redirect', { status: 302, location: 'https://elsewhere.example' }],
    ['silence', 'hang up' as const],
  ])('that is %s concludes nothing', async (_what, reply) => {
    const company = await companyOf(() => reply);
    await expect(gatewayOf({ baseAddress: company.url }).gateway.poll(ref)).rejects.toMatchObject({ code: 'GATEWAY_UNAVAILABLE' });
  });
});

test('a company that doesn’t answer isn’t asked for each open order', async () => {
  const company = await companyOf(() => 'hang up');
  const { gateway } = gatewayOf({ baseAddress: company.url });
  for (const attempt of [1, 2, 3])
    await expect(gateway.poll({ orderId: ORDER, attempt, handle: null, paymentId: null })).rejects.toMatchObject({
      code: 'GATEWAY_UNAVAILABLE',
    });
  expect(company.asked).toHaveLength(1);
});

test('a subscription is cancelled on its signed page', async () => {
  const { redirectUrl } = await gatewayOf().gateway.cancelSubscription('456789');
  expect(redirectUrl).toBe(
    'https://secure.verotel.com/cancel-subscription?version=4&shopID=12345&saleID=456789&signature=52d4d27f3f8f89c6f04f46a21315447605d9341c94c756996f438cd1b110c817',
  );
});

test('nothing is refunded by a call', async () => {
  const { gateway } = gatewayOf();
  expect(gateway.capabilities.refund).toBe('none');
  const request = { orderId: ORDER, paymentId: '7', saleId: '7', refundId: ORDER, amount: 1n, paid: 1n, currency: 'EUR', attempt: 1 };
  await expect(gateway.refund(request)).rejects.toMatchObject({ code: 'ORDER_STATE' });
});

test('changed settings count from the next call on', async () => {
  const { gateway, entered } = gatewayOf();
  Object.assign(entered, { shopId: '54321' });
  expect(new URL((await gateway.openPayment(requestOf())).url).searchParams.get('shopID')).toBe('54321');
});

describe('the check', () => {
  const states = async (gateway: ReturnType<typeof gatewayOf>['gateway']) =>
    Object.fromEntries((await gateway.check()).map(({ subject, state }) => [subject, state]));

  test('is fine when the company knows the shop and answers', async () => {
    const company = await companyOf((_query, path) =>
      path === '/salestatus' ? { body: 'response: NOTFOUND' } : { status: 302, location: '/about' },
    );
    expect(await states(gatewayOf({ baseAddress: company.url }).gateway)).toEqual({
      keys: 'ok',
      address: 'ok',
      credentials: 'ok',
      currency: 'ok',
    });
  });

  test('says what the company refuses, and what it doesn’t charge in', async () => {
    const company = await companyOf((_query, path) =>
      path === '/salestatus' ? { body: 'response: ERROR\nerror: Invalid signature' } : {},
    );
    const { gateway } = gatewayOf({ baseAddress: company.url }, 'JPY');
    expect(await gateway.check()).toMatchObject([
      { subject: 'keys', detail: 'https://site.example/api/gateways/verotel/callback' },
      { subject: 'address', state: 'ok', detail: 'HTTP 200' },
      { subject: 'credentials', state: 'failed', detail: 'Invalid signature' },
      { subject: 'currency', state: 'failed' },
    ]);
  });

  test('tells a company that isn’t there, and an unknown brand', async () => {
    const company = await openReplyServer(() => ({}));
    await company.close();
    expect(await states(gatewayOf({ baseAddress: company.url }).gateway)).toMatchObject({ address: 'failed', credentials: 'untested' });
    const log = { warn: vi.fn<() => void>() };
    const { settings } = fixedSettings<'verotel'>({ shopId: '12345', signatureKey: KEY, customerId: '1234567890' });
    const offline = (() => Promise.reject(new TypeError('offline'))) as typeof fetch;
    const gateway = createVerotelGateway({ settings, publicUrl: '', currency: () => 'EUR', log, fetch: offline });
    expect(await gateway.check()).toMatchObject([{ subject: 'keys', state: 'failed', detail: '1234' }, {}, {}, {}]);
  });
});
