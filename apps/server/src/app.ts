import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { GatewayName } from '@stagedoor/contract/gateways.values';
import type { SettingValues } from '@stagedoor/contract/settings';
import type { FastifyInstance } from 'fastify';
import { createBackgroundWork, liveSecretOf } from './app/background-work.ts';
import { type Foundation, closePools, createFoundation } from './app/foundation.ts';
import { registerPlainRoutes } from './app/plain-routes.ts';
import { openBus, openGateways, openRealtime, openSandbox, openSiteServer } from './app/site-server.ts';
import { crawlerSources } from './crawlers.ts';
import { type GatewaySettings, createGatewaySettings } from './gateways/gateway-settings.ts';
import type { Gateways } from './gateways/registry.ts';
import type { SandboxGateway } from './gateways/sandbox.ts';
import { addressesNow, engineNow } from './live/show-addresses.ts';
import { createAntMediaEngine } from './live/ant-media/ant-media-engine.ts';
import { createIceServers } from './live/ice-servers.ts';
import { createBuiltInEngine } from './live/built-in/built-in-engine.ts';
import { createEngines } from './live/engines.ts';
import type { LiveEngine } from './live/live-engine.ts';
import { addModules } from './modules.ts';
import { findKnownBrowser } from './modules/accounts/index.ts';
import { remainingStorageOf } from './modules/files/index.ts';
import { askAtStart } from './modules/restores/index.ts';
import {
  type StoredMediaServers,
  createLiveHooks,
  createLiveOrigins,
  createMediaServers,
  findNodeUrl,
  hookAddress,
  listLiveNodes,
} from './modules/streams/index.ts';
import { createGeneralPurge, purgeOnEvents } from './platform/caching/purge-on-events.ts';
import { type Purges, createPurges } from './platform/caching/purges.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { Outbox } from './platform/events/outbox.ts';
import { createAdmission } from './platform/http/admission.ts';
import { openCountries } from './platform/http/country.ts';
import { createDraining } from './platform/http/draining.ts';
import { createBinder } from './platform/http/pipeline.ts';
import { createRateLimiter } from './platform/http/rate-limits.ts';
import { createResponseCache } from './platform/http/response-cache.ts';
import type { Platform } from './platform/platform.ts';
import type { Presence } from './platform/presence/presence.ts';
import type { Realtime } from './platform/realtime/realtime.ts';
import { filesDirectoryOf } from './platform/storage/create-storage.ts';
import { type FreeSpaceOf, type Uploads, createUploads } from './platform/uploads/uploads.ts';
import { type StopPart, waitForPart } from './platform/stop.ts';
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
  /** This process is the command line: the audit log says so of what it does. */
  isConsole?: boolean;
}

export interface App {
  platform: Platform;
  server: FastifyInstance;
  uploads: Uploads;
  outbox: Outbox;
  presence: Presence;
  realtime: Realtime;
  gateways: Gateways;
  gatewaySettings: GatewaySettings;
  mediaServers: StoredMediaServers;
  /** The simulated card gateway, if the configuration allows it. */
  sandbox: SandboxGateway | undefined;
  /** Starts the background work of the configured roles: event dispatch, jobs, the live process. */
  start(): Promise<void>;
  /** Compiles code and opens connections by asking for what visitors ask for, so that the first requests aren't slow. */
  warmUp(): Promise<void>;
  /** Starts listening. @returns the address */
  listen(): Promise<string>;
  /**
   * Stops in order.
   * @param drainMs time in which the node says that it isn't ready and still serves, so that a balancer turns to others; none by default
   */
  close(drainMs?: number): Promise<void>;
}

const CLOSE_IDLE_MS = 50;
const WEB_DIRECTORY = fileURLToPath(new URL('../../web/', import.meta.url));

/** The live engines, of which each show has one by the settings. */
const createLive = (foundation: Foundation, servers: StoredMediaServers): LiveEngine => {
  const { platform } = foundation;
  const { settings } = platform;
  const { publicUrl, live } = platform.config;
  const addresses = () => addressesNow(settings);
  const controlSecret = liveSecretOf(foundation);
  const iceServers = createIceServers({ listed: live.iceServers, turn: live.turn });
  const iceServersOf = (user: string | null) => iceServers.of(user, platform.clock.now());
  const builtIn = createBuiltInEngine({
    addresses,
    publicUrl,
    iceServersOf,
    nodeUrlOf: async (streamId) => (await findNodeUrl(platform, streamId)) ?? undefined,
    nodes: () => listLiveNodes(platform),
    controlSecret,
  });
  const antMedia = createAntMediaEngine({
    servers,
    addresses,
    iceServersOf,
    bridge: async () => (await listLiveNodes(platform, 'antMedia'))[0],
    controlSecret,
    hookAddress: () => hookAddress(platform, 'events'),
    now: platform.clock.now,
  });
  return createEngines({ engineNow: (type) => engineNow(settings, type), builtIn, antMedia });
};

const openUploads = ({ config, database, storage, diskSpace }: Platform, freeSpaceOf: FreeSpaceOf): Uploads =>
  createUploads({
    database,
    storage,
    directory: filesDirectoryOf(config),
    inBucket: config.s3 !== undefined,
    freeSpaceOf,
    diskSpace,
  });

/** Purges cached pages and responses when settings, texts or what they show changes, on every node. */
const openPurges = ({ platform, outbox, listener }: Foundation): Purges => {
  const purges = createPurges();
  platform.settings.onChange(purges.purgeAll);
  platform.languages.onChange(purges.purgeAll);
  purgeOnEvents(outbox, listener, purges);
  return purges;
};

type WebParts = Pick<Parameters<typeof registerWeb>[1], 'purges' | 'admit' | 'countryOf' | 'takesCards'>;

/** Serves the web, whose pages may reach the live shows' media. */
const serveWeb = async (
  server: FastifyInstance,
  { platform, siteClock }: Foundation,
  web: 'build' | 'source',
  { mediaServers, ...parts }: WebParts & { mediaServers: StoredMediaServers },
): Promise<void> => {
  const liveOrigins = createLiveOrigins(platform, mediaServers);
  await liveOrigins.reload();
  await registerWeb(server, {
    platform,
    ...parts,
    crawlers: crawlerSources(platform),
    buildDirectory: join(WEB_DIRECTORY, 'build'),
    clockAheadMs: () => siteClock?.offset() ?? 0,
    mediaOrigins: liveOrigins.list,
    ...(web === 'source' ? { dev: WEB_DIRECTORY } : {}),
  });
};

/**
 * Stops in the order of dependence: sweeps and shows, requests, jobs and events, the database. A part that takes longer than its share isn't
 * waited for; connections of requests are then cut.
 *
 * @throws Error naming the parts that weren't waited for, once the others have stopped.
 */
const closeApp = async (
  server: FastifyInstance,
  work: ReturnType<typeof createBackgroundWork>,
  { listener, pools }: Foundation,
  drain: () => Promise<void>,
): Promise<void> => {
  // A keep-alive connection that becomes idle meanwhile would keep the server open.
  const idle = setInterval(() => server.server.closeIdleConnections(), CLOSE_IDLE_MS);
  const late: StopPart[] = [];
  const stopPart = async (part: StopPart, stop: () => Promise<unknown>): Promise<void> => {
    if (!(await waitForPart(part, stop()))) late.push(part);
  };
  // Publishers and viewers find another live node while this one still passes their requests on.
  await Promise.all([stopPart('shows', work.stopSweeps), drain()]);
  await stopPart('requests', () => server.close()).finally(() => clearInterval(idle));
  if (late.includes('requests')) server.server.closeAllConnections();
  await stopPart('jobs', work.stopJobs);
  await stopPart('connections', async () => {
    await listener.close();
    await closePools(pools);
  });
  if (late.length > 0) throw new Error(`not finished in time: ${late.join(', ')}`);
};

/** Wires platform, engines and modules. */
export const createApp = async (options: AppOptions): Promise<App> => {
  const { config, ownerUrl, clock: realClock = systemClock, rateLimitFactor } = options;
  const foundation = await createFoundation({ ...options, realClock });
  const { platform, listener, outbox, presence, siteClock } = foundation;
  const { clock, database, settings, log } = platform;
  const freeSpaceOf: FreeSpaceOf = (executor, accountId) => remainingStorageOf(settings, executor, accountId);
  const uploads = openUploads(platform, freeSpaceOf);
  const server = await openSiteServer(foundation, {
    shedsLoad: options.shedsLoad ?? true,
    headersMs: options.headersMs,
    isDevelopment: options.web === 'source',
  });
  const draining = createDraining(server);
  const gatewaySettings = await createGatewaySettings(database, platform.encryption, listener, clock.now);
  const sandbox = openSandbox(server, foundation, gatewaySettings);
  const gateways = openGateways(platform, gatewaySettings, sandbox);
  const takes = (name: GatewayName) => () => gateways.taking().some((gateway) => gateway.name === name);
  settings.derive({ ccbillEnabled: takes('ccbill'), verotelEnabled: takes('verotel') });
  const countryOf = await openCountries();
  const bus = await openBus(foundation, ownerUrl);
  const realtime = openRealtime(server, platform, { bus, countryOf, rateLimitFactor });

  const mediaServers = await createMediaServers(database, platform.encryption, listener);
  const engine = options.live ?? createLive(foundation, mediaServers);
  const purges = openPurges(foundation);
  // Pages say whether cards are taken.
  gatewaySettings.onChange(purges.purgeAll);
  const responseCache = createResponseCache({ purges, now: () => clock.now().getTime(), freshMs: options.responseCacheMs });
  const admit = createAdmission({
    platform,
    limiter: createRateLimiter(rateLimitFactor),
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
  addModules({
    platform,
    bind,
    outbox,
    realtime,
    listener,
    engine,
    mediaServers,
    gateways,
    gatewaySettings,
    sandbox,
    siteClock,
    countryOf,
  });

  const work = createBackgroundWork(
    foundation,
    { realtime, uploads },
    { ownerUrl, schedules: options.schedules ?? true, sweepsShows: options.sweepsShows ?? true },
  );
  await registerPlainRoutes(server, foundation, {
    admit,
    uploads,
    gateways,
    gatewaySettings,
    liveHooks: createLiveHooks(platform, mediaServers, engine),
    isLiveRunning: work.isLiveRunning,
    isStopping: draining.hasBegun,
  });
  if (options.web) {
    const takesCards = () => gateways.taking().length > 0;
    await serveWeb(server, foundation, options.web, { purges, admit, countryOf, mediaServers, takesCards });
  }
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
    gateways,
    gatewaySettings,
    mediaServers,
    sandbox,
    async start() {
      await work.start();
      if (config.roles.includes('worker')) askAtStart(platform, gateways);
    },
    warmUp: () => warmUp({ server, hasPages: options.web === 'build', width: config.databasePool, log }),
    listen: () => server.listen({ port: config.port, host: config.host }),
    close: (drainMs = 0) => closeApp(server, work, foundation, () => draining.run(drainMs)),
  };
};
