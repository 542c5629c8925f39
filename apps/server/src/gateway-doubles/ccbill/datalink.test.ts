import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { recurringUrl, singleUrl } from '../testing/ccbill-url.ts';
import { testClock } from '../testing/receiver.ts';
import { type CcbillDouble, createCcbillDouble } from './ccbill-double.ts';
import { DATALINK_USERS } from './ccbill-options.ts';

let double: CcbillDouble;
let clock: ReturnType<typeof testClock>;
let subscriptionId: string;

const [MAIN] = DATALINK_USERS;

beforeEach(async () => {
  clock = testClock();
  double = createCcbillDouble({
    callbackUrl: 'http://127.0.0.1:1/callback',
    now: clock.now,
    record: true,
    dataLinkUsers: [
      ...DATALINK_USERS,
      { username: 'abroad', password: 'secret', rights: MAIN?.rights ?? [], addresses: ['203.0.113.9'] },
      { username: 'reader', password: 'secret', clientSubacc: '0001', rights: ['viewSubscriptionStatus'], addresses: ['127.0.0.1'] },
    ],
  });
  await double.listen();
  await double.approve(recurringUrl(double.url, 'sub_1'));
  subscriptionId = double.saleOf('sub_1')?.subscriptionId ?? '';
  double.takeDeliveries();
});

afterEach(async () => {
  await double.close();
});

const call = async (changed: Record<string, string> = {}): Promise<Response> => {
  const query = new URLSearchParams({
    clientAccnum: '900000',
    usingSubacc: '0001',
    username: 'double-datalink',
    password: 'double-datalink-password',
    action: 'viewSubscriptionStatus',
    subscriptionId,
    ...changed,
  });
  return await fetch(`${double.url}/utils/subscriptionManagement.cgi?${query.toString()}`);
};

const codeOf = async (changed: Record<string, string>): Promise<string> => {
  const response = await call(changed);
  expect(response.status).toBe(200);
  return /^"results"\n"(-?\d+)"\n$/.exec(await response.text())?.[1] ?? 'no code';
};

const events = (): string[] => double.takeDeliveries().map(({ event }) => event);

describe('the status of a subscription', () => {
  test('is a record in CSV', async () => {
    const response = await call();
    expect(await response.text()).toBe(
      '"cancelDate","signupDate","chargebacksIssued","timesRebilled","expirationDate","recurringSubscription","subscriptionStatus","refundsIssued","voidsIssued"\n' +
        '"","20300101","0","0","","1","2","0","0"\n',
    );
  });

  test('is a record in XML, and changes with the subscription', async () => {
    await double.renew(subscriptionId);
    await double.cancelSale(subscriptionId);
    const text = await (await call({ returnXML: '1' })).text();
    expect(text).toBe(
      "<?xml version='1.0' standalone='yes'?>\n<results><cancelDate>20300101</cancelDate><signupDate>20300101</signupDate>" +
        '<chargebacksIssued>0</chargebacksIssued><timesRebilled>1</timesRebilled><expirationDate>20300207</expirationDate>' +
        '<recurringSubscription>1</recurringSubscription><subscriptionStatus>1</subscriptionStatus><refundsIssued>0</refundsIssued>' +
        '<voidsIssued>0</voidsIssued></results>\n',
    );
    await double.refund(subscriptionId);
    expect(await (await call({ returnXML: '1' })).text()).toContain(
      '<subscriptionStatus>0</subscriptionStatus><refundsIssued>1</refundsIssued>',
    );
  });

  test('codes are XML as well', async () => {
    const response = await call({ returnXML: '1', subscriptionId: '1' });
    expect(await response.text()).toBe("<?xml version='1.0' standalone='yes'?>\n<results>-3</results>\n");
  });
});

test.each<[string, Record<string, string>, string]>([
  ['no password', { password: '' }, '-1'],
  ['a wrong password', { password: 'wrong' }, '-1'],
  ['another account', { clientAccnum: '900001' }, '-1'],
  ['a subscription that is not a number', { subscriptionId: 'abc' }, '-2'],
  ['the cancellation of a single sale', { action: 'cancelSubscription', usingSubacc: '0000', subscriptionId: 'single' }, '-2'],
  ['an unknown subscription', { subscriptionId: '12345' }, '-3'],
  ['a subscription of another sub-account', { usingSubacc: '0000' }, '-4'],
  ['no sub-account', { usingSubacc: '' }, '-5'],
  ['no subscription', { subscriptionId: '' }, '-5'],
  ['a malformed amount', { action: 'refundTransaction', amount: '1.5' }, '-5'],
  ['an unknown action', { action: 'deleteEverything' }, '-6'],
  ['an address that the user may not call from', { username: 'abroad', password: 'secret' }, '-8'],
  [
    'an action without the right to it',
    { username: 'reader', password: 'secret', clientSubacc: '0001', action: 'cancelSubscription' },
    '-10',
  ],
  ['more than was charged', { action: 'refundTransaction', amount: '5.01' }, '0'],
])('answers %s with its code', async (_name, changed, code) => {
  await double.approve(singleUrl(double.url, 'ord_1'));
  const single = double.saleOf('ord_1')?.subscriptionId ?? '';
  expect(await codeOf({ ...changed, ...(changed['subscriptionId'] === 'single' ? { subscriptionId: single } : {}) })).toBe(code);
});

test('a user of a sub-account names it, and sees nothing of the others', async () => {
  const reader = { username: 'reader', password: 'secret', usingSubacc: '' };
  expect((await (await call({ ...reader, clientSubacc: '0001' })).text()).startsWith('"cancelDate"')).toBe(true);
  expect(await codeOf({ ...reader, clientSubacc: '0000' })).toBe('-1');
});

test('three failed log-ins lock the user for an hour, with the right password too', async () => {
  for (const _ of [1, 2, 3]) expect(await codeOf({ password: 'wrong' })).toBe('-1');
  expect(await codeOf({})).toBe('-12');
  clock.advance(3_600_001);
  expect(await codeOf({ action: 'cancelSubscription' })).toBe('1');
  for (const _ of [1, 2, 3]) await codeOf({ password: 'wrong' });
  double.dataLink.unlock('double-datalink');
  expect(await codeOf({ action: 'refundTransaction' })).toBe('1');
});

test('a cancellation is followed by its webhook, or by none', async () => {
  expect(await codeOf({ action: 'cancelSubscription' })).toBe('1');
  expect(events()).toEqual(['Cancellation']);
  expect(await codeOf({ action: 'cancelSubscription' })).toBe('0');
  await double.reactivate(subscriptionId);
  double.takeDeliveries();
  double.settings.reading.dataLinkCancelNotifies = false;
  double.settings.reading.cancelAgain = '1';
  expect(await codeOf({ action: 'cancelSubscription' })).toBe('1');
  expect(await codeOf({ action: 'cancelSubscription' })).toBe('1');
  expect(events()).toEqual([]);
});

test('a refund of a part ends the subscription', async () => {
  expect(await codeOf({ action: 'refundTransaction', amount: '1.50' })).toBe('1');
  expect(double.company.find(subscriptionId).status).toBe('expired');
  const [refund] = double.takeDeliveries();
  expect(JSON.parse(refund?.body.toString() ?? '')).toMatchObject({ amount: '1.50', subscriptionId });
  expect(await codeOf({ action: 'voidTransaction' })).toBe('0');
});

test('a charge is voided in its batch and refunded afterwards', async () => {
  expect(await codeOf({ action: 'voidOrRefundTransaction' })).toBe('1');
  expect(events()).toEqual(['Void', 'Cancellation', 'Expiration']);
  expect(await codeOf({ action: 'voidTransaction' })).toBe('0');
  await double.approve(recurringUrl(double.url, 'sub_2'));
  clock.advanceDays(2);
  const later = double.saleOf('sub_2')?.subscriptionId ?? '';
  expect(await codeOf({ action: 'voidTransaction', subscriptionId: later })).toBe('0');
  expect(await codeOf({ action: 'voidOrRefundTransaction', subscriptionId: later })).toBe('1');
  expect(events()).toEqual(['NewSaleSuccess', 'Refund', 'Cancellation', 'Expiration']);
});

describe('calls that go wrong', () => {
  test('answer any code without doing anything', async () => {
    double.dataLink.failNext({ kind: 'code', code: '-15' });
    expect(await codeOf({ action: 'cancelSubscription' })).toBe('-15');
    expect(double.company.find(subscriptionId).status).toBe('active');
  });

  test('answer -7 after having done it', async () => {
    double.dataLink.failNext({ kind: 'done-but-unknown' });
    expect(await codeOf({ action: 'cancelSubscription' })).toBe('-7');
    expect(double.company.find(subscriptionId).status).toBe('cancelled');
  });

  test('answer a page in place of a reply', async () => {
    double.dataLink.failNext({ kind: 'html' });
    const response = await call();
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('<html>')]);
  });

  test('never answer, with and without having done it', async () => {
    double.dataLink.failNext({ kind: 'silence', ms: 20, does: false });
    await expect(call({ action: 'cancelSubscription' })).rejects.toThrow('fetch failed');
    expect(double.company.find(subscriptionId).status).toBe('active');
    double.dataLink.failNext({ kind: 'silence', ms: 20, does: true });
    await expect(call({ action: 'cancelSubscription' })).rejects.toThrow('fetch failed');
    expect(double.company.find(subscriptionId).status).toBe('cancelled');
  });
});

test('a restart keeps sales, numbers and callbacks that were not delivered', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-double-'));
  const snapshotFile = join(folder, 'deep', 'ccbill.json');
  const options = { callbackUrl: 'http://127.0.0.1:1/callback', now: clock.now, snapshotFile };
  const first = createCcbillDouble(options);
  await first.listen();
  await first.approve(recurringUrl(first.url, 'sub_9'));
  await first.close();
  expect(existsSync(`${snapshotFile}.new`)).toBe(false);
  const second = createCcbillDouble({ ...options, record: true });
  await second.listen();
  expect(second.saleOf('sub_9')).toEqual(JSON.parse(JSON.stringify(first.saleOf('sub_9'))));
  clock.advance(60_000);
  await second.work();
  expect(second.takeDeliveries().map(({ event }) => event)).toEqual(['NewSaleSuccess']);
  await second.approve(recurringUrl(second.url, 'sub_10'));
  expect(second.saleOf('sub_10')?.subscriptionId).not.toBe(second.saleOf('sub_9')?.subscriptionId);
  await second.close();
  rmSync(folder, { recursive: true });
});
