import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { CodedError } from '../platform/errors.ts';
import type { CardGateway, GatewayCallback, GatewayCapabilities, PaymentNotice } from './gateway.ts';

/** Simulates the gateway company's side for tests: the buyer on its page, the bank, its clock. */
export interface GatewayDriver {
  gateway: CardGateway;
  /** Completes a payment on the company's page. */
  end(paymentId: string, how: 'approve' | 'decline' | 'cancel'): Promise<void>;
  /** The company charges the next period of a payment's subscription. */
  renew(paymentId: string): Promise<void>;
  /** Advances to the next period, whose charge is declined. */
  failRenewal(paymentId: string): Promise<void>;
  /** The buyer's bank charges a payment back. */
  chargeBack(paymentId: string): Promise<void>;
  /** Callbacks sent since the last call, in order. */
  takeCallbacks(): Promise<GatewayCallback[]>;
}

/** Changes a field of a callback that the signature must cover. */
export type CallbackTampering = (callback: GatewayCallback) => GatewayCallback;

const code = (error: unknown): string => (error instanceof CodedError ? error.code : String(error));
const codeOf = (read: Promise<unknown>): Promise<string> => read.then(() => 'read', code);

const request = (more: Partial<Parameters<CardGateway['createPayment']>[0]> = {}) => ({
  orderId: randomUUID(),
  description: 'Something to pay',
  amount: 1234n,
  currency: 'USD',
  recurring: null,
  returnUrl: 'https://site.example/back',
  ...more,
});
const read = async (driver: GatewayDriver): Promise<PaymentNotice[]> =>
  (await Promise.all((await driver.takeCallbacks()).map((callback) => driver.gateway.readCallback(callback)))).flat();
const subscribed = async (driver: GatewayDriver) => {
  const paymentRequest = request({ recurring: { amount: 900n, period: 'month' as const } });
  const { paymentId } = await driver.gateway.createPayment(paymentRequest);
  await driver.end(paymentId, 'approve');
  const [notice] = await read(driver);
  return { paymentId, orderId: paymentRequest.orderId, subscriptionId: notice!.subscriptionId! };
};

/** Declares the tests of payments, their callbacks and polls. */
const declarePaymentTests = (
  can: GatewayCapabilities,
  makeDriver: () => Promise<GatewayDriver>,
  tamperings: Record<string, CallbackTampering>,
): void => {
  test('it declares its capabilities', async () => {
    expect((await makeDriver()).gateway.capabilities).toEqual(can);
  });

  test('creating a payment twice for one order returns the same payment', async () => {
    const { gateway } = await makeDriver();
    const paymentRequest = request();
    const [first, second] = [await gateway.createPayment(paymentRequest), await gateway.createPayment(paymentRequest)];
    expect(second).toEqual(first);
    expect(gateway.redirectUrlOf(first.paymentId)).toBe(first.redirectUrl);
    expect((await gateway.createPayment(request())).paymentId).not.toBe(first.paymentId);
  });

  test.each([
    ['approve', 'approved'],
    ['decline', 'declined'],
    ['cancel', 'cancelled'],
  ] as const)('%s: the callback and the poll say %s, of our order, with amount and currency', async (how, event) => {
    const driver = await makeDriver();
    const paymentRequest = request();
    const { paymentId } = await driver.gateway.createPayment(paymentRequest);
    expect(await driver.gateway.poll(paymentId)).toBeNull();
    await driver.end(paymentId, how);
    const expected = { gateway: driver.gateway.name, event, orderId: paymentRequest.orderId, paymentId, amount: 1234n, currency: 'USD' };
    const notices = await read(driver);
    expect(notices).toMatchObject([expected]);
    expect(await driver.gateway.poll(paymentId)).toMatchObject({ ...expected, eventKey: notices[0]!.eventKey });
  });

  test('polling an unknown payment returns null', async () => {
    const { gateway } = await makeDriver();
    expect(await gateway.poll('no-such-payment')).toBeNull();
  });

  test.each(Object.entries(tamperings))('a callback whose %s was changed is refused', async (_name, tamper) => {
    const driver = await makeDriver();
    const { paymentId } = await driver.gateway.createPayment(request());
    await driver.end(paymentId, 'approve');
    const [callback] = await driver.takeCallbacks();
    expect(await codeOf(driver.gateway.readCallback(callback!))).toBe('read');
    expect(await codeOf(driver.gateway.readCallback(tamper(callback!)))).toBe('SIGNATURE_INVALID');
    const empty = { ...callback!, query: new URLSearchParams(), body: Buffer.alloc(0) };
    expect(await codeOf(driver.gateway.readCallback(empty))).toBe('SIGNATURE_INVALID');
  });
};

/** Declares the tests of subscriptions. */
const declareSubscriptionTests = (can: GatewayCapabilities, makeDriver: () => Promise<GatewayDriver>): void => {
  test.runIf(can.recurring)('a subscription reports renewal, failed renewal and cancellation under one id', async () => {
    const driver = await makeDriver();
    const { paymentId, subscriptionId } = await subscribed(driver);
    expect(subscriptionId).toBeTruthy();
    await driver.renew(paymentId);
    await driver.renew(paymentId);
    const renewals = await read(driver);
    expect(renewals).toMatchObject([
      { event: 'renewed', subscriptionId, amount: 900n, currency: 'USD' },
      { event: 'renewed', subscriptionId, amount: 900n, currency: 'USD' },
    ]);
    // Each period is a payment of its own.
    expect(new Set([paymentId, ...renewals.map((notice) => notice.paymentId)]).size).toBe(3);
    expect(new Set(renewals.map(({ eventKey }) => eventKey)).size).toBe(2);
    await driver.failRenewal(paymentId);
    expect(await read(driver)).toMatchObject([{ event: 'renewalFailed', subscriptionId }]);
    await driver.gateway.cancelSubscription(subscriptionId);
    await driver.gateway.cancelSubscription(subscriptionId);
    const ends = await read(driver);
    expect(new Set(ends.map(({ eventKey }) => eventKey)).size).toBe(1);
    expect(ends[0]).toMatchObject({ event: 'subscriptionCancelled', subscriptionId });
  });

  test('a one-time payment has no subscription', async () => {
    const driver = await makeDriver();
    const { paymentId } = await driver.gateway.createPayment(request());
    await driver.end(paymentId, 'approve');
    expect((await read(driver))[0]!.subscriptionId).toBeNull();
  });
};

/** Declares the tests of refunds and chargebacks. */
const declareReturnTests = (can: GatewayCapabilities, makeDriver: () => Promise<GatewayDriver>): void => {
  test.runIf(can.refund === 'partial')('a refund is made once for each refund id, in parts up to the amount paid', async () => {
    const driver = await makeDriver();
    const { gateway } = driver;
    const { paymentId } = await gateway.createPayment(request());
    await driver.end(paymentId, 'approve');
    await driver.takeCallbacks();
    const refund = (refundId: string, amount: bigint) => gateway.refund({ paymentId, refundId, amount, currency: 'USD' });
    const [part, rest] = [randomUUID(), randomUUID()];
    await refund(part, 1000n);
    await refund(part, 1000n);
    expect(await read(driver)).toMatchObject([{ event: 'refunded', paymentId, amount: 1000n }]);
    await expect(refund(randomUUID(), 235n)).rejects.toMatchObject({ code: 'ORDER_STATE' });
    await refund(rest, 234n);
    await expect(refund(randomUUID(), 1n)).rejects.toMatchObject({ code: 'ORDER_STATE' });
    // A repeated refund still succeeds, though nothing is left.
    await refund(rest, 234n);
  });

  test('an unpaid payment can’t be refunded', async () => {
    const { gateway } = await makeDriver();
    const { paymentId } = await gateway.createPayment(request());
    await expect(gateway.refund({ paymentId, refundId: randomUUID(), amount: 1234n, currency: 'USD' })).rejects.toMatchObject({
      code: 'ORDER_STATE',
    });
  });

  test('a chargeback names the payment; after it, nothing can be refunded', async () => {
    const driver = await makeDriver();
    const { paymentId } = await driver.gateway.createPayment(request());
    await driver.end(paymentId, 'approve');
    await driver.takeCallbacks();
    await driver.chargeBack(paymentId);
    expect(await read(driver)).toMatchObject([{ event: 'chargedBack', paymentId, amount: 1234n, currency: 'USD' }]);
    await expect(driver.gateway.refund({ paymentId, refundId: randomUUID(), amount: 1234n, currency: 'USD' })).rejects.toMatchObject({
      code: 'ORDER_STATE',
    });
  });
};

/**
 * Declares the contract tests that every gateway adapter must pass; called inside a describe.
 * @param can the adapter's capabilities: tests of others are skipped
 * @param makeDriver creates a new company for each test
 * @param tamperings changes that must each invalidate the signature
 */
export const declareGatewayTests = (
  can: GatewayCapabilities,
  makeDriver: () => Promise<GatewayDriver>,
  tamperings: Record<string, CallbackTampering>,
): void => {
  declarePaymentTests(can, makeDriver, tamperings);
  declareSubscriptionTests(can, makeDriver);
  declareReturnTests(can, makeDriver);
};
