import type { GatewayName } from '@stagedoor/contract/gateways.values';
import { boundPort } from '../platform/bound-port.ts';
import fastifyCookie from '@fastify/cookie';
import fastifyMultipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { GatewaySettings } from '../gateways/gateway-settings.ts';
import { createCcbillGateway } from '../gateways/ccbill/ccbill.ts';
import { createFindPaid } from '../gateways/find-paid.ts';
import { createOwnAccounts } from '../gateways/own-accounts.ts';
import { type Gateways, createGateways } from '../gateways/registry.ts';
import { createSandboxDelivery } from '../gateways/sandbox-delivery.ts';
import { type SandboxGateway, createSandboxGateway } from '../gateways/sandbox.ts';
import { createVerotelGateway } from '../gateways/verotel/verotel.ts';
import { registerMediaProxy } from '../live/media-proxy.ts';
import { siteMarkOf } from '../live/site-mark.ts';
import { readOwnAccount } from '../modules/performers/index.ts';
import { authorizeRecording, findKeyNode, findMediaNode } from '../modules/streams/index.ts';
import { mustSetUpTwoFactor } from '../platform/auth/viewer.ts';
import type { Executor } from '../platform/database/database.ts';
import { createAddressOf } from '../platform/http/address.ts';
import type { CountryOf } from '../platform/http/country.ts';
import { gateOf } from '../platform/http/gate.ts';
import { createHttpServer } from '../platform/http/http-server.ts';
import { guardRequests, httpOptions } from '../platform/http/rough-requests.ts';
import type { NodeBus } from '../platform/realtime/node-bus.ts';
import { createPostgresBus } from '../platform/realtime/postgres-bus.ts';
import { type Realtime, createRealtime } from '../platform/realtime/realtime.ts';
import { goOnWithShows } from '../platform/settings/drain.ts';
import type { Foundation } from './foundation.ts';

/** Proxies whose `X-Forwarded-For` is trusted. Entries further left come from the caller and are ignored. */
const PRIVATE_PROXIES = ['loopback', 'linklocal', 'uniquelocal'];

export interface SiteServerOptions {
  /** Refuses requests while the node is seconds behind. */
  shedsLoad: boolean;
  /** How long a request's headers may take, in milliseconds, instead of HEADERS_MS; for tests. */
  headersMs: number | undefined;
  /** Serves the web from its source. */
  isDevelopment: boolean;
}

/** Opens the site's HTTP server, which passes media on to the live nodes and parses cookies and forms; the site's routes are added later. */
export const openSiteServer = async (
  { platform, outbox }: Foundation,
  { shedsLoad, headersMs, isDevelopment }: SiteServerOptions,
): Promise<FastifyInstance> => {
  const { config, log, metrics, settings, storage } = platform;
  const server = await createHttpServer({
    config,
    log,
    metrics,
    onWritten: outbox.wake,
    shedsLoad,
    http: httpOptions(headersMs, isDevelopment),
    trustedProxies: config.trustProxy ? PRIVATE_PROXIES : false,
  });
  // Before multipart: bodies for the live process must not be parsed here.
  await registerMediaProxy(server, {
    site: siteMarkOf(platform),
    appName: () => settings.get('AntMediaAppname'),
    nodeOf: (streamId) => findMediaNode(platform, streamId),
    nodeOfKey: (keyHash) => findKeyNode(platform, keyHash),
    recordingOf: async (streamId, token) => {
      const { key } = await authorizeRecording(platform, streamId, token);
      return storage.signedUrl(key, 'video/mp4');
    },
  });
  await server.register(fastifyCookie);
  await server.register(fastifyMultipart);
  return server;
};

/** The simulated card gateway, if the configuration allows it; its company calls the site back at its own server. */
export const openSandbox = (
  server: FastifyInstance,
  { platform, secrets }: Foundation,
  settings: GatewaySettings,
): SandboxGateway | undefined => {
  const { config, log } = platform;
  if (!config.sandboxGateway) return undefined;
  const deliver = createSandboxDelivery(() => {
    const port = boundPort(server.server);
    // A node without the web role uses the public URL.
    return port === undefined ? config.publicUrl : `http://127.0.0.1:${port}`;
  }, log);
  return createSandboxGateway(platform, { secret: secrets.sandbox, deliver }, settings);
};

/** The card companies that the site speaks to. */
export const openGateways = (
  { config, settings: site, database, encryption, log }: Foundation['platform'],
  settings: GatewaySettings,
  sandbox: SandboxGateway | undefined,
): Gateways => {
  const readEntered = (executor: Executor, gateway: string, performerId: string) =>
    readOwnAccount({ encryption }, executor, gateway, performerId);
  const ownAccounts = createOwnAccounts({ database, encryption, settings, readEntered });
  const optionsOf = (gateway: GatewayName) => ({
    settings,
    publicUrl: config.publicUrl,
    currency: () => site.get('currency'),
    log,
    ownAccounts: (number: string) => ownAccounts.named(gateway, number),
  });
  const companies = [
    createCcbillGateway({ ...optionsOf('ccbill'), findPaid: createFindPaid(database, 'ccbill') }),
    createVerotelGateway(optionsOf('verotel')),
  ];
  return createGateways([...(sandbox ? [sandbox] : []), ...companies], settings, ownAccounts);
};

/** Opens what carries socket events between nodes, as configured. */
export const openBus = async ({ platform, listener }: Foundation, ownerUrl: string): Promise<NodeBus> => {
  const { config, log } = platform;
  if (!config.redisUrl) return createPostgresBus({ url: ownerUrl, listener, log });
  // Loaded only where it is used.
  const { createRedisBus } = await import('../platform/realtime/redis-bus.ts');
  return createRedisBus({ url: config.redisUrl, log });
};

/** Serves sockets at the site's server, until it closes. */
export const openRealtime = (
  server: FastifyInstance,
  platform: Foundation['platform'],
  { bus, countryOf, rateLimitFactor }: { bus: NodeBus; countryOf: CountryOf; rateLimitFactor: number | undefined },
): Realtime => {
  const { config, settings, sessions, log, metrics } = platform;
  const addressOf = createAddressOf(config.trustProxy ? PRIVATE_PROXIES : []);
  const realtime = createRealtime(server.server, sessions, {
    publicUrl: config.publicUrl,
    allowEio3: config.allowEio3,
    countryOf: (request) => countryOf(addressOf(request)),
    addressOf,
    limitFactor: rateLimitFactor,
    gateOf: (caller) => gateOf(platform, caller),
    goOnWithShows: (accountIds) => goOnWithShows(platform, accountIds),
    mustSetUp: (viewer) => mustSetUpTwoFactor(settings, viewer),
    bus,
    log,
    metrics,
  });
  guardRequests(server.server);
  server.addHook('preClose', () => realtime.close());
  return realtime;
};
