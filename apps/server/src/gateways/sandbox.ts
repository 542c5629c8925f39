import { createHmac, timingSafeEqual } from 'node:crypto';
import { CodedError } from '../platform/errors.ts';
import type { Platform } from '../platform/platform.ts';
import type { CardGateway, PaymentEvent, PaymentNotice } from './gateway.ts';

/** The sandbox's signed statement, as it is sent to the callback. */
export interface SandboxCallback {
  orderId: string;
  paymentId: string;
  event: PaymentEvent;
  /** Hundredths, as digits. */
  amount: string;
  currency: string;
  signature: string;
}

export type SandboxAction = 'approve' | 'decline' | 'cancel' | 'repeat' | 'delay';

export interface SandboxGateway extends CardGateway {
  getPayment(
    paymentId: string,
  ): Promise<{ id: string; description: string; amount: bigint; currency: string; state: string; returnUrl: string }>;
  /** Presses a button of its page. @throws CodedError NOT_FOUND, ORDER_STATE */
  act(paymentId: string, action: SandboxAction): Promise<{ state: string; returnUrl: string }>;
  /** @throws CodedError SIGNATURE_INVALID */
  readCallback(callback: SandboxCallback): PaymentNotice;
}

export interface SandboxOptions {
  /** Key of the statements' signatures. */
  secret: string;
  /** Sends a statement to the site's callback. A failure is left to the poll. */
  deliver(callback: SandboxCallback): Promise<void>;
}

const EVENTS: Record<SandboxAction, PaymentEvent> = {
  approve: 'approved',
  repeat: 'approved',
  delay: 'approved',
  decline: 'declined',
  cancel: 'cancelled',
};

/**
 * A gateway without a company behind it, so that every path of a payment can be walked offline. It keeps books of
 * its own and speaks to the site only by redirects and signed callbacks, as a real one does.
 */
export const createSandboxGateway = (platform: Platform, { secret, deliver }: SandboxOptions): SandboxGateway => {
  const { database, config } = platform;
  const sign = ({ orderId, paymentId, event, amount, currency }: Omit<SandboxCallback, 'signature'>): string =>
    createHmac('sha256', secret).update([orderId, paymentId, event, amount, currency].join('\n')).digest('hex');

  /** One for each order, and nobody's to guess. */
  const paymentIdOf = (orderId: string): string =>
    `sbx_${createHmac('sha256', secret).update(`payment\n${orderId}`).digest('hex').slice(0, 32)}`;

  const find = async (paymentId: string) => {
    const row = await database.selectFrom('sandbox_payments').selectAll().where('id', '=', paymentId).executeTakeFirst();
    if (!row) throw new CodedError('NOT_FOUND');
    return row;
  };
  const noticeOf = (callback: SandboxCallback): PaymentNotice => ({
    gateway: 'sandbox',
    eventKey: `${callback.paymentId}:${callback.event}`,
    orderId: callback.orderId,
    paymentId: callback.paymentId,
    event: callback.event,
    amount: BigInt(callback.amount),
    currency: callback.currency,
    payload: { ...callback, signature: '[verified]' },
  });
  const statementOf = (row: { id: string; order_id: string; amount: bigint; currency: string }, event: PaymentEvent): SandboxCallback => {
    const statement = { orderId: row.order_id, paymentId: row.id, event, amount: row.amount.toString(), currency: row.currency };
    return { ...statement, signature: sign(statement) };
  };

  return {
    name: 'sandbox',
    async createPayment({ orderId, description, amount, currency, returnUrl }) {
      const id = paymentIdOf(orderId);
      await database
        .insertInto('sandbox_payments')
        .values({ id, order_id: orderId, description, amount, currency, return_url: returnUrl })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return { paymentId: id, redirectUrl: this.redirectUrlOf(id) };
    },
    redirectUrlOf: (paymentId) => `${config.publicUrl}/sandbox/pay/${paymentId}`,
    async poll(paymentId) {
      const row = await find(paymentId);
      return row.state === 'approved' || row.state === 'declined' || row.state === 'cancelled'
        ? noticeOf(statementOf(row, row.state))
        : null;
    },
    async refund(paymentId) {
      await database
        .updateTable('sandbox_payments')
        .set({ state: 'refunded', updated_at: new Date() })
        .where('id', '=', paymentId)
        .execute();
    },
    async getPayment(paymentId) {
      const row = await find(paymentId);
      return {
        id: row.id,
        description: row.description,
        amount: row.amount,
        currency: row.currency,
        state: row.state,
        returnUrl: row.return_url,
      };
    },
    async act(paymentId, action) {
      const event = EVENTS[action];
      const row = await database
        .updateTable('sandbox_payments')
        .set({ state: event, updated_at: new Date() })
        .where('id', '=', paymentId)
        .where('state', '=', 'open')
        .returningAll()
        .executeTakeFirst();
      if (!row) {
        await find(paymentId);
        throw new CodedError('ORDER_STATE');
      }
      const statement = statementOf(row, event);
      const times = action === 'repeat' ? 2 : action === 'delay' ? 0 : 1;
      for (let i = 0; i < times; i += 1) await deliver(statement);
      return { state: event, returnUrl: row.return_url };
    },
    readCallback(callback) {
      const expected = Buffer.from(sign(callback), 'hex');
      const given = Buffer.from(callback.signature, 'hex');
      if (given.length !== expected.length || !timingSafeEqual(given, expected) || !/^\d{1,15}$/.test(callback.amount))
        throw new CodedError('SIGNATURE_INVALID');
      return noticeOf(callback);
    },
  };
};
