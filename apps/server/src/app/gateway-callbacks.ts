import type { FastifyInstance } from 'fastify';
import type { GatewayCallback } from '../gateways/gateway.ts';
import type { GatewaySettings } from '../gateways/gateway-settings.ts';
import type { Gateways } from '../gateways/registry.ts';
import { CodedError } from '../platform/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { takeCallback } from '../modules/payments/index.ts';

/** Largest body of a callback: companies send a few kilobytes. */
const MAX_BODY = 256 * 1024;

/**
 * `GET` and `POST /gateways/{name}/callback`, where the card companies report. Outside the contract: bodies are read as bytes, since signatures may cover
 * them, and answers are each company's own. Nothing is limited, shed or closed by maintenance; only who knows the company's secret has an effect.
 */
export const registerGatewayCallbacks = async (
  server: FastifyInstance,
  platform: Platform,
  { gateways, gatewaySettings: settings }: { gateways: Gateways; gatewaySettings: GatewaySettings },
): Promise<void> => {
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY }, (_request, body, done) => done(null, body));
    scope.route<{ Params: { name: string } }>({
      method: ['GET', 'POST'],
      url: '/api/gateways/:name/callback',
      exposeHeadRoute: false,
      async handler({ method, params, headers, url, body, ip }, reply) {
        const gateway = gateways.find(params.name);
        if (!gateway) throw new CodedError('NOT_FOUND');
        const mark = url.indexOf('?');
        const callback: GatewayCallback = {
          method: method === 'GET' ? 'GET' : 'POST',
          headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
          query: new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1)),
          body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
          ip,
        };
        const answer = gateway.answer(await takeCallback(platform, settings, gateway, callback), callback);
        return reply.code(answer.status).header('cache-control', 'no-store').type(answer.type).send(answer.body);
      },
    });
  });
};
