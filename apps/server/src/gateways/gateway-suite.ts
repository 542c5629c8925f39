import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { CodedError } from '../platform/errors.ts';
import type {
  CallbackOutcome,
  CardGateway,
  GatewayCallback,
  GatewayCapabilities,
  PaymentNotice,
  PaymentPage,
  PaymentRequest,
  RefundRequest,
} from './gateway.ts';
import { noticeOf } from './notices.ts';

/** A page that was opened, with what was asked for. */
export interface OpenedPage extends PaymentPage {
  request: PaymentRequest;
}

/** Simulates the gateway company's side for tests: the buyer on its page, the bank, its clock. */
export interface GatewayDriver {
  gateway: CardGateway;
  /** Completes a payment on the company's page. */
  end(page: OpenedPage, how: 'approve' | 'decline' | 'cancel'): Promise<void>;
  /** The company charges the next period of a page's subscription. */
  renew(page: OpenedPage): Promise<void>;
  /** Advances to the next period, whose charge is declined. */
  failRenewal(page: OpenedPage): Promise<void>;
  /** The merchant refunds a payment in the company's console. */
  refundInConsole(page: OpenedPage): Promise<void>;
  /** The buyer's bank charges a payment back. */
  chargeBack(page: OpenedPage): Promise<void>;
  /** The buyer cancels on the company's page, where a call alone doesn't. */
  confirmCancellation?(page: OpenedPage): Promise<void>;
  /** Callbacks sent since the last call, in order. */
  takeCallbacks(): Promise<GatewayCallback[]>;
}

/** Changes a field of a callback that the signature must cover. */
export type CallbackTampering = (callback: GatewayCallback) => GatewayCallback;

export interface GatewaySuite {
  /** Capabilities that the adapter declares. */
  can: GatewayCapabilities;
  /** Creates a new company for each test. */
  makeDriver(): Promise<GatewayDriver>;
  /** Changes that must each be refused. */
  tamperings: Readonly<Record<string, CallbackTampering>>;
  /** The company says that a renewal was declined; by default it does. Others let the period end without a word. */
  tellsFailedRenewals?: boolean;
  /** The answer to each outcome, by status, and by body where the company reads it. */
  answers: Readonly<Record<CallbackOutcome, { status: number; body?: string }>>;
}

const code = (error: unknown): string => (error instanceof CodedError ? error.code : String(error));
const codeOf = (read: Promise<unknown>): Promise<string> => read.then(() => 'read', code);

const DAY_MS = 86_400_000;
const CALLBACK_OUTCOMES = ['done', 'later', 'refused', 'forged', 'failed'] as const;

const requestOf = (more: Partial<PaymentRequest> = {}): PaymentRequest => ({
  orderId: randomUUID(),
  attempt: 1,
  description: 'Something to pay',
  amount: 1234n,
  currency: 'USD',
  recurring: null,
  returnUrl: 'https://site.example/back',
  expiresAt: new Date(Date.now() + DAY_MS),
  buyer: { ref: randomUUID(), locale: 'en' },
  ...more,
});
const open = async ({ gateway }: GatewayDriver, more: Partial<PaymentRequest> = {}): Promise<OpenedPage> => {
  const request = requestOf(more);
  return { request, ...(await gateway.openPayment(request)) };
};
const read = async (driver: GatewayDriver): Promise<PaymentNotice[]> =>
  (await Promise.all((await driver.takeCallbacks()).map((callback) => driver.gateway.readCallback(callback)))).flat();
const paid = async (driver: GatewayDriver, more: Partial<PaymentRequest> = {}) => {
  const page = await open(driver, more);
  await driver.end(page, 'approve');
  const notices = await read(driver);
  return { page, notice: notices[0]! };
};
const subscribed = (driver: GatewayDriver) => paid(driver, { amount: 900n, recurring: { amount: 900n, period: 'month' } });
const refOf = ({ request, handle }: OpenedPage) => ({ orderId: request.orderId, attempt: request.attempt, handle, paymentId: null });

const refundOf = ({ page, notice }: { page: OpenedPage; notice: PaymentNotice }, more: Partial<RefundRequest> = {}): RefundRequest => ({
  orderId: page.request.orderId,
  paymentId: notice.paymentId!,
  saleId: notice.saleId,
  refundId: randomUUID(),
  amount: page.request.amount,
  paid: page.request.amount,
  currency: page.request.currency,
  attempt: 1,
  ...more,
});

/** Declares the tests of pages, their callbacks and polls. */
const declarePaymentTests = ({ can, makeDriver, tamperings, answers }: GatewaySuite): void => {
  test('it declares its capabilities', async () => {
    const { gateway } = await makeDriver();
    expect(gateway.capabilities).toEqual(can);
    expect(gateway.isReady()).toBe(true);
  });

  test('opening a payment twice for one attempt returns the same page; another attempt and another order have their own', async () => {
    const { gateway } = await makeDriver();
    const request = requestOf();
    const [first, second] = [await gateway.openPayment(request), await gateway.openPayment(request)];
    expect(second).toEqual(first);
    const others = [await gateway.openPayment({ ...request, attempt: 2 }), await gateway.openPayment(requestOf())];
    expect(new Set([first, ...others].map(({ url }) => url)).size).toBe(3);
  });

  test.each([
    ['approve', 'approved'],
    ['decline', 'declined'],
    ['cancel', 'cancelled'],
  ] as const)('%s: the callback and the poll say %s, of our order, with amount and currency', async (how, event) => {
    const driver = await makeDriver();
    const page = await open(driver);
    expect(await driver.gateway.poll(refOf(page))).toBeNull();
    await driver.end(page, how);
    const expected = { gateway: driver.gateway.name, event, orderId: page.request.orderId, amount: 1234n, currency: 'USD' };
    const notices = await read(driver);
    const isReported = event === 'approved' || can.reports.includes(event);
    expect(notices).toMatchObject(isReported ? [expected] : []);
    expect(notices.every(({ paymentId }) => Boolean(paymentId))).toBe(true);
    const polled = await driver.gateway.poll(refOf(page));
    const told = can.poll ? notices.map(({ eventKey, paymentId }) => ({ ...expected, eventKey, paymentId })) : [];
    expect(polled ? [polled] : []).toMatchObject(told);
  });

  test('a second attempt is told apart from the first, and both name the order', async () => {
    const driver = await makeDriver();
    const first = await open(driver);
    const second = await open(driver, { ...first.request, attempt: 2 });
    await driver.end(first, 'approve');
    await driver.end(second, 'approve');
    const notices = await read(driver);
    expect(notices).toMatchObject([first, second].map(({ request: { orderId } }) => ({ event: 'approved', orderId })));
    expect(new Set(notices.map(({ paymentId }) => paymentId)).size).toBe(2);
    expect(new Set(notices.map(({ eventKey }) => eventKey)).size).toBe(2);
  });

  test('closing a page keeps a payment that was made before', async () => {
    const driver = await makeDriver();
    const page = await open(driver);
    await driver.end(page, 'approve');
    await driver.gateway.closePayment(refOf(page));
    expect(await read(driver)).toMatchObject([{ event: 'approved', orderId: page.request.orderId }]);
  });

  test('polling an unknown payment returns null', async () => {
    const { gateway } = await makeDriver();
    expect(await gateway.poll({ orderId: randomUUID(), attempt: 1, handle: 'no-such-page', paymentId: null })).toBeNull();
  });

  test.each(Object.entries(tamperings))('a callback whose %s was changed is refused', async (_name, tamper) => {
    const driver = await makeDriver();
    await driver.end(await open(driver), 'approve');
    const [callback] = await driver.takeCallbacks();
    expect(await codeOf(driver.gateway.readCallback(callback!))).toBe('read');
    expect(await codeOf(driver.gateway.readCallback(tamper(callback!)))).toBe('SIGNATURE_INVALID');
    const empty = { ...callback!, query: new URLSearchParams(), body: Buffer.alloc(0) };
    expect(await codeOf(driver.gateway.readCallback(empty))).toBe('SIGNATURE_INVALID');
    const wrongMethod = { ...callback!, method: callback!.method === 'GET' ? ('POST' as const) : ('GET' as const) };
    expect(await codeOf(driver.gateway.readCallback(wrongMethod))).toBe('SIGNATURE_INVALID');
  });

  test('no card number, name or address is left of a callback', async () => {
    const driver = await makeDriver();
    const { notice } = await paid(driver);
    expect(JSON.stringify(notice.payload)).not.toMatch(/"(?:\w*pan|last4|\w*name|email|\w*address\w*|bin|exp\w*date|cvv\w*|password)":/i);
  });

  test.each(CALLBACK_OUTCOMES)('an outcome of %s is answered as the company expects it', async (outcome) => {
    const driver = await makeDriver();
    await driver.end(await open(driver), 'approve');
    const [callback] = await driver.takeCallbacks();
    expect(driver.gateway.answer(outcome, callback!)).toMatchObject(answers[outcome]);
  });
};

/** Declares the tests of subscriptions. */
const declareSubscriptionTests = ({ can, makeDriver, tellsFailedRenewals = true }: GatewaySuite): void => {
  test('a subscription reports renewal, failed renewal and cancellation under one id', async () => {
    const driver = await makeDriver();
    const { page, notice } = await subscribed(driver);
    const { subscriptionId } = notice;
    expect(subscriptionId).toBeTruthy();
    await driver.renew(page);
    await driver.renew(page);
    const renewals = await read(driver);
    expect(renewals).toMatchObject([
      { event: 'renewed', subscriptionId, amount: 900n, currency: 'USD' },
      { event: 'renewed', subscriptionId, amount: 900n, currency: 'USD' },
    ]);
    // Each period is a payment of its own, and ends later than the one before.
    expect(new Set([notice, ...renewals].map(({ paymentId }) => paymentId)).size).toBe(3);
    expect(new Set(renewals.map(({ eventKey }) => eventKey)).size).toBe(2);
    const ends = [notice, ...renewals].map(({ paidUntil }) => paidUntil!.getTime());
    expect(ends).toEqual(ends.toSorted((a, b) => a - b));
    expect(new Set(ends).size).toBe(3);
    await driver.failRenewal(page);
    expect(await read(driver)).toMatchObject(tellsFailedRenewals ? [{ event: 'renewalFailed', subscriptionId }] : []);
    const answer = await driver.gateway.cancelSubscription(subscriptionId!);
    await driver.gateway.cancelSubscription(subscriptionId!);
    expect(answer.redirectUrl !== null).toBe(can.cancel === 'page');
    await driver.confirmCancellation?.(page);
    const cancellations = await read(driver);
    expect(new Set(cancellations.map(({ eventKey }) => eventKey)).size).toBe(1);
    expect(cancellations[0]).toMatchObject({ event: 'subscriptionCancelled', subscriptionId });
  });

  test('a one-time payment has no subscription', async () => {
    const { notice } = await paid(await makeDriver());
    expect(notice).toMatchObject({ subscriptionId: null, paidUntil: null });
  });
};

/** Tells if a notice of a return names a payment, by itself or by its sale. */
const names = ({ notice }: { notice: PaymentNotice }, told: PaymentNotice): boolean =>
  told.paymentId === notice.paymentId || (told.saleId !== null && told.saleId === notice.saleId);

/** Declares the tests of refunds and chargebacks. */
const declareReturnTests = ({ makeDriver }: GatewaySuite): void => {
  test('a refund in the company’s console is reported with its payment and amount', async () => {
    const driver = await makeDriver();
    const payment = await paid(driver);
    await driver.refundInConsole(payment.page);
    const told = await read(driver);
    expect(told).toMatchObject([{ event: 'refunded', amount: 1234n, currency: 'USD', refundId: null }]);
    expect(names(payment, told[0]!)).toBe(true);
  });

  test('a chargeback names the payment, with its amount', async () => {
    const driver = await makeDriver();
    const payment = await paid(driver);
    await driver.chargeBack(payment.page);
    const told = await read(driver);
    expect(told).toMatchObject([{ event: 'chargedBack', amount: 1234n, currency: 'USD' }]);
    expect(names(payment, told[0]!)).toBe(true);
  });
};

/** Declares the tests of refunds by a call, in parts, for the companies that take them; called inside a describe. */
export const declareRefundTests = ({ makeDriver }: GatewaySuite): void => {
  test('a refund is made once for each refund id, in parts up to the amount paid', async () => {
    const driver = await makeDriver();
    const { gateway } = driver;
    const payment = await paid(driver);
    const part = refundOf(payment, { amount: 1000n });
    const rest = refundOf(payment, { amount: 234n });
    await gateway.refund(part);
    await gateway.refund({ ...part, attempt: 2 });
    const told = await read(driver);
    expect(told).toMatchObject([{ event: 'refunded', amount: 1000n }]);
    expect(names(payment, told[0]!)).toBe(true);
    await expect(gateway.refund(refundOf(payment, { amount: 235n }))).rejects.toMatchObject({ code: 'ORDER_STATE' });
    await gateway.refund(rest);
    await expect(gateway.refund(refundOf(payment, { amount: 1n }))).rejects.toMatchObject({ code: 'ORDER_STATE' });
    // A repeated refund still succeeds, though nothing is left.
    await gateway.refund({ ...rest, attempt: 2 });
  });

  test('an unpaid payment can’t be refunded', async () => {
    const driver = await makeDriver();
    const page = await open(driver);
    const notice = noticeOf({
      gateway: driver.gateway.name,
      eventKey: 'none',
      event: 'approved',
      paymentId: page.handle ?? 'none',
      saleId: '1',
    });
    await expect(driver.gateway.refund(refundOf({ page, notice }))).rejects.toMatchObject({
      code: 'ORDER_STATE',
    });
  });

  test('a payment that was charged back can’t be refunded', async () => {
    const driver = await makeDriver();
    const payment = await paid(driver);
    await driver.chargeBack(payment.page);
    await expect(driver.gateway.refund(refundOf(payment))).rejects.toMatchObject({ code: 'ORDER_STATE' });
  });
};

/** Declares the contract tests that every gateway adapter must pass; called inside a describe. */
export const declareGatewayTests = (suite: GatewaySuite): void => {
  declarePaymentTests(suite);
  declareSubscriptionTests(suite);
  declareReturnTests(suite);
};
