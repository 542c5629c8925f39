import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { createVerotelDouble } from '../../gateway-doubles/verotel/verotel-double.ts';
import { VEROTEL_SHOPS, type VerotelReading } from '../../gateway-doubles/verotel/verotel-options.ts';
import { buyer } from '../../gateway-doubles/buyer.ts';
import type { Charge } from '../gateway.ts';
import { type CallbackTampering, type GatewayDriver, type OpenedPage, declareGatewayTests } from '../gateway-suite.ts';
import { openCallbackReceiver } from '../testing/callback-receiver.ts';
import { fixedSettings } from '../testing/fixed-settings.ts';
import { referenceOf } from './start-order.ts';
import { createVerotelGateway } from './verotel.ts';

// The adapter and the double were written apart from the company's documents; here they meet over HTTP.

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

const makeDriver = async (reading: Partial<VerotelReading>, hash: 'sha256' | 'sha1' = 'sha256'): Promise<GatewayDriver> => {
  const receiver = await openCallbackReceiver();
  const double = createVerotelDouble({ callbackUrl: receiver.url, reading });
  opened.push(double, receiver);
  await double.listen();
  const shop = VEROTEL_SHOPS.find((one) => one.hash === hash)!;
  const { settings } = fixedSettings<'verotel'>({
    shopId: shop.shopID,
    signatureKey: shop.signatureKey,
    signatureHash: hash,
    baseAddress: double.url,
    callbackNetworks: '127.0.0.1',
  });
  const log = { warn: () => {} };
  const gateway = createVerotelGateway({ settings, publicUrl: 'https://site.example', currency: () => 'USD', log });
  const saleOf = ({ request }: OpenedPage): string => double.saleOf(referenceOf(request))!.saleID;
  return {
    gateway,
    async end({ url }, how) {
      await double[how](url);
    },
    renew: async (page) => void (await double.renew(saleOf(page))),
    failRenewal: (page) => double.failRenewal(saleOf(page)),
    refundInConsole: async (page) => void (await double.refund(saleOf(page))),
    chargeBack: async (page) => void (await double.chargeBack(saleOf(page))),
    async confirmCancellation(page) {
      const { redirectUrl } = await gateway.cancelSubscription(saleOf(page));
      await buyer.submit(redirectUrl!, 'cancel');
    },
    async takeCallbacks() {
      await double.work();
      return receiver.take();
    },
  };
};

const changed =
  (name: string, value: string): CallbackTampering =>
  (callback) => {
    const query = new URLSearchParams(callback.query);
    query.set(name, value);
    return { ...callback, query };
  };

const READINGS: Record<string, Partial<VerotelReading>> = {
  'as most sources have it': {},
  'with unsigned fields, amounts by their other name, and other words': {
    extraFields: 'unsigned',
    creditNames: 'priceAmount',
    phaseInInitial: true,
    statusDashes: true,
    words: { found: 'found', notFound: 'not found', error: 'error', approved: 'approved' },
  },
  'with signed fields': { extraFields: 'signed', creditNames: 'amount' },
};

describe.each([
  ...Object.entries(READINGS).map(([name, reading]) => [name, reading, 'sha256'] as const),
  ['of an older shop', {}, 'sha1'] as const,
])('Verotel, %s', (_name, reading, hash) => {
  declareGatewayTests({
    can: { recurring: true, refund: 'none', refundEndsSubscription: true, cancel: 'page', poll: true, reports: [] },
    tellsFailedRenewals: false,
    answers: {
      done: { status: 200, body: 'OK' },
      later: { status: 503 },
      refused: { status: 500 },
      forged: { status: 400 },
      failed: { status: 503 },
    },
    makeDriver: () => makeDriver(reading, hash),
    tamperings: {
      signature: changed('signature', 'ab'.repeat(32)),
      'signature (to nothing)': changed('signature', ''),
      amount: changed('priceAmount', '0.01'),
      currency: changed('priceCurrency', 'JPY'),
      event: changed('event', 'credit'),
      order: changed('referenceID', '00000000-0000-4000-8000-000000000000'),
      sale: changed('saleID', '1'),
      shop: changed('shopID', '99999'),
      sender: (callback) => ({ ...callback, ip: '203.0.113.5' }),
    },
  });
});

const charges: [string, Charge][] = [
  ['a cheaper first period', { amount: 300n, currency: 'USD', recurring: { amount: 900n, period: 'month' } }],
  ['a dearer first year', { amount: 9900n, currency: 'EUR', recurring: { amount: 9000n, period: 'year' } }],
  ['Danish kroner', { amount: 905n, currency: 'DKK', recurring: null }],
];
test.each(charges)('Verotel’s page takes %s, and postback and status tell what was charged', async (_what, charge) => {
  const { gateway, end, takeCallbacks } = await makeDriver({});
  const orderId = randomUUID();
  const buyerOf = { ref: randomUUID(), locale: 'en' as const };
  const request = {
    orderId,
    attempt: 1,
    description: 'Ñandú & más: 5 = 5',
    returnUrl: 'https://site.example/back',
    expiresAt: new Date(),
    buyer: buyerOf,
    ...charge,
  };
  await end({ request, ...(await gateway.openPayment(request)) }, 'approve');
  const [callback] = await takeCallbacks();
  const [notice] = await gateway.readCallback(callback!);
  expect(notice).toMatchObject({ event: 'approved', orderId, amount: charge.amount, currency: charge.currency });
  const polled = await gateway.poll({ orderId, attempt: 1, handle: null, paymentId: null });
  const { amount, currency, eventKey, paymentId, saleId, subscriptionId, paidUntil } = notice!;
  expect(polled).toMatchObject({ event: 'approved', orderId, amount, currency, eventKey, paymentId, saleId, subscriptionId, paidUntil });
});
