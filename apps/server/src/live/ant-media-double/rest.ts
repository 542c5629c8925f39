import { BlockList, isIP } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Faults } from './faults.ts';
import { addBroadcastRoutes } from './rest-broadcasts.ts';
import type { RestOptions } from './rest-options.ts';
import { addTokenRoutes } from './rest-tokens.ts';
import { addVodRoutes } from './rest-vods.ts';
import { claimsOf } from './security.ts';

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
      rest.get('/version', async (_request, reply) => {
        const { version } = options.reading;
        if (version === null) return reply.code(404).send();
        return { versionName: version, versionType: 'Enterprise Edition', buildNumber: '20260420_1200' };
      });
      addBroadcastRoutes(rest, options);
      addTokenRoutes(rest, options);
      addVodRoutes(rest, options);
    },
    { prefix: `/${app}/rest/v2` },
  );
};
