import { randomUUID } from 'node:crypto';
import type { GatewayName } from '@stagedoor/contract/gateways.values';
import { sql } from 'kysely';
import { z } from 'zod';
import { pollOpenPayments } from '../../modules/payments/index.ts';
import type { Client } from '../client.ts';
import type { TestApp } from '../test-app.ts';
import type { Random } from './random.ts';
import { type Catalogue, insertFan } from './catalogue.ts';
import type { ChaosCompanies } from './companies.ts';
import { isCompany } from '../company-doubles.ts';
import { pause } from './pause.ts';
import { type ChaosReport, count } from './report.ts';
import type { ChaosShows } from './shows.ts';

/** Refusals that random callers are expected to run into. */
const EXPECTED_REFUSALS = new Set([
  'INSUFFICIENT_TOKENS',
  'ALREADY_PURCHASED',
  'ALREADY_SUBSCRIBED',
  'COUPON_INVALID',
  'OUT_OF_STOCK',
  'ORDER_STATE',
  'SUBSCRIPTION_STATE',
  'PAYOUT_PENDING',
  'PAYOUT_STATE',
  'PAYOUT_CHANGED',
  'AMOUNT_OUT_OF_BOUNDS',
  // Below or above what a company takes.
  'NOT_BY_CARD',
]);
/** Errors of a connection to a server that was killed. */
const BROKEN = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE']);
/** Enough polls to settle any payment the gateway has finished. */
const MAX_POLLS = 20;
/** Initial wallet balance of a fan, in tokens. */
const INITIAL_TOKENS = 40;

type Failure = { error?: string; message?: unknown };
export interface Answer {
  status: number;
  data?: unknown;
  error?: Failure;
}
export type Headers = Record<string, string>;
const receipt = z.object({ transactionId: z.string(), orderId: z.string(), amount: z.number(), balance: z.number() });

export const toHundredths = (amount: number): number => Math.round(amount * 100);

const CARD_ACTIONS = ['approve', 'approve', 'approve', 'repeat', 'decline', 'cancel'] as const;
type CardAction = (typeof CARD_ACTIONS)[number];

/** A paid order that was not refunded. */
export interface PaidOrder {
  orderId: string;
  /** What a refund adds to the wallet, in hundredths; negative for a top-up, zero when paid by card. */
  refundAmount: number;
  /** The company and its payment's id (of the page, at the sandbox), when paid by card. */
  card: { gateway: GatewayName; paymentId: string } | null;
  isTopUp: boolean;
  /** A part of it was refunded. */
  isParted?: boolean;
}

/** Shared by all clients of a chaos test. */
export interface ChaosContext {
  app: TestApp;
  catalogue: Catalogue;
  report: ChaosReport;
  shows: ChaosShows;
  companies: ChaosCompanies;
  /** A client of the server that is killed and restarted. */
  clientOf(token: string | undefined): Client;
}

/**
 * A fan who retries each call with the same idempotency key until it is answered, as a browser does, and tracks the expected state: the
 * wallet's balance, the orders paid, the orders refunded.
 */
export interface ChaosClient {
  id: string;
  context: ChaosContext;
  random: Random;
  client: Client;
  /** Hundredths of a token. */
  balance: number;
  paidOrders: PaidOrder[];
  /** Sends a call until it is answered. */
  retryUntilAnswered(send: () => Promise<Answer>): Promise<Answer>;
  /** Retries a database operation until the database is available. */
  retryUntilDone<T>(work: () => Promise<T>): Promise<T>;
  /** Whether a call succeeded. Expected refusals are counted; any other is a failure. */
  recordOutcome(name: string, answer: Answer): boolean;
  fail(text: string): void;
  /** A wallet payment with an idempotency key; sometimes repeated, which must change nothing. */
  pay(name: string, send: (headers: Headers) => Promise<Answer>, options?: { isAlone?: boolean }): Promise<void>;
  /**
   * A card order at a random company: created, then approved once or twice, declined or cancelled, as requested or at random.
   * @returns the order if it was paid
   */
  payByCard(
    name: string,
    refundAmount: number,
    send: (headers: Headers, gateway: GatewayName) => Promise<Answer>,
    action?: CardAction,
  ): Promise<PaidOrder | undefined>;
  /** The state of an order, once the gateway's callback has arrived or the gateway was polled. */
  stateOf(order: { id: string; gateway: GatewayName }, isReached: (state: string) => boolean): Promise<string>;
  /** Records that an order was paid, or refunded. */
  recordPaid(order: PaidOrder): void;
  recordRefunded(orderId: string): void;
  /** The balance is no longer predictable: a chargeback took from it. */
  stopTrackingBalance(): void;
  /** Compares the tracked state with the ledger and the orders. */
  verifyBooks(): Promise<void>;
}

/** Whether a connection broke, before or within the response. */
const isBrokenConnection = (failure: unknown): boolean =>
  failure instanceof SyntaxError || BROKEN.has(String((failure as { code?: unknown }).code));

export const keyed = (): Headers => ({ 'idempotency-key': randomUUID() });

export const createChaosClient = async (context: ChaosContext, random: Random): Promise<ChaosClient> => {
  const { app, report } = context;
  const { database } = app.platform;
  const paid = new Set<string>();
  const refunded = new Set<string>();
  const transactions = new Set<string>();
  let isBalanceUnknown = false;

  const retryUntilDone = async <T>(work: () => Promise<T>): Promise<T> => {
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await work();
      } catch (failure) {
        // The database may be unavailable for the seconds of its restart.
        if (attempts > 3000) throw failure;
        await pause();
      }
    }
  };
  const fan = await retryUntilDone(() => insertFan(app));
  const client = context.clientOf(fan.token);

  const chaosClient: ChaosClient = {
    id: fan.id,
    context,
    random,
    client,
    balance: 0,
    paidOrders: [],
    retryUntilDone,
    async retryUntilAnswered(send) {
      for (;;) {
        try {
          const answer = await send();
          if (answer.status < 500) return answer;
        } catch (failure) {
          if (!isBrokenConnection(failure)) throw failure;
        }
        report.retries += 1;
        await pause();
      }
    },
    fail: report.fail,
    recordOutcome(name, { status, error }) {
      const code = error?.error ?? '';
      if (status < 400) count(report.counts, name);
      else if (EXPECTED_REFUSALS.has(code)) count(report.refused, code);
      else chaosClient.fail(`${name}: ${status} ${JSON.stringify(error)}`);
      return status < 400;
    },
    recordPaid(order) {
      if (paid.has(order.orderId)) chaosClient.fail(`${order.orderId} was paid twice`);
      paid.add(order.orderId);
      chaosClient.paidOrders.push(order);
    },
    recordRefunded(orderId) {
      refunded.add(orderId);
      chaosClient.paidOrders = chaosClient.paidOrders.filter((one) => one.orderId !== orderId);
    },
    stopTrackingBalance() {
      isBalanceUnknown = true;
    },
    async pay(name, send, { isAlone = true } = {}) {
      const headers = keyed();
      const answer = await chaosClient.retryUntilAnswered(() => send(headers));
      if (!chaosClient.recordOutcome(name, answer)) return;
      const { transactionId, orderId, amount, balance } = receipt.parse(answer.data);
      chaosClient.balance -= toHundredths(amount);
      if (isAlone && toHundredths(balance) !== chaosClient.balance)
        chaosClient.fail(`${name}: the wallet should hold ${chaosClient.balance}, the receipt says ${balance}`);
      if (transactions.has(transactionId)) chaosClient.fail(`${name}: ${transactionId} answered two payments`);
      transactions.add(transactionId);
      chaosClient.recordPaid({ orderId, refundAmount: toHundredths(amount), card: null, isTopUp: false });
      if (!random.chance(0.1)) return;
      const again = receipt.safeParse((await chaosClient.retryUntilAnswered(() => send(headers))).data);
      if (again.data?.transactionId !== transactionId) chaosClient.fail(`${name}: a repeated key was not answered with the first payment`);
    },
    async stateOf({ id, gateway }, isReached) {
      const read = async (): Promise<string> =>
        (
          (await chaosClient.retryUntilAnswered(() => client.send('GET /payment/orders/{id}', { params: { id } }))).data as {
            state: string;
          }
        ).state;
      let reached = await read();
      if (isCompany(gateway)) {
        await context.companies.reach(gateway, id, async () => isReached((reached = await read())));
        return reached;
      }
      if (!isReached(reached)) report.lostCallbacks += 1;
      // The callback was lost with the server, or is still under way: do what the site's own poll does a minute later.
      const later = { now: () => new Date(Date.now() + 120_000) };
      for (let times = 0; !isReached(reached) && times < MAX_POLLS; times += 1) {
        await pollOpenPayments({ ...app.platform, clock: later }, app.sandbox!).catch(() => pause(100));
        reached = await read();
      }
      return reached;
    },
    async payByCard(name, refundAmount, send, action = random.pick(CARD_ACTIONS)) {
      const headers = keyed();
      const gateway = context.companies.pick(random);
      const made = await chaosClient.retryUntilAnswered(() => send(headers, gateway));
      if (!chaosClient.recordOutcome(`${name} ordered`, made)) return undefined;
      const { redirectUrl, orderId } = made.data as { redirectUrl: string; orderId: string };
      const paymentId = redirectUrl.split('/').at(-1)!;
      const order = { id: orderId, gateway };
      if (isCompany(gateway)) {
        const isOver = await context.companies.visit(gateway, { url: redirectUrl, orderId }, action, random);
        count(report.counts, `${gateway} ${action}`);
        // Left open for another card, or for nobody: it must not be paid.
        if (!isOver) return undefined;
      } else {
        // ORDER_STATE: the button was already pressed by a call whose response was lost.
        await chaosClient.retryUntilAnswered(() =>
          client.send('POST /gateways/sandbox/payments/{id}', { params: { id: paymentId }, body: { action } }),
        );
      }
      const reached = await chaosClient.stateOf(order, (state) => state !== 'created');
      if (reached === 'created') chaosClient.fail(`${name}: ${orderId} is still open after ${action} at ${gateway}`);
      count(report.counts, `${name} ${reached}`);
      if (reached !== 'paid') return undefined;
      const paidOrder: PaidOrder = { orderId, refundAmount, card: { gateway, paymentId }, isTopUp: refundAmount < 0 };
      chaosClient.recordPaid(paidOrder);
      return paidOrder;
    },
    async verifyBooks() {
      const { rows } = await retryUntilDone(() =>
        sql<{ balance: bigint }>`select balance from ledger.accounts where kind = 'wallet' and owner_id = ${fan.id}::uuid`.execute(
          database,
        ),
      );
      const held = rows[0]!.balance;
      if (!isBalanceUnknown && held !== BigInt(chaosClient.balance))
        chaosClient.fail(`a wallet holds ${held}, its owner expects ${chaosClient.balance}`);
      const orders = await retryUntilDone(() =>
        database.selectFrom('orders').select(['id', 'state']).where('buyer_id', '=', fan.id).where('paid_at', 'is not', null).execute(),
      );
      const known = new Set(orders.map(({ id }) => id));
      for (const id of paid) if (!known.has(id)) chaosClient.fail(`${id} was acknowledged, and is not paid`);
      for (const id of known) if (!paid.has(id)) chaosClient.fail(`${id} is paid, but was not acknowledged`);
      if (isBalanceUnknown) return;
      for (const { id, state } of orders)
        if ((state !== 'paid') !== refunded.has(id)) chaosClient.fail(`${id} is ${state}, but refunded for its buyer: ${refunded.has(id)}`);
    },
  };
  // With an idempotency key like every payment: retried after a lost response, it tops up once.
  const fill = (headers: Headers, gateway: GatewayName) =>
    client.send('POST /payment/purchase-wallet/custom-amount', { body: { amount: INITIAL_TOKENS, gateway }, headers });
  if (await chaosClient.payByCard('initial top-up', -INITIAL_TOKENS * 100, fill, 'approve')) chaosClient.balance = INITIAL_TOKENS * 100;
  else chaosClient.fail('an initial top-up was not paid');
  // The initial top-up is never refunded or charged back.
  chaosClient.paidOrders = [];
  return chaosClient;
};
