import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { pollOpenPayments } from '../../modules/payments/index.ts';
import type { Client } from '../client.ts';
import type { TestApp } from '../test-app.ts';
import type { Random } from './random.ts';
import { type Stage, enterFan } from './stage.ts';
import { type Tally, count } from './tally.ts';

/** Refusals that random callers run into by right. */
const BY_RIGHT = new Set([
  'INSUFFICIENT_TOKENS',
  'ALREADY_PURCHASED',
  'ALREADY_SUBSCRIBED',
  'COUPON_INVALID',
  'OUT_OF_STOCK',
  'ORDER_STATE',
  'SUBSCRIPTION_STATE',
]);
/** A payment that the gateway knows the end of is settled by then. */
const MOST_POLLS = 20;
const RETRY_MS = 20;
/** What a fan begins with, in tokens. */
const BEGINNING = 40;

type Failure = { error?: string; message?: unknown };
export interface Answer {
  status: number;
  data?: unknown;
  error?: Failure;
}
export type Headers = Record<string, string>;
type Receipt = { transactionId: string; orderId: string; amount: number; balance: number };

export const pause = (milliseconds = RETRY_MS): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
export const hundredths = (amount: number): number => Math.round(amount * 100);

const CARD_ACTIONS = ['approve', 'approve', 'approve', 'repeat', 'decline', 'cancel'] as const;
type CardAction = (typeof CARD_ACTIONS)[number];

/** A paid order that was not given back. */
export interface Standing {
  orderId: string;
  /** What its refund brings the wallet, in hundredths; negative for a top-up, nothing for what was paid by card. */
  back: number;
  /** At the sandbox, when it was paid by card. */
  paymentId: string | null;
  isTopUp: boolean;
}

/** What all callers of a storm share. */
export interface Ground {
  app: TestApp;
  stage: Stage;
  tally: Tally;
  /** A client of the server that is killed and started again. */
  clientOf(token: string | undefined): Client;
}

/**
 * A fan who insists on answers with the key of a call, as a browser does, and keeps books: what the wallet must hold, which orders were
 * paid, which were given back.
 */
export interface Patron {
  id: string;
  ground: Ground;
  random: Random;
  client: Client;
  /** Hundredths of a token. */
  balance: number;
  standing: Standing[];
  /** Sends a call until it is answered. */
  insist(send: () => Promise<Answer>): Promise<Answer>;
  /** Does something with the database until it is there. */
  insistOn<T>(work: () => Promise<T>): Promise<T>;
  /** Whether a call was granted; a refusal by right is counted, any other a failure. */
  note(name: string, answer: Answer): boolean;
  fail(text: string): void;
  /** A payment from the wallet, with a key; sometimes sent again, which must change nothing. */
  pay(name: string, send: (headers: Headers) => Promise<Answer>, options?: { isAlone?: boolean }): Promise<void>;
  /** An order by card: made, then approved once or twice, declined, or left, as is asked or at random. @returns whether it was paid */
  payByCard(name: string, back: number, send: (headers: Headers) => Promise<Answer>, action?: CardAction): Promise<boolean>;
  /** The state of an order, once the gateway's word on it has come or was asked for. */
  stateOf(orderId: string, isReached: (state: string) => boolean): Promise<string>;
  /** Keeps that an order was paid, or given back. */
  paid(standing: Standing): void;
  givenBack(orderId: string): void;
  /** From now on the wallet is whatever it is: a bank took from it. */
  lose(): void;
  /** Goes, when the books agree with the ledger's. */
  leave(): Promise<void>;
}

export const keyed = (): Headers => ({ 'idempotency-key': randomUUID() });

export const createPatron = async (ground: Ground, random: Random): Promise<Patron> => {
  const { app, tally } = ground;
  const { database } = app.platform;
  const paid = new Set<string>();
  const givenBack = new Set<string>();
  const transactions = new Set<string>();
  let isLost = false;

  const insistOn = async <T>(work: () => Promise<T>): Promise<T> => {
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await work();
      } catch (failure) {
        // The database may be away for the seconds of its start.
        if (attempts > 3000) throw failure;
        await pause();
      }
    }
  };
  const fan = await insistOn(() => enterFan(app));
  const client = ground.clientOf(fan.token);

  const patron: Patron = {
    id: fan.id,
    ground,
    random,
    client,
    balance: 0,
    standing: [],
    insistOn,
    async insist(send) {
      for (;;) {
        try {
          const answer = await send();
          if (answer.status < 500) return answer;
        } catch (failure) {
          // The connection broke, or the answer with it.
          if (!(failure instanceof TypeError) && !(failure instanceof SyntaxError)) throw failure;
        }
        tally.retries += 1;
        await pause();
      }
    },
    fail: (text) => void tally.failures.push(text),
    note(name, { status, error }) {
      const code = error?.error ?? '';
      if (status < 400) count(tally.counts, name);
      else if (BY_RIGHT.has(code)) count(tally.refused, code);
      else patron.fail(`${name}: ${status} ${JSON.stringify(error)}`);
      return status < 400;
    },
    paid(standing) {
      if (paid.has(standing.orderId)) patron.fail(`${standing.orderId} was paid twice`);
      paid.add(standing.orderId);
      patron.standing.push(standing);
    },
    givenBack(orderId) {
      givenBack.add(orderId);
      patron.standing = patron.standing.filter((one) => one.orderId !== orderId);
    },
    lose() {
      isLost = true;
    },
    async pay(name, send, { isAlone = true } = {}) {
      const headers = keyed();
      const answer = await patron.insist(() => send(headers));
      if (!patron.note(name, answer)) return;
      const { transactionId, orderId, amount, balance } = answer.data as Receipt;
      patron.balance -= hundredths(amount);
      if (isAlone && hundredths(balance) !== patron.balance)
        patron.fail(`${name}: the wallet should hold ${patron.balance}, the receipt says ${balance}`);
      if (transactions.has(transactionId)) patron.fail(`${name}: ${transactionId} answered two payments`);
      transactions.add(transactionId);
      patron.paid({ orderId, back: hundredths(amount), paymentId: null, isTopUp: false });
      if (!random.chance(0.1)) return;
      const again = (await patron.insist(() => send(headers))).data as Receipt | undefined;
      if (again?.transactionId !== transactionId) patron.fail(`${name}: a repeated key was not answered with the first payment`);
    },
    async stateOf(orderId, isReached) {
      const state = async (): Promise<string> =>
        (
          (await patron.insist(() => client.send('GET /payment/orders/{id}', { params: { id: orderId } }))).data as {
            state: string;
          }
        ).state;
      let reached = await state();
      if (!isReached(reached)) tally.lost += 1;
      // Its callback was lost with the server, or is on its way: what the site's own poll does a minute later.
      const later = { now: () => new Date(Date.now() + 120_000) };
      for (let times = 0; !isReached(reached) && times < MOST_POLLS; times += 1) {
        await pollOpenPayments({ ...app.platform, clock: later }, app.sandbox!).catch(() => pause(100));
        reached = await state();
      }
      return reached;
    },
    async payByCard(name, back, send, action = random.pick(CARD_ACTIONS)) {
      const headers = keyed();
      const made = await patron.insist(() => send(headers));
      if (!patron.note(`${name} ordered`, made)) return false;
      const { redirectUrl, orderId } = made.data as { redirectUrl: string; orderId: string };
      const paymentId = redirectUrl.split('/').at(-1)!;
      // The sandbox answers a button that was pressed already ORDER_STATE: then it was.
      await patron.insist(() => client.send('POST /gateways/sandbox/payments/{id}', { params: { id: paymentId }, body: { action } }));
      const reached = await patron.stateOf(orderId, (state) => state !== 'created');
      if (reached === 'created') patron.fail(`${name}: ${orderId} is still open after ${action}`);
      count(tally.counts, `${name} ${reached}`);
      if (reached !== 'paid') return false;
      patron.paid({ orderId, back, paymentId, isTopUp: back < 0 });
      return true;
    },
    async leave() {
      const { rows } = await insistOn(() =>
        sql<{ balance: bigint }>`select balance from ledger.accounts where kind = 'wallet' and owner_id = ${fan.id}::uuid`.execute(
          database,
        ),
      );
      const held = rows[0]!.balance;
      if (!isLost && held !== BigInt(patron.balance)) patron.fail(`a wallet holds ${held}, its owner reckons ${patron.balance}`);
      const orders = await insistOn(() =>
        database.selectFrom('orders').select(['id', 'state']).where('buyer_id', '=', fan.id).where('paid_at', 'is not', null).execute(),
      );
      const known = new Set(orders.map(({ id }) => id));
      for (const id of paid) if (!known.has(id)) patron.fail(`${id} was acknowledged, and is not paid`);
      for (const id of known) if (!paid.has(id)) patron.fail(`${id} is paid, and nobody asked for it`);
      if (isLost) return;
      for (const { id, state } of orders)
        if ((state !== 'paid') !== givenBack.has(id)) patron.fail(`${id} is ${state}, its buyer knows ${givenBack.has(id)} of a return`);
    },
  };
  // With a key as every payment: sent again after an answer that was lost, it fills the wallet once.
  const body = { amount: BEGINNING };
  const fill = (headers: Headers) => client.send('POST /payment/purchase-wallet/custom-amount', { body, headers });
  if (await patron.payByCard('beginning', -BEGINNING * 100, fill, 'approve')) patron.balance = BEGINNING * 100;
  else patron.fail('a beginning was not paid');
  // It stays: what is given back and charged back is what was bought.
  patron.standing = [];
  return patron;
};
