import type { FastifyInstance } from 'fastify';
import type { CallbackOutcome, CardGateway, GatewayCallback } from '../../gateways/gateway.ts';
import type { Gateways } from '../../gateways/registry.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { applyNotice } from './complete-payment.ts';
import type { NoticeOutcome } from './gateway-events.store.ts';

/** Largest body of a callback: companies send a few kilobytes. */
const MAX_BODY = 256 * 1024;

/** The outcomes of notices that the company hears of; all others are done. */
const REFUSALS: Partial<Record<NoticeOutcome, CallbackOutcome>> = { unknownOrder: 'later', amountMismatch: 'refused' };
/** The worst of several notices in one callback decides: the company repeats the whole, and what was done stays done. */
const BY_SEVERITY = ['failed', 'later', 'refused'] as const satisfies readonly CallbackOutcome[];

const applyOne = async (platform: Platform, notice: Parameters<typeof applyNotice>[1]): Promise<CallbackOutcome> => {
  try {
    return REFUSALS[await applyNotice(platform, notice)] ?? 'done';
  } catch (error) {
    platform.log.error({ err: error, gateway: notice.gateway, event: notice.event }, 'a gateway’s notice could not be processed');
    return 'failed';
  }
};

/** Verifies a callback and applies its notices. What went wrong is an outcome, never thrown: each company is told in its own way. */
const takeCallback = async (platform: Platform, gateway: CardGateway, callback: GatewayCallback): Promise<CallbackOutcome> => {
  try {
    const outcomes: CallbackOutcome[] = [];
    for (const notice of await gateway.readCallback(callback)) outcomes.push(await applyOne(platform, notice));
    return BY_SEVERITY.find((outcome) => outcomes.includes(outcome)) ?? 'done';
  } catch (error) {
    const isForged = error instanceof CodedError && error.code === 'SIGNATURE_INVALID';
    platform.log.warn({ err: error, gateway: gateway.name, ip: callback.ip }, 'a gateway’s callback was refused');
    return isForged ? 'forged' : 'failed';
  }
};

/**
 * `GET` and `POST /gateways/{name}/callback`, where the card companies report. Outside the contract: bodies are read as bytes, since signatures may cover
 * them, and answers are each company's own. Nothing is limited, shed or closed by maintenance; only who knows the company's secret has an effect.
 */
export const registerGatewayCallbacks = async (server: FastifyInstance, platform: Platform, gateways: Gateways): Promise<void> => {
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
        const answer = gateway.answer(await takeCallback(platform, gateway, callback), callback);
        return reply.code(answer.status).header('cache-control', 'no-store').type(answer.type).send(answer.body);
      },
    });
  });
};
