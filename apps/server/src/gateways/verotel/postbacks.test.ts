import { describe, expect, test } from 'vitest';
import { CodedError } from '../../platform/errors.ts';
import type { GatewayCallback } from '../gateway.ts';
import { fixedSettings } from '../testing/fixed-settings.ts';
import { noticeOfPostback, verifyPostback } from './postbacks.ts';
import { type SignatureHash, signatureOf } from './signature.ts';

const KEY = 'EXAMPLEKEY';
const ORDER = '0190a1b2-0000-7000-8000-000000000001';
const valuesOf = (more: Record<string, string> = {}) =>
  fixedSettings<'verotel'>({ shopId: '12345', signatureKey: KEY, ...more }).settings.values('verotel');

const postbackOf = (
  fields: Record<string, string>,
  { key = KEY, hash = 'sha256', unsigned = {} }: { key?: string; hash?: SignatureHash; unsigned?: Record<string, string> } = {},
): GatewayCallback => ({
  method: 'GET',
  headers: {},
  query: new URLSearchParams({ ...fields, ...unsigned, signature: signatureOf(hash, key, Object.entries(fields)) }),
  body: Buffer.alloc(0),
  ip: '195.20.32.202',
});
const read = (fields: Record<string, string>, options?: Parameters<typeof postbackOf>[1]) => {
  const verified = verifyPostback(valuesOf(), postbackOf(fields, options));
  return noticeOfPostback(verified.fields, verified.facts);
};
const reasonOf = (act: () => unknown): unknown => {
  try {
    act();
    return 'accepted';
  } catch (error) {
    return error instanceof CodedError && error.code === 'SIGNATURE_INVALID' ? error.details?.['reason'] : error;
  }
};

const PURCHASE = {
  type: 'purchase',
  shopID: '12345',
  saleID: '456789',
  transactionID: '1001',
  referenceID: ORDER,
  custom1: 'u42',
  priceAmount: '12.64',
  priceCurrency: 'EUR',
  paymentMethod: 'CC',
  CCBrand: 'VISA',
  truncatedPAN: 'XXXXXXXXXXXX1234',
};
const SALE = { type: 'subscription', shopID: '12345', saleID: '456789', referenceID: ORDER, subscriptionType: 'recurring' };
const INITIAL = { ...SALE, ...PURCHASE, type: 'subscription', event: 'initial', period: 'P1M', nextChargeOn: '2030-01-31' };
const END = new Date('2030-01-31T23:59:59.000Z');

describe('a postback is read', () => {
  test('a purchase', () => {
    expect(read(PURCHASE)).toMatchObject({
      event: 'approved',
      eventKey: '456789:approved',
      orderId: ORDER,
      paymentId: '456789',
      saleId: '456789',
      subscriptionId: null,
      amount: 1264n,
      currency: 'EUR',
      paidUntil: null,
      cardMark: null,
      facts: ['signatureSha256'],
    });
  });

  test('a further attempt of an order names the order', () => {
    expect(read({ ...PURCHASE, referenceID: `${ORDER}-2` })?.orderId).toBe(ORDER);
    expect([`${ORDER}-02`, `${ORDER}x`, 'ord_1001', ''].map((referenceID) => read({ ...PURCHASE, referenceID })?.orderId)).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  test('a subscription, until the end of the day of its next charge', () => {
    expect(read(INITIAL)).toMatchObject({ event: 'approved', subscriptionId: '456789', amount: 1264n, paidUntil: END });
  });

  test('a subscription whose first period was cheaper: the trial’s amount was charged', () => {
    expect(read({ ...INITIAL, trialAmount: '5.00', trialPeriod: 'P1M', subscriptionPhase: 'trial' })).toMatchObject({
      amount: 500n,
      currency: 'EUR',
    });
  });

  test.each([
    ['amount', { amount: '12.64', currency: 'EUR' }],
    ['price', { priceAmount: '12.64', priceCurrency: 'EUR' }],
  ])('a renewal, with the names of the %s', (_names, money) => {
    expect(read({ ...SALE, event: 'rebill', transactionID: '1002', nextChargeOn: '2030-01-31', ...money })).toMatchObject({
      event: 'renewed',
      eventKey: '456789:rebill:1002',
      paymentId: '1002',
      saleId: '456789',
      subscriptionId: '456789',
      amount: 1264n,
      currency: 'EUR',
      paidUntil: END,
    });
  });

  test.each([
    ['credit', 'refunded', { amount: '12.64', currency: 'EUR' }, ['creditAmountNames']],
    ['credit', 'refunded', { priceAmount: '12.64', priceCurrency: 'EUR' }, ['creditPriceNames']],
    ['credit', 'refunded', { amount: '-12.64', currency: 'EUR' }, ['creditAmountNames']],
    ['chargeback', 'chargedBack', { amount: '12.64', currency: 'EUR' }, []],
    ['chargeback', 'chargedBack', { priceAmount: '12.64', priceCurrency: 'EUR' }, []],
  ])('%s is %s, with %o', (name, event, money, facts) => {
    expect(read({ ...SALE, event: name, parentID: '1002', transactionID: '1009', ...money })).toMatchObject({
      event,
      eventKey: `456789:${name}:1009`,
      paymentId: '1002',
      saleId: '456789',
      amount: 1264n,
      currency: 'EUR',
      facts: ['signatureSha256', ...facts],
    });
  });

  test('a refund whose amount can’t be read doesn’t count as a whole one', () => {
    const credit = { ...SALE, event: 'credit', parentID: '1002', transactionID: '1009' };
    expect(reasonOf(() => read({ ...credit, amount: '12.645', currency: 'EUR' }))).toBe('fields');
    expect(read(credit)).toMatchObject({ event: 'refunded', amount: null, currency: null });
  });

  test.each([
    ['cancel', 'subscriptionCancelled', { expiresOn: '2030-01-31', cancelledBy: 'user' }],
    ['uncancel', 'subscriptionResumed', { nextChargeOn: '2030-01-31' }],
    ['extend', 'subscriptionMoved', { nextChargeOn: '2030-01-31' }],
    ['extend', 'subscriptionMoved', { expiresOn: '2030-01-31' }],
  ])('%s is %s', (name, event, more) => {
    expect(read({ ...SALE, event: name, ...more })).toMatchObject({
      event,
      eventKey: `456789:${name}:2030-01-31`,
      subscriptionId: '456789',
      paymentId: null,
      amount: null,
      paidUntil: END,
    });
  });

  test('an expiry has no day', () => {
    expect(read({ ...SALE, event: 'expiry' })).toMatchObject({ event: 'subscriptionExpired', subscriptionId: '456789', paidUntil: null });
  });

  test.each(['downgrade', 'upgrade', 'somethingNew'])('%s has no effect', (event) => {
    expect(read({ ...SALE, event })).toBeNull();
  });

  test('an amount that isn’t exact is not an amount', () => {
    expect(read({ ...PURCHASE, priceAmount: '12.645' })).toMatchObject({ amount: null });
  });

  test('only harmless fields are stored', () => {
    expect(read({ ...INITIAL, email: 'a@x.test' })?.payload).toEqual({
      type: 'subscription',
      event: 'initial',
      saleID: '456789',
      transactionID: '1001',
      referenceID: ORDER,
      subscriptionType: 'recurring',
      priceAmount: '12.64',
      priceCurrency: 'EUR',
      period: 'P1M',
      nextChargeOn: '2030-01-31',
      paymentMethod: 'CC',
      CCBrand: 'VISA',
    });
  });
});

describe('a postback must be', () => {
  const verify = (callback: GatewayCallback, more: Record<string, string> = {}) => reasonOf(() => verifyPostback(valuesOf(more), callback));
  const changed = (change: (query: URLSearchParams) => void): GatewayCallback => {
    const callback = postbackOf(INITIAL);
    change(callback.query);
    return callback;
  };

  test('signed with the current key or the previous one, by either hash', () => {
    expect([
      verify(postbackOf(INITIAL)),
      verify(postbackOf(INITIAL, { hash: 'sha1' })),
      verify(postbackOf(INITIAL, { key: 'old' }), { previousSignatureKey: 'old' }),
      verify(postbackOf(INITIAL, { key: 'old' })),
      verify(postbackOf(INITIAL, { key: '' })),
    ]).toEqual(['accepted', 'accepted', 'accepted', 'signature', 'signature']);
  });

  test('facts tell how it was signed', () => {
    expect(read(PURCHASE, { hash: 'sha1' })?.facts).toEqual(['signatureSha1']);
    expect(read(PURCHASE, { unsigned: { email: 'a@x.test', version: '3.4' } })?.facts).toEqual([
      'signatureSha256',
      'signatureWithoutEmail',
    ]);
  });

  test.each(Object.keys(INITIAL))('%s can’t be changed, left out or repeated', (name) => {
    expect([
      verify(changed((query) => query.set(name, `${query.get(name)}1`))),
      verify(changed((query) => query.delete(name))),
      verify(changed((query) => query.append(name, query.get(name)!))),
    ]).toEqual(['signature', 'signature', 'fields']);
  });

  test('a parameter can’t be added, nor hidden in the value of another', () => {
    expect(verify(changed((query) => query.set('amount', '1.00')))).toBe('signature');
    // The signed text stays the same: `…custom1=u42:event=initial:nextChargeOn=…`
    const merged = changed((query) => {
      query.set('custom1', `u42:event=${query.get('event')}`);
      query.delete('event');
    });
    expect(verify(merged)).toBe('fields');
  });

  test('this shop’s, by GET, from the owner’s networks, with a signature', () => {
    expect([
      verify(postbackOf({ ...INITIAL, shopID: '54321' })),
      verify({ ...postbackOf(INITIAL), method: 'POST' }),
      verify(postbackOf(INITIAL), { callbackNetworks: '89.185.232.210' }),
      verify(postbackOf(INITIAL), { callbackNetworks: '89.185.232.210\n195.20.32.0/24' }),
      verify(changed((query) => query.delete('signature'))),
      verify({ ...postbackOf(INITIAL), query: new URLSearchParams() }),
    ]).toEqual(['account', 'method', 'network', 'accepted', 'fields', 'fields']);
  });

  test('about a sale, and with an event where it is a subscription', () => {
    const { event: _event, ...without } = INITIAL;
    expect([
      reasonOf(() => read(without)),
      reasonOf(() => read({ ...PURCHASE, saleID: '' })),
      reasonOf(() => read({ ...PURCHASE, saleID: 'a b' })),
    ]).toEqual(['fields', 'fields', 'fields']);
  });
});
