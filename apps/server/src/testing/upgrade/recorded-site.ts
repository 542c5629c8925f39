import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import type { Viewer } from '../../platform/auth/viewer.ts';
import { type SqlFolders, migrate } from '../../platform/database/migrate.ts';
import { type TestDatabase, createTestDatabase } from '../../platform/testing/database.ts';
import { type TestApp, type TestAppOptions, createTestApp } from '../test-app.ts';

/** An answer of the API, as the recorded site gave it. */
export interface RecordedAnswer {
  status: number;
  body: unknown;
}

/**
 * A site as the last version before 0.1 left it: stopped in the middle of its work, with nothing dispatched of its last minute. Recorded from
 * a running application of that version, in which every keyed call had been made at least once.
 */
export interface RecordedSite {
  /** The application's clock when it stopped. */
  now: string;
  /** The rows of each table as JSON texts, without those of `schema_functions`. */
  data: Record<string, string[]>;
  /** Partitions of the notifications. */
  months: { name: string; bound: string }[];
  /** Queued jobs; `isLater`: not due yet. */
  jobs: { identifier: string; payload: unknown; key: string | null; isLater: boolean }[];
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

const FIXTURE = new URL('../fixtures/recorded-site.json.gz', import.meta.url);

const BASELINE = fileURLToPath(new URL('../../../migrations/0088-baseline.sql', import.meta.url));

/** Seconds until the jobs are due that weren't when the site stopped. */
const LATER_SECONDS = 86_400;

export const readRecordedSite = async (): Promise<RecordedSite> =>
  JSON.parse(gunzipSync(await readFile(FIXTURE)).toString()) as RecordedSite;

/** Calls `work` with folders of the baseline alone: no later migration, no functions. */
export const withBaselineAlone = async (work: (folders: SqlFolders) => Promise<unknown>): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'stagedoor-baseline-'));
  try {
    const folders = { migrations: join(folder, 'migrations'), functions: join(folder, 'functions') };
    await Promise.all(Object.values(folders).map((path) => mkdir(path)));
    await cp(BASELINE, join(folders.migrations, '0088-baseline.sql'));
    await work(folders);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const fill = async (ownerUrl: string, { data, months, sequences, jobs }: RecordedSite, areJobsDue: boolean): Promise<void> => {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    // Keys and triggers held when the rows were written.
    await client.query('set session_replication_role = replica');
    for (const { name, bound } of months) await client.query(`create table ${name} partition of notifications ${bound}`);
    for (const table of Object.keys(data)) await client.query(`delete from ${table}`);
    for (const [table, rows] of Object.entries(data)) {
      const columns = Object.keys(JSON.parse(rows[0]!) as object).join(', ');
      await client.query(
        `insert into ${table} (${columns}) overriding system value select ${columns} from json_populate_recordset(null::${table}, $1::json)`,
        [`[${rows.join(',')}]`],
      );
    }
    // Unfinished uploads live a day by the machine's clock, not the application's: these began just before the stop.
    await client.query('update uploads set created_at = now()');
    for (const { name, value } of sequences) if (value !== null) await client.query('select setval($1, $2)', [name, value]);
    for (const { identifier, payload, key, isLater } of jobs)
      await client.query('select graphile_worker.add_job($1, $2, job_key => $3, run_at => now() + $4 * interval $$1 s$$)', [
        identifier,
        payload,
        key,
        isLater && !areJobsDue ? LATER_SECONDS : 0,
      ]);
  } finally {
    await client.end();
  }
};

/**
 * A database as the recorded site left it, with the record of the migrations of that time. The functions are put in by the next `migrate`, as
 * after each change of them.
 */
export const createRecordedDatabase = async (site: RecordedSite, { areJobsDue = false } = {}): Promise<TestDatabase> => {
  const database = await createTestDatabase({ empty: true });
  await withBaselineAlone((folders) => migrate(database.ownerUrl, folders));
  await fill(database.ownerUrl, site, areJobsDue);
  return database;
};

const unpack = async ({ files }: RecordedSite): Promise<string> => {
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
  site: RecordedSite;
  close(): Promise<void>;
}

/**
 * The application on the recorded site after today's migrations, at the time when the site stopped.
 * @param areJobsDue all queued jobs are due at once
 */
export const createUpgradedApp = async (
  environment: NonNullable<TestAppOptions['environment']>,
  { areJobsDue = false } = {},
): Promise<UpgradedApp> => {
  const site = await readRecordedSite();
  const database = await createRecordedDatabase(site, { areJobsDue });
  await migrate(database.ownerUrl);
  const dataDirectory = await unpack(site);
  const app = await createTestApp({ database, dataDirectory, now: new Date(site.now), environment });
  return {
    app,
    site,
    async close() {
      await app.close();
      await database.drop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
};
