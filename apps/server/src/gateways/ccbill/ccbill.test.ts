import { afterEach, describe, expect, test, vi } from 'vitest';
import type { PaymentRequest, RefundRequest } from '../gateway.ts';
import type { GatewayValues } from '../gateway-settings.ts';
import { fixedSettings } from '../testing/fixed-settings.ts';
import { type Reply, openReplyServer } from '../testing/reply-server.ts';
import { createCcbillGateway } from './ccbill.ts';

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

const PASSWORD = 'hush-hush-1';
const ORDER = '0190a1b2-0000-7000-8000-000000000001';
const gatewayOf = (entered: Partial<GatewayValues<'ccbill'>> = {}, more: Partial<Parameters<typeof createCcbillGateway>[0]> = {}) => {
  const fixed = fixedSettings<'ccbill'>({
    accountNumber: '900000',
    saleSubAccount: '0000',
    saleForm: '11111111-2222-3333-4444-555555555555',
    saleSalt: 'SALT-EXAMPLE-0001',
    dataLinkUser: 'site',
    dataLinkPassword: PASSWORD,
    ...entered,
  });
  const log = { warn: vi.fn<() => void>() };
  const options = { settings: fixed.settings, publicUrl: 'https://site.example', currency: () => 'USD', log, timeoutMs: 5000, ...more };
  return { ...fixed, log, gateway: createCcbillGateway(options) };
};

const requestOf = (more: Partial<PaymentRequest> = {}): PaymentRequest => ({
  orderId: ORDER,
  attempt: 1,
  description: 'Luna: Monthly',
  amount: 999n,
  currency: 'USD',
  recurring: null,
  returnUrl: `https://site.example/wallet/return/${ORDER}`,
  expiresAt: new Date('2030-01-01T00:00:00Z'),
  buyer: { ref: 'u42', locale: 'en' },
  ...more,
});
const pageOf = async (more: Partial<PaymentRequest> = {}, entered: Partial<GatewayValues<'ccbill'>> = {}) =>
  new URL((await gatewayOf(entered).gateway.openPayment(requestOf(more))).url);

describe('the form of a payment', () => {
  test('a single sale has the digest of its price and period, our reference, and no person', async () => {
    const url = await pageOf();
    expect(url.origin + url.pathname).toBe('https://api.ccbill.com/wap-frontflex/flexforms/11111111-2222-3333-4444-555555555555');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      clientAccnum: '900000',
      clientSubacc: '0000',
      initialPrice: '9.99',
      initialPeriod: '30',
      currencyCode: '840',
      formDigest: 'fc6484d3e3428a2978075cda287ec743',
      orderRef: ORDER,
      attempt: '1',
    });
  });

  test('a subscription has its own sub-account, form and salt, and counts days', async () => {
    const url = await pageOf(
      { currency: 'EUR', recurring: { amount: 999n, period: 'month' }, attempt: 2 },
      { recurringSubAccount: '0001', recurringForm: 'other-form', recurringSalt: 'SALT-EXAMPLE-0001', saleSalt: 'another' },
    );
    expect(url.pathname.endsWith('/other-form')).toBe(true);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      clientSubacc: '0001',
      initialPrice: '9.99',
      initialPeriod: '30',
      recurringPrice: '9.99',
      recurringPeriod: '30',
      numRebills: '99',
      currencyCode: '978',
      formDigest: '3dc575b92e738587f8a455e4d2fcc68a',
      attempt: '2',
    });
  });

  test('without its own, a subscription is sold in the sub-account of single sales', async () => {
    const url = await pageOf({ currency: 'EUR', recurring: { amount: 999n, period: 'month' } });
    expect([url.searchParams.get('clientSubacc'), url.searchParams.get('formDigest')]).toEqual([
      '0000',
      '3dc575b92e738587f8a455e4d2fcc68a',
    ]);
  });

  test('a cheaper first period has its own price', async () => {
    const { searchParams } = await pageOf({ amount: 300n, recurring: { amount: 999n, period: 'month' } });
    expect([searchParams.get('initialPrice'), searchParams.get('recurringPrice')]).toEqual(['3.00', '9.99']);
  });

  test('whole yen and Australian dollars are written as the form takes them', async () => {
    const yen = await pageOf({ amount: 100_000n, currency: 'JPY' }, { maximum: '' });
    expect([yen.searchParams.get('initialPrice'), yen.searchParams.get('currencyCode')]).toEqual(['1000.00', '392']);
    expect((await pageOf({ currency: 'AUD' })).searchParams.get('currencyCode')).toBe('036');
  });
});

describe('it takes', () => {
  const charge = { amount: 999n, currency: 'USD', recurring: null };
  const monthly = { ...charge, recurring: { amount: 999n, period: 'month' as const } };
  const yearly = { ...charge, recurring: { amount: 999n, period: 'year' as const } };

  test('periods in days, years only where the owner has them approved', () => {
    expect(gatewayOf({ statement: 'CCBILL.COM' }).gateway.termsOf(charge)).toEqual({ periodDays: null, statement: 'CCBILL.COM' });
    expect(gatewayOf().gateway.termsOf(monthly)).toEqual({ periodDays: 30, statement: '' });
    expect(gatewayOf().gateway.termsOf(yearly)).toEqual({ refusal: 'period' });
    expect(gatewayOf({ yearlyApproved: 'yes' }).gateway.termsOf(yearly)).toEqual({ periodDays: 365, statement: '' });
  });

  test('payments in its currencies, with amounts within its bounds', async () => {
    const { gateway } = gatewayOf();
    expect(gateway.termsOf({ ...charge, currency: 'CHF' })).toEqual({ refusal: 'currency' });
    expect(gateway.termsOf({ ...charge, amount: 294n })).toEqual({ refusal: 'amount' });
    expect(gateway.termsOf({ ...monthly, recurring: { amount: 10_001n, period: 'month' } })).toEqual({ refusal: 'amount' });
    expect(gateway.termsOf({ ...charge, amount: 9950n, currency: 'JPY' })).toEqual({ refusal: 'amount' });
    await expect(gateway.openPayment(requestOf({ currency: 'CHF' }))).rejects.toMatchObject({ code: 'GATEWAY_UNAVAILABLE' });
  });

  test('nothing without the owner’s settings, nor a callback of an account that isn’t entered', async () => {
    const { gateway } = gatewayOf({ accountNumber: '', saleSubAccount: '' });
    expect(gateway.isReady()).toBe(false);
    const body = Buffer.from('eventType=Cancellation&clientAccnum=&clientSubacc=&subscriptionId=1');
    const callback = { method: 'POST' as const, headers: {}, query: new URLSearchParams(), body, ip: '64.38.212.7' };
    await expect(gateway.readCallback(callback)).rejects.toMatchObject({ details: { reason: 'account' } });
    await expect(gateway.readDecline(callback)).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' });
    expect(await gateway.check()).toMatchObject([{ subject: 'keys', state: 'failed' }]);
  });

  test('refunds and cancels by calls only with DataLink, else on the company’s pages', async () => {
    expect(gatewayOf().gateway.capabilities).toMatchObject({
      refund: 'partial',
      cancel: 'call',
      refundEndsSubscription: true,
      poll: false,
    });
    const { gateway } = gatewayOf({ dataLinkPassword: '' });
    expect(gateway.capabilities).toMatchObject({ refund: 'none', cancel: 'page' });
    expect(await gateway.cancelSubscription('1')).toEqual({ redirectUrl: 'https://support.ccbill.com' });
    expect(gateway.cardPageOf('1')).toBe('https://support.ccbill.com');
  });
});

const refundRequest = (more: Partial<RefundRequest> = {}): RefundRequest => ({
  orderId: ORDER,
  paymentId: '0109',
  saleId: '1000000000',
  refundId: ORDER,
  amount: 500n,
  paid: 999n,
  currency: 'USD',
  attempt: 1,
  ...more,
});
const code = (results: number | string): Reply => ({ body: `<?xml version='1.0' standalone='yes'?>\n<results>${results}</results>` });
const recordOf = (fields: Record<string, string | number> = {}): Reply => {
  const known = { subscriptionStatus: 2, refundsIssued: 0, chargebacksIssued: 0, timesRebilled: 0, ...fields };
  const inner = Object.entries(known).map(([name, value]) => `<${name}>${value}</${name}>`);
  return { body: `<?xml version='1.0' standalone='yes'?>\n<results>\n${inner.join('\n')}\n</results>` };
};

/** DataLink that answers a status and an action each with one reply. */
const dataLinkOf = async (
  status: Reply | ((query: URLSearchParams) => Reply),
  action: Reply | 'hang up' | 'silence' = code(1),
  entered = {},
) => {
  const company = await companyOf((query) =>
    query.get('action') === 'viewSubscriptionStatus' ? (typeof status === 'function' ? status(query) : status) : action,
  );
  const made = gatewayOf({ dataLinkAddress: company.url, ...entered });
  return { ...made, company, actions: () => company.asked.map((query) => query.get('action')) };
};

describe('a refund', () => {
  test('looks at the sale first, then sends the amount once', async () => {
    const { gateway, company } = await dataLinkOf(recordOf());
    expect(await gateway.refund(refundRequest())).toBe('done');
    expect(company.asked.map((query) => Object.fromEntries(query))).toEqual([
      {
        clientAccnum: '900000',
        usingSubacc: '0000',
        username: 'site',
        password: PASSWORD,
        action: 'viewSubscriptionStatus',
        returnXML: '1',
        subscriptionId: '1000000000',
      },
      expect.objectContaining({ action: 'refundTransaction', subscriptionId: '1000000000', amount: '5.00', usingSubacc: '0000' }),
    ]);
  });

  test('finds the sub-account of the sale, as the owner’s user may', async () => {
    const statusOf = (name: string) => (query: URLSearchParams) => (query.get(name) === '0000' ? recordOf() : code(-4));
    const main = await dataLinkOf(statusOf('usingSubacc'), code(1), { recurringSubAccount: '0001' });
    expect(await main.gateway.refund(refundRequest())).toBe('done');
    expect(main.company.asked.map((query) => query.get('usingSubacc'))).toEqual(['0001', '0000', '0000']);
    const sub = await dataLinkOf(statusOf('clientSubacc'), code(1), { dataLinkUserLevel: 'subAccount' });
    expect(await sub.gateway.refund(refundRequest())).toBe('done');
  });

  test.each([-3, -4, -2])('of a sale that isn’t there (%i) is refused', async (number) => {
    const { gateway, actions } = await dataLinkOf(code(number));
    await expect(gateway.refund(refundRequest())).rejects.toMatchObject({ code: 'ORDER_STATE' });
    expect(actions()).toEqual(['viewSubscriptionStatus']);
  });

  test('after a chargeback, or of more than was paid, is refused', async () => {
    const { gateway, actions } = await dataLinkOf(recordOf({ chargebacksIssued: 1 }));
    await expect(gateway.refund(refundRequest())).rejects.toMatchObject({ code: 'ORDER_STATE' });
    await expect(gateway.refund(refundRequest({ amount: 1000n }))).rejects.toMatchObject({ code: 'ORDER_STATE' });
    await expect(gateway.refund(refundRequest({ saleId: null }))).rejects.toMatchObject({ code: 'ORDER_STATE' });
    await expect(gateway.refund(refundRequest({ amount: 950n, currency: 'JPY' }))).rejects.toMatchObject({ code: 'ORDER_STATE' });
    expect(actions()).toEqual(['viewSubscriptionStatus']);
  });

  test.each([0, -5, -11, -15, -16, -23, -24])('that the company refuses with %i is refused for good', async (number) => {
    const { gateway } = await dataLinkOf(recordOf(), code(number));
    await expect(gateway.refund(refundRequest())).rejects.toMatchObject({ code: 'ORDER_STATE' });
  });

  test.each([-1, -8, -9, -10, -12])('whose user or account is refused with %i waits for the owner', async (number) => {
    const { gateway } = await dataLinkOf(recordOf(), code(number));
    await expect(gateway.refund(refundRequest())).rejects.toMatchObject({ code: 'GATEWAY_UNAVAILABLE' });
  });

  test.each([
    ['an internal error', code(-7)],
    ['a web page', { body: '<html>Error</html>' }],
    ['a failure', { status: 502, body: 'Bad gateway' }],
    ['nothing', {}],
    ['a connection that breaks', 'hang up' as const],
  ])('that is answered by %s may have been made: it isn’t sent again', async (_what, reply) => {
    const { gateway, actions } = await dataLinkOf(recordOf(), reply);
    expect(await gateway.refund(refundRequest())).toBe('pending');
    expect(actions()).toEqual(['viewSubscriptionStatus', 'refundTransaction']);
  });

  test('that isn’t answered in time may have been made', async () => {
    const company = await companyOf((query) => (query.get('action') === 'viewSubscriptionStatus' ? recordOf() : 'silence'));
    const { gateway } = gatewayOf({ dataLinkAddress: company.url }, { timeoutMs: 500 });
    expect(await gateway.refund(refundRequest())).toBe('pending');
  });

  test('isn’t sent while the sale has a refund that the site doesn’t know of', async () => {
    const { gateway, actions } = await dataLinkOf(recordOf({ refundsIssued: 1 }));
    expect(await gateway.refund(refundRequest({ refundsBefore: 0 }))).toBe('pending');
    expect(await gateway.refund(refundRequest({ attempt: 2 }))).toBe('pending');
    expect(actions()).not.toContain('refundTransaction');
    expect(await gateway.refund(refundRequest({ refundsBefore: 1 }))).toBe('done');
  });

  test('that returns an earlier period is left to the owner, since the call refunds the last', async () => {
    const { gateway, actions } = await dataLinkOf(recordOf({ timesRebilled: 1 }));
    expect(await gateway.refund(refundRequest({ isLastOfSale: false }))).toBe('byOwner');
    expect(await gateway.refund(refundRequest())).toBe('byOwner');
    expect(actions()).not.toContain('refundTransaction');
    expect(await gateway.refund(refundRequest({ isLastOfSale: true }))).toBe('done');
  });

  test('whose status isn’t known was not sent, and can be tried again', async () => {
    for (const reply of [code(-7), code(-8), { body: '<html>' }, { status: 500 }]) {
      const { gateway, actions } = await dataLinkOf(reply);
      await expect(gateway.refund(refundRequest())).rejects.toMatchObject({ code: 'GATEWAY_UNAVAILABLE' });
      expect(actions()).toEqual(['viewSubscriptionStatus']);
    }
  });

  test('reads replies in CSV too', async () => {
    const csv = { body: '"cancelDate","refundsIssued","subscriptionStatus","timesRebilled"\r\n"","0","2","0"\r\n' };
    const { gateway } = await dataLinkOf(csv, { body: '"results"\n"1"\n' });
    expect(await gateway.refund(refundRequest())).toBe('done');
    const bare = await dataLinkOf(csv, { body: '-15' });
    await expect(bare.gateway.refund(refundRequest())).rejects.toMatchObject({ code: 'ORDER_STATE' });
  });
});

describe('a cancellation', () => {
  test('is sent once: a cancelled or ended subscription is left alone', async () => {
    const states = [2, 1, 0];
    const { gateway, actions } = await dataLinkOf(() => recordOf({ subscriptionStatus: states.shift()! }));
    for (let calls = 0; calls < 3; calls += 1) expect(await gateway.cancelSubscription('1000000000')).toEqual({ redirectUrl: null });
    expect(actions().filter((action) => action === 'cancelSubscription')).toHaveLength(1);
  });

  test('that isn’t confirmed is tried again: a fan mustn’t be charged on', async () => {
    for (const [status, action] of [
      [recordOf(), code(0)],
      [recordOf(), 'hang up'],
      [recordOf(), {}],
      [code(-3), code(1)],
    ] as const) {
      const { gateway } = await dataLinkOf(status, action);
      await expect(gateway.cancelSubscription('1000000000')).rejects.toMatchObject({ code: 'GATEWAY_UNAVAILABLE' });
    }
  });
});

describe('the owner’s password', () => {
  test('is in no log and no error', async () => {
    for (const reply of [code(-1), { body: '<html>' }, { status: 500 }]) {
      const { gateway, log } = await dataLinkOf(reply);
      const failure: unknown = await gateway.refund(refundRequest()).catch((error: unknown) => error);
      expect(log.warn).toHaveBeenCalled();
      expect(JSON.stringify([log.warn.mock.calls, String(failure), failure])).not.toContain(PASSWORD);
    }
  });

  test('isn’t tried again when it was wrong, until it is changed: three wrong log-ins lock the user', async () => {
    const { gateway, actions, entered } = await dataLinkOf((query) => (query.get('password') === 'right' ? recordOf() : code(-1)));
    for (let tries = 0; tries < 5; tries += 1)
      await expect(gateway.refund(refundRequest())).rejects.toMatchObject({ code: 'GATEWAY_UNAVAILABLE' });
    expect(actions()).toHaveLength(1);
    Object.assign(entered, { dataLinkPassword: 'right' });
    expect(await gateway.refund(refundRequest())).toBe('done');
  });
});

describe('callbacks show facts of the protocol', () => {
  const callbackOf = (eventType: string) => ({
    method: 'POST' as const,
    headers: {},
    query: new URLSearchParams(),
    body: Buffer.from(
      `eventType=${eventType}&clientAccnum=900000&clientSubacc=0000&subscriptionId=1000000000&transactionId=0109&amount=5.00&currencyCode=840`,
    ),
    ip: '64.38.212.7',
  });

  test.each([
    ['payment', 'refundNamesPayment'],
    ['sale', 'refundNamesItself'],
  ] as const)('a refund whose transaction is found as a %s', async (found, fact) => {
    const { gateway } = gatewayOf(
      {},
      { findPaid: async ({ paymentId, saleId }) => (paymentId === '0109' && saleId === '1000000000' ? found : null) },
    );
    expect((await gateway.readCallback(callbackOf('Refund')))[0]?.facts).toContain(fact);
  });

  test('a cancellation that follows our call', async () => {
    const { gateway } = await dataLinkOf(recordOf());
    const factsOf = async () => (await gateway.readCallback(callbackOf('Cancellation')))[0]!.facts.includes('cancellationFollowsCall');
    expect(await factsOf()).toBe(false);
    await gateway.cancelSubscription('1000000000');
    expect([await factsOf(), await factsOf()]).toEqual([true, false]);
  });
});

describe('the check', () => {
  test('is fine when the form takes a digest and DataLink knows the user', async () => {
    const company = await companyOf((query) => (query.has('action') ? code(-3) : {}));
    const { gateway } = gatewayOf({ formAddress: `${company.url}/forms`, dataLinkAddress: company.url });
    expect(await gateway.check()).toEqual([
      { subject: 'keys', state: 'ok', detail: 'https://site.example/api/gateways/ccbill/callback' },
      { subject: 'address', state: 'ok', detail: 'HTTP 200' },
      { subject: 'signature', state: 'ok', detail: 'HTTP 200' },
      { subject: 'credentials', state: 'ok', detail: '-3' },
      { subject: 'currency', state: 'ok', detail: '' },
    ]);
  });

  test('tells a wrong salt by the form’s page of an error, and what DataLink refuses', async () => {
    const company = await companyOf((query) => (query.has('action') ? code(-8) : { status: 500 }));
    const { gateway } = gatewayOf({ formAddress: company.url, dataLinkAddress: company.url }, { currency: () => 'CHF' });
    expect(await gateway.check()).toMatchObject([
      { state: 'ok' },
      { subject: 'address', state: 'ok' },
      { subject: 'signature', state: 'failed', detail: 'HTTP 500' },
      { subject: 'credentials', state: 'failed', detail: '-8' },
      { subject: 'currency', state: 'failed' },
    ]);
  });

  test('tells a wrong salt of subscriptions by their sub-account', async () => {
    const company = await companyOf((query) => (query.has('recurringPrice') ? { status: 500 } : {}));
    const { gateway } = gatewayOf({ formAddress: company.url, dataLinkUser: '', recurringSubAccount: '0007', recurringForm: 'its-form' });
    expect(await gateway.check()).toContainEqual({ subject: 'signature', state: 'failed', detail: 'HTTP 500 (0007)' });
  });

  test('tells a company that isn’t there, and what it couldn’t try', async () => {
    const company = await openReplyServer(() => ({}));
    await company.close();
    const { gateway } = gatewayOf({ formAddress: company.url, dataLinkUser: '' });
    expect(await gateway.check()).toMatchObject([
      { state: 'ok' },
      { subject: 'address', state: 'failed', detail: 'ECONNREFUSED' },
      { subject: 'signature', state: 'untested' },
      { subject: 'credentials', state: 'untested' },
      { state: 'ok' },
    ]);
  });
});
