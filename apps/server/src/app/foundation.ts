import { join } from 'node:path';
import type pg from 'pg';
import type { SettingValues } from '@stagedoor/contract/settings';
import { createErasureList, erasureFileOf } from '../backup/erasure-list.ts';
import { createQuiet } from '../backup/quiet.ts';
import { openTarget } from '../backup/target.ts';
import { hasPostings } from '../ledger/index.ts';
import { createNewPasswords } from '../platform/auth/new-passwords.ts';
import { createSessions } from '../platform/auth/sessions.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { createDatabase, createPool } from '../platform/database/database.ts';
import { type Listener, createListener } from '../platform/database/listener.ts';
import { type Outbox, createOutbox } from '../platform/events/outbox.ts';
import { createJobs } from '../platform/jobs/jobs.ts';
import { createLanguages } from '../platform/languages.ts';
import { createMailer } from '../platform/mail/mail.ts';
import { createPersonalData } from '../platform/personal-data.ts';
import type { Platform } from '../platform/platform.ts';
import { createAgeCookies } from '../platform/auth/age-cookies.ts';
import { type Presence, createPresence } from '../platform/presence/presence.ts';
import { KEYS_CHANNEL, type Secrets, encryptionOf, readSecrets } from '../platform/secrets.ts';
import { createSettings, defaultsFor } from '../platform/settings/settings.ts';
import { type SiteClock, createSiteClock } from '../platform/site-clock.ts';
import { createStorage } from '../platform/storage/create-storage.ts';
import { createClamd } from '../platform/scanning/clamd.ts';
import { createSealedStorage } from '../platform/storage/sealed-storage.ts';
import { createDiskSpace } from '../platform/storage/disk-space.ts';
import { type UrlSigner, createUrlSigner } from '../platform/storage/url-signer.ts';
import { type Log, createLog } from '../platform/telemetry/log.ts';
import { createMetrics } from '../platform/telemetry/metrics.ts';

/** Limit for statements of requests and their jobs; a hundred times what the slowest is meant to take. */
const STATEMENT_TIMEOUT_MS = 15_000;
/** Costly reads whose statements run at once, on a node. */
const COSTLY_READS = 2;

export interface FoundationOptions {
  config: Config;
  /** URL of the database as its owner: for migrations and jobs. The application itself connects with fewer rights. */
  ownerUrl: string;
  realClock: Clock;
  /** Defaults of settings, instead of the registry's; for tests. */
  settingDefaults?: Partial<SettingValues> | undefined;
  /** This process is the command line: the audit log says so of what it does. */
  isConsole?: boolean | undefined;
}

/** The platform, with what carries it and only the wiring uses. */
export interface Foundation {
  platform: Platform;
  pools: Pools;
  listener: Listener;
  outbox: Outbox;
  presence: Presence;
  /** The clock that can be moved ahead, on a site with the simulated gateway. */
  siteClock: SiteClock | undefined;
  secrets: Secrets;
  urlSigner: UrlSigner;
  /** Folder of mails on a site without SMTP. */
  mailDirectory: string;
}

export interface Pools {
  /** Requests. */
  requests: pg.Pool;
  /** Reads that may take long. */
  costly: pg.Pool;
  /** Long background work. */
  background: pg.Pool;
  /** Jobs, as the database's owner. */
  workers: pg.Pool;
}

const openPools = ({ ownerUrl: url, config, isConsole = false }: FoundationOptions, log: Log): Pools => {
  const onError = (error: Error): void => log.warn({ err: error.message }, 'a database connection was lost');
  return {
    requests: createPool({ url, max: config.databasePool, onError, statementTimeoutMs: STATEMENT_TIMEOUT_MS, isConsole }),
    workers: createPool({ url, max: 6, onError, asOwner: true, bigintAsText: true }),
    costly: createPool({
      url,
      max: COSTLY_READS,
      onError,
      lowPriority: true,
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
      connectionTimeoutMs: STATEMENT_TIMEOUT_MS,
    }),
    background: createPool({ url, max: 2, onError, lowPriority: true, isConsole }),
  };
};

export const closePools = async ({ requests, costly, background, workers }: Pools): Promise<void> => {
  await Promise.all([requests.end(), costly.end(), background.end(), workers.end()]);
};

/** Connects to the database and creates the services that all modules share. */
export const createFoundation = async (options: FoundationOptions): Promise<Foundation> => {
  const { config, ownerUrl, realClock } = options;
  const log = createLog(config.logLevel);
  const metrics = createMetrics();
  const pools = openPools(options, log);
  const database = createDatabase(pools.requests, pools.costly);
  const listener = await createListener(ownerUrl, log);
  const siteClock = config.sandboxGateway ? await createSiteClock(database, listener, realClock) : undefined;
  const clock = siteClock ?? realClock;
  const settingDefaults = { ...defaultsFor(config), ...options.settingDefaults };
  const settings = await createSettings(database, listener, hasPostings, settingDefaults, () => clock.now());
  const languages = await createLanguages(database, listener);
  const quiet = await createQuiet(database, listener);
  const maintained = settings.maintainWhile(quiet.isOn);
  quiet.onEnd(async () => maintained.announce());
  const background = createDatabase(pools.background);
  const presence = createPresence({ database, background, clock, listener, log });
  const sessions = createSessions(database, clock, listener, { realClock, presence, settings });
  const secrets = await readSecrets(config.dataDirectory);
  const urlSigner = createUrlSigner(secrets.addresses);
  const encryption = encryptionOf(secrets, config.dataDirectory);
  // After a gap too: a key may have been added meanwhile.
  listener.listen(KEYS_CHANNEL, () => encryption.reload());
  const storage = createSealedStorage(await createStorage(config, urlSigner, log), { database, encryption });
  const mailDirectory = join(config.dataDirectory, 'mail');
  const outbox = createOutbox(database, log, metrics);
  const platform: Platform = {
    config,
    diskSpace: createDiskSpace(config.dataDirectory, config.minFreeDiskMb),
    log,
    clock,
    database,
    background,
    settings,
    languages,
    quiet,
    erasures: createErasureList(erasureFileOf(config.dataDirectory), async () =>
      config.backup.to === undefined ? undefined : openTarget(config.backup.to, config.backup.s3),
    ),
    encryption,
    ageCookies: createAgeCookies(encryption),
    personalData: createPersonalData(),
    sessions,
    newPasswords: createNewPasswords(config.dataDirectory, log),
    storage,
    clamd: config.clamd && createClamd(config.clamd, { seconds: config.clamdSeconds }),
    mail: createMailer({ smtpUrl: config.smtpUrl, directory: mailDirectory, settings, publicUrl: config.publicUrl }),
    jobs: createJobs(log, metrics, () => outbox.wake(), pools.workers),
    metrics,
  };
  return { platform, pools, listener, outbox, presence, siteClock, secrets, urlSigner, mailDirectory };
};
