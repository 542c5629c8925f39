import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { releaseDueEarnings, sealTransactions, verifyLedger } from '../../ledger/index.ts';
import { type ServerProcess, startServer } from '../server-process.ts';
import { type TestApp, freePort } from '../test-app.ts';
import { act, chargeBack } from './acts.ts';
import { createPatron, pause } from './patron.ts';
import { createRandom } from './random.ts';
import { setStage } from './stage.ts';
import { type Tally, createTally } from './tally.ts';

/** How much of a storm. */
export interface StormOptions {
  app: TestApp;
  /** Folder of the PostgreSQL that is killed; without it none is. */
  postgresDirectory?: string;
  /** Ends after so many operations, over all callers, or after so long, whichever comes first. */
  operations: number;
  seconds?: number;
  /** Goes on for so many, however long they take: on a busy machine too everything happens. */
  operationsAtLeast?: number;
  callers: number;
  /** How often a server process is killed (SIGKILL), and how often PostgreSQL. */
  serverKills: number;
  postgresKills: number;
  seed: number;
  report?: (line: string) => void;
}

export interface StormResult extends Tally {
  seconds: number;
}

/** A fan comes, does so much, and goes: one who has bought everything is of no use. */
const OPERATIONS_OF_A_FAN = 150;
/** So many of them are charged back at last, and all of the first caller's: no storm is without. */
const CHARGED_BACK = 0.2;
/** How often earnings are released, a week too early, so that what is given back was available already. */
const RELEASE_EVERY_MS = 5_000;
const WEEK_AND_A_DAY_MS = 8 * 86_400_000;
const REPORT_EVERY = 10_000;

/**
 * Random payments, refunds and chargebacks of every kind by callers at once, while servers and the database are killed under them. In the
 * end every acknowledged payment is in the ledger once and none besides, every wallet holds what its owner reckons, every invariant holds.
 */
export const runStorm = async (options: StormOptions): Promise<StormResult> => {
  const { app, operations, seconds = Infinity, operationsAtLeast = 0, callers, report = () => {} } = options;
  const begun = performance.now();
  const stage = await setStage(app);
  const place = { databaseUrl: app.testDatabase.ownerUrl, dataDirectory: app.dataDirectory };
  const port = String(await freePort());
  let server: ServerProcess = await startServer(place, { PORT: port });
  const tally = createTally();
  const ground = { app, stage, tally, clientOf: (token: string | undefined) => server.client(token) };
  let isOver = false;
  const started = performance.now();
  /** From 0 to 1. */
  const progress = (): number => Math.max(tally.done / operations, (performance.now() - started) / 1000 / seconds);
  const isDone = (): boolean => isOver || (progress() >= 1 && tally.done >= operationsAtLeast);

  const callerOf = async (number: number): Promise<void> => {
    const random = createRandom(options.seed + number);
    while (!isDone()) {
      const patron = await createPatron(ground, random);
      for (let left = OPERATIONS_OF_A_FAN; left > 0 && !isDone(); left -= 1) {
        tally.done += 1;
        await act(patron);
        if (tally.done % REPORT_EVERY === 0) report(`${tally.done} operations, ${Math.round((performance.now() - begun) / 1000)} s`);
      }
      if (number === 0 || random.chance(CHARGED_BACK)) await chargeBack(patron);
      await patron.leave();
    }
  };

  const releasing = (async () => {
    const early = { ...app.platform, clock: { now: () => new Date(Date.now() + WEEK_AND_A_DAY_MS) } };
    for (let next = performance.now() + RELEASE_EVERY_MS; !isOver; await pause(100)) {
      if (performance.now() < next) continue;
      next += RELEASE_EVERY_MS;
      // The database may be away just now.
      await releaseDueEarnings(early)
        .then(() => sealTransactions(app.platform))
        .catch(() => pause());
    }
  })();

  const killPostgres = async (): Promise<void> => {
    const [pid] = (await readFile(join(options.postgresDirectory!, 'postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(pid), 'SIGKILL');
  };
  const rounds = options.serverKills + options.postgresKills;
  const breaking = (async () => {
    const random = createRandom(options.seed - 1);
    for (let round = 1; round <= rounds; round += 1) {
      const at = (round - 0.5 + (random.next() - 0.5) / 2) / rounds;
      while (progress() < at && !isOver) await pause(5);
      if (isOver) return;
      if (options.postgresDirectory && round % Math.max(1, Math.round(rounds / Math.max(1, options.postgresKills))) === 0) {
        report(`${tally.done} operations: PostgreSQL is killed`);
        await killPostgres();
      } else {
        report(`${tally.done} operations: the server is killed`);
        await server.kill();
        server = await startServer(place, { PORT: port });
      }
    }
  })();
  try {
    await Promise.all(Array.from({ length: callers }, (_, number) => callerOf(number)));
  } finally {
    isOver = true;
    await Promise.all([breaking, releasing]);
    await server.kill();
  }
  await sealTransactions(app.platform);
  const { checks } = await verifyLedger(app.platform.database);
  for (const check of checks) if (!check.ok) tally.failures.push(`${check.name}: ${check.detail}`);
  return { ...tally, seconds: (performance.now() - begun) / 1000 };
};
