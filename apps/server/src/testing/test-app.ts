import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type App, createApp } from '../app.ts';
import { MovableClock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { readConfig } from '../platform/config.ts';
import { scratchFolder } from '../platform/database/scratch-postgres.ts';
import type { TestDatabase } from '../platform/testing/database.ts';
import { type CastDatabase, createCastDatabase } from './cast/cast-database.ts';
import { type Client, type ClientOptions, createClient } from './client.ts';
import { type TestEngine, createTestEngine } from './test-engine.ts';

export interface TestApp extends App {
  clock: MovableClock;
  testDatabase: CastDatabase;
  /** Test double of the live engine. */
  engine: TestEngine;
  dataDirectory: string;
  /** Where it listens, `http://127.0.0.1:<port>`. */
  url: string;
  /** Calls it over real HTTP, as a visitor or with a token. */
  client(token?: string, options?: ClientOptions): Client;
  /** Mails written so far to an address, oldest first. */
  mailsTo(address: string): Promise<string[]>;
  /** Dispatches committed events and jobs until none are pending, and writes who was seen. */
  settle(): Promise<void>;
}

/**
 * A port nobody listens on, below those that systems give to connections and to servers without a port of their own: one of them would have it before
 * the server that it is for.
 */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
};

/**
 * Jobs that are due or run, the last attempt of a job too, and events not yet dispatched. On a busy machine the preparation of a film may fail
 * once: it is tried again seconds later, and until then nothing that has the film is published.
 */
const WAITING = sql<{ waiting: number }>`
  select (select count(*) from graphile_worker.jobs where locked_at is not null or (attempts < max_attempts
      and (run_at <= now() or (attempts > 0 and (key like 'transcode:%' or key like 'teaser:%')))))::int
    + (select count(*) from outbox where dispatched_at is null)::int as waiting`;

/** Number of pending events and jobs. */
export const countPendingWork = async (database: Database): Promise<number> => (await WAITING.execute(database)).rows[0]!.waiting;

export interface TestAppOptions {
  environment?: Record<string, string>;
  rateLimitFactor?: number;
  /** Lifetime of cached responses for visitors; 0 unless the test is about them. */
  responseCacheMs?: number;
  /** Refuses requests while the process is busy, as in operation. */
  shedsLoad?: boolean;
  /** How long a request's headers may take. */
  headersMs?: number;
  now?: Date;
  /** Starts a live process for real shows; otherwise a test engine replaces it. */
  live?: boolean;
  /** An existing database instead of a new one; its creator drops it. */
  database?: TestDatabase;
  /** An existing data directory instead of a new one; its creator removes it. */
  dataDirectory?: string;
  /** Serves the built web too, at a public address that the browser uses. */
  web?: boolean;
}

/** Tests pay by card more often than people do. */
export const UNLIMITED_CARDS = {
  cardAttemptsPerHour: 100_000,
  cardDeclinesPerDay: 100_000,
  cardDeclinesPerNetwork: 100_000,
  cardDeclinesPerSite: 100_000,
  smallTopUpsPerDay: 100_000,
};

/**
 * The whole application on a database and a folder of its own, listening on a free port; responses are validated
 * strictly. Only the clock is faked, and scheduled jobs run only when a test enqueues them. Sessions and expiries follow the clock, so it
 * starts at the real time.
 */
export const createTestApp = async (options: TestAppOptions = {}): Promise<TestApp> => {
  const port = options.web ? await freePort() : 0;
  const testDatabase: CastDatabase = options.database ?? (await createCastDatabase());
  const dataDirectory = options.dataDirectory ?? (await mkdtemp(join(await scratchFolder(), 'stagedoor-app-')));
  const config = readConfig({
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDirectory,
    DATABASE_URL: testDatabase.ownerUrl,
    DATABASE_POOL: '10',
    // Off by default; tests about AVIF set it.
    AVIF_AFTER_SECONDS: '86400',
    PUBLIC_URL: `http://localhost:${port || 8080}`,
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
    // Tests run on disks and memory of any size.
    MIN_FREE_DISK_MB: '0',
    // A live process only on request.
    ROLES: options.live ? 'web,worker,live' : 'web,worker',
    LIVE_RTMP_PORT: '0',
    ...options.environment,
  });
  const clock = new MovableClock(options.now ?? new Date());
  const engine = createTestEngine();
  const app = await createApp({
    config,
    ...(options.live ? {} : { live: engine }),
    ownerUrl: testDatabase.ownerUrl,
    clock,
    strictAnswers: true,
    // Tests move the clock by days.
    settingDefaults: { adminIdleMinutes: 0, ...UNLIMITED_CARDS },
    schedules: false,
    sweepsShows: options.live ?? false,
    rateLimitFactor: options.rateLimitFactor ?? 1000,
    responseCacheMs: options.responseCacheMs ?? 0,
    shedsLoad: options.shedsLoad ?? false,
    ...(options.headersMs ? { headersMs: options.headersMs } : {}),
    ...(options.web ? { web: 'build' as const } : {}),
  });
  await app.start();
  const url = await app.listen();

  return {
    ...app,
    clock,
    testDatabase,
    engine,
    dataDirectory,
    url,
    client: (token, more) => createClient(url, token, more),
    async mailsTo(address) {
      const directory = join(dataDirectory, 'mail');
      const names = (await readdir(directory).catch(() => [])).filter((name) => name.endsWith('.eml') && !name.startsWith('.')).sort();
      const mails = await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8')));
      return mails.filter((mail) => mail.includes(`To: ${address}`));
    },
    async settle() {
      for (;;) {
        await app.outbox.drain();
        await app.presence.flush();
        if ((await countPendingWork(app.platform.database)) === 0) return;
        // Busy polling would take CPU time from the workers.
        await new Promise((resolve) => setTimeout(resolve, 4));
      }
    },
    async close() {
      await app.close();
      if (!options.database) await testDatabase.drop();
      if (!options.dataDirectory) await rm(dataDirectory, { recursive: true, force: true });
    },
  };
};
