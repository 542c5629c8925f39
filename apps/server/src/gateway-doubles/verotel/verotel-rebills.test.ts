import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Receiver, startReceiver, testClock } from '../testing/receiver.ts';
import { OLDER_KEY, purchaseUrl, signatureOf, signedUrl, subscriptionUrl } from '../testing/verotel-url.ts';
import { createVerotelDouble, type VerotelDouble } from './verotel-double.ts';
import type { VerotelOptions } from './verotel-options.ts';

let site: Receiver;
let double: VerotelDouble;
let clock: ReturnType<typeof testClock>;

const start = async (options: Partial<VerotelOptions> = {}): Promise<void> => {
  double = createVerotelDouble({ callbackUrl: `${site.url}/callback`, now: clock.now, ...options });
  await double.listen();
};

beforeEach(async () => {
  site = await startReceiver();
  clock = testClock('2030-01-31T12:00:00Z');
});

afterEach(async () => {
  await double.close();
  await site.close();
});

const events = (): string[] => site.received.map(({ query }) => query['event'] ?? query['type'] ?? '');
const last = (): Record<string, string> => site.received.at(-1)?.query ?? {};

const sell = async (reference: string, changed: Record<string, string> = {}, card?: 'lapsing'): Promise<string> => {
  await double.approve(subscriptionUrl(double.url, reference, changed), card);
  return double.saleOf(reference)?.saleID ?? '';
};

describe('rebills by the clock', () => {
  test('are charged after the trial, a month apart, within the month', async () => {
    await start();
    await sell('sub_1', { trialAmount: '5.00', trialPeriod: 'P7D' });
    expect(last()).toMatchObject({
      event: 'initial',
      trialAmount: '5.00',
      trialPeriod: 'P7D',
      priceAmount: '12.64',
      subscriptionPhase: 'trial',
      nextChargeOn: '2030-02-07',
    });
    clock.advanceDays(7);
    await double.work();
    expect(last()).toMatchObject({
      event: 'rebill',
      amount: '12.64',
      currency: 'EUR',
      subscriptionPhase: 'normal',
      nextChargeOn: '2030-03-07',
    });
    expect(last()['signature']).toBe(signatureOf(last()));
    const other = await sell('sub_2');
    expect(last()).toMatchObject({ saleID: other, nextChargeOn: '2030-03-07' });
  });

  test('fail silently by a schedule, then the system cancels and the subscription expires', async () => {
    await start({ rebillRetryDays: [2] });
    await sell('sub_1', { period: 'P7D' }, 'lapsing');
    clock.advanceDays(8);
    await double.work();
    expect(events()).toEqual(['initial']);
    clock.advanceDays(1);
    await double.work();
    expect(events()).toEqual(['initial', 'cancel', 'expiry']);
    expect(site.received[1]?.query).toMatchObject({ cancelledBy: 'system', expiresOn: '2030-02-07' });
    expect(last()).not.toHaveProperty('expiresOn');
  });

  test('expire without a cancellation where it is said to', async () => {
    await start({ rebillRetryDays: [], reading: { lapsedBy: 'expiry' } });
    const saleID = await sell('sub_1');
    await double.failRenewal(saleID);
    expect(events()).toEqual(['initial', 'expiry']);
  });

  test('recover when a retry is approved', async () => {
    await start();
    const saleID = await sell('sub_1', { period: 'P7D' });
    double.failNextRenewal(saleID);
    clock.advanceDays(8);
    await double.work();
    expect(last()).toMatchObject({ event: 'rebill', nextChargeOn: '2030-02-15' });
  });

  test('stop after a cancellation, resume after its withdrawal, and end with the period', async () => {
    await start();
    const saleID = await sell('sub_1', { period: 'P7D' });
    await double.cancelSale(saleID, 'support');
    await double.reactivate(saleID, 'support');
    await double.cancelSale(saleID, 'user');
    clock.advanceDays(7);
    await double.work();
    expect(events()).toEqual(['initial', 'cancel', 'uncancel', 'cancel', 'expiry']);
  });

  test('are charged when the console moves the clock ahead', async () => {
    await start();
    await sell('sub_1', { period: 'P30D' });
    const press = async (days: string) =>
      await fetch(`${double.url}/console/clock`, { method: 'POST', body: new URLSearchParams({ days }), redirect: 'manual' });
    expect([(await press('0')).status, (await press('30')).status, (await press('30')).status]).toEqual([422, 303, 303]);
    expect(events()).toEqual(['initial', 'rebill', 'rebill']);
  });

  test('a one-time subscription names its end and expires', async () => {
    await start();
    await sell('sub_1', { subscriptionType: 'one-time', period: 'P2D' });
    expect(last()).toMatchObject({ subscriptionType: 'one-time', expiresOn: '2030-02-02' });
    clock.advanceDays(2);
    await double.work();
    expect(events()).toEqual(['initial', 'expiry']);
  });

  test('an upgrade replaces the old sale, which ends without an expiry', async () => {
    await start();
    const old = await sell('sub_1');
    const upgrade = { type: 'upgradesubscription', precedingSaleID: old, upgradeOption: 'extend', period: 'P30D' };
    await sell('sub_2', upgrade);
    expect(last()).toMatchObject({ event: 'upgrade', type: 'subscription', precededBySaleID: old, nextChargeOn: '2030-03-30' });
    clock.advanceDays(40);
    await double.work();
    expect(events()).toEqual(['initial', 'upgrade']);
  });
});

describe('credits', () => {
  test.each<['amount' | 'priceAmount' | 'both', string[]]>([
    ['amount', ['amount', 'currency']],
    ['priceAmount', ['priceAmount', 'priceCurrency']],
    ['both', ['amount', 'currency', 'priceAmount', 'priceCurrency']],
  ])('name their amount by the reading "%s"', async (creditNames, names) => {
    await start({ reading: { creditNames } });
    const saleID = await sell('sub_1');
    const paid = last()['transactionID'];
    await double.refund(saleID, { amount: 264 });
    const found = Object.keys(last()).filter((name) => /amount|currency/i.test(name));
    expect(found.toSorted()).toEqual(names);
    expect(last()).toMatchObject({ event: 'credit', parentID: paid, [names[0] ?? '']: '2.64' });
    await expect(double.refund(saleID, { amount: 1001 })).rejects.toThrow('has less left than that');
  });

  test('end the subscription, with an expiry where it is said to', async () => {
    await start();
    const first = await sell('sub_1');
    await double.refund(first);
    double.settings.reading.creditExpires = true;
    const second = await sell('sub_2');
    await double.chargeBack(second);
    clock.advanceDays(60);
    await double.work();
    expect(events()).toEqual(['initial', 'credit', 'initial', 'chargeback', 'expiry']);
  });
});

describe('postbacks', () => {
  test('are repeated until the answer is OK and nothing else', async () => {
    site.answers.splice(0, 1, { status: 200, body: 'OK\n' }, { status: 500, body: 'OK' }, { status: 200, body: 'OK' });
    await start();
    await double.approve(purchaseUrl(double.url, 'ord_1'));
    clock.advance(60_000);
    await double.work();
    clock.advance(300_000);
    await double.work();
    clock.advanceDays(1);
    await double.work();
    expect(events()).toEqual(['purchase', 'purchase', 'purchase']);
    expect(site.received[2]?.query).toEqual(site.received[0]?.query);
  });

  test('that nobody acknowledges give a card sale its money back, once', async () => {
    site.answers.splice(0, 1, { status: 500, body: '' });
    await start({ refundUnacknowledgedMs: 86_400_000 });
    await double.approve(purchaseUrl(double.url, 'ord_1'));
    clock.advanceDays(0.5);
    await double.work();
    expect(double.saleOf('ord_1')?.transactions).toHaveLength(1);
    site.answers.splice(0, 1, { status: 200, body: 'no' });
    clock.advanceDays(0.5);
    await double.work();
    await double.work();
    expect(double.saleOf('ord_1')?.transactions.map(({ kind }) => kind)).toEqual(['sale', 'credit']);
  });

  test('that are acknowledged late keep the sale', async () => {
    await start({ refundUnacknowledgedMs: 86_400_000 });
    double.deliveries.delay(86_400_000);
    await double.approve(purchaseUrl(double.url, 'ord_1'));
    clock.advanceDays(1);
    await double.work();
    expect(events()).toEqual(['purchase']);
    expect(double.saleOf('ord_1')?.transactions).toHaveLength(1);
  });

  test('carry email and version inside or outside of the signature', async () => {
    await start({ reading: { extraFields: 'unsigned' } });
    await double.approve(purchaseUrl(double.url, 'ord_1', { email: 'ann@example.test' }));
    const { email, version, ...rest } = last();
    expect([email, version]).toEqual(['ann@example.test', '4']);
    expect(rest['signature']).toBe(signatureOf(rest));
    double.settings.reading.extraFields = 'signed';
    await double.approve(purchaseUrl(double.url, 'ord_2', { email: 'ann@example.test' }));
    expect(last()['signature']).toBe(signatureOf(last()));
  });

  test('are signed by SHA-1 for an older shop, and go to its own address', async () => {
    await start();
    double.settings.shops = double.settings.shops.map((shop) => ({ ...shop, postbackUrl: `${site.url}/shop-${shop.shopID}` }));
    await double.approve(purchaseUrl(double.url, 'ord_1', { shopID: '54321' }, OLDER_KEY, 'sha1'));
    expect(site.received[0]?.path).toBe('/shop-54321');
    expect(last()['signature']).toBe(signatureOf(last(), OLDER_KEY, 'sha1'));
  });
});

describe('the status call', () => {
  const status = async (query: Record<string, string>): Promise<string> =>
    await (await fetch(signedUrl(double.url, '/salestatus', query))).text();

  test('tells a sale by its id and by the site’s reference', async () => {
    await start();
    const saleID = await sell('sub_1', { email: 'ann@example.test' });
    await double.cancelSale(saleID, 'merchant');
    const text = await status({ referenceID: 'sub_1' });
    expect(text.split('\n')).toEqual(
      expect.arrayContaining([
        'response: FOUND',
        'saleResult: APPROVED',
        `saleID: ${saleID}`,
        'priceAmount: 12.64',
        'priceCurrency: EUR',
        'createdOn: 2030-01-31',
        'cancelled: yes',
        'cancelledOn: 2030-01-31',
        'cancelledBy: merchant',
        'expired: no',
        'expiresOn: 2030-02-28',
        'truncatedPAN: XXXXXXXXXXXX1111',
        'email: ann@example.test',
      ]),
    );
    expect(text).not.toContain('nextChargeOn');
    expect(await status({ saleID })).toBe(text);
  });

  test('answers unknown sales, errors and other words', async () => {
    await start({
      reading: { words: { found: 'found', notFound: 'not-found', error: 'error', approved: 'approved' }, statusDashes: true },
    });
    expect(await status({ referenceID: 'nothing' })).toBe('---\nresponse: not-found\n');
    expect(await status({ referenceID: 'a', saleID: '1' })).toContain('error: Exactly one of saleID and referenceID is needed.');
    const forged = await fetch(`${double.url}/salestatus?shopID=12345&version=4&saleID=1&signature=0`);
    expect([forged.status, await forged.text()]).toEqual([200, '---\nresponse: error\nerror: Invalid signature.\n']);
  });

  test('goes wrong when it is told to', async () => {
    await start();
    double.failNextStatus({ kind: 'html' });
    double.failNextStatus({ kind: 'status', status: 503 });
    double.failNextStatus({ kind: 'silence', ms: 20 });
    expect(await status({ saleID: '1' })).toContain('<html>');
    expect((await fetch(signedUrl(double.url, '/salestatus', { saleID: '1' }))).status).toBe(503);
    await expect(status({ saleID: '1' })).rejects.toThrow('fetch failed');
  });
});

test('a restart keeps sales and their numbers', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-double-'));
  const snapshotFile = join(folder, 'verotel.json');
  await start({ snapshotFile });
  await sell('sub_1');
  await double.close();
  await start({ snapshotFile });
  const second = await sell('sub_2');
  expect(double.saleOf('sub_1')).toMatchObject({ status: 'active' });
  expect(second).not.toBe(double.saleOf('sub_1')?.saleID);
  rmSync(folder, { recursive: true });
});
