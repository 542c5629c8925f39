import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyCookie from '@fastify/cookie';
import fastifyMultipart from '@fastify/multipart';
import { MODULES } from '@stagedoor/contract';
import type { FastifyInstance } from 'fastify';
import { crawlerSources, linkPictures } from './crawlers.ts';
import { findDemo } from './demo/demo-state.ts';
import { createSandboxDelivery } from './gateways/sandbox-delivery.ts';
import { type SandboxGateway, createSandboxGateway } from './gateways/sandbox.ts';
import { hasPostings } from './ledger/index.ts';
import { createBuiltInEngine } from './live/built-in/built-in-engine.ts';
import type { LiveEngine } from './live/live-engine.ts';
import { registerMediaProxy } from './live/media-proxy.ts';
import { type Supervisor, superviseLive } from './live/supervisor.ts';
import { addModules } from './modules.ts';
import { findKnownBrowser } from './modules/accounts/index.ts';
import { remainingStorageOf } from './modules/files/index.ts';
import { UNSUBSCRIBE_PATH } from '@stagedoor/contract/notifications.values';
import { unsubscribe } from './modules/notifications/index.ts';
import { registerUnsubscribe } from './platform/mail/unsubscribe.routes.ts';
import {
  authorizeRecording,
  createClosingWatch,
  createViewerCounter,
  findNodeUrl,
  listLiveNodes,
  startSweeping,
} from './modules/streams/index.ts';
import { createNewPasswords } from './platform/auth/new-passwords.ts';
import { mustSetUpTwoFactor } from './platform/auth/viewer.ts';
import { createSessions } from './platform/auth/sessions.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { createDatabase, createPool } from './platform/database/database.ts';
import { type Listener, createListener } from './platform/database/listener.ts';
import { createOutbox, type Outbox } from './platform/events/outbox.ts';
import { createAddressOf } from './platform/http/address.ts';
import { createHttpServer } from './platform/http/http-server.ts';
import { openCountries } from './platform/http/country.ts';
import { gateOf } from './platform/http/gate.ts';
import { goOnWithShows } from './platform/settings/drain.ts';
import { createGeneralPurge, purgeOnEvents } from './platform/caching/purge-on-events.ts';
import { createPurges } from './platform/caching/purges.ts';
import { createResponseCache } from './platform/http/response-cache.ts';
import { registerOpenApi } from './platform/http/openapi.ts';
import { createAdmission } from './platform/http/admission.ts';
import { guardRequests, httpOptions } from './platform/http/rough-requests.ts';
import { createBinder } from './platform/http/pipeline.ts';
import { createRateLimiter } from './platform/http/rate-limits.ts';
import { registerTexts } from './platform/http/texts.routes.ts';
import { createJobs } from './platform/jobs/jobs.ts';
import { registerDevMail } from './platform/mail/dev-mail.routes.ts';
import { createLanguages } from './platform/languages.ts';
import { createMailer } from './platform/mail/mail.ts';
import { createPersonalData } from './platform/personal-data.ts';
import type { Platform } from './platform/platform.ts';
import { type Presence, createPresence } from './platform/presence/presence.ts';
import type { NodeBus } from './platform/realtime/node-bus.ts';
import { createPostgresBus } from './platform/realtime/postgres-bus.ts';
import { type Realtime, createRealtime } from './platform/realtime/realtime.ts';
import { createEncryption } from './platform/encryption.ts';
import { type Secrets, readSecrets } from './platform/secrets.ts';
import { createSiteClock } from './platform/site-clock.ts';
import type { SettingValues } from '@stagedoor/contract/settings';
import { createSettings, defaultsFor } from './platform/settings/settings.ts';
import { createUrlSigner } from './platform/storage/url-signer.ts';
import { registerBranding } from './platform/storage/branding.routes.ts';
import { registerFiles } from './platform/storage/files.routes.ts';
import { createDiskSpace } from './platform/storage/disk-space.ts';
import { createStorage, filesDirectoryOf } from './platform/storage/create-storage.ts';
import { registerUploads } from './platform/uploads/serve-uploads.ts';
import { type FreeSpaceOf, type Uploads, createUploads } from './platform/uploads/uploads.ts';
import { startSweepingUploads } from './platform/uploads/sweep-uploads.ts';
import { registerHealth } from './platform/telemetry/health.ts';
import { type Log, createLog } from './platform/telemetry/log.ts';
import { createMetrics } from './platform/telemetry/metrics.ts';
import { version } from './platform/version.ts';
import { registerLinkPictures } from './platform/web/link-pictures.ts';
import { registerSecurityTxt } from './platform/web/security-txt.ts';
import { warmUp } from './platform/warm-up.ts';
import { registerWeb } from './platform/web/web.ts';

export interface AppOptions {
  config: Config;
  /** URL of the database as its owner: for migrations and jobs. The application itself connects with fewer rights. */
  ownerUrl: string;
  clock?: Clock;
  /** Fail on response keys and error codes that the contract doesn't list. */
  strictAnswers?: boolean;
  /** Serve the web: from its build, or in development from its source. Without it only the API is served. */
  web?: 'build' | 'source';
  /** Multiplies every rate limit; load tests raise it. */
  rateLimitFactor?: number;
  /** Refuses requests while the node is seconds behind; by default it does. Tests that keep the process busy themselves don't. */
  shedsLoad?: boolean;
  /** How old a cached response to visitors may be, in milliseconds, instead of what platform/caching/limits.ts says; 0 disables the cache. */
  responseCacheMs?: number;
  /** How long a request's headers may take, in milliseconds, instead of HEADERS_MS; for tests. */
  headersMs?: number;
  /** Runs scheduled jobs at their times; by default they are. Tests don't, so that nothing changes besides what they do. */
  schedules?: boolean;
  /** Sweeps shows and paid minutes; by default it does. Tests without a live process do it themselves, by their own clock. */
  sweepsShows?: boolean;
  /** Replaces the configured live engine; for tests. */
  live?: LiveEngine;
  /** Defaults of settings, instead of the registry's; for tests. */
  settingDefaults?: Partial<SettingValues>;
}

export interface App {
  platform: Platform;
  server: FastifyInstance;
  uploads: Uploads;
  outbox: Outbox;
  presence: Presence;
  realtime: Realtime;
  /** The simulated card gateway, if the configuration allows it. */
  sandbox: SandboxGateway | undefined;
  /** Starts the background work of the configured roles: event dispatch, jobs, the live process. */
  start(): Promise<void>;
  /** Compiles code and opens connections by asking for what visitors ask for, so that the first requests aren't slow. */
  warmUp(): Promise<void>;
  /** Starts listening. @returns the address */
  listen(): Promise<string>;
  close(): Promise<void>;
}

const CLOSE_IDLE_MS = 50;
/** Proxies whose `X-Forwarded-For` is trusted. Entries further left come from the caller and are ignored. */
const PRIVATE_PROXIES = ['loopback', 'linklocal', 'uniquelocal'];
const LIVE_ENTRY = fileURLToPath(new URL('./live-main.ts', import.meta.url));
const WEB_DIRECTORY = fileURLToPath(new URL('../../web/', import.meta.url));
/** Of requests and their jobs; a hundred times what the slowest is meant to take. */
const STATEMENT_TIMEOUT_MS = 15_000;
/** Costly reads whose statements run at once, on a node. */
const COSTLY_READS = 2;

/** The live engine, as configured. */
const createLive = (platform: Platform, secrets: Secrets): LiveEngine =>
  createBuiltInEngine({
    viewerUrl: () => platform.settings.get('viewerURL'),
    appName: () => platform.settings.get('AntMediaAppname'),
    publicUrl: platform.config.publicUrl,
    iceServers: platform.config.live.iceServers,
    nodeUrlOf: async (streamId) => (await findNodeUrl(platform, streamId)) ?? undefined,
    nodes: () => listLiveNodes(platform),
    controlSecret: platform.config.live.secret ?? secrets.live,
  });

/** What carries socket events between nodes, as configured. */
const createBus = async (config: Config, ownerUrl: string, listener: Listener, log: Log): Promise<NodeBus> => {
  if (!config.redisUrl) return createPostgresBus({ url: ownerUrl, listener, log });
  // Loaded only where it is used.
  const { createRedisBus } = await import('./platform/realtime/redis-bus.ts');
  return createRedisBus({ url: config.redisUrl, log });
};

/** Wires platform, engines and modules. */
export const createApp = async (options: AppOptions): Promise<App> => {
  const { config, ownerUrl, clock: realClock = systemClock } = options;
  const log = createLog(config.logLevel);
  const metrics = createMetrics();
  const onError = (error: Error): void => log.warn({ err: error.message }, 'a database connection was lost');
  const pool = createPool({ url: ownerUrl, max: config.databasePool, onError, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  const workerPool = createPool({ url: ownerUrl, max: 6, onError, asOwner: true, bigintAsText: true });
  const costlyPool = createPool({
    url: ownerUrl,
    max: COSTLY_READS,
    onError,
    lowPriority: true,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    connectionTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  const database = createDatabase(pool, costlyPool);
  const backgroundPool = createPool({ url: ownerUrl, max: 2, onError, lowPriority: true });
  const listener = await createListener(ownerUrl, log);
  const siteClock = config.sandboxGateway ? await createSiteClock(database, listener, realClock) : undefined;
  const clock = siteClock ?? realClock;
  const settingDefaults = { ...defaultsFor(config), ...options.settingDefaults };
  const settings = await createSettings(database, listener, hasPostings, settingDefaults, () => clock.now());
  const languages = await createLanguages(database, listener);
  const background = createDatabase(backgroundPool);
  const presence = createPresence({ database, background, clock, listener, log });
  const sessions = createSessions(database, clock, listener, { realClock, presence, settings });
  const secrets = await readSecrets(config.dataDirectory);
  const encryption = createEncryption(secrets.sealing);
  const personalData = createPersonalData();
  const urlSigner = createUrlSigner(secrets.addresses);
  const storage = await createStorage(config, urlSigner, log);
  const mailDirectory = join(config.dataDirectory, 'mail');
  const mail = createMailer({ smtpUrl: config.smtpUrl, directory: mailDirectory, settings, publicUrl: config.publicUrl });
  const jobs = createJobs(log, metrics, () => outbox.wake());
  const diskSpace = createDiskSpace(config.dataDirectory, config.minFreeDiskMb);
  const platform: Platform = {
    config,
    diskSpace,
    log,
    clock,
    database,
    background,
    settings,
    languages,
    encryption,
    personalData,
    sessions,
    newPasswords: createNewPasswords(config.dataDirectory, log),
    storage,
    mail,
    jobs,
    metrics,
  };
  const outbox = createOutbox(database, log, metrics);
  const freeSpaceOf: FreeSpaceOf = (executor, accountId) => remainingStorageOf(settings, executor, accountId);
  const uploads = createUploads({
    database,
    storage,
    directory: filesDirectoryOf(config),
    inBucket: config.s3 !== undefined,
    freeSpaceOf,
    diskSpace,
  });

  const server = await createHttpServer({
    config,
    log,
    metrics,
    onWritten: outbox.wake,
    shedsLoad: options.shedsLoad ?? true,
    http: httpOptions(options.headersMs, options.web === 'source'),
    trustedProxies: config.trustProxy ? PRIVATE_PROXIES : false,
  });

  // Before multipart: bodies for the live process must not be parsed here.
  await registerMediaProxy(server, {
    appName: () => settings.get('AntMediaAppname'),
    nodeUrlOf: (streamId) => findNodeUrl(platform, streamId),
    recordingOf: async (streamId, token) => {
      const { key } = await authorizeRecording(platform, streamId, token);
      return storage.signedUrl(key, 'video/mp4');
    },
  });
  await server.register(fastifyCookie);
  await server.register(fastifyMultipart);

  const deliver = createSandboxDelivery(() => {
    const address = server.server.address() as AddressInfo | null;
    // A node without the web role uses the public URL.
    return address ? `http://127.0.0.1:${address.port}` : config.publicUrl;
  }, log);
  const sandbox = config.sandboxGateway ? createSandboxGateway(platform, { secret: secrets.sandbox, deliver }) : undefined;

  const countryOf = await openCountries();
  const addressOf = createAddressOf(config.trustProxy ? PRIVATE_PROXIES : []);
  const bus = await createBus(config, ownerUrl, listener, log);
  const realtime = createRealtime(server.server, sessions, {
    publicUrl: config.publicUrl,
    allowEio3: config.allowEio3,
    countryOf: (request) => countryOf(addressOf(request)),
    addressOf,
    limitFactor: options.rateLimitFactor,
    gateOf: (caller) => gateOf(settings, caller),
    goOnWithShows: (accountIds) => goOnWithShows(platform, accountIds),
    mustSetUp: (viewer) => mustSetUpTwoFactor(settings, viewer),
    bus,
    log,
    metrics,
  });
  guardRequests(server.server);
  server.addHook('preClose', () => realtime.close());
  const engine = options.live ?? createLive(platform, secrets);
  const purges = createPurges();
  settings.onChange(purges.purgeAll);
  languages.onChange(purges.purgeAll);
  purgeOnEvents(outbox, listener, purges);
  const responseCache = createResponseCache({ purges, now: () => clock.now().getTime(), freshMs: options.responseCacheMs });
  const admit = createAdmission({
    platform,
    limiter: createRateLimiter(options.rateLimitFactor),
    countryOf,
    knownBrowserOf: (cookie) => findKnownBrowser(database, cookie),
  });
  const bind = createBinder(server, {
    platform,
    admit,
    responseCache,
    purgeGeneral: createGeneralPurge(database, purges),
    uploads,
    freeSpaceOf,
    strictAnswers: options.strictAnswers ?? false,
  });
  addModules({ platform, bind, outbox, realtime, listener, engine, sandbox, siteClock, countryOf });

  registerTexts(server, platform.languages);
  registerSecurityTxt(server, platform);
  registerFiles(server, storage, urlSigner);
  registerBranding(server, storage);
  registerLinkPictures(server, { storage, admit, pictureOf: linkPictures(platform) });
  await registerUploads(server, { uploads, admit });
  await registerUnsubscribe(server, UNSUBSCRIBE_PATH, (token) => unsubscribe(platform, token));
  registerDevMail(server, { directory: mailDirectory, isOpen: async () => config.demo && (await findDemo(database)) !== undefined });
  registerHealth(server, platform, pool, { isLiveRunning: () => !config.roles.includes('live') || supervisor?.isAlive() === true });
  await registerOpenApi(server, MODULES, version);
  if (options.web) {
    await registerWeb(server, {
      platform,
      purges,
      admit,
      crawlers: crawlerSources(platform),
      countryOf,
      buildDirectory: join(WEB_DIRECTORY, 'build'),
      clockAheadMs: () => siteClock?.offset() ?? 0,
      takesCards: sandbox !== undefined,
      ...(options.web === 'source' ? { dev: WEB_DIRECTORY } : {}),
    });
  }

  const counter = createViewerCounter(platform, realtime);
  const closing = createClosingWatch(platform, realtime);
  let stopSweepingUploads: () => void = () => {};
  let stopSweeping: () => Promise<void> = async () => {};
  let supervisor: Supervisor | undefined;
  // What other nodes announce from now on reaches this one.
  await listener.ready();
  await bus.announce();

  return {
    platform,
    server,
    uploads,
    outbox,
    presence,
    realtime,
    sandbox,
    async start() {
      // Not waited for: until then nobody is online, as the table says.
      void presence.restore();
      if (config.roles.includes('web')) {
        counter.start();
        closing.start();
        stopSweepingUploads = startSweepingUploads(uploads, log);
      }
      if (config.roles.includes('live')) {
        supervisor = await superviseLive({
          entry: LIVE_ENTRY,
          environment: {
            ...process.env,
            DATABASE_URL: ownerUrl,
            DATA_DIR: config.dataDirectory,
            PUBLIC_URL: config.publicUrl,
            LOG_LEVEL: config.logLevel,
          },
          dataDirectory: config.dataDirectory,
          secret: config.live.secret ?? secrets.live,
          log,
        });
      }
      if (!config.roles.includes('worker')) return;
      outbox.start();
      await jobs.start(workerPool, { schedules: options.schedules ?? true });
      if (options.sweepsShows ?? true) stopSweeping = startSweeping(platform);
    },
    warmUp: () => warmUp({ server, hasPages: options.web === 'build', width: config.databasePool, log }),
    listen: () => server.listen({ port: config.port, host: config.host }),
    async close() {
      // A keep-alive connection that becomes idle meanwhile would keep the server open.
      const idle = setInterval(() => server.server.closeIdleConnections(), CLOSE_IDLE_MS);
      counter.stop();
      closing.stop();
      stopSweepingUploads();
      await Promise.all([stopSweeping(), supervisor?.stop()]);
      await server.close().finally(() => clearInterval(idle));
      await jobs.stop();
      await outbox.stop();
      await presence.flush();
      await listener.close();
      await Promise.all([pool.end(), costlyPool.end(), backgroundPool.end(), workerPool.end()]);
    },
  };
};
