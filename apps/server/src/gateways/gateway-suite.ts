import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { CodedError } from '../platform/errors.ts';
import type { CardGateway, GatewayCallback, GatewayCapabilities, PaymentNotice } from './gateway.ts';

/** What a company does on its side, for tests: a person's hand at its page, its bank, its clock. */
export interface GatewayDriver {
  gateway: CardGateway;
  /** Ends a payment at the company's page. */
  end(paymentId: string, how: 'approve' | 'decline' | 'cancel'): Promise<void>;
  /** The company takes the next period's money of a payment's subscription. */
  renew(paymentId: string): Promise<void>;
  /** The card is refused when the next period begins, and it begins. */
  failRenewal(paymentId: string): Promise<void>;
  /** The buyer's bank takes the money of a payment back. */
  chargeBack(paymentId: string): Promise<void>;
  /** Callbacks sent since they were last taken, in order, as they came. */
  takeCallbacks(): Promise<GatewayCallback[]>;
}

/** Changes one thing in a callback that its signature must cover. */
export type Forgery = (callback: GatewayCallback) => GatewayCallback;

const code = (error: unknown): string => (error instanceof CodedError ? error.code : String(error));
const codeOf = (run: () => unknown): string => {
  try {
    run();
    return 'read';
  } catch (error) {
    return code(error);
  }
};

/**
 * What the site relies on in every gateway, whoever the company is: declares the tests, to be called in a describe.
 * @param can what the adapter says of itself; what it can't is not asked of it
 * @param makeDriver a new company for each test
 * @param forgeries changes that each must break the signature
 */
export const declareGatewayTests = (
  can: GatewayCapabilities,
  makeDriver: () => Promise<GatewayDriver>,
  forgeries: Record<string, Forgery>,
): void => {
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
    (await driver.takeCallbacks()).flatMap((callback) => driver.gateway.readCallback(callback) ?? []);
  const subscribed = async (driver: GatewayDriver) => {
    const wanted = request({ recurring: { amount: 900n, period: 'month' as const } });
    const { paymentId } = await driver.gateway.createPayment(wanted);
    await driver.end(paymentId, 'approve');
    const [notice] = await read(driver);
    return { paymentId, orderId: wanted.orderId, subscriptionId: notice!.subscriptionId! };
  };

  test('it says of itself what it can', async () => {
    expect((await makeDriver()).gateway.capabilities).toEqual(can);
  });

  test('an order asked for again is the same payment, at the same page', async () => {
    const { gateway } = await makeDriver();
    const wanted = request();
    const [first, second] = [await gateway.createPayment(wanted), await gateway.createPayment(wanted)];
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
    const wanted = request();
    const { paymentId } = await driver.gateway.createPayment(wanted);
    expect(await driver.gateway.poll(paymentId)).toBeNull();
    await driver.end(paymentId, how);
    const said = { gateway: driver.gateway.name, event, orderId: wanted.orderId, paymentId, amount: 1234n, currency: 'USD' };
    const notices = await read(driver);
    expect(notices).toMatchObject([said]);
    expect(await driver.gateway.poll(paymentId)).toMatchObject({ ...said, eventKey: notices[0]!.eventKey });
  });

  test('a payment nobody knows is polled for nothing', async () => {
    const { gateway } = await makeDriver();
    expect(await gateway.poll('no-such-payment')).toBeNull();
  });

  test.each(Object.entries(forgeries))('a callback whose %s was changed is refused', async (_name, forge) => {
    const driver = await makeDriver();
    const { paymentId } = await driver.gateway.createPayment(request());
    await driver.end(paymentId, 'approve');
    const [callback] = await driver.takeCallbacks();
    expect(codeOf(() => driver.gateway.readCallback(callback!))).toBe('read');
    expect(codeOf(() => driver.gateway.readCallback(forge(callback!)))).toBe('SIGNATURE_INVALID');
    expect(codeOf(() => driver.gateway.readCallback({ query: {}, body: {}, ip: callback!.ip }))).toBe('SIGNATURE_INVALID');
  });

  test.runIf(can.recurring)('what renews says so under one name: renewed, its card refused, cancelled', async () => {
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

  test('a payment made once renews nothing', async () => {
    const driver = await makeDriver();
    const { paymentId } = await driver.gateway.createPayment(request());
    await driver.end(paymentId, 'approve');
    expect((await read(driver))[0]!.subscriptionId).toBeNull();
  });

  test.runIf(can.refund === 'partial')('a refund is made once for each of our names for it, in parts as far as it goes', async () => {
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
    // What was asked before is answered as before, though nothing is left.
    await refund(rest, 234n);
  });

  test('nothing is given back of what was not paid', async () => {
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
