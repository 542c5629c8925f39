import { afterEach, expect, test } from 'vitest';
import { type CcbillDouble, createCcbillDouble } from '../../gateway-doubles/ccbill/ccbill-double.ts';
import { CCBILL_SUBACCOUNTS, DATALINK_USERS } from '../../gateway-doubles/ccbill/ccbill-options.ts';
import { fixedSettings } from '../testing/fixed-settings.ts';
import { createCcbillGateway } from './ccbill.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let double: CcbillDouble;
afterEach(() => double.close());

const open = async (options: { extractPauseMs?: number } = {}) => {
  let now = Date.parse('2026-11-30T12:00:00Z');
  double = createCcbillDouble({ callbackUrl: 'http://127.0.0.1:9/', now: () => new Date(now), ...options });
  await double.listen();
  const [single, recurring] = CCBILL_SUBACCOUNTS;
  const { settings } = fixedSettings<'ccbill'>({
    accountNumber: '900000',
    saleSubAccount: single!.clientSubacc,
    saleForm: single!.forms[0]!.id,
    saleSalt: single!.salt,
    recurringSubAccount: recurring!.clientSubacc,
    recurringForm: recurring!.forms[0]!.id,
    recurringSalt: recurring!.salt,
    dataLinkUser: DATALINK_USERS[0]!.username,
    dataLinkPassword: DATALINK_USERS[0]!.password,
    callbackNetworks: '127.0.0.1',
    formAddress: `${double.url}/wap-frontflex/flexforms`,
    dataLinkAddress: `${double.url}/utils/subscriptionManagement.cgi`,
  });
  const gateway = createCcbillGateway({ settings, publicUrl: 'https://site.example', currency: () => 'USD', log: { warn: () => {} } });
  const sell = async (recurs: boolean): Promise<string> => {
    const orderId = crypto.randomUUID();
    const { url } = await gateway.openPayment({
      orderId,
      attempt: 1,
      description: 'Something to pay',
      returnUrl: 'https://site.example/back',
      expiresAt: new Date(now + DAY_MS),
      buyer: { ref: crypto.randomUUID(), locale: 'en' },
      amount: 900n,
      currency: 'USD',
      recurring: recurs ? { amount: 900n, period: 'month' } : null,
    });
    await double.approve(url);
    return double.saleOf(orderId)!.subscriptionId;
  };
  return { gateway, sell, pass: (ms: number) => void (now += ms), date: () => new Date(now) };
};

test('lists a period of several days with each event once, in order', async () => {
  const { gateway, sell, pass, date } = await open();
  const from = date();
  const [one, two] = [await sell(true), await sell(false)];
  pass(DAY_MS);
  const renewal = await double.renew(one);
  await double.refund(two, { amount: 200 });
  await double.refund(two, { amount: 200 });
  await double.cancelSale(one);
  pass(DAY_MS);
  const report = await gateway.listPeriod!(from, new Date(date().getTime() + 1000));
  expect(report).toMatchObject({ failure: null, unread: [] });
  expect(report.notices.map(({ event, saleId, amount, eventKey }) => [event, saleId, amount, eventKey])).toEqual([
    ['approved', one, 900n, `list:NewSale:${one}#1`],
    ['approved', two, 900n, `list:NewSale:${two}#1`],
    ['renewed', one, 900n, `RenewalSuccess:${renewal.transactionId}`],
    ['refunded', two, 200n, `list:refunded:${two}:2026-12-01:200#1`],
    ['refunded', two, 200n, `list:refunded:${two}:2026-12-01:200#2`],
    ['subscriptionCancelled', one, null, `list:Cancellation:${one}:2026-12-01#1`],
  ]);
  // Persons' data of the list is left where it was.
  expect(JSON.stringify(report.notices.map(({ payload }) => payload))).not.toMatch(/@|firstName/);
});

test('tells how far it came where the company answers once an hour, and goes on from there', async () => {
  const { gateway, sell, pass, date } = await open({ extractPauseMs: HOUR_MS });
  const from = date();
  await sell(false);
  pass(DAY_MS + HOUR_MS);
  const late = await sell(false);
  const until = new Date(date().getTime() + 1000);
  const first = await gateway.listPeriod!(from, until);
  expect(first).toMatchObject({ until: new Date(from.getTime() + DAY_MS), failure: { reason: 'refused' } });
  expect(first.notices).toHaveLength(1);
  pass(HOUR_MS);
  const rest = await gateway.listPeriod!(first.until, until);
  expect([rest.failure, rest.notices.map(({ saleId }) => saleId)]).toEqual([null, [late]]);
});

test('says why nothing was told, without the password', async () => {
  const { gateway, date } = await open();
  double.extract.failNext('Authentication failed.');
  const period = [new Date(date().getTime() - HOUR_MS), date()] as const;
  expect(await gateway.listPeriod!(...period)).toEqual({
    notices: [],
    unread: [],
    until: period[0],
    failure: { reason: 'refused', detail: 'Authentication failed.' },
  });
});
