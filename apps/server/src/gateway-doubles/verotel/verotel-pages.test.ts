import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buyer } from '../buyer.ts';
import { type Receiver, startReceiver, testClock } from '../testing/receiver.ts';
import { KEY, OLDER_KEY, purchaseUrl, signatureOf, signedUrl, subscriptionUrl } from '../testing/verotel-url.ts';
import { createVerotelDouble, type VerotelDouble } from './verotel-double.ts';

let site: Receiver;
let double: VerotelDouble;

beforeEach(async () => {
  site = await startReceiver();
  double = createVerotelDouble({ callbackUrl: `${site.url}/api/gateways/verotel/callback`, now: testClock().now });
  await double.listen();
});

afterEach(async () => {
  await double.close();
  await site.close();
});

const returning = () => ({ successURL: `${site.url}/paid?order=7`, declineURL: `${site.url}/declined` });

describe('the order page', () => {
  test('shows what is sold and on which terms', async () => {
    const purchase = await buyer.open(purchaseUrl(double.url, 'ord_1'));
    expect(purchase.page).toContain('Test item ñ');
    expect(purchase.page).toContain('9.99 USD');
    const trial = await buyer.open(subscriptionUrl(double.url, 'sub_1', { trialAmount: '5.00', trialPeriod: 'P7D' }));
    expect(trial.page).toContain('For 7 days, then 12.64 EUR every month until cancelled.');
    const once = await buyer.open(subscriptionUrl(double.url, 'sub_2', { subscriptionType: 'one-time', period: 'P1Y' }));
    expect(once.page).toContain('Access for 1 year. It is not renewed.');
  });

  test.each<[string, Record<string, string>, string]>([
    ['an unknown shop', { shopID: '99999' }, 'shopID is unknown.'],
    ['an older version', { version: '3.4' }, 'version must be 4.'],
    ['an unknown type', { type: 'gift' }, 'type is unknown.'],
    ['an amount with one place', { priceAmount: '9.9' }, 'priceAmount is missing or malformed.'],
    ['an amount of nothing', { priceAmount: '0.00' }, 'priceAmount is missing or malformed.'],
    ['a currency that is not sold', { priceCurrency: 'JPY' }, 'priceCurrency is unknown.'],
    ['no description', { description: '' }, 'description is missing.'],
    ['a description over 100 characters', { description: 'x'.repeat(101) }, 'description is longer than 100 characters.'],
    ['a long custom field', { custom1: 'x'.repeat(256) }, 'custom1 is longer than 255 characters.'],
    ['direct debit in dollars', { paymentMethod: 'DDEU' }, 'DDEU takes one-time payments in EUR only.'],
  ])('refuses %s', async (_name, changed, reason) => {
    const visit = await buyer.open(purchaseUrl(double.url, 'ord_1', changed));
    expect(visit.status).toBe(400);
    expect(visit.page).toContain(reason);
    expect(double.refusals).toEqual([reason]);
  });

  test.each<[string, Record<string, string>, string]>([
    ['a recurring period under a week', { period: 'P6D' }, 'period is malformed or too short.'],
    ['a period that is no duration', { period: '30' }, 'period is malformed or too short.'],
    ['an unknown subscription type', { subscriptionType: 'forever' }, 'subscriptionType is unknown.'],
    ['a trial without a period', { trialAmount: '5.00' }, 'trialAmount and trialPeriod go together.'],
    ['a trial of one day', { trialAmount: '5.00', trialPeriod: 'P1D' }, 'trialPeriod is malformed or too short.'],
    ['a trial of what is not renewed', { subscriptionType: 'one-time', trialAmount: '5.00', trialPeriod: 'P7D' }, 'Only recurring'],
    ['an upgrade of nothing', { type: 'upgradesubscription', upgradeOption: 'lost' }, 'precedingSaleID is missing.'],
    [
      'an upgrade of an unknown sale',
      { type: 'upgradesubscription', upgradeOption: 'lost', precedingSaleID: '1' },
      'precedingSaleID is no running subscription.',
    ],
  ])('refuses a subscription with %s', async (_name, changed, reason) => {
    const visit = await buyer.open(subscriptionUrl(double.url, 'sub_1', changed));
    expect([visit.status, visit.page]).toEqual([400, expect.stringContaining(reason)]);
  });

  test('refuses a changed price, another shop’s key and the other hash', async () => {
    const changed = purchaseUrl(double.url, 'ord_1').replace('priceAmount=9.99', 'priceAmount=1.99');
    const foreign = purchaseUrl(double.url, 'ord_1', {}, OLDER_KEY);
    const older = purchaseUrl(double.url, 'ord_1', {}, KEY, 'sha1');
    for (const url of [changed, foreign, older]) expect((await buyer.open(url)).page).toContain('Invalid signature.');
    const right = purchaseUrl(double.url, 'ord_1', { shopID: '54321' }, OLDER_KEY, 'sha1');
    expect((await buyer.open(right)).status).toBe(200);
  });

  test('takes long names and iDEAL in dollars only where it is said to', async () => {
    const long = subscriptionUrl(double.url, 'sub_1', { name: 'x'.repeat(101) });
    const ideal = purchaseUrl(double.url, 'ord_1', { paymentMethod: 'IDEAL' });
    expect([(await buyer.open(long)).status, (await buyer.open(ideal)).status]).toEqual([400, 400]);
    Object.assign(double.settings.reading, { longestName: 255, idealInEuroOnly: false });
    expect([(await buyer.open(long)).status, (await buyer.open(ideal)).status]).toEqual([200, 200]);
  });

  test('refuses a reference that was paid before', async () => {
    await double.approve(purchaseUrl(double.url, 'ord_1'));
    const again = await buyer.open(purchaseUrl(double.url, 'ord_1'));
    expect([again.status, again.page]).toEqual([400, expect.stringContaining('referenceID was used before.')]);
  });

  test('leaves the buyer’s email outside of the signature', async () => {
    await double.approve(purchaseUrl(double.url, 'ord_1', { email: 'ann@example.test' }));
    expect(double.saleOf('ord_1')?.email).toBe('ann@example.test');
  });
});

describe('a payment', () => {
  test('is approved: a signed postback, and a signed return', async () => {
    const visit = await double.approve(purchaseUrl(double.url, 'ord_1', { custom1: 'u42', ...returning() }));
    const sale = double.saleOf('ord_1');
    expect(site.received).toHaveLength(1);
    const { method, path, query, body } = site.received[0] ?? {};
    expect([method, path, body]).toEqual(['GET', '/api/gateways/verotel/callback', '']);
    expect(query).toEqual({
      type: 'purchase',
      shopID: '12345',
      referenceID: 'ord_1',
      custom1: 'u42',
      saleID: sale?.saleID,
      transactionID: sale?.transactions[0]?.transactionID,
      paymentMethod: 'CC',
      CCBrand: 'VISA',
      truncatedPAN: 'XXXXXXXXXXXX1111',
      priceAmount: '9.99',
      priceCurrency: 'USD',
      signature: signatureOf(query ?? {}),
    });
    const back = new URL(visit.returnsTo ?? '');
    const { order, ...own } = Object.fromEntries(back.searchParams);
    expect([back.pathname, order, own['saleID']]).toEqual(['/paid', '7', sale?.saleID]);
    expect(own['signature']).toBe(signatureOf(own));
  });

  test('returns with a signature over the site’s own parameters where it is said to', async () => {
    double.settings.reading.returnSignature = 'all';
    const visit = await double.approve(purchaseUrl(double.url, 'ord_1', returning()));
    const all = Object.fromEntries(new URL(visit.returnsTo ?? '').searchParams);
    expect(all['order']).toBe('7');
    expect(all['signature']).toBe(signatureOf(all));
  });

  test('is declined or cancelled without a postback', async () => {
    const declined = await double.decline(purchaseUrl(double.url, 'ord_1', returning()));
    const cancelled = await double.cancel(purchaseUrl(double.url, 'ord_1', returning()));
    for (const { returnsTo } of [declined, cancelled]) {
      const query = Object.fromEntries(new URL(returnsTo ?? '').searchParams);
      expect(returnsTo?.startsWith(`${site.url}/declined?`)).toBe(true);
      expect(query['signature']).toBe(signatureOf(query));
    }
    expect(site.received).toEqual([]);
    expect((await double.decline(purchaseUrl(double.url, 'ord_2'))).page).toContain('Nothing was charged.');
  });

  test('passes or fails 3-D Secure', async () => {
    expect((await double.challenge(purchaseUrl(double.url, 'ord_1', returning()), false)).returnsTo).toContain('/declined');
    expect((await double.challenge(purchaseUrl(double.url, 'ord_1', returning()), true)).returnsTo).toContain('/paid');
    expect(site.received).toHaveLength(1);
  });

  test('may come from a bank account, which has no card', async () => {
    await double.approve(purchaseUrl(double.url, 'ord_1', { paymentMethod: 'DDEU', priceCurrency: 'EUR' }));
    expect(site.received[0]?.query).toMatchObject({ paymentMethod: 'DDEU', priceAmount: '9.99' });
    expect(site.received[0]?.query).not.toHaveProperty('CCBrand');
    await double.decline(purchaseUrl(double.url, 'ord_2', { paymentMethod: 'DDEU', priceCurrency: 'EUR' }));
    expect(double.saleOf('ord_2')).toBeUndefined();
  });

  test('is declined for a buyer whose earlier payment was charged back', async () => {
    await double.approve(purchaseUrl(double.url, 'ord_1', { email: 'ann@example.test' }));
    await double.chargeBack(double.saleOf('ord_1')?.saleID ?? '');
    await double.approve(purchaseUrl(double.url, 'ord_2', { email: 'ann@example.test' }));
    expect(double.saleOf('ord_2')).toBeUndefined();
  });
});

describe('the cancel page', () => {
  const pageOf = (saleID: string): string => signedUrl(double.url, '/cancel-subscription', { saleID });

  test('cancels and resumes a subscription, and takes another card', async () => {
    await double.approve(subscriptionUrl(double.url, 'sub_1'));
    const saleID = double.saleOf('sub_1')?.saleID ?? '';
    await buyer.submit(pageOf(saleID), 'update', { cardNumber: '5555555555554444' });
    expect(double.saleOf('sub_1')?.card).toMatchObject({ brand: 'MASTERCARD', last4: '4444' });
    await buyer.submit(pageOf(saleID), 'cancel');
    expect(site.received.at(-1)?.query).toMatchObject({ event: 'cancel', cancelledBy: 'user', expiresOn: '2030-02-01' });
    await buyer.submit(pageOf(saleID), 'resume');
    expect(site.received.at(-1)?.query).toMatchObject({ event: 'uncancel', uncancelledBy: 'user', nextChargeOn: '2030-02-01' });
  });

  test('offers the discount that the order named', async () => {
    await double.approve(subscriptionUrl(double.url, 'sub_1', { cancelDiscountPercentage: '50' }));
    await buyer.submit(pageOf(double.saleOf('sub_1')?.saleID ?? ''), 'stay');
    expect(site.received.at(-1)?.query).toMatchObject({ event: 'downgrade', amount: '6.32', currency: 'EUR' });
  });

  test('refuses a wrong signature and another shop’s sale', async () => {
    await double.approve(subscriptionUrl(double.url, 'sub_1'));
    const saleID = double.saleOf('sub_1')?.saleID ?? '';
    const forged = `${double.url}/cancel-subscription?saleID=${saleID}&shopID=12345&version=4&signature=${'0'.repeat(64)}`;
    expect((await buyer.open(forged)).status).toBe(400);
    const foreign = signedUrl(double.url, '/cancel-subscription', { saleID, shopID: '54321' }, OLDER_KEY, 'sha1');
    expect((await buyer.open(foreign)).page).toContain('saleID is no subscription of this shop.');
  });
});

test('the console lists sales and presses every button', async () => {
  await double.approve(subscriptionUrl(double.url, 'sub_1'));
  const saleID = double.saleOf('sub_1')?.saleID ?? '';
  const press = async (act: string, amount = ''): Promise<number> => {
    const body = new URLSearchParams({ amount });
    return (await fetch(`${double.url}/console/sales/${saleID}/${act}`, { method: 'POST', body, redirect: 'manual' })).status;
  };
  expect((await buyer.open(`${double.url}/console`)).page).toContain('sub_1');
  for (const act of ['rebill', 'fail-next', 'fail', 'extend', 'cancel', 'uncancel']) expect(await press(act)).toBe(303);
  expect([await press('downgrade'), await press('downgrade', '9.00'), await press('credit', '1.00'), await press('expire')]).toEqual([
    422, 303, 303, 422,
  ]);
  expect(site.received.map(({ query }) => query['event'])).toEqual([
    'initial',
    'rebill',
    'extend',
    'cancel',
    'uncancel',
    'downgrade',
    'credit',
  ]);
});
