import { CodedError } from '../platform/errors.ts';
import type { Platform } from '../platform/platform.ts';
import type { CallbackAnswer, CallbackOutcome, CardGateway, GatewayCapabilities, PaymentEvent } from './gateway.ts';
import type { GatewaySettings } from './gateway-settings.ts';
import { type SandboxAction, type SandboxOptions, type SandboxPayment, createSandboxCompany } from './sandbox-company.ts';
import { noticeOfStatement, readStatement } from './sandbox-statements.ts';

export type { SandboxAction } from './sandbox-company.ts';
export type { SignedStatement } from './sandbox-statements.ts';

/** A payment as shown on its page. */
export interface SandboxPaymentView {
  id: string;
  description: string;
  /** Hundredths. */
  amount: bigint;
  refundedAmount: bigint;
  currency: string;
  state: string;
  returnUrl: string;
  recurring: { amount: bigint; period: 'month' | 'year'; state: 'active' | 'cancelled' | null; renewsAt: Date | null } | null;
}

export interface SandboxGateway extends CardGateway {
  /** @throws CodedError NOT_FOUND */
  getPayment(paymentId: string): Promise<SandboxPaymentView>;
  /** Presses a button of its page or of its console. @throws CodedError NOT_FOUND, ORDER_STATE */
  act(paymentId: string, action: SandboxAction): Promise<SandboxPaymentView>;
  /** Runs the company's background work: charges due renewals and retries undelivered statements. */
  work(): Promise<void>;
}

const answerOf = (status: number, body: object): CallbackAnswer => ({ status, type: 'application/json', body: JSON.stringify(body) });
/** Its company sends a statement again until it is answered with a status of success. */
const ANSWERS: Readonly<Record<CallbackOutcome, CallbackAnswer>> = {
  done: answerOf(200, { received: true }),
  later: answerOf(404, { error: 'NOT_FOUND' }),
  refused: answerOf(409, { error: 'ORDER_STATE' }),
  forged: answerOf(400, { error: 'SIGNATURE_INVALID' }),
  failed: answerOf(503, { error: 'UNAVAILABLE' }),
};

const CAPABILITIES: GatewayCapabilities = {
  recurring: true,
  refund: 'partial',
  refundEndsSubscription: false,
  cancel: 'call',
  poll: true,
  reports: ['declined', 'cancelled'],
};

/** The result of a poll: how the initial payment ended, regardless of later refunds and chargebacks. */
const POLL_EVENTS: Record<string, PaymentEvent | undefined> = {
  approved: 'approved',
  refunded: 'approved',
  chargedBack: 'approved',
  declined: 'declined',
  cancelled: 'cancelled',
};

/**
 * A simulated gateway for exercising every payment flow offline. Its company has its own state (sandbox-company.ts) and communicates with the
 * site only by redirects and signed callbacks, like a real one.
 */
export const createSandboxGateway = (
  platform: Platform,
  options: SandboxOptions,
  settings?: Pick<GatewaySettings, 'values'>,
): SandboxGateway => {
  const pageOf = (paymentId: string): string => `${platform.config.publicUrl}/sandbox/pay/${paymentId}`;
  const company = createSandboxCompany(platform, options);

  const find = async (paymentId: string): Promise<SandboxPayment> => {
    const row = await company.find(paymentId);
    if (!row) throw new CodedError('NOT_FOUND');
    return row;
  };
  const viewOf = async (row: SandboxPayment): Promise<SandboxPaymentView> => {
    const subscription = row.subscription_id ? await company.findSubscription(row.subscription_id) : undefined;
    const amount = subscription?.amount ?? row.recurring_amount;
    return {
      id: row.id,
      description: row.description,
      amount: row.amount,
      refundedAmount: row.refunded_amount,
      currency: row.currency,
      state: row.state,
      returnUrl: row.return_url,
      recurring: amount
        ? {
            amount,
            period: (subscription?.period ?? row.recurring_period) as 'month' | 'year',
            state: subscription?.state ?? null,
            renewsAt: subscription?.state === 'active' ? subscription.renews_at : null,
          }
        : null,
    };
  };

  return {
    name: 'sandbox',
    capabilities: CAPABILITIES,
    isReady: () => true,
    termsOf: () => ({ periodDays: null, statement: settings?.values('sandbox').statement || 'SANDBOX' }),
    async openPayment(request) {
      const handle = await company.open(request);
      return { handle, url: pageOf(handle), until: null };
    },
    closePayment: ({ handle }) => (handle ? company.close(handle) : Promise.resolve()),
    async poll({ handle }) {
      const row = handle ? await company.find(handle) : undefined;
      const event = row && POLL_EVENTS[row.state];
      if (!row || !event) return null;
      const subscription = row.subscription_id ? await company.findSubscription(row.subscription_id) : undefined;
      // The first payment's notice: later charges are told by theirs.
      const next = subscription?.renewals === 0 ? { nextChargeAt: subscription.renews_at.toISOString() } : {};
      return noticeOfStatement(company.statementOf(row, event, next));
    },
    async readCallback({ method, body }) {
      if (method !== 'POST') throw new CodedError('SIGNATURE_INVALID');
      return [readStatement(options.secret, body)];
    },
    answer: (outcome) => ANSWERS[outcome],
    async refund({ paymentId, refundId, amount }) {
      // A payment that the company doesn't know is refused for good, like one that isn't paid.
      if (!(await company.find(paymentId))) throw new CodedError('ORDER_STATE');
      await company.refund(paymentId, refundId, amount);
      return 'done';
    },
    async cancelSubscription(subscriptionId) {
      await company.cancelSubscription(subscriptionId);
      return { redirectUrl: null };
    },
    cardPageOf: () => null,
    check: async () => [{ subject: 'keys', state: 'ok', detail: '' }],
    getPayment: async (paymentId) => viewOf(await find(paymentId)),
    async act(paymentId, action) {
      await company.act(paymentId, action);
      return viewOf(await find(paymentId));
    },
    async work() {
      await company.renewDue();
      await company.sendPending();
    },
  };
};
