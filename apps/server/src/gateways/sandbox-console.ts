import { isId } from '@stagedoor/contract/ids.values';
import { sql } from 'kysely';
import type { Trx } from '../platform/database/database.ts';
import { CodedError } from '../platform/errors.ts';
import type { CompanyPlatform, ConsoleAction, Records, SandboxPayment, Subscriptions } from './sandbox-company.ts';

/** Returns money, and takes it back when it doesn't arrive. Each function returns the statements to send. */
export const createRefunds = ({ statementOf, record, setPayment }: Records) => {
  /** @returns the statements to send; none for a repeated refund */
  const refundPayment = async (trx: Trx, payment: SandboxPayment, refundId: string, amount: bigint): Promise<string[]> => {
    const existing = await trx.selectFrom('sandbox_refunds').select('id').where('id', '=', refundId).executeTakeFirst();
    if (existing) return [];
    const refunded = payment.refunded_amount + amount;
    if (payment.state !== 'approved' || amount <= 0n || refunded > payment.amount) throw new CodedError('ORDER_STATE');
    await trx.insertInto('sandbox_refunds').values({ id: refundId, payment_id: payment.id, amount }).execute();
    await setPayment(trx, payment.id, {
      refunded_amount: refunded,
      ...(refunded === payment.amount ? { state: 'refunded' } : {}),
    });
    const { id } = await record(
      trx,
      statementOf(payment, 'refunded', {
        key: `${payment.id}:refunded:${refundId}`,
        orderId: '',
        amount: amount.toString(),
        refundId: isId(refundId) ? refundId : '',
      }),
    );
    return [id];
  };

  /** The last refund doesn't reach the buyer: its money is with the merchant again. */
  const failRefund = async (trx: Trx, payment: SandboxPayment): Promise<string[]> => {
    const last = await trx
      .updateTable('sandbox_refunds')
      .set({ state: 'failed' })
      .where('id', '=', (of) =>
        of
          .selectFrom('sandbox_refunds')
          .select('id')
          .where('payment_id', '=', payment.id)
          .where('state', '=', 'done')
          .orderBy('created_at', 'desc')
          .limit(1),
      )
      .returning(['id', 'amount'])
      .executeTakeFirst();
    if (!last) throw new CodedError('ORDER_STATE');
    await setPayment(trx, payment.id, { refunded_amount: payment.refunded_amount - last.amount, state: 'approved' });
    const { id } = await record(
      trx,
      statementOf(payment, 'refundFailed', {
        key: `${payment.id}:refundFailed:${last.id}`,
        orderId: '',
        amount: last.amount.toString(),
        refundId: isId(last.id) ? last.id : '',
      }),
    );
    return [id];
  };

  return { refundPayment, failRefund };
};
type Refunds = ReturnType<typeof createRefunds>;

/** The key of an event of a dispute: a later dispute of the same payment has its own. */
const keyOf = (paymentId: string, event: string, dispute: number): string => `${paymentId}:${event}${dispute > 1 ? `:${dispute}` : ''}`;

/** The company's console: its buttons on a completed payment. */
export const createConsole =
  (
    { clock }: Pick<CompanyPlatform, 'clock'>,
    { lockSubscription, statementOf, record, setPayment, setSubscription }: Records,
    { cancel, renew }: Subscriptions,
    { refundPayment, failRefund }: Refunds,
  ) =>
  async (trx: Trx, payment: SandboxPayment, action: ConsoleAction): Promise<string[]> => {
    switch (action) {
      case 'resend': {
        const lastStatement = await trx
          .selectFrom('sandbox_statements')
          .select('id')
          .where(sql<boolean>`body ->> 'paymentId' = ${payment.id}`)
          .orderBy('id', 'desc')
          .executeTakeFirst();
        if (!lastStatement) throw new CodedError('ORDER_STATE');
        return [lastStatement.id];
      }
      case 'refund':
        return refundPayment(trx, payment, `console:${payment.id}`, payment.amount - payment.refunded_amount);
      case 'chargeBack': {
        // A bank charges back partly refunded payments too.
        if (payment.state !== 'approved') throw new CodedError('ORDER_STATE');
        const disputes = payment.disputes + 1;
        await setPayment(trx, payment.id, { state: 'chargedBack', disputes });
        const { id } = await record(
          trx,
          statementOf(payment, 'chargedBack', { key: keyOf(payment.id, 'chargedBack', disputes), orderId: '' }),
        );
        return [id];
      }
      case 'failRefund':
        return failRefund(trx, payment);
      case 'winDispute': {
        if (payment.state !== 'chargedBack') throw new CodedError('ORDER_STATE');
        await setPayment(trx, payment.id, { state: 'approved' });
        const key = keyOf(payment.id, 'chargebackReversed', payment.disputes);
        const { id } = await record(trx, statementOf(payment, 'chargebackReversed', { key, orderId: '' }));
        return [id];
      }
      default: {
        const subscription = await lockSubscription(trx, payment.subscription_id);
        if (!subscription || subscription.state !== 'active') throw new CodedError('ORDER_STATE');
        if (action === 'cancelSubscription') return cancel(trx, subscription);
        if (action === 'renew') return renew(trx, subscription, false);
        // A charge is declined when it is due: now, or when the next period begins.
        if (subscription.renews_at <= clock.now()) return renew(trx, subscription, true);
        await setSubscription(trx, subscription.id, { declines: true });
        return [];
      }
    }
  };
