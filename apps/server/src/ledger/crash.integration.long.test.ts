import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../testing/client.ts';
import { createFan, createFeed, createPerformer, topUp } from '../testing/factories.ts';
import { type TestApp, createTestApp, freePort } from '../testing/test-app.ts';
import { verifyLedger } from './verify.ts';

// A server is killed (SIGKILL) repeatedly while fans pay: an acknowledged payment exists exactly once, any other completely or not
// at all, and a retry with the same idempotency key returns the first response.

const SERVE = fileURLToPath(new URL('../testing/serve.ts', import.meta.url));
const KILLS = 4;
const PAYERS = 6;
const PAYMENTS_EACH = 25;

let app: TestApp;
let child: ChildProcess | undefined;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(async () => {
  child?.kill('SIGKILL');
  await app.close();
});

test('no payment is lost or made twice when the server is killed repeatedly', async () => {
  const performer = await createPerformer(app, { monthlyPrice: 9 });
  const feedIds = await Promise.all(
    Array.from({ length: PAYMENTS_EACH }, () =>
      createFeed(performer, { audience: 'buyers', price: 1, photos: 0, text: 'A line for buyers.' }),
    ),
  );
  const fans = [];
  for (let i = 0; i < PAYERS; i += 1) {
    const fan = await createFan(app);
    await topUp(app, fan, 500);
    fans.push(fan);
  }
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const environment = {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATABASE_URL: app.testDatabase.ownerUrl,
    DATA_DIR: app.dataDirectory,
    PUBLIC_URL: 'http://localhost:8080',
    LOG_LEVEL: 'silent',
    // The live engine would outlive its killed server, and hold this process's output open.
    ROLES: 'web,worker',
  };
  const boot = async (): Promise<ChildProcess> => {
    const server = spawn(process.execPath, [SERVE], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
    await once(server.stdout!, 'data');
    return server;
  };
  child = await boot();

  let answered = 0;
  let done = false;
  /** Retries a call with the same key until it is answered, as a browser does. */
  const retryUntilAnswered = async (send: () => Promise<{ status: number; error?: unknown }>): Promise<void> => {
    while (!done) {
      try {
        const { status, error } = await send();
        if (status === 200) {
          answered += 1;
          return;
        }
        if (status < 500) throw new Error(JSON.stringify(error));
      } catch (failure) {
        // The connection broke: the server is being killed. The same call goes out again.
        if (!(failure instanceof TypeError) && !(failure instanceof SyntaxError)) throw failure;
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
  };
  const paying = Promise.all(
    fans.map(async (fan) => {
      const client = createClient(url, fan.client.token, { mayBeKilled: true });
      for (const feedId of feedIds) {
        const keys = [randomUUID(), randomUUID()];
        await retryUntilAnswered(() =>
          client.send('POST /payment-wallet/purchase-feed', { body: { feedId }, headers: { 'idempotency-key': keys[0]! } }),
        );
        await retryUntilAnswered(() =>
          client.send('POST /payment-wallet/send-tip-wallet/{id}', {
            params: { id: performer.id },
            body: { amount: 1 },
            headers: { 'idempotency-key': keys[1]! },
          }),
        );
      }
    }),
  );

  const total = PAYERS * PAYMENTS_EACH * 2;
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const from = answered;
    const step = Math.floor(total / (KILLS + 2));
    while (answered < from + step && answered < total) await new Promise((resolve) => setImmediate(resolve));
    child.kill('SIGKILL');
    await once(child, 'exit');
    child = await boot();
  }
  await paying.finally(() => {
    done = true;
  });

  expect(answered).toBe(total);
  const { rows } = await sql<{ kind: string; count: number; tokens: bigint }>`
    select kind, count(*)::int as count, sum(tokens_amount)::bigint as tokens from ledger.transactions where kind in ('tip', 'purchaseFeed') group by kind order by kind`.execute(
    app.platform.database,
  );
  expect(rows).toEqual([
    { kind: 'purchaseFeed', count: total / 2, tokens: BigInt(total / 2) * 100n },
    { kind: 'tip', count: total / 2, tokens: BigInt(total / 2) * 100n },
  ]);
  for (const fan of fans) expect((await fan.client.call('GET /users/me')).balance).toBe(500 - PAYMENTS_EACH * 2);
  expect((await verifyLedger(app.platform.database)).checks.filter(({ ok }) => !ok)).toEqual([]);
  await app.settle();
  const events = await app.platform.database
    .selectFrom('paid_events')
    .select('sequence')
    .where('performer_id', '=', performer.id)
    .orderBy('sequence')
    .execute();
  expect(events.map(({ sequence }) => sequence)).toEqual(Array.from({ length: total }, (_, index) => index + 1));
});
