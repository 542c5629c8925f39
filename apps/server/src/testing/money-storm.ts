import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { verifyLedger } from '../ledger/index.ts';
import { pollOpenPayments } from '../modules/payments/index.ts';
import type { Client } from './client.ts';
import { type Person, createAdmin, createFan, createFeed, createPerformer, topUp, unique } from './factories.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { ADDRESS, createItem, createProduct } from './shop.ts';
import { type TestApp, freePort } from './test-app.ts';

/** How much of a storm. */
export interface StormOptions {
  app: TestApp;
  /** Folder of the PostgreSQL that is killed; without it none is. */
  postgresDirectory?: string;
  /** Paid operations in all, over all callers. */
  operations: number;
  callers: number;
  /** How often a server process is killed (SIGKILL), and how often PostgreSQL. */
  serverKills: number;
  postgresKills: number;
  seed: number;
  report?: (line: string) => void;
}

export interface StormResult {
  operations: number;
  /** Operations by name. */
  counts: Record<string, number>;
  refused: Record<string, number>;
  /** Calls that were sent once more because the server or the database was killed under them. */
  retries: number;
  /** Callbacks that were lost with a server, and made up for by asking the gateway. */
  lost: number;
  seconds: number;
  failures: string[];
}

/** A small generator with a seed (mulberry32), so that a storm can be had again. */
const randomOf = (seed: number) => {
  let state = seed >>> 0;
  return (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
};

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

interface Stage {
  performers: Person[];
  /** Things on sale, by the call that buys them. */
  feeds: string[];
  galleries: string[];
  videos: string[];
  downloads: string[];
  prints: string[];
  coupons: string[];
}

const EACH = 12;

const setStage = async (app: TestApp): Promise<Stage> => {
  const admin = await createAdmin(app);
  const performers: Person[] = [];
  const stage: Stage = { performers, feeds: [], galleries: [], videos: [], downloads: [], prints: [], coupons: [] };
  for (let n = 0; n < 4; n += 1) {
    const performer = await createPerformer(app, { admin, monthlyPrice: 3 + n });
    performers.push(performer);
    for (let i = 0; i < EACH; i += 1) {
      stage.feeds.push(await createFeed(performer, { audience: 'buyers', price: 1.37, photos: 0, text: 'For buyers.' }));
      stage.galleries.push(await createItem(app, performer, 'gallery', { price: 2.05 }));
      stage.videos.push(await createItem(app, performer, 'video', { price: 0.99 }));
      stage.downloads.push(await createProduct(app, performer, { price: 1.11 }));
    }
    stage.prints.push(await createProduct(app, performer, { type: 'physical', price: 2.22, stock: 5000 }));
  }
  for (const terms of [
    { percent: 15, amount: null, usesMaximum: 200 },
    { percent: null, amount: 0.5, usesMaximum: null },
  ]) {
    const coupon = await admin.client.call('POST /admin/coupons', {
      body: {
        code: unique('STORM'),
        terms: {
          name: '',
          ...terms,
          itemKinds: ['product', 'feed', 'video', 'gallery'],
          startsAt: null,
          endsAt: null,
          usesPerAccount: null,
          active: true,
        },
      },
    });
    stage.coupons.push(coupon.code);
  }
  return stage;
};

/**
 * Random payments of every kind by callers at once, while servers and the database are killed under them. Each caller insists on its
 * answer with the key of its call, as a browser does, and reckons its own wallet; in the end every acknowledged payment is in the ledger
 * once, every wallet holds what its owner reckons, and every invariant holds.
 */
export const runStorm = async (options: StormOptions): Promise<StormResult> => {
  const { app, operations, callers, report = () => {} } = options;
  const begun = performance.now();
  const stage = await setStage(app);
  const place = { databaseUrl: app.testDatabase.ownerUrl, dataDirectory: app.dataDirectory };
  const port = String(await freePort());
  let server: ServerProcess = await startServer(place, { PORT: port });
  const counts: Record<string, number> = {};
  const refused: Record<string, number> = {};
  const failures: string[] = [];
  const receipts = new Map<string, string>();
  let retries = 0;
  let lost = 0;
  /** What the site's own poll does a minute later. */
  const poll = async (): Promise<void> => {
    app.clock.advance(120_000);
    await pollOpenPayments(app.platform, app.sandbox!);
  };
  let done = 0;
  let isOver = false;

  type Answer = { status: number; data?: unknown; error?: { error?: string; message?: unknown } };
  /** Sends a call until it is answered. */
  const insist = async (send: () => Promise<Answer>): Promise<Answer> => {
    for (;;) {
      try {
        const answer = await send();
        if (answer.status < 500) return answer;
      } catch (failure) {
        // The connection broke, or the answer with it.
        if (!(failure instanceof TypeError) && !(failure instanceof SyntaxError)) throw failure;
      }
      retries += 1;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };

  const callerOf = async (number: number): Promise<void> => {
    const random = randomOf(options.seed + number);
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
    /** An amount between two whole ones, with decimals. */
    const amountBetween = (least: number, most: number): number => Math.round((least + random() * (most - least)) * 100) / 100;
    const fan = await createFan(app);
    await topUp(app, fan, 40);
    /** What the wallet must hold, in hundredths. */
    let balance = 4000;
    const client: Client = server.client(fan.client.token);
    const keyed = () => ({ 'idempotency-key': randomUUID() });
    const note = (name: string, answer: Answer): boolean => {
      const ok = answer.status < 400;
      const code = answer.error?.error ?? '';
      if (ok) counts[name] = (counts[name] ?? 0) + 1;
      else if (BY_RIGHT.has(code)) refused[code] = (refused[code] ?? 0) + 1;
      else failures.push(`${name}: ${answer.status} ${JSON.stringify(answer.error)}`);
      return ok;
    };
    /** A payment from the wallet, with its key; sometimes sent again, which must change nothing. */
    const pay = async (name: string, send: (headers: Record<string, string>) => Promise<Answer>): Promise<void> => {
      const headers = keyed();
      const answer = await insist(() => send(headers));
      if (!note(name, answer)) return;
      const receipt = answer.data as { transactionId: string; amount: number; balance: number };
      balance -= Math.round(receipt.amount * 100);
      if (Math.round(receipt.balance * 100) !== balance)
        failures.push(`${name}: the wallet should hold ${balance}, the receipt says ${receipt.balance}`);
      if (receipts.has(receipt.transactionId)) failures.push(`${name}: ${receipt.transactionId} answered two payments`);
      receipts.set(receipt.transactionId, name);
      if (random() < 0.1) {
        const again = (await insist(() => send(headers))).data as { transactionId: string } | undefined;
        if (again?.transactionId !== receipt.transactionId)
          failures.push(`${name}: a repeated key was not answered with the first payment`);
      }
    };
    /** An order by card: made, and then approved once or twice, declined, or left. */
    const byCard = async (name: string, send: (headers: Record<string, string>) => Promise<Answer>): Promise<boolean> => {
      const headers = keyed();
      const made = await insist(() => send(headers));
      if (!note(`${name} ordered`, made)) return false;
      const { redirectUrl, orderId } = made.data as { redirectUrl: string; orderId: string };
      const action = pick(['approve', 'approve', 'approve', 'repeat', 'decline', 'cancel'] as const);
      // The sandbox answers a button that was pressed already ORDER_STATE: then it was.
      await insist(() =>
        client.send('POST /gateways/sandbox/payments/{id}', { params: { id: redirectUrl.split('/').at(-1)! }, body: { action } }),
      );
      const state = async (): Promise<string> =>
        ((await insist(() => client.send('GET /payment/orders/{id}', { params: { id: orderId } }))).data as { state: string }).state;
      // Its callback was lost with the server: the gateway is asked, as the poll does.
      if ((await state()) === 'created') {
        lost += 1;
        await poll();
      }
      const reached = await state();
      counts[`${name} ${reached}`] = (counts[`${name} ${reached}`] ?? 0) + 1;
      return reached === 'paid';
    };
    const couponCode = () => (random() < 0.3 ? { couponCode: pick(stage.coupons) } : {});
    const cart = () => {
      const products = [
        ...new Set(Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick([...stage.downloads, ...stage.prints]))),
      ];
      return { products: products.map((productId) => ({ productId })), deliveryAddress: ADDRESS, ...couponCode() };
    };
    const kinds: (() => Promise<unknown>)[] = [
      () => {
        const request = { params: { id: pick(stage.performers).id }, body: { amount: amountBetween(1, 3) } };
        return pay('tip', (headers) => client.send('POST /payment-wallet/send-tip-wallet/{id}', { ...request, headers }));
      },
      () => {
        const body = { feedId: pick(stage.feeds), amount: 1 };
        return pay('tip a post', (headers) => client.send('POST /payment-wallet/tip-feed', { body, headers }));
      },
      () => {
        const body = { feedId: pick(stage.feeds), ...couponCode() };
        return pay('unlock', (headers) => client.send('POST /payment-wallet/purchase-feed', { body, headers }));
      },
      () => {
        const body = { galleryId: pick(stage.galleries), ...couponCode() };
        return pay('gallery', (headers) => client.send('POST /payment-wallet/purchase-gallery', { body, headers }));
      },
      () => {
        const body = { videoId: pick(stage.videos), ...couponCode() };
        return pay('video', (headers) => client.send('POST /payment-wallet/purchase-video', { body, headers }));
      },
      () => {
        const body = cart();
        return pay('cart', (headers) => client.send('POST /payment-wallet/purchase-products', { body, headers }));
      },
      async () => {
        const body = { performerId: pick(stage.performers).id, renews: true };
        const headers = keyed();
        const made = await insist(() => client.send('POST /payment/subscribe-performer', { body, headers }));
        if (!note('subscription ordered', made)) return;
        const { orderId: id } = made.data as { orderId: string };
        await pay('subscription', (key) => client.send('POST /wallet-transactions/pay-wallet/{id}', { params: { id }, headers: key }));
      },
      async () => {
        const amount = amountBetween(5, 25);
        const body = { amount };
        const paid = await byCard('top-up', (headers) => client.send('POST /payment/purchase-wallet/custom-amount', { body, headers }));
        if (paid) balance += Math.round(amount * 100);
      },
      () => {
        const body = cart();
        return byCard('cart by card', (headers) => client.send('POST /payment/purchase-products', { body, headers }));
      },
      () => {
        const body = { performerId: pick(stage.performers).id, amount: 2 };
        return byCard('tip by card', (headers) => client.send('POST /payment/send-tip', { body, headers }));
      },
    ];
    while (!isOver && done < operations) {
      done += 1;
      if (balance < 500) await kinds[7]!();
      else await pick(kinds)();
    }
    const [held] = (
      await sql<{ balance: bigint }>`select balance from ledger.accounts where kind = 'wallet' and owner_id = ${fan.id}::uuid`.execute(
        app.platform.database,
      )
    ).rows;
    if (held?.balance !== BigInt(balance)) failures.push(`a wallet holds ${held?.balance}, its owner reckons ${balance}`);
  };

  const killPostgres = async (): Promise<void> => {
    const [pid] = (await readFile(join(options.postgresDirectory!, 'postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(pid), 'SIGKILL');
  };
  const rounds = options.serverKills + options.postgresKills;
  const breaking = (async () => {
    const random = randomOf(options.seed - 1);
    for (let round = 1; round <= rounds; round += 1) {
      const at = Math.floor((operations * (round - 0.5 + (random() - 0.5) / 2)) / rounds);
      while (done < at && !isOver) await new Promise((resolve) => setTimeout(resolve, 5));
      if (isOver) return;
      if (options.postgresDirectory && round % Math.max(1, Math.round(rounds / Math.max(1, options.postgresKills))) === 0) {
        report(`${done} operations: PostgreSQL is killed`);
        await killPostgres();
      } else {
        report(`${done} operations: the server is killed`);
        await server.kill();
        server = await startServer(place, { PORT: port });
      }
    }
  })();
  try {
    await Promise.all(Array.from({ length: callers }, (_, number) => callerOf(number)));
  } finally {
    isOver = true;
    await breaking;
    await server.kill();
  }
  const { rows } = await sql<{ id: string }>`
    select t.id from ledger.transactions t where t.id = any(${[...receipts.keys()]}::uuid[])`.execute(app.platform.database);
  if (rows.length !== receipts.size) failures.push(`${receipts.size - rows.length} acknowledged payments are not in the ledger`);
  const { checks } = await verifyLedger(app.platform.database);
  for (const check of checks) if (!check.ok) failures.push(`${check.name}: ${check.detail}`);
  return { operations: done, counts, refused, retries, lost, seconds: (performance.now() - begun) / 1000, failures };
};
