import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { createCcbillDouble } from '../../gateway-doubles/ccbill/ccbill-double.ts';
import { CCBILL_SUBACCOUNTS, type CcbillReading, DATALINK_USERS } from '../../gateway-doubles/ccbill/ccbill-options.ts';
import type { Charge } from '../gateway.ts';
import {
  type CallbackTampering,
  type GatewayDriver,
  type OpenedPage,
  type GatewaySuite,
  declareGatewayTests,
  declareRefundTests,
} from '../gateway-suite.ts';
import { openCallbackReceiver } from '../testing/callback-receiver.ts';
import { fixedSettings } from '../testing/fixed-settings.ts';
import { createCcbillGateway } from './ccbill.ts';

// The adapter and the double were written apart from the company's documents; here they meet over HTTP.

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

const [single, recurring] = CCBILL_SUBACCOUNTS;
const [dataLinkUser] = DATALINK_USERS;

const makeDriver = async (reading: Partial<CcbillReading>): Promise<GatewayDriver> => {
  const receiver = await openCallbackReceiver();
  const double = createCcbillDouble({ callbackUrl: receiver.url, reading });
  opened.push(double, receiver);
  await double.listen();
  const { settings } = fixedSettings<'ccbill'>({
    accountNumber: '900000',
    saleSubAccount: single!.clientSubacc,
    saleForm: single!.forms[0]!.id,
    saleSalt: single!.salt,
    recurringSubAccount: recurring!.clientSubacc,
    recurringForm: recurring!.forms[0]!.id,
    recurringSalt: recurring!.salt,
    dataLinkUser: dataLinkUser!.username,
    dataLinkPassword: dataLinkUser!.password,
    callbackNetworks: '127.0.0.1',
    formAddress: `${double.url}/wap-frontflex/flexforms`,
    dataLinkAddress: `${double.url}/utils/subscriptionManagement.cgi`,
  });
  const log = { warn: () => {} };
  const gateway = createCcbillGateway({ settings, publicUrl: 'https://site.example', currency: () => 'USD', log });
  const saleOf = ({ request }: OpenedPage): string => double.saleOf(request.orderId)!.subscriptionId;
  return {
    gateway,
    async end({ url }, how) {
      await double[how](url);
    },
    renew: async (page) => void (await double.renew(saleOf(page))),
    failRenewal: (page) => double.failRenewal(saleOf(page)),
    refundInConsole: async (page) => void (await double.refund(saleOf(page))),
    chargeBack: async (page) => void (await double.chargeBack(saleOf(page))),
    async takeCallbacks() {
      await double.work();
      return receiver.take();
    },
  };
};

/** Changes a field wherever it was sent: in the address, in JSON or in a form. */
const changed =
  (name: string, value: string): CallbackTampering =>
  (callback) => {
    const query = new URLSearchParams(callback.query);
    if (query.has(name)) query.set(name, value);
    const text = callback.body.toString('utf8');
    if (text.startsWith('{')) return { ...callback, query, body: Buffer.from(JSON.stringify({ ...JSON.parse(text), [name]: value })) };
    const form = new URLSearchParams(text);
    form.set(name, value);
    return { ...callback, query, body: Buffer.from(form.toString()) };
  };

const READINGS: Record<string, Partial<CcbillReading>> = {
  'as most sources have it': {},
  'with forms, events in the body and original transactions': {
    bodyFormat: 'form',
    eventTypeIn: 'body',
    refundNames: 'original',
    denialIdField: 'denialId',
    echoesLater: true,
    cancelAgain: '1',
  },
  'with numbers, and pass-through values in an object': {
    numbers: 'number',
    eventTypeIn: 'both',
    passThrough: 'object',
    passThroughNames: 'bare',
    timestamps: 'utc',
    needsClientAccnum: true,
  },
};

describe.each(Object.entries(READINGS))('CCBill, %s', (_name, reading) => {
  const suite: GatewaySuite = {
    can: { recurring: true, refund: 'partial', refundEndsSubscription: true, cancel: 'call', poll: false, reports: [] },
    answers: {
      done: { status: 200 },
      later: { status: 503 },
      refused: { status: 200 },
      forged: { status: 400 },
      failed: { status: 503 },
    },
    makeDriver: () => makeDriver({ endedBy: 'nothing', ...reading }),
    tamperings: {
      digest: changed('dynamicPricingValidationDigest', 'ab'.repeat(16)),
      'digest (to nothing)': changed('dynamicPricingValidationDigest', ''),
      sale: changed('subscriptionId', '1'),
      account: changed('clientAccnum', '900001'),
      'sub-account': changed('clientSubacc', '0009'),
      'sub-account (to the other one)': changed('clientSubacc', '0001'),
      sender: (callback) => ({ ...callback, ip: '203.0.113.5' }),
    },
  };
  declareGatewayTests(suite);
  declareRefundTests(suite);
});

const request = () => ({
  orderId: randomUUID(),
  attempt: 1,
  description: 'Something to pay',
  returnUrl: 'https://site.example/back',
  expiresAt: new Date(Date.now() + 86_400_000),
  buyer: { ref: randomUUID(), locale: 'en' as const },
});
const charges: [string, Charge][] = [
  ['a cheaper first period', { amount: 300n, currency: 'USD', recurring: { amount: 900n, period: 'month' } }],
  ['a dearer first period', { amount: 1000n, currency: 'EUR', recurring: { amount: 900n, period: 'month' } }],
  ['whole yen', { amount: 5000n, currency: 'JPY', recurring: null }],
  ['Australian dollars, whose code begins with a zero', { amount: 905n, currency: 'AUD', recurring: null }],
];
test.each(charges)('CCBill’s form takes %s, and reports what was charged', async (_what, charge) => {
  const { gateway, end, takeCallbacks } = await makeDriver({});
  const asked = { ...request(), ...charge };
  const page = { request: asked, ...(await gateway.openPayment(asked)) };
  await end(page, 'approve');
  const [callback] = await takeCallbacks();
  expect(await gateway.readCallback(callback!)).toMatchObject([
    { event: 'approved', orderId: asked.orderId, amount: charge.amount, currency: charge.currency },
  ]);
});

test('a refused card is told with its order, by each name of its id', async () => {
  for (const denialIdField of ['transactionId', 'denialId'] as const) {
    const { gateway, end, takeCallbacks } = await makeDriver({ denialIdField });
    const asked = { ...request(), ...charges[0]![1] };
    await end({ request: asked, ...(await gateway.openPayment(asked)) }, 'decline');
    const [callback] = await takeCallbacks();
    const { readDecline } = gateway as ReturnType<typeof createCcbillGateway>;
    expect(await readDecline(callback!)).toMatchObject({ orderId: asked.orderId, reason: expect.stringMatching(/./) });
  }
});
