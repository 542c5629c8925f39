import { afterEach, describe } from 'vitest';
import { createVerotelDouble } from '../../gateway-doubles/verotel/verotel-double.ts';
import { VEROTEL_SHOPS, type VerotelReading } from '../../gateway-doubles/verotel/verotel-options.ts';
import { buyer } from '../../gateway-doubles/buyer.ts';
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
