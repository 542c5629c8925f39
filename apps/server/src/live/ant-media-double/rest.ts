import { BlockList, isIP } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Faults } from './faults.ts';
import type { Gate } from './gate.ts';
import { addBroadcastRoutes } from './rest-broadcasts.ts';
import { addTokenRoutes } from './rest-tokens.ts';
import { addVodRoutes } from './rest-vods.ts';
import { claimsOf } from './security.ts';
import type { AppSettings, Reading } from './settings.ts';
import type { Store } from './store.ts';
import type { Streams } from './streams.ts';
import type { Viewers } from './viewers.ts';

export interface RestOptions {
  app: string;
  settings: AppSettings;
  reading: Reading;
  faults: Faults;
  store: Store;
  gate: Gate;
  streams: Streams;
  viewers: Viewers;
  /** Folder of uploaded videos. */
  folder: string;
  /** Viewers of a stream by HLS in the last seconds. */
  hlsViewers(streamId: string): number;
  now(): Date;
}

/** Most entries of a list in one answer. */
const MOST_ENTRIES = 50;

export const pageOf = <T>(all: readonly T[], offset: number, size: number): T[] =>
  all.slice(offset, offset + Math.min(Math.max(size, 0), MOST_ENTRIES));

/** Orders a list by one of its fields, as `sort_by` and `order_by` ask. */
export const sorted = <T extends object>(all: readonly T[], field: string, order: string): T[] => {
  const valueOf = (one: T): string | number => {
    const value: unknown = Reflect.get(one, field);
    return typeof value === 'number' ? value : String(value ?? '');
  };
  const compare = (left: T, right: T): number => {
    const [one, other] = [valueOf(left), valueOf(right)];
    return typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other), 'en');
  };
  const ordered = field === '' ? [...all] : all.toSorted(compare);
  return order === 'desc' ? ordered.toReversed() : ordered;
};

const isAllowedAddress = (address: string, networks: readonly string[]): boolean => {
  const list = new BlockList();
  for (const network of networks) {
    const [ip = '', bits] = network.split('/');
    const family = isIP(ip) === 6 ? 'ipv6' : 'ipv4';
    if (isIP(ip) > 0) list.addSubnet(ip, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  const plain = address.replace(/^::ffff:/, '');
  return list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
};

const hasAccess = (request: FastifyRequest, { settings, now }: RestOptions): boolean => {
  if (!isAllowedAddress(request.ip, settings.remoteAllowedCIDR)) return false;
  if (!settings.jwtControlEnabled) return true;
  const token = (request.headers.authorization ?? '').replace(/^Bearer /, '');
  return claimsOf(token, settings.jwtSecretKey, now().getTime() / 1000) !== undefined;
};

const misbehave = (reply: FastifyReply, faults: Faults): FastifyReply | undefined => {
  if (faults.restHangs) return reply.hijack();
  if (faults.restStatus !== undefined) return reply.code(faults.restStatus).send();
  if (faults.restSendsHtml) return reply.type('text/html').send('<!doctype html><title>Proxy</title><p>Please sign in.</p>');
  return undefined;
};

/** The REST API of one application. */
export const addRest = (server: FastifyInstance, options: RestOptions): void => {
  const { app, faults } = options;
  server.register(
    async (rest) => {
      rest.addHook('onRequest', async (request, reply) => {
        const answered = misbehave(reply, faults);
        if (answered) return answered;
        if (!hasAccess(request, options)) return reply.code(403).send();
        return undefined;
      });
      addBroadcastRoutes(rest, options);
      addTokenRoutes(rest, options);
      addVodRoutes(rest, options);
    },
    { prefix: `/${app}/rest/v2` },
  );
};
