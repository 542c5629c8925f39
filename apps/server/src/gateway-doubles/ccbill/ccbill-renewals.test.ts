import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { recurringUrl, singleUrl } from '../testing/ccbill-url.ts';
import { type Receiver, startReceiver, testClock } from '../testing/receiver.ts';
import { type CcbillDouble, createCcbillDouble } from './ccbill-double.ts';
import type { CcbillOptions } from './ccbill-options.ts';

let site: Receiver;
let double: CcbillDouble;
let clock: ReturnType<typeof testClock>;

const start = async (options: Partial<CcbillOptions> = {}): Promise<void> => {
  double = createCcbillDouble({ callbackUrl: `${site.url}/callback`, now: clock.now, ...options });
  await double.listen();
};

beforeEach(async () => {
  site = await startReceiver();
  clock = testClock();
});

afterEach(async () => {
  await double.close();
  await site.close();
});

const events = (): string[] => site.received.map(({ query }) => query['eventType'] ?? '');

const bodyOf = (event: string): Record<string, unknown> =>
  JSON.parse(site.received.findLast(({ query }) => query['eventType'] === event)?.body ?? '{}');

const sell = async (reference: string, rebills?: string, card?: 'lapsing'): Promise<string> => {
  await double.approve(recurringUrl(double.url, reference, rebills), card);
  return double.saleOf(reference)?.subscriptionId ?? '';
};

describe('renewals by the clock', () => {
  test('are charged when they are due, and end after the agreed number', async () => {
    await start();
    await sell('sub_1', '2');
    await double.work();
    expect(events()).toEqual(['NewSaleSuccess']);
    clock.advanceDays(7);
    await double.work();
    expect(bodyOf('RenewalSuccess')).toMatchObject({ billedAmount: '9.99', renewalDate: '2030-01-08', nextRenewalDate: '2030-02-07' });
    clock.advanceDays(60);
    await double.work();
    expect(events()).toEqual(['NewSaleSuccess', 'RenewalSuccess', 'RenewalSuccess', 'Expiration']);
  });

  test('are retried by a schedule when they are declined, then the subscription expires', async () => {
    await start({ renewalRetryDays: [2] });
    await sell('sub_1', '99', 'lapsing');
    clock.advanceDays(7);
    await double.work();
    expect(bodyOf('RenewalFailure')).toMatchObject({ nextRetryDate: '2030-01-10', renewalDate: '2030-01-08' });
    clock.advanceDays(2);
    await double.work();
    expect(bodyOf('RenewalFailure')).toMatchObject({ nextRetryDate: '' });
    expect(events()).toEqual(['NewSaleSuccess', 'RenewalFailure', 'RenewalFailure', 'Expiration']);
  });

  test('recover when a retry is approved', async () => {
    await start();
    const id = await sell('sub_1');
    double.failNextRenewal(id);
    clock.advanceDays(7);
    await double.work();
    clock.advanceDays(3);
    await double.work();
    expect(events()).toEqual(['NewSaleSuccess', 'RenewalFailure', 'RenewalSuccess']);
    expect(bodyOf('RenewalSuccess')).toMatchObject({ renewalDate: '2030-01-11', nextRenewalDate: '2030-02-10' });
  });

  test('stop after a cancellation, and access ends with the period', async () => {
    await start();
    const id = await sell('sub_1');
    await double.cancelSale(id);
    clock.advanceDays(6);
    await double.work();
    expect(events()).toEqual(['NewSaleSuccess', 'Cancellation']);
    clock.advanceDays(1);
    await double.work();
    expect(events()).toEqual(['NewSaleSuccess', 'Cancellation', 'Expiration']);
  });

  test('resume after a reactivation', async () => {
    await start();
    const id = await sell('sub_1');
    await double.cancelSale(id);
    await double.reactivate(id);
    clock.advanceDays(7);
    await double.work();
    expect(events()).toEqual(['NewSaleSuccess', 'Cancellation', 'UserReactivation', 'RenewalSuccess']);
  });

  test('come early by a press, and late by an extension', async () => {
    await start();
    const id = await sell('sub_1');
    await double.renew(id);
    expect(bodyOf('RenewalSuccess')).toMatchObject({ nextRenewalDate: '2030-02-07' });
    await double.extend(id, 3);
    expect(bodyOf('BillingDateChange')).toMatchObject({ nextRenewalDate: '2030-02-10' });
  });

  test('a single sale expires at the end of its period only where it is said to', async () => {
    await start();
    await double.approve(singleUrl(double.url, 'ord_1'));
    double.settings.reading.singleSaleExpires = false;
    clock.advanceDays(31);
    await double.work();
    expect(events()).toEqual(['NewSaleSuccess']);
    double.settings.reading.singleSaleExpires = true;
    await double.work();
    expect(events()).toEqual(['NewSaleSuccess', 'Expiration']);
  });
});

describe('reversals', () => {
  test('a partial refund ends the subscription, and no more than the rest is refunded', async () => {
    await start();
    const id = await sell('sub_1');
    await double.renew(id);
    await double.refund(id, { amount: 400 });
    expect(events().slice(2)).toEqual(['Refund', 'Cancellation', 'Expiration']);
    expect(bodyOf('Refund')).toMatchObject({ amount: '4.00', currency: 'EUR', currencyCode: '978', last4: '1111' });
    await expect(double.refund(id, { amount: 600 })).rejects.toThrow('has less left than that');
    const first = double.company.find(id).transactions[0]?.transactionId;
    await double.refund(id, { transactionId: first ?? '' });
    expect(bodyOf('Refund')).toMatchObject({ amount: '5.00' });
  });

  test('a refund names its own transaction, or the original one', async () => {
    await start();
    const id = await sell('sub_1');
    const original = double.company.find(id).transactions[0]?.transactionId;
    await double.refund(id, { amount: 100 });
    expect(bodyOf('Refund')['transactionId']).toBe(double.company.find(id).transactions.at(-1)?.transactionId);
    double.settings.reading.refundNames = 'original';
    await double.chargeBack(id);
    expect(bodyOf('Chargeback')).toMatchObject({ transactionId: original, amount: '4.00' });
  });

  test('a charge is voided while it is in its batch', async () => {
    await start();
    const id = await sell('sub_1');
    await double.voidCharge(id);
    expect(bodyOf('Void')).toMatchObject({ amount: '5.00' });
    const other = await sell('sub_2');
    clock.advanceDays(2);
    await expect(double.voidCharge(other)).rejects.toThrow('has left its batch');
  });

  test('an ACH payment is returned', async () => {
    await start({ reading: { endedBy: 'nothing' } });
    const id = await sell('sub_1');
    await double.returnPayment(id);
    expect(bodyOf('Return')).toMatchObject({ paymentType: 'CHECK', amount: '5.00', reason: 'Insufficient funds' });
    expect(events()).toEqual(['NewSaleSuccess', 'Return']);
  });
});

describe('readings of the reference', () => {
  test('the event is named in the body, as a form', async () => {
    await start({ reading: { eventTypeIn: 'body', bodyFormat: 'form' } });
    await sell('sub_1');
    expect(site.received[0]).toMatchObject({ query: {}, headers: { 'content-type': 'application/x-www-form-urlencoded' } });
    const body = new URLSearchParams(site.received[0]?.body);
    expect([body.get('eventType'), body.get('X-payRef'), body.get('clientSubacc')]).toEqual(['NewSaleSuccess', 'sub_1', '0001']);
  });

  test('amounts are numbers, and pass-through values are in an object', async () => {
    await start({
      reading: { numbers: 'number', passThrough: 'object', passThroughNames: 'bare', eventTypeIn: 'both', timestamps: 'utc' },
    });
    await sell('sub_1');
    const body: Record<string, unknown> = JSON.parse(site.received[0]?.body ?? '');
    expect(body).toMatchObject({
      eventType: 'NewSaleSuccess',
      billedInitialPrice: 5,
      clientAccnum: 900_000,
      clientSubacc: '0001',
      passThrough: { payRef: 'sub_1' },
      timestamp: '2030-01-01 17:00:00',
    });
    expect(body).not.toHaveProperty('X-payRef');
  });

  test('a sale and a denial are told by the older background posts', async () => {
    await start({ reading: { backgroundPosts: 'instead' } });
    const id = await sell('sub_1');
    await double.decline(recurringUrl(double.url, 'sub_2'));
    double.settings.reading.backgroundPosts = 'beside';
    double.settings.reading.backgroundNames = 'prefixed';
    await sell('sub_3');
    const [approval, denial, later] = site.received.map(({ body }) => Object.fromEntries(new URLSearchParams(body)));
    const digest = (text: string): string => createHash('md5').update(`${text}double-salt-of-subscriptions`).digest('hex');
    expect(approval).toMatchObject({ subscription_id: id, payRef: 'sub_1', initialPrice: '5.00', responseDigest: digest(`${id}1`) });
    expect(denial).toMatchObject({ payRef: 'sub_2', responseDigest: digest(`${denial?.['denialId']}0`) });
    expect(later).toMatchObject({ 'X-payRef': 'sub_3' });
    expect(events()).toEqual(['', '', '', 'NewSaleSuccess']);
  });

  test('an upsale names its original sale and carries no digest', async () => {
    await start();
    const id = await sell('sub_1');
    const more = await double.upSale(id, { initialPrice: 450, initialPeriod: 30, recurring: undefined, passThrough: { payRef: 'tip_1' } });
    expect(bodyOf('UpSaleSuccess')).toMatchObject({
      subscriptionId: more.subscriptionId,
      originalSubscriptionId: id,
      'X-payRef': 'tip_1',
      billedInitialPrice: '4.50',
    });
    expect(bodyOf('UpSaleSuccess')).not.toHaveProperty('dynamicPricingValidationDigest');
  });
});
