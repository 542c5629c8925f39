import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { releaseDueEarnings, runLedgerCheck, sealTransactions } from '../../ledger/index.ts';
import { transact } from '../../platform/database/database.ts';
import type { TestApp } from '../test-app.ts';
import { chargeBack } from './card-operations.ts';
import { runRandomOperation } from './operations.ts';
import { createChaosClient } from './chaos-client.ts';
import { pause } from './pause.ts';
import { createKilledSite } from './killed-site.ts';
import { createRandom } from './random.ts';
import { createCatalogue } from './catalogue.ts';
import { type ChaosReport, createReport } from './report.ts';
import { createChaosCompanies } from './companies.ts';
import { createChaosShows } from './shows.ts';

/** Size of a chaos test. */
export interface ChaosOptions {
  app: TestApp;
  /** Data folder of the PostgreSQL to kill; without it PostgreSQL is not killed. */
  postgresDirectory?: string;
  /** Ends after this many operations over all clients, or this many seconds, whichever comes first. */
  operations: number;
  seconds?: number;
  /** Minimum number of operations, however long they take, so that every kind occurs on a busy machine too. */
  operationsAtLeast?: number;
  callers: number;
  /** How often a server process is killed (SIGKILL), and how often PostgreSQL. */
  serverKills: number;
  postgresKills: number;
  seed: number;
  log?: (line: string) => void;
}

export interface ChaosResult extends ChaosReport {
  seconds: number;
}

/** A fan is replaced after this many operations: one who has bought everything has nothing left to buy. */
const OPERATIONS_PER_FAN = 150;
/** Share of fans that end with a chargeback; those of the first client always do, so that every run has some. */
const CHARGEBACK_SHARE = 0.2;
/** How often earnings are released, a week early, so that some refunds affect earnings that are already available. */
const RELEASE_EVERY_MS = 5_000;
const WEEK_AND_A_DAY_MS = 8 * 86_400_000;
/** Everybody pays the same few at first; a million payments of one day to them would all be summed at each of their payouts. */
const PERFORMERS = { atLeast: 4, operationsForEach: 25_000 };
const REPORT_EVERY = 10_000;

/**
 * Random payments, refunds and chargebacks of every kind by concurrent clients, while servers and the database are killed. In the end the
 * ledger holds every acknowledged payment exactly once and no other, every wallet has the expected balance, and every invariant holds.
 */
export const runChaosTest = async (options: ChaosOptions): Promise<ChaosResult> => {
  const { app, operations, seconds = Infinity, operationsAtLeast = 0, callers, log = () => {} } = options;
  const begun = performance.now();
  const catalogue = await createCatalogue(app, Math.max(PERFORMERS.atLeast, Math.round(operations / PERFORMERS.operationsForEach)));
  // Events and jobs are left to the servers that are killed.
  await app.outbox.stop();
  await app.platform.jobs.stop();
  const place = { databaseUrl: app.testDatabase.ownerUrl, dataDirectory: app.dataDirectory };
  const site = await createKilledSite(place);
  const report = createReport(log);
  const shows = await createChaosShows(app, catalogue.performers);
  const companies = await createChaosCompanies(app, catalogue.admin, site, report);
  const context = { app, catalogue, report, shows, companies, clientOf: site.clientOf };
  let isOver = false;
  const started = performance.now();
  /** From 0 to 1. */
  const progress = (): number => Math.max(report.operations / operations, (performance.now() - started) / 1000 / seconds);
  const isDone = (): boolean => isOver || (progress() >= 1 && report.operations >= operationsAtLeast);

  const callerOf = async (number: number): Promise<void> => {
    const random = createRandom(options.seed + number);
    while (!isDone()) {
      const chaosClient = await createChaosClient(context, random);
      for (let left = OPERATIONS_PER_FAN; left > 0 && !isDone(); left -= 1) {
        report.operations += 1;
        if (report.operations % REPORT_EVERY === 0)
          log(`${report.operations} operations, ${Math.round((performance.now() - begun) / 1000)} s`);
        await runRandomOperation(chaosClient);
      }
      if (number === 0 || random.chance(CHARGEBACK_SHARE)) await chargeBack(chaosClient);
      await chaosClient.verifyBooks();
    }
  };

  const releasing = (async () => {
    const early = { ...app.platform, clock: { now: () => new Date(Date.now() + WEEK_AND_A_DAY_MS) } };
    for (let next = performance.now() + RELEASE_EVERY_MS; !isOver; await pause(100)) {
      if (performance.now() < next) continue;
      next += RELEASE_EVERY_MS;
      // The database may be unavailable.
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
  const killing = (async () => {
    const random = createRandom(options.seed - 1);
    for (let round = 1; round <= rounds; round += 1) {
      const at = (round - 0.5 + (random.next() - 0.5) / 2) / rounds;
      while (progress() < at && !isOver) await pause(5);
      if (isOver) return;
      if (options.postgresDirectory && round % Math.max(1, Math.round(rounds / Math.max(1, options.postgresKills))) === 0) {
        log(`${report.operations} operations: PostgreSQL is killed`);
        await killPostgres();
      } else {
        const isAlone = round % 2 === 1;
        log(`${report.operations} operations: the server is killed${isAlone ? '' : ' beside another'}`);
        await (isAlone ? site.killAndRestart() : site.killBesideAnother());
      }
    }
  })();
  try {
    await Promise.all(Array.from({ length: callers }, (_, number) => callerOf(number)));
  } finally {
    isOver = true;
    await Promise.all([killing, releasing, shows.stop()]);
    // The killed servers’ jobs and the companies’ callbacks are finished by the last server.
    await companies.settle().catch((error: unknown) => report.fail(`the companies could not be settled: ${String(error)}`));
    await companies.stop();
    await site.stop();
  }
  try {
    await sealTransactions(app.platform);
    const { checks } = await transact(app.platform.database, undefined, (trx) => runLedgerCheck(app.platform, trx, null));
    for (const check of checks) if (!check.ok) report.fail(`${check.name}: ${check.detail}`);
  } catch (error) {
    report.fail(`the invariants could not be checked: ${String(error)}`);
  }
  return { ...report, seconds: (performance.now() - begun) / 1000 };
};
