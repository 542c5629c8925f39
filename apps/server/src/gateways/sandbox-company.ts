import { createHmac, randomBytes } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { type Trx, transact } from '../platform/database/database.ts';
import type { SandboxPayments, SandboxSubscriptions } from '../platform/database/schema.gen.ts';
import { anchorOf, firstPeriodEnd, periodEnd } from '../platform/calendar.ts';
import { CodedError } from '../platform/errors.ts';
import type { Platform } from '../platform/platform.ts';
import type { PaymentEvent, PaymentRequest } from './gateway.ts';
import { createConsole, createRefunds } from './sandbox-console.ts';
import { type SandboxStatement, type SignedStatement, signStatement } from './sandbox-statements.ts';

export type SandboxPayment = Selectable<SandboxPayments>;
export type SandboxSubscription = Selectable<SandboxSubscriptions>;

/** Actions of the payment page on an open payment. */
export type PayAction = 'approve' | 'decline' | 'cancel' | 'repeat' | 'delay';
/** Actions of the company's console on a completed payment. */
export type ConsoleAction =
  | 'resend'
  | 'refund'
  | 'failRefund'
  | 'chargeBack'
  | 'winDispute'
  | 'renew'
  | 'failRenewal'
  | 'cancelSubscription';
export type SandboxAction = PayAction | ConsoleAction;

const EVENTS = {
  approve: 'approved',
  repeat: 'approved',
  delay: 'approved',
  decline: 'declined',
  cancel: 'cancelled',
} as const satisfies Record<PayAction, PaymentEvent>;

const DAY_MS = 86_400_000;
/** A declined charge is retried daily; after this many failures the company cancels the subscription. */
const MAX_FAILURES = 3;
const MAX_DELIVERIES = 30;

const planOf = (period: string): 'monthly' | 'yearly' => (period === 'year' ? 'yearly' : 'monthly');

export interface SandboxOptions {
  /** Signs the statements. */
  secret: string;
  /** Sends a statement to the site's callback. True when the site accepted it. */
  deliver(statement: SignedStatement): Promise<boolean>;
}

export type CompanyPlatform = Pick<Platform, 'database' | 'clock' | 'settings'>;

/** The company's rows: payments, subscriptions, and the statements about them. */
const createRecords = ({ clock }: CompanyPlatform, secret: string) => {
  const idOf = (prefix: string, text: string): string =>
    `${prefix}_${createHmac('sha256', secret).update(text).digest('hex').slice(0, 32)}`;

  const lockPayment = async (trx: Trx, id: string): Promise<SandboxPayment> => {
    const row = await trx.selectFrom('sandbox_payments').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (!row) throw new CodedError('NOT_FOUND');
    return row;
  };
  const lockSubscription = (trx: Trx, id: string | null) =>
    trx
      .selectFrom('sandbox_subscriptions')
      .selectAll()
      .where('id', '=', id ?? '')
      .forUpdate()
      .executeTakeFirst();

  const statementOf = (payment: SandboxPayment, event: PaymentEvent, more: Partial<SandboxStatement> = {}): SandboxStatement => ({
    key: `${payment.id}:${event}`,
    event,
    // As with real companies: the initial payment's statement contains the order id, later ones don't.
    orderId: payment.order_id ?? '',
    paymentId: payment.id,
    subscriptionId: payment.subscription_id ?? '',
    amount: payment.amount.toString(),
    currency: payment.currency,
    ...more,
  });

  const record = (trx: Trx, statement: SandboxStatement, isHeld = false) =>
    trx
      .insertInto('sandbox_statements')
      .values({ body: JSON.stringify(statement), is_held: isHeld, created_at: clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow();

  const setPayment = (trx: Trx, id: string, values: Partial<SandboxPayment>) =>
    trx
      .updateTable('sandbox_payments')
      .set({ ...values, updated_at: clock.now() })
      .where('id', '=', id)
      .execute();
  const setSubscription = (trx: Trx, id: string, values: Partial<SandboxSubscription>) =>
    trx
      .updateTable('sandbox_subscriptions')
      .set({ ...values, updated_at: clock.now() })
      .where('id', '=', id)
      .execute();

  return { idOf, lockPayment, lockSubscription, statementOf, record, setPayment, setSubscription };
};
export type Records = ReturnType<typeof createRecords>;

const insertSubscription = (trx: Trx, id: string, payment: SandboxPayment, anchoredAt: Date, renewsAt: Date) =>
  trx
    .insertInto('sandbox_subscriptions')
    .values({
      id,
      payment_id: payment.id,
      amount: payment.recurring_amount!,
      currency: payment.currency,
      period: payment.recurring_period!,
      anchored_at: anchoredAt,
      renews_at: renewsAt,
    })
    .execute();

/** Starts and renews subscriptions. Each function returns the statements to send. */
const createSubscriptions = (
  { clock, settings }: CompanyPlatform,
  { idOf, lockPayment, statementOf, record, setPayment, setSubscription }: Records,
) => {
  /** The buyer presses a button of the page. */
  const pay = async (trx: Trx, payment: SandboxPayment, action: PayAction): Promise<string[]> => {
    if (payment.state !== 'open') throw new CodedError('ORDER_STATE');
    const event = EVENTS[action];
    const subscriptionId = event === 'approved' && payment.recurring_amount ? idOf('sbs', `subscription\n${payment.id}`) : null;
    await setPayment(trx, payment.id, { state: event, subscription_id: subscriptionId });
    const now = clock.now();
    const renewsAt = firstPeriodEnd(now, planOf(payment.recurring_period ?? ''), settings.get('timeZone'));
    if (subscriptionId) await insertSubscription(trx, subscriptionId, payment, now, renewsAt);
    const statement = statementOf(
      { ...payment, subscription_id: subscriptionId },
      event,
      subscriptionId ? { nextChargeAt: renewsAt.toISOString() } : {},
    );
    const { id } = await record(trx, statement, action === 'delay');
    return action === 'repeat' ? [id, id] : action === 'delay' ? [] : [id];
  };

  const cancel = async (trx: Trx, subscription: SandboxSubscription): Promise<string[]> => {
    if (subscription.state === 'cancelled') return [];
    await setSubscription(trx, subscription.id, { state: 'cancelled' });
    const { id } = await record(trx, {
      key: `${subscription.id}:subscriptionCancelled`,
      event: 'subscriptionCancelled',
      orderId: '',
      paymentId: '',
      subscriptionId: subscription.id,
      amount: '0',
      currency: subscription.currency,
    });
    return [id];
  };

  /** Charges the next period, or records the failure. */
  const renew = async (trx: Trx, subscription: SandboxSubscription, isRefused: boolean): Promise<string[]> => {
    if (subscription.state !== 'active') throw new CodedError('ORDER_STATE');
    const number = subscription.renewals + 1;
    if (isRefused) {
      const failures = subscription.failures + 1;
      const { id } = await record(trx, {
        key: `${subscription.id}:renewalFailed:${number}:${failures}`,
        event: 'renewalFailed',
        orderId: '',
        paymentId: '',
        subscriptionId: subscription.id,
        amount: subscription.amount.toString(),
        currency: subscription.currency,
      });
      const isLast = failures >= MAX_FAILURES;
      await setSubscription(trx, subscription.id, {
        declines: true,
        failures,
        renews_at: new Date(subscription.renews_at.getTime() + DAY_MS),
      });
      return isLast ? [id, ...(await cancel(trx, subscription))] : [id];
    }
    const first = await lockPayment(trx, subscription.payment_id);
    const payment: SandboxPayment = await trx
      .insertInto('sandbox_payments')
      .values({
        id: `sbx_${randomBytes(16).toString('hex')}`,
        order_id: null,
        description: first.description,
        amount: subscription.amount,
        currency: subscription.currency,
        return_url: first.return_url,
        state: 'approved',
        subscription_id: subscription.id,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const period = { anchor: subscription.anchored_at, start: subscription.renews_at, timeZone: settings.get('timeZone') };
    const renewsAt = periodEnd({ ...period, plan: planOf(subscription.period) });
    await setSubscription(trx, subscription.id, {
      declines: false,
      failures: 0,
      renewals: number,
      anchored_at: anchorOf(period),
      renews_at: renewsAt,
    });
    const { id } = await record(trx, statementOf(payment, 'renewed', { orderId: '', nextChargeAt: renewsAt.toISOString() }));
    return [id];
  };

  return { pay, cancel, renew };
};
export type Subscriptions = ReturnType<typeof createSubscriptions>;

/** Subscriptions whose next period has begun, the earliest first. */
const findDue = (database: CompanyPlatform['database'], now: Date) =>
  database
    .selectFrom('sandbox_subscriptions')
    .select('id')
    .where('state', '=', 'active')
    .where('renews_at', '<=', now)
    .orderBy('renews_at')
    .limit(sql.lit(100))
    .execute();

/** Statements that the site has not accepted. */
const findPending = (database: CompanyPlatform['database']) =>
  database
    .selectFrom('sandbox_statements')
    .select('id')
    .where('delivered_at', 'is', null)
    .where('is_held', '=', false)
    .where('attempts', '<', MAX_DELIVERIES)
    .orderBy('id')
    .limit(sql.lit(200))
    .execute();

const isPayAction = (action: SandboxAction): action is PayAction => Object.hasOwn(EVENTS, action);

/**
 * The company behind the sandbox gateway: its payments, subscriptions, refunds and statements, delivered or pending. It knows nothing of
 * the site except what a payment request contains.
 */
export const createSandboxCompany = (platform: CompanyPlatform, { secret, deliver }: SandboxOptions) => {
  const { database, clock } = platform;
  const records = createRecords(platform, secret);
  const { idOf, lockPayment, lockSubscription, statementOf } = records;
  const subscriptions = createSubscriptions(platform, records);
  const { pay, cancel, renew } = subscriptions;
  const refunds = createRefunds(records);
  const applyConsoleAction = createConsole(platform, records, subscriptions, refunds);

  const send = async (id: string): Promise<void> => {
    const row = await database.selectFrom('sandbox_statements').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const isDelivered = await deliver(signStatement(secret, row.body as SandboxStatement));
    await database
      .updateTable('sandbox_statements')
      .set((set) => ({ attempts: set('attempts', '+', 1), ...(isDelivered ? { delivered_at: clock.now() } : {}) }))
      .where('id', '=', id)
      .execute();
  };

  /** Commits first, then sends the statements. `sendPending` retries those that were not delivered. */
  const commitAndSend = async (work: (trx: Trx) => Promise<string[]>): Promise<void> => {
    for (const id of await transact(database, undefined, work)) await send(id);
  };

  return {
    statementOf,
    async open({ orderId, attempt, description, amount, currency, recurring, returnUrl }: PaymentRequest): Promise<string> {
      const id = idOf('sbx', `payment\n${orderId}${attempt === 1 ? '' : `\n${attempt}`}`);
      await database
        .insertInto('sandbox_payments')
        .values({
          id,
          order_id: orderId,
          attempt,
          description,
          amount,
          currency,
          return_url: returnUrl,
          recurring_amount: recurring?.amount ?? null,
          recurring_period: recurring?.period ?? null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return id;
    },
    /** Closes a page that is still open. */
    async close(paymentId: string): Promise<void> {
      await database
        .updateTable('sandbox_payments')
        .set({ state: 'expired', updated_at: clock.now() })
        .where('id', '=', paymentId)
        .where('state', '=', 'open')
        .execute();
    },
    find: (paymentId: string) => database.selectFrom('sandbox_payments').selectAll().where('id', '=', paymentId).executeTakeFirst(),
    findSubscription: (id: string) => database.selectFrom('sandbox_subscriptions').selectAll().where('id', '=', id).executeTakeFirst(),
    /** @throws CodedError NOT_FOUND, ORDER_STATE */
    act: (paymentId: string, action: SandboxAction) =>
      commitAndSend(async (trx) => {
        const payment = await lockPayment(trx, paymentId);
        return isPayAction(action) ? pay(trx, payment, action) : applyConsoleAction(trx, payment, action);
      }),
    /** @throws CodedError NOT_FOUND, ORDER_STATE */
    refund: (paymentId: string, refundId: string, amount: bigint) =>
      commitAndSend(async (trx) => refunds.refundPayment(trx, await lockPayment(trx, paymentId), refundId, amount)),
    /** @throws CodedError NOT_FOUND */
    cancelSubscription: (id: string) =>
      commitAndSend(async (trx) => {
        const subscription = await lockSubscription(trx, id);
        if (!subscription) throw new CodedError('NOT_FOUND');
        return cancel(trx, subscription);
      }),
    /** Charges all due renewals: one period of each subscription at a time, until none is due. */
    async renewDue(): Promise<void> {
      const now = clock.now();
      for (;;) {
        const due = await findDue(database, now);
        if (due.length === 0) return;
        for (const { id } of due)
          await commitAndSend(async (trx) => {
            const subscription = await lockSubscription(trx, id);
            return subscription?.state === 'active' && subscription.renews_at <= now ? renew(trx, subscription, subscription.declines) : [];
          });
      }
    },
    /** Retries the statements that the site has not accepted. */
    async sendPending(): Promise<void> {
      const pending = await findPending(database);
      for (const { id } of pending) await send(id);
    },
  };
};

export type SandboxCompany = ReturnType<typeof createSandboxCompany>;
