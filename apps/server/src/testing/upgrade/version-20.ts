import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import type { Viewer } from '../../platform/auth/viewer.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { createTestDatabase } from '../../platform/testing/database.ts';
import { type TestApp, type TestAppOptions, createTestApp } from '../test-app.ts';
import { migrateToVersion20 } from './version-20-schema.ts';

/** An answer of the API, as version 20 gave it. */
export interface RecordedAnswer {
  status: number;
  body: unknown;
}

/**
 * A site as version 20 left it: stopped in the middle of its work, with nothing dispatched of its last minute. Recorded from a running
 * application of that version.
 */
export interface Version20 {
  /** The application's clock when it stopped. */
  now: string;
  /** The rows of each table as JSON texts. */
  data: Record<string, string[]>;
  /** Queued jobs. */
  jobs: { identifier: string; payload: unknown; key: string | null }[];
  sequences: { name: string; value: string | null }[];
  /** Files of the data directory, in base64, by path. */
  files: Record<string, string>;
  /** Ids of items by what they are there for. */
  items: Record<string, string>;
  viewers: Record<string, { viewer: Viewer; country: string | null; token: string | null }>;
  /** By viewer and item: the access decision; an item hidden from the viewer is missing. Decided after the last write. */
  access: Record<string, Record<string, unknown>>;
  /** By viewer and path. Asked after the last write. */
  answers: Record<string, Record<string, RecordedAnswer>>;
  inFlight: {
    /** A purchase whose answer is kept under its idempotency key. */
    keyed: { path: string; key: string; body: { feedId: string }; answer: unknown };
    /** An order that waits for its card payment. */
    cardOrder: { orderId: string; redirectUrl: string };
    /** A feed whose event isn't dispatched. */
    newest: string;
    /** A video that a queued job encodes. */
    filmInWork: string;
    /** The feed that waits for that video. */
    waiting: string;
    /** An upload whose first `half` bytes have come; `rest` in base64. */
    upload: { id: string; half: number; rest: string; total: number };
    /** The sandbox's id of the card order's payment. */
    payment: string;
  };
  people: Record<string, { id: string; username: string; email: string; token: string }>;
}

const FIXTURE = new URL('../fixtures/version-20.json.gz', import.meta.url);

/** Seconds until the AVIF jobs of its pictures are due, as in the application that was recorded. */
const AVIF_SECONDS = 86_400;

const fill = async (ownerUrl: string, { data, sequences, jobs }: Version20, areJobsDue: boolean): Promise<void> => {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    // Keys and triggers held when the rows were written.
    await client.query('set session_replication_role = replica');
    for (const table of Object.keys(data)) await client.query(`delete from ${table}`);
    for (const [table, rows] of Object.entries(data))
      await client.query(`insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1::json)`, [
        `[${rows.join(',')}]`,
      ]);
    // Unfinished uploads live a day by the machine's clock, not the application's: these began just before the stop.
    await client.query('update uploads set created_at = now()');
    for (const { name, value } of sequences) if (value !== null) await client.query('select setval($1, $2)', [name, value]);
    for (const { identifier, payload, key } of jobs)
      await client.query('select graphile_worker.add_job($1, $2, job_key => $3, run_at => now() + $4 * interval $$1 s$$)', [
        identifier,
        payload,
        key,
        identifier === 'files:avif' && !areJobsDue ? AVIF_SECONDS : 0,
      ]);
  } finally {
    await client.end();
  }
};

const unpack = async ({ files }: Version20): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'stagedoor-upgrade-'));
  for (const [name, base64] of Object.entries(files)) {
    const path = join(directory, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, Buffer.from(base64, 'base64'));
  }
  return directory;
};

export interface UpgradedApp {
  app: TestApp;
  fixture: Version20;
  /** Names of the migrations that were applied to version 20. */
  applied: string[];
  close(): Promise<void>;
}

/**
 * The application on the site of version 20 after today's migrations, at the time when version 20 stopped.
 * @param areJobsDue all queued jobs are due at once, those too that version 20 put off by a day
 */
export const createUpgradedApp = async (
  environment: NonNullable<TestAppOptions['environment']>,
  { areJobsDue = false } = {},
): Promise<UpgradedApp> => {
  const fixture = JSON.parse(gunzipSync(await readFile(FIXTURE)).toString()) as Version20;
  const database = await createTestDatabase({ empty: true });
  await migrateToVersion20(database.ownerUrl);
  await fill(database.ownerUrl, fixture, areJobsDue);
  const applied = await migrate(database.ownerUrl);
  const dataDirectory = await unpack(fixture);
  const app = await createTestApp({ database, dataDirectory, now: new Date(fixture.now), environment });
  return {
    app,
    fixture,
    applied,
    async close() {
      await app.close();
      await database.drop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
};
