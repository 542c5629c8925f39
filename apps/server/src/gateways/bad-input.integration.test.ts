import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { createTestApp } from '../testing/test-app.ts';
import { responseDigest } from './ccbill/digest.ts';
import {
  type Answer,
  type Fields,
  KEY,
  SALT,
  balanceOf,
  ccbillSale,
  declareSite,
  healthOf,
  newSale,
  order,
  orderOf,
  outcomesOf,
  logged,
  pay,
  postback,
  refusedOf,
  seen,
  set,
  verotelSale,
  webhook,
} from './testing/bad-input-site.ts';

// Callbacks with wrong values, of another company, and under other keys: refused, shown to the owner, and nothing is lost.

declareSite();

describe('a callback with a wrong', () => {
  test.each<[string, Fields, Answer, string]>([
    ['amount', { priceAmount: '1.00' }, [500, 'REFUSED'], 'event'],
    ['currency', { priceCurrency: 'EUR' }, [500, 'REFUSED'], 'event'],
    ['currency, whose amount can’t be', { priceAmount: '20.50', priceCurrency: 'JPY' }, [500, 'REFUSED'], 'event'],
    ['shop', { shopID: '99999' }, [400, 'FORGED'], 'account'],
    ['reference', { referenceID: randomUUID() }, [503, 'LATER'], 'event'],
    ['reference that is no order’s', { referenceID: 'x' }, [503, 'LATER'], 'event'],
    ['sale', { saleID: '../1' }, [400, 'FORGED'], 'fields'],
  ])('%s is refused by Verotel’s address, shown to the owner, and the right one pays once', async (_what, change, answer, reason) => {
    const open = await order('verotel');
    const shown = () => (reason === 'event' ? refusedOf('verotel') : seen('verotel', reason));
    const before = await shown();
    expect(await postback(verotelSale(open, change))).toEqual(answer);
    expect([(await orderOf(open.orderId)).state, await balanceOf(open.fan), await shown()]).toEqual(['created', 0, before + 1]);
    expect([await pay('verotel', open), await pay('verotel', open)]).toEqual([
      [200, 'OK'],
      [200, 'OK'],
    ]);
    expect([(await orderOf(open.orderId)).state, await balanceOf(open.fan)]).toEqual(['paid', 20]);
  });

  test.each<[string, Fields, Answer, string]>([
    ['digest', { dynamicPricingValidationDigest: 'f'.repeat(32) }, [400, 'FORGED'], 'digest'],
    ['amount', { billedInitialPrice: '1.00' }, [200, 'REFUSED'], 'event'],
    ['currency', { billedCurrencyCode: '978' }, [200, 'REFUSED'], 'event'],
    ['account', { clientAccnum: '900001' }, [400, 'FORGED'], 'account'],
    ['sub-account', { clientSubacc: '0009' }, [400, 'FORGED'], 'account'],
    ['reference', { 'X-orderRef': randomUUID() }, [503, 'LATER'], 'event'],
    ['reference that is no order’s', { 'X-orderRef': "1' or '1'='1" }, [503, 'LATER'], 'event'],
    ['transaction', { transactionId: '../1' }, [400, 'FORGED'], 'fields'],
  ])('%s is refused by CCBill’s address, shown to the owner, and the right one pays once', async (_what, change, answer, reason) => {
    const open = await order('ccbill');
    const shown = () => (reason === 'event' ? refusedOf('ccbill') : seen('ccbill', reason));
    const before = await shown();
    expect(await webhook('NewSaleSuccess', ccbillSale(open, change))).toEqual(answer);
    expect([(await orderOf(open.orderId)).state, await balanceOf(open.fan), await shown()]).toEqual(['created', 0, before + 1]);
    expect([await pay('ccbill', open), await pay('ccbill', open)]).toEqual([
      [200, 'OK'],
      [200, 'OK'],
    ]);
    expect([(await orderOf(open.orderId)).state, await balanceOf(open.fan)]).toEqual(['paid', 20]);
  });

  test('signature is refused, and the payment isn’t lost: the company’s own callback pays it', async () => {
    const open = await order('verotel');
    const before = [await seen('verotel', 'signature'), (await healthOf('verotel')).forged];
    expect(await postback(verotelSale(open), 'another key')).toEqual([400, 'FORGED']);
    expect([await seen('verotel', 'signature'), (await healthOf('verotel')).forged]).toEqual([before[0]! + 1, before[1]! + 1]);
    expect(
      logged.filter((line) => line.includes('a gateway’s callback was refused') && line.includes('"reason":"signature"')),
    ).toHaveLength(1);
    expect(await pay('verotel', open)).toEqual([200, 'OK']);
    expect(await outcomesOf(open.orderId)).toEqual(['approved settled']);
  });

  test.each(['verotel', 'ccbill'] as const)('address is refused by %s once the owner lists its networks', async (gateway) => {
    const open = await order(gateway);
    await set(gateway, { callbackNetworks: '203.0.113.0/24' });
    expect((await pay(gateway, open))[0]).toBe(400);
    expect([await seen(gateway, 'network'), (await orderOf(open.orderId)).state]).toEqual([1, 'created']);
    await set(gateway, { callbackNetworks: '127.0.0.1\n::1' });
    expect([await pay(gateway, open), await balanceOf(open.fan)]).toEqual([[200, 'OK'], 20]);
  });
});

describe('a callback of one company', () => {
  test('can’t pay another’s order, which its own company still pays', async () => {
    const [atCcbill, atVerotel] = [await order('ccbill'), await order('verotel')];
    const before = [await refusedOf('verotel'), await refusedOf('ccbill')];
    const money = { priceAmount: '20.00', priceCurrency: 'USD', type: 'purchase' };
    expect(await postback(verotelSale(atVerotel, { ...money, referenceID: atCcbill.orderId, saleID: newSale() }))).toEqual([503, 'LATER']);
    const sale = newSale();
    const asCcbill = {
      'X-orderRef': atVerotel.orderId,
      subscriptionId: sale,
      dynamicPricingValidationDigest: responseDigest(sale, true, SALT),
    };
    expect(await webhook('NewSaleSuccess', ccbillSale(atCcbill, { ...asCcbill, transactionId: `${sale}01` }))).toEqual([503, 'LATER']);
    expect([await refusedOf('verotel'), await refusedOf('ccbill')]).toEqual(before.map((count) => count + 1));
    for (const [gateway, open] of [
      ['ccbill', atCcbill],
      ['verotel', atVerotel],
    ] as const) {
      expect((await orderOf(open.orderId)).state).toBe('created');
      await pay(gateway, open);
      expect(await outcomesOf(open.orderId)).toEqual(['approved settled']);
    }
  });

  test('can’t return another’s payment that has the same id', async () => {
    const paid = await order('verotel');
    await pay('verotel', paid);
    const refund = { subscriptionId: paid.sale, transactionId: paid.sale, amount: '20.00', currencyCode: '840' };
    expect(await webhook('Refund', refund)).toEqual([503, 'LATER']);
    expect([(await orderOf(paid.orderId)).state, await balanceOf(paid.fan)]).toEqual(['paid', 20]);
  });
});

describe('keys', () => {
  afterEach(async () => {
    await set('verotel', { shopId: '12345', signatureKey: KEY, previousSignatureKey: '' });
    await set('ccbill', { saleSalt: SALT, previousSalt: '' });
  });

  test('that were swapped refuse every callback; once they are right, the company’s repetition pays', async () => {
    const [one, other] = [await order('verotel'), await order('ccbill')];
    await set('verotel', { signatureKey: SALT });
    await set('ccbill', { saleSalt: KEY });
    const before = [await seen('verotel', 'signature'), await seen('ccbill', 'digest')];
    expect([await pay('verotel', one), await pay('ccbill', other)]).toEqual([
      [400, 'FORGED'],
      [400, 'FORGED'],
    ]);
    expect([await seen('verotel', 'signature'), await seen('ccbill', 'digest')]).toEqual(before.map((count) => count + 1));
    await set('verotel', { signatureKey: KEY });
    await set('ccbill', { saleSalt: SALT });
    expect([await pay('verotel', one), await pay('ccbill', other)]).toEqual([
      [200, 'OK'],
      [200, 'OK'],
    ]);
    expect([await balanceOf(one.fan), await balanceOf(other.fan)]).toEqual([20, 20]);
  });

  test('that were replaced are accepted on their way, as long as the owner keeps the previous one', async () => {
    const [one, other] = [await order('verotel'), await order('ccbill')];
    await set('verotel', { signatureKey: 'NEWKEY', previousSignatureKey: KEY });
    await set('ccbill', { saleSalt: 'NEWSALT', previousSalt: SALT });
    expect([await pay('verotel', one), await pay('ccbill', other)]).toEqual([
      [200, 'OK'],
      [200, 'OK'],
    ]);
    expect([(await orderOf(one.orderId)).state, (await orderOf(other.orderId)).state]).toEqual(['paid', 'paid']);
    const late = await order('verotel');
    await set('verotel', { previousSignatureKey: '' });
    expect(await pay('verotel', late)).toEqual([400, 'FORGED']);
    expect((await orderOf(late.orderId)).state).toBe('created');
  });

  test('that belong to the company’s test shop pay nothing here', async () => {
    const [one, other] = [await order('verotel'), await order('ccbill')];
    const ofTestShop = verotelSale(one, { shopID: '77777' });
    expect([await postback(ofTestShop, 'TESTKEY'), await postback(ofTestShop)]).toEqual([
      [400, 'FORGED'],
      [400, 'FORGED'],
    ]);
    expect(await webhook('NewSaleSuccess', ccbillSale(other, { clientSubacc: '9999' }))).toEqual([400, 'FORGED']);
    expect([(await orderOf(one.orderId)).state, (await orderOf(other.orderId)).state]).toEqual(['created', 'created']);
  });
});

test('a site without the sandbox refuses its callbacks', async () => {
  const live = await createTestApp({ environment: { SANDBOX_GATEWAY: 'false' } });
  try {
    const answer = await fetch(`${live.url}/api/gateways/sandbox/callback`, { method: 'POST', body: '{}' });
    expect([answer.status, await live.platform.database.selectFrom('gateway_events').select('id').execute()]).toEqual([404, []]);
  } finally {
    await live.close();
  }
});
