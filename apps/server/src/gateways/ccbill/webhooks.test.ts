import { describe, expect, test } from 'vitest';
import { CodedError } from '../../platform/errors.ts';
import type { GatewayCallback } from '../gateway.ts';
import { fixedSettings } from '../testing/fixed-settings.ts';
import { responseDigest } from './digest.ts';
import { type Webhook, declineOf, noticeOfWebhook, verifyWebhook } from './webhooks.ts';

const SALT = 'SALT-EXAMPLE-0001';
const ORDER = '0190a1b2-0000-7000-8000-000000000001';
const valuesOf = (more: Record<string, string> = {}) =>
  fixedSettings<'ccbill'>({
    accountNumber: '900000',
    saleSubAccount: '0000',
    saleForm: 'form',
    saleSalt: SALT,
    recurringSubAccount: '0001',
    recurringSalt: 'SALT-RECURRING',
    ...more,
  }).settings.values('ccbill');

type Body = Record<string, unknown>;
interface Sent {
  as?: 'json' | 'form';
  query?: string;
  ip?: string;
}
const callbackOf = (body: Body, { as = 'json', query = '', ip = '64.38.212.7' }: Sent = {}): GatewayCallback => ({
  method: 'POST',
  headers: {},
  query: new URLSearchParams(query),
  body: Buffer.from(as === 'json' ? JSON.stringify(body) : new URLSearchParams(body as Record<string, string>).toString()),
  ip,
});
const verify = (body: Body, sent?: Sent, more: Record<string, string> = {}): Webhook =>
  verifyWebhook(valuesOf(more), callbackOf(body, sent));
const read = (body: Body, sent?: Sent) => noticeOfWebhook(verify(body, sent));
const reasonOf = (act: () => unknown): unknown => {
  try {
    act();
    return 'accepted';
  } catch (error) {
    return error instanceof CodedError && error.code === 'SIGNATURE_INVALID' ? error.details?.['reason'] : error;
  }
};

const ACCOUNT = { clientAccnum: '900000', clientSubacc: '0000', timestamp: '2030-01-01 10:00:00' };
const SALE = {
  ...ACCOUNT,
  eventType: 'NewSaleSuccess',
  transactionId: '0109072310330002423',
  subscriptionId: '1000000000',
  firstName: 'A',
  lastName: 'B',
  email: 'a@x.test',
  ipAddress: '203.0.113.5',
  billedInitialPrice: '9.99',
  billedRecurringPrice: '0.00',
  billedCurrencyCode: '840',
  initialPeriod: '30',
  recurringPeriod: '0',
  rebills: '0',
  paymentType: 'CREDIT',
  cardType: 'VISA',
  last4: '1111',
  expDate: '0132',
  paymentAccount: 'their-hash',
  dynamicPricingValidationDigest: '27bcefdb2fba9a1d3426f495230188b5',
  'X-orderRef': ORDER,
  'X-attempt': '1',
};
const RECURRING = {
  ...SALE,
  clientSubacc: '0001',
  billedRecurringPrice: '9.99',
  recurringPeriod: '30',
  rebills: '99',
  nextRenewalDate: '2030-01-31',
  dynamicPricingValidationDigest: responseDigest('1000000000', true, 'SALT-RECURRING'),
};
const OF_SALE = { ...ACCOUNT, subscriptionId: '1000000000' };
const END = new Date('2030-02-01T06:59:59.000Z');

describe('a webhook is read', () => {
  test.each([
    ['JSON', 'json', 'bodyIsJson'],
    ['a form', 'form', 'bodyIsForm'],
  ] as const)('a sale, as %s', (_name, as, fact) => {
    expect(read(SALE, { as })).toMatchObject({
      event: 'approved',
      eventKey: 'NewSaleSuccess:0109072310330002423',
      orderId: ORDER,
      paymentId: '0109072310330002423',
      saleId: '1000000000',
      subscriptionId: null,
      amount: 999n,
      currency: 'USD',
      paidUntil: null,
      sentAt: new Date('2030-01-01T17:00:00Z'),
      facts: ['eventTypeInBody', fact, 'passThroughPrefixed'],
    });
  });

  test('a sale whose event is named in the address, and whose order is nested', () => {
    const { eventType: _type, 'X-orderRef': _order, 'X-attempt': _attempt, ...rest } = SALE;
    const query = 'clientAccnum=900000&clientSubacc=0000&eventType=NewSaleSuccess&eventGroupType=Subscription';
    for (const passThrough of [{ orderRef: ORDER, attempt: 1 }, { 'X-orderRef': ORDER }])
      expect(read({ ...rest, passThrough }, { query })).toMatchObject({
        orderId: ORDER,
        facts: ['eventTypeInQuery', 'bodyIsJson', 'passThroughNested'],
      });
    expect(read({ ...rest, 'passThrough[orderRef]': ORDER }, { query, as: 'form' })).toMatchObject({ orderId: ORDER });
  });

  test('numbers as they are written: long ids keep their last digits, prices their value', () => {
    const body = JSON.stringify({ ...SALE, transactionId: 'T', billedInitialPrice: 'P' })
      .replace('"T"', '109072310330002423')
      .replace('"P"', '9.990');
    const webhook = verifyWebhook(valuesOf(), { ...callbackOf({}), body: Buffer.from(`\uFEFF${body}`) });
    expect(noticeOfWebhook(webhook)).toMatchObject({ paymentId: '109072310330002423', amount: 999n });
  });

  test('a subscription, until the end of the day of its renewal in Phoenix', () => {
    expect(read(RECURRING)).toMatchObject({ event: 'approved', saleId: '1000000000', subscriptionId: '1000000000', paidUntil: END });
  });

  test('currencies by their numbers, also without zeros in front', () => {
    const currencyOf = (billedCurrencyCode: string, billedInitialPrice = '9.00') => {
      const notice = read({ ...SALE, billedCurrencyCode, billedInitialPrice });
      return [notice?.currency, notice?.amount];
    };
    expect(['036', '36', '978', '392'].map((code) => currencyOf(code))).toEqual([
      ['AUD', 900n],
      ['AUD', 900n],
      ['EUR', 900n],
      ['JPY', 900n],
    ]);
    expect(currencyOf('392', '9.50')).toEqual(['JPY', null]);
    expect(currencyOf('999')).toEqual([null, null]);
  });

  test('a renewal', () => {
    const renewal = { ...OF_SALE, eventType: 'RenewalSuccess', transactionId: '0209', billedAmount: '9.99', nextRenewalDate: '2030-01-31' };
    for (const money of [{ billedCurrencyCode: '840' }, { billedCurrency: 'USD' }])
      expect(read({ ...renewal, ...money })).toMatchObject({
        event: 'renewed',
        eventKey: 'RenewalSuccess:0209',
        paymentId: '0209',
        saleId: '1000000000',
        subscriptionId: '1000000000',
        amount: 999n,
        currency: 'USD',
        paidUntil: END,
      });
  });

  test('a refused renewal, with the day of the next try', () => {
    const failure = { ...OF_SALE, eventType: 'RenewalFailure', failureCode: 'BE-140', renewalDate: '2030-01-28' };
    const first = read({ ...failure, nextRetryDate: '2030-01-31' });
    expect(first).toMatchObject({ event: 'renewalFailed', subscriptionId: '1000000000', amount: null, nextTryAt: END });
    const second = read({ ...failure, timestamp: '2030-01-31 10:00:00' });
    expect([second?.nextTryAt, second?.eventKey === first?.eventKey]).toEqual([null, false]);
  });

  test.each([
    ['Refund', 'refunded'],
    ['Void', 'refunded'],
    ['Chargeback', 'chargedBack'],
    ['Return', 'chargedBack'],
  ])('%s is %s: by its transaction, its sale and its own time', (eventType, event) => {
    const told = { ...OF_SALE, eventType, transactionId: '0309', amount: '5.00', currencyCode: '840', reason: 'Asked for' };
    const notice = read(told);
    expect(notice).toMatchObject({
      event,
      paymentId: '0309',
      saleId: '1000000000',
      amount: 500n,
      currency: 'USD',
      payload: { reason: 'Asked for' },
    });
    expect(read({ ...told, amount: '-5.00' })?.amount).toBe(500n);
    // Two parts of one payment are two events.
    expect(read({ ...told, timestamp: '2030-01-01 10:00:01' })?.eventKey).not.toBe(notice?.eventKey);
    expect(read(told)?.eventKey).toBe(notice?.eventKey);
  });

  test('a return whose amount can’t be read doesn’t count as a whole one', () => {
    const told = { ...OF_SALE, eventType: 'Refund', transactionId: '0309' };
    expect(reasonOf(() => read({ ...told, amount: '5.005', currencyCode: '840' }))).toBe('fields');
    expect(reasonOf(() => read({ ...told, amount: '5.00', currencyCode: '999' }))).toBe('fields');
    expect(read({ ...told, accountingAmount: '5.00', accountingCurrencyCode: '840' })).toMatchObject({ amount: 500n, currency: 'USD' });
    expect(read(told)).toMatchObject({ amount: null });
  });

  test.each([
    ['Cancellation', 'subscriptionCancelled', {}, null],
    ['Expiration', 'subscriptionExpired', {}, null],
    ['BillingDateChange', 'subscriptionMoved', { nextRenewalDate: '2030-01-31' }, END],
    ['UserReactivation', 'subscriptionResumed', { nextRenewalDate: '2030-01-31', transactionId: '0409', price: '$9.99' }, END],
  ])('%s is %s', (eventType, event, more, paidUntil) => {
    expect(read({ ...OF_SALE, eventType, ...more })).toMatchObject({
      event,
      subscriptionId: '1000000000',
      paymentId: null,
      amount: null,
      paidUntil,
    });
  });

  test.each(['CustomerDataUpdate', 'UpSaleSuccess', 'CrossSaleFailure', 'UpgradeSuccess', 'SomethingNew', 'toString'])(
    '%s has no effect',
    (eventType) => {
      expect(read({ ...OF_SALE, eventType })).toBeNull();
    },
  );

  test('a card is the same at each payment, and not the company’s hash', () => {
    const [first, second, other] = [read(SALE), read({ ...RECURRING }), read({ ...SALE, paymentAccount: 'another' })];
    expect(first?.cardMark).toMatch(/^[0-9a-f]{32}$/);
    expect([second?.cardMark === first?.cardMark, other?.cardMark === first?.cardMark]).toEqual([true, false]);
    const { paymentAccount: _account, ...without } = SALE;
    expect(read(without)?.cardMark).toBeNull();
  });

  test('only harmless fields are stored', () => {
    expect(read(SALE)?.payload).toEqual({
      eventType: 'NewSaleSuccess',
      transactionId: '0109072310330002423',
      subscriptionId: '1000000000',
      clientSubacc: '0000',
      timestamp: '2030-01-01 10:00:00',
      billedInitialPrice: '9.99',
      billedRecurringPrice: '0.00',
      billedCurrencyCode: '840',
      initialPeriod: '30',
      recurringPeriod: '0',
      rebills: '0',
      paymentType: 'CREDIT',
      cardType: 'VISA',
      orderRef: ORDER,
      attempt: '1',
    });
  });
});

describe('a refused card', () => {
  const failure = {
    ...ACCOUNT,
    eventType: 'NewSaleFailure',
    transactionId: '0109072310330002423',
    failureReason: 'Insufficient funds',
    failureCode: 'BE-140',
    paymentAccount: 'their-hash',
    dynamicPricingValidationDigest: '91df0a5d56d6140eb775b22f8ae8dada',
    'X-orderRef': ORDER,
  };

  test('leaves the order open, and can be counted', () => {
    expect(read(failure)).toBeNull();
    expect(declineOf(verify(failure))).toEqual({
      eventKey: expect.stringMatching(/^NewSaleFailure:\d+:/),
      orderId: ORDER,
      cardMark: read(SALE)?.cardMark,
      reason: 'BE-140',
    });
    expect(declineOf(verify(SALE))).toBeNull();
  });

  test('has a digest of its own', () => {
    const { transactionId, ...rest } = failure;
    expect(reasonOf(() => verify({ ...rest, denialId: transactionId }))).toBe('accepted');
    expect(reasonOf(() => verify({ ...failure, dynamicPricingValidationDigest: responseDigest(transactionId, true, SALT) }))).toBe(
      'digest',
    );
  });
});

describe('a webhook must be', () => {
  test('about the account and one of its sub-accounts', () => {
    const cancellation = { ...OF_SALE, eventType: 'Cancellation' };
    expect([
      reasonOf(() => verify({ ...cancellation, clientAccnum: '900001' })),
      reasonOf(() => verify({ ...cancellation, clientSubacc: '0002' })),
      reasonOf(() => verify({ ...cancellation, clientSubacc: '0' })),
      reasonOf(() => verify({ ...cancellation, clientAccnum: '' })),
      reasonOf(() => verify({ ...cancellation, clientSubacc: '0001' })),
    ]).toEqual(['account', 'account', 'account', 'account', 'accepted']);
  });

  test('a new sale by the digest of its own sub-account, also while a salt is replaced', () => {
    const digest = (salt: string, id = SALE.subscriptionId) => ({
      ...SALE,
      dynamicPricingValidationDigest: responseDigest(id, true, salt),
    });
    expect([
      reasonOf(() => verify(digest(SALT))),
      reasonOf(() => verify(digest('OLD'), {}, { previousSalt: 'OLD' })),
      reasonOf(() => verify(digest('OLD'))),
      reasonOf(() => verify(digest('SALT-RECURRING'))),
      reasonOf(() => verify(digest(''))),
      reasonOf(() => verify(digest(SALT, '01000000000'))),
      reasonOf(() => verify({ ...SALE, subscriptionId: '1000000001' })),
      reasonOf(() => verify({ ...SALE, dynamicPricingValidationDigest: '' })),
    ]).toEqual(['accepted', 'accepted', 'digest', 'digest', 'digest', 'digest', 'digest', 'digest']);
  });

  test('by POST, from the company’s networks', () => {
    expect([
      reasonOf(() => verifyWebhook(valuesOf(), { ...callbackOf(SALE), method: 'GET' })),
      reasonOf(() => verify(SALE, { ip: '203.0.113.5' })),
      reasonOf(() => verify(SALE, { ip: '::ffff:64.38.241.9' })),
      reasonOf(() => verify(SALE, { ip: '203.0.113.5' }, { callbackNetworks: '' })),
      reasonOf(() => verify(SALE, { ip: '203.0.113.5' }, { callbackNetworks: '203.0.113.0/24' })),
    ]).toEqual(['method', 'network', 'accepted', 'accepted', 'accepted']);
  });

  test.each([
    ['empty', ''],
    ['half a body', '{"eventType":"Cancellation"'],
    ['a list', '[{"eventType":"Cancellation"}]'],
    ['a web page', '<html></html>'],
    ['binary', '\u0000\u0001\uFFFD'],
  ])('%s isn’t read', (_what, text) => {
    expect(reasonOf(() => verifyWebhook(valuesOf(), { ...callbackOf({}), body: Buffer.from(text) }))).toBe('fields');
  });

  test('without contradictions', () => {
    expect([
      reasonOf(() => verify(SALE, { query: 'eventType=Cancellation' })),
      reasonOf(() => verify(SALE, { query: 'clientSubacc=0001' })),
      reasonOf(() => verify(SALE, { query: 'eventType=NewSaleSuccess' })),
      reasonOf(() => verify(SALE, { query: 'eventType=NewSaleSuccess&eventType=Cancellation' })),
      reasonOf(() => {
        const twice = `${new URLSearchParams(SALE).toString()}&billedInitialPrice=0.01`;
        return verifyWebhook(valuesOf(), { ...callbackOf({}), body: Buffer.from(twice) });
      }),
    ]).toEqual(['fields', 'fields', 'accepted', 'fields', 'fields']);
  });

  test('with the ids that its event needs', () => {
    expect([
      reasonOf(() => read({ ...SALE, transactionId: '' })),
      reasonOf(() => read({ ...ACCOUNT, eventType: 'Cancellation' })),
      reasonOf(() => read({ ...OF_SALE, eventType: 'RenewalSuccess' })),
      reasonOf(() => read({ ...OF_SALE, eventType: 'Refund', transactionId: 'a b' })),
    ]).toEqual(['fields', 'fields', 'fields', 'fields']);
  });
});
