import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildStatement, saleLineOf } from '@stagedoor/contract/statements.values';
import { writeStatementFile } from '@stagedoor/server/modules/payouts/sign-statement';
import { createSigner } from '@stagedoor/server/platform/signed-file';
import { makePosts } from './home-feed.ts';
import { makePeople, openSession, openSessions } from './people.ts';
import { type Bound, median, p99Of, startOurs, startServer } from './rounds.ts';
import type { SteadyLoad } from './servers/steady-requests.ts';
import { tipSettlement, topUpsOf } from './settlements.ts';
import type { Stage } from './stage.ts';

const run = promisify(execFile);
const PERFORMERS = 10_000;
/** All of them within 60 seconds, with room to spare. */
const PER_SECOND = 200;
/** Home feed requests per second, sent regardless of earlier responses. */
const OFFERED = 50;
const SECONDS = 15;
const WARM_UP_SECONDS = 10;
const LINES = 100_000;
const VERIFICATIONS = 5;

/** A sale of each performer that is released, from one fan's wallet. */
const makeEarnings = async ({ sql }: Stage): Promise<void> => {
  for (const statement of topUpsOf(`generate_series(${PERFORMERS + 1}, ${PERFORMERS + 1}) n`, 1_000_000_000)) await sql.query(statement);
  const tip = {
    fan: `bench_id('person' || ${PERFORMERS + 1})`,
    performer: `bench_id('person' || n)`,
    tokens: 10_000,
    availableAt: 'now()',
  };
  await sql.query(`select ledger.settle(${tipSettlement(tip)}) from generate_series(1, ${PERFORMERS}) n`);
  await sql.query(`select ledger.release_due(now() + interval '1 day', ${PERFORMERS})`);
};

/** Seconds of `npm run statement:verify` on a statement of many lines, from start to exit. */
const verifySeconds = async (stage: Stage): Promise<number> => {
  const at = new Date('2026-10-01T00:00:00Z').getTime();
  const lines = Array.from({ length: LINES }, (_, n) =>
    saleLineOf(
      {
        type: 'sale',
        at: new Date(at + n * 20_000).toISOString(),
        id: `line-${n}`,
        kind: 'purchaseFeed',
        title: `Evening song number ${n}`,
        soldAt: new Date(at + n * 20_000 - 604_800_000).toISOString(),
      },
      BigInt(100 + (n % 5000)),
      2000n,
    ),
  );
  const statement = buildStatement(
    {
      site: 'https://example.org',
      performer: { id: 'person', username: 'person1', name: 'Person 1' },
      month: '2026-10',
      currency: 'USD',
      period: { after: '2026-10-01T00:00:00.000Z', until: '2026-11-01T00:00:00.000Z' },
    },
    0n,
    lines,
    null,
  );
  const file = join(stage.dataDirectory, 'statement.json');
  const signer = createSigner(createHash('sha256').update(randomBytes(32)).digest());
  await writeFile(file, writeStatementFile(statement, signer));
  const seconds: number[] = [];
  for (let n = 0; n < VERIFICATIONS; n += 1) {
    const begun = performance.now();
    const { stdout } = await run('npm', ['run', '--silent', 'statement:verify', '--', file, signer.publicKey], {
      cwd: new URL('../..', import.meta.url).pathname,
    });
    if (!stdout.includes(`(${LINES})`)) throw new Error(`statement:verify said ${stdout.slice(0, 500)}`);
    seconds.push((performance.now() - begun) / 1000);
  }
  return median(seconds);
};

/** What 10,000 performers could be paid, asked for one after another, beside home feeds at a steady rate; and a long statement verified offline. */
export const payouts = async (stage: Stage): Promise<readonly Bound[]> => {
  await makePeople(stage, PERFORMERS, 1);
  await makePosts(stage, PERFORMERS + 1, { performers: 400, postsEach: 50, subscriptions: 400 });
  await makeEarnings(stage);
  await stage.sql.query('vacuum analyze');
  const tokens = await openSessions(
    stage,
    Array.from({ length: PERFORMERS }, (_, n) => n + 1),
  );
  const token = await openSession(stage, PERFORMERS + 1);
  const ours = await startOurs(stage, { LOG_LEVEL: 'silent', ROLES: 'web' });
  const [others, calls] = await Promise.all([0, 1].map(() => startServer('./servers/steady-requests.ts', {})));
  try {
    const offer = async (seconds: number): Promise<number> => {
      const order: SteadyLoad = { url: `${ours.url}/api/feeds/home-feeds?limit=20`, tokens: [token], perSecond: OFFERED, seconds };
      return p99Of((await others!.ask<{ latencies: number[] }>(order)).latencies);
    };
    const calculate = async (seconds: number): Promise<void> => {
      const order: SteadyLoad = { url: `${ours.url}/api/payout-requests/calculate`, tokens, body: '{}', perSecond: PER_SECOND, seconds };
      await calls!.ask(order);
    };
    await Promise.all([calculate(WARM_UP_SECONDS), offer(WARM_UP_SECONDS)]);
    const alone = await offer(SECONDS);
    const begun = performance.now();
    const [beside] = await Promise.all([offer(SECONDS), calculate(PERFORMERS / PER_SECOND)]);
    const seconds = (performance.now() - begun) / 1000;
    console.log(`payouts: home feeds p99 ${alone.toFixed(1)} ms alone, ${beside.toFixed(1)} ms beside the calculations`);
    return [
      { name: 'payouts of 10,000 performers calculated', unit: 's', measured: seconds, atMost: 60 },
      { name: 'home feeds beside them, p99 in times of that alone', unit: 'times', measured: beside / alone, atMost: 2 },
      { name: 'a statement of 100,000 lines verified offline', unit: 's', measured: await verifySeconds(stage), atMost: 5 },
    ];
  } finally {
    await Promise.all([ours.stop(), others!.stop(), calls!.stop()]);
  }
};
