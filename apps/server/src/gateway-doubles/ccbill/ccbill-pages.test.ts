import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buyer } from '../buyer.ts';
import { recurringUrl, singleUrl } from '../testing/ccbill-url.ts';
import { type Receiver, startReceiver, testClock } from '../testing/receiver.ts';
import { type CcbillDouble, createCcbillDouble } from './ccbill-double.ts';
import { approvalDigest, denialDigest } from './ccbill-digests.ts';
import { CCBILL_SUBACCOUNTS, type CcbillSubaccount } from './ccbill-options.ts';

let site: Receiver;
let double: CcbillDouble;

const returning = (origin: string): CcbillSubaccount[] =>
  CCBILL_SUBACCOUNTS.map((subaccount) => ({
    ...subaccount,
    forms: subaccount.forms.map(({ id }) => ({ id, approvalUrl: `${origin}/paid/{payRef}?from=ccbill`, denialUrl: `${origin}/declined` })),
  }));

beforeEach(async () => {
  site = await startReceiver();
  double = createCcbillDouble({
    callbackUrl: `${site.url}/api/gateways/ccbill/callback?secret=one`,
    now: testClock().now,
    subaccounts: returning(site.url),
  });
  await double.listen();
});

afterEach(async () => {
  await double.close();
  await site.close();
});

describe('the form', () => {
  test('shows what is sold and on which terms', async () => {
    const single = await buyer.open(singleUrl(double.url, 'ord_1'));
    expect(single.status).toBe(200);
    expect(single.page).toContain('9.90 USD');
    expect(single.page).toContain('One payment for 30 days. It is not renewed.');
    const recurring = await buyer.open(recurringUrl(double.url, 'sub_1'));
    expect(recurring.page).toContain('For 7 days, then 9.99 EUR every 30 days until cancelled.');
  });

  test.each([
    ['a wrong digest', { formDigest: '0'.repeat(32) }, 'formDigest is wrong'],
    ['a price other than the digested one', { initialPrice: '9.91' }, 'formDigest is wrong'],
    ['the same price with one place less', { initialPrice: '9.9' }, 'initialPrice is missing, malformed or out of bounds'],
    ['a price below the minimum', { initialPrice: '2.94' }, 'initialPrice is missing, malformed or out of bounds'],
    ['a price above the maximum', { initialPrice: '100.01' }, 'initialPrice is missing, malformed or out of bounds'],
    ['a period of one day', { initialPeriod: '1' }, 'initialPeriod is missing, malformed or out of bounds'],
    ['a currency without its leading zero', { currencyCode: '36' }, 'currencyCode is not a currency of this sub-account'],
    ['a sub-account without its leading zeros', { clientSubacc: '0' }, 'clientSubacc is missing or unknown'],
    ['another sub-account', { clientSubacc: '0001' }, 'the form does not belong to this sub-account'],
    ['another account', { clientAccnum: '900001' }, 'clientAccnum is missing or not the account of this form'],
    ['half of a recurring price', { recurringPrice: '9.99' }, 'this sub-account sells single sales only'],
    ['no digest', { formDigest: undefined }, 'formDigest is wrong'],
  ])('answers the generic error page to %s', async (_name, changed, reason) => {
    const visit = await buyer.open(singleUrl(double.url, 'ord_1', changed));
    expect(visit.status).toBe(500);
    expect(visit.page).toContain('<h1>500</h1>');
    expect(visit.page).not.toContain(reason);
    expect(double.refusals).toEqual([reason]);
  });

  test('refuses a period of renewals that the sub-account does not have', async () => {
    const visit = await buyer.open(recurringUrl(double.url, 'sub_1', '99', { recurringPeriod: '45' }));
    expect(visit.status).toBe(500);
  });
});

describe('a payment', () => {
  test('is approved: the webhook comes before the buyer returns', async () => {
    const visit = await double.approve(singleUrl(double.url, 'ord_1'));
    const sale = double.saleOf('ord_1');
    expect(visit.returnsTo).toBe(`${site.url}/paid/ord_1?from=ccbill&payRef=ord_1&subscriptionId=${sale?.subscriptionId}`);
    expect(site.received).toHaveLength(1);
    expect(site.received[0]).toMatchObject({
      method: 'POST',
      path: '/api/gateways/ccbill/callback',
      query: { secret: 'one', eventType: 'NewSaleSuccess', clientAccnum: '900000', clientSubacc: '0000', eventGroupType: 'Subscription' },
    });
    const body: Record<string, string> = JSON.parse(site.received[0]?.body ?? '');
    expect(body).toMatchObject({
      subscriptionId: sale?.subscriptionId,
      transactionId: sale?.transactions[0]?.transactionId,
      clientAccnum: '900000',
      clientSubacc: '0000',
      timestamp: '2030-01-01 10:00:00',
      billedInitialPrice: '9.90',
      billedRecurringPrice: '0.00',
      billedCurrencyCode: '840',
      initialPeriod: '30',
      recurringPeriod: '0',
      rebills: '0',
      cardType: 'VISA',
      last4: '1111',
      expDate: '1249',
      'X-payRef': 'ord_1',
      dynamicPricingValidationDigest: approvalDigest(sale?.subscriptionId ?? '', 'double-salt-of-single-sales'),
    });
    expect(sale?.subscriptionId).toMatch(/^0\d{18}$/);
  });

  test('is declined: the buyer returns to the denial page and the webhook proves itself', async () => {
    const visit = await double.decline(singleUrl(double.url, 'ord_2'));
    const body: Record<string, string> = JSON.parse(site.received[0]?.body ?? '');
    expect(site.received[0]?.query['eventType']).toBe('NewSaleFailure');
    expect(body).toMatchObject({ failureCode: 'BE-140', 'X-payRef': 'ord_2' });
    expect(body['dynamicPricingValidationDigest']).toBe(denialDigest(body['transactionId'] ?? '', 'double-salt-of-single-sales'));
    expect(body).not.toHaveProperty('subscriptionId');
    expect(visit.returnsTo).toBe(`${site.url}/declined?payRef=ord_2&denialId=${body['transactionId']}`);
    expect(double.saleOf('ord_2')).toBeUndefined();
  });

  test('passes or fails 3-D Secure, and its question is answered once', async () => {
    const passed = await double.challenge(singleUrl(double.url, 'ord_3'), true);
    expect(passed.returnsTo).toContain('/paid/ord_3');
    const failed = await double.challenge(singleUrl(double.url, 'ord_4'), false);
    expect(failed.returnsTo).toContain('/declined');
    const again = await fetch(singleUrl(double.url, 'ord_3'), {
      method: 'POST',
      body: new URLSearchParams({ step: 'challenge', challenge: 'unknown', passes: 'yes' }),
    });
    expect(again.status).toBe(409);
    expect(double.company.state.sales).toHaveLength(1);
  });

  test('is cancelled without a webhook', async () => {
    const visit = await double.cancel(singleUrl(double.url, 'ord_5'));
    expect(visit.returnsTo).toBe(`${site.url}/declined?payRef=ord_5`);
    expect(site.received).toEqual([]);
  });

  test('asks again for a card that is no test card, and stores no number', async () => {
    const refused = await double.approve(singleUrl(double.url, 'ord_6'), 'approved', { cardNumber: '4012888888881881' });
    expect(refused.page).toContain('Enter one of the test card numbers below.');
    expect(refused.page).not.toContain('4012888888881881');
    await double.approve(singleUrl(double.url, 'ord_6'), 'mastercard');
    expect(JSON.stringify(double.company.state)).not.toContain('5555555555554444');
    expect(double.saleOf('ord_6')?.card).toMatchObject({ brand: 'MASTERCARD', last4: '4444' });
  });

  test('prints what the buyer and the site sent as text', async () => {
    const visit = await buyer.open(recurringUrl(double.url, 'sub_1', '99', { email: '"><script>alert(1)</script>' }));
    expect(visit.page).not.toContain('<script>');
    expect(visit.page).toContain('&quot;&gt;&lt;script&gt;');
  });
});

test('buyers update their card and cancel by themselves', async () => {
  await double.approve(recurringUrl(double.url, 'sub_1'));
  const id = double.saleOf('sub_1')?.subscriptionId ?? '';
  const page = `${double.url}/consumer?subscriptionId=${id}&email=${encodeURIComponent('buyer@example.test')}`;
  const foreign = await buyer.open(`${double.url}/consumer?subscriptionId=${id}&email=other@example.test`);
  expect(foreign.page).toContain('There is no such subscription with this email.');
  await buyer.submit(page, 'update', { cardNumber: '5555555555554444', customer_fname: 'Ann' });
  const cancelled = await buyer.submit(page, 'cancel');
  expect(cancelled.page).toContain('cancelled');
  expect(site.received.map(({ query }) => query['eventType'])).toEqual(['NewSaleSuccess', 'CustomerDataUpdate', 'Cancellation']);
  expect(JSON.parse(site.received[1]?.body ?? '')).toMatchObject({ firstName: 'Ann', last4: '4444', subscriptionId: id });
  expect(JSON.parse(site.received[2]?.body ?? '')).toMatchObject({ source: 'consumer' });
});

test('the console shows sales and callbacks, and its buttons work', async () => {
  await double.approve(recurringUrl(double.url, 'sub_1'));
  const id = double.saleOf('sub_1')?.subscriptionId ?? '';
  const press = async (path: string, fields: Record<string, string> = {}) =>
    await fetch(`${double.url}/console/${path}`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
  const shown = await buyer.open(`${double.url}/console`);
  expect(shown.page).toContain('payRef=sub_1');
  expect(shown.page).toContain('NewSaleSuccess');
  expect((await press('next/lose')).status).toBe(303);
  expect((await press(`sales/${id}/renew`)).status).toBe(303);
  expect((await press(`sales/${id}/refund`, { amount: '4.50' })).status).toBe(303);
  expect((await press(`sales/${id}/refund`, { amount: 'much' })).status).toBe(422);
  const refused = await press(`sales/${id}/renew`);
  expect(await refused.text()).toContain('doesn’t renew');
  expect(refused.status).toBe(422);
  expect(site.received.map(({ query }) => query['eventType'])).toEqual(['NewSaleSuccess', 'Refund', 'Cancellation', 'Expiration']);
  expect((await press('callbacks/1/resend')).status).toBe(303);
  expect(site.received.at(-1)?.body).toBe(site.received[0]?.body);
});
