import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';
import { stopLeftOverPostgres } from '../../platform/database/embedded.ts';
import { createClient } from '../client.ts';
import { type ObjectStore, startObjectStore } from '../object-store.ts';
import { type SmtpDouble, startSmtpDouble } from '../smtp-double.ts';
import { freePort } from '../test-app.ts';
import { type ShellRun, runShell, signalGroup } from './run-shell.ts';

export const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
const PASSWORD = 'quartz ladder 77 mellow';
const START_MS = 180_000;
const STOP_MS = 60_000;

/** The site that the commands of the documents act on, in a folder of its own. */
export interface SoakSite {
  directory: string;
  /** Its folder is `data` in `directory`. */
  dataDirectory: string;
  backups: string;
  /** The folder with the copy of secrets.json. */
  keys: string;
  /** A list of leaked passwords. */
  leaked: string;
  url: string;
  /** An instant that a restore can go back to. */
  instant: string;
  /** Aborted when the site is closed: waits beside it end then. */
  closed: AbortSignal;
  /** Names another folder without a site. */
  freshFolder(): string;
  lastFolder(): string;
  environment: Record<string, string>;
  /** Runs the site or stops it. */
  bring(state: 'running' | 'stopped'): Promise<void>;
  /** Runs a command that serves: waits for `ready`, does the work, and stops it. @throws Error when it doesn't start or stop in order */
  serve(run: ShellRun, work: (url: string) => Promise<void>): Promise<void>;
  start(
    text: string,
    options: { folder: string; environment: Record<string, string>; answers?: readonly (readonly [string, string])[] },
  ): ShellRun;
  /** Runs a line that no document has. */
  runQuietly(text: string): Promise<string>;
  noteInstant(): Promise<void>;
  createAdmin(username: string): Promise<void>;
  addSecondFactor(username: string, password?: string): Promise<void>;
  registerFan(username: string, email: string): Promise<void>;
  objectStore(): Promise<ObjectStore>;
  mailServer(): Promise<SmtpDouble>;
  close(): Promise<void>;
}

/** Returns true once the site has printed that it answers. */
const isReady = (output: string): boolean => /^ready http/m.test(output);

const waitUntilReady = async (run: ShellRun, signal: AbortSignal): Promise<void> => {
  let isOver = false;
  void run.ended.then(() => (isOver = true));
  const until = Date.now() + START_MS;
  while (!isReady(run.output())) {
    if (isOver || Date.now() > until) throw new Error(`it isn’t ready: ${run.output().trim().split('\n').slice(-5).join(' / ')}`);
    await wait(50, undefined, { signal });
  }
};

const makeFolders = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'stagedoor-operations-'));
  // PostgreSQL runs as a user without rights where this one is root.
  await chmod(directory, 0o755);
  const [backups, keys, bin] = [join(directory, 'backups'), join(directory, 'keys'), join(directory, 'bin')];
  for (const folder of [backups, keys, bin]) await mkdir(folder);
  await writeFile(join(bin, 'stagedoor'), `#!/bin/sh\nexec npm --prefix '${ROOT}' run --silent stagedoor -- "$@"\n`, { mode: 0o755 });
  const leaked = join(directory, 'leaked.txt');
  await writeFile(leaked, 'hunter2-hunter2\n');
  return { directory, backups, keys, bin, leaked };
};

/** @throws Error when it doesn't start */
export const startSoakSite = async (): Promise<SoakSite> => {
  const { directory, bin, ...folders } = await makeFolders();
  const dataDirectory = join(directory, 'data');
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const runs = new Set<ShellRun>();
  const fresh: string[] = [];
  const closing = new AbortController();
  let serving: ShellRun | undefined;
  let store: ObjectStore | undefined;
  let mail: SmtpDouble | undefined;
  const environment: Record<string, string> = {
    PATH: `${bin}:${process.env['PATH'] ?? ''}`,
    HOME: process.env['HOME'] ?? directory,
    DATA_DIR: dataDirectory,
    PORT: String(port),
    HOST: '127.0.0.1',
    LIVE_RTMP_PORT: String(await freePort()),
    BACKUP_TO: folders.backups,
    LOG_LEVEL: 'warn',
    NO_COLOR: '1',
  };

  const start: SoakSite['start'] = (text, options) => {
    const run = runShell(text, options);
    runs.add(run);
    void run.ended.then(() => runs.delete(run));
    return run;
  };
  const stop = async (run: ShellRun): Promise<void> => {
    signalGroup(run, 'SIGTERM');
    const late = setTimeout(() => signalGroup(run, 'SIGKILL'), STOP_MS);
    await run.ended;
    clearTimeout(late);
    if (run.child.signalCode === 'SIGKILL') throw new Error(`it took more than ${STOP_MS / 1000} s to stop`);
  };

  const site: SoakSite = {
    directory,
    dataDirectory,
    ...folders,
    url,
    environment,
    instant: '',
    closed: closing.signal,
    freshFolder: () => fresh[fresh.push(join(directory, `fresh-${fresh.length + 1}`)) - 1]!,
    lastFolder: () => fresh.at(-1)!,
    start,
    async bring(state) {
      if (state === 'running' && serving === undefined) {
        serving = start('npm start -- --empty', {
          folder: ROOT,
          environment: { ...environment, ADMIN_EMAIL: 'owner@example.org', ADMIN_PASSWORD: PASSWORD },
        });
        await waitUntilReady(serving, closing.signal);
      } else if (state === 'stopped' && serving !== undefined) {
        const run = serving;
        serving = undefined;
        await stop(run);
      }
    },
    async serve(run, work) {
      try {
        await waitUntilReady(run, closing.signal);
        await work(url);
      } finally {
        await stop(run);
      }
    },
    async runQuietly(text) {
      const run = start(text, { folder: ROOT, environment });
      if ((await run.ended) !== 0) throw new Error(`${text}: ${run.output().trim()}`);
      return run.printed();
    },
    async noteInstant() {
      await site.bring('running');
      site.instant = new Date().toISOString();
      // A restore goes back to an instant that a later change follows in the log.
      await site.registerFan('later', 'later@example.org');
      await site.bring('stopped');
    },
    async createAdmin(username) {
      await site.runQuietly(`printf '${PASSWORD}' | stagedoor admin create ${username}@example.org --role support --password-stdin`);
    },
    async addSecondFactor(username, password = PASSWORD) {
      const { token } = await createClient(url).call('POST /auth/login', { body: { username, password, remember: false } });
      const client = createClient(url, token);
      const { secret } = await client.call('POST /auth/two-factor', { body: { currentPassword: password } });
      const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
      await client.call('POST /auth/two-factor/confirm', { body: { code } });
    },
    async registerFan(username, email) {
      await createClient(url).call('POST /auth/register', {
        body: { username, email, password: PASSWORD, name: 'Alex', adult: true, terms: true },
      });
    },
    objectStore: async () => (store ??= await startObjectStore('stagedoor')),
    mailServer: async () => (mail ??= await startSmtpDouble({ user: 'site', password: 'secret' })),
    async close() {
      closing.abort();
      serving = undefined;
      await Promise.all([...runs].map((run) => stop(run).catch(() => {})));
      await Promise.all([dataDirectory, ...fresh].map((folder) => stopLeftOverPostgres(folder).catch(() => {})));
      await store?.close();
      await mail?.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
  return site;
};
