import { isRecord } from '@stagedoor/contract/keys.values';
import type { FastifyInstance } from 'fastify';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { type HookFields, type LiveHooks, hookSecretOf } from '../modules/streams/index.ts';
import { CodedError } from '../platform/errors.ts';
import { networkOf } from '../platform/network.ts';
import type { Platform } from '../platform/platform.ts';
import { secretsMatch } from '../platform/secrets-match.ts';

/** Largest body of a webhook: media servers send a few hundred bytes. */
const MAX_BODY = 64 * 1024;
/** Requests with a wrong secret that a network may make in a minute. */
const WRONG_SECRETS = 60;

/** Reads JSON or a form, whatever its header says; empty when it is neither. */
const fieldsOf = (body: unknown): HookFields => {
  const text = Buffer.isBuffer(body) ? body.toString('utf8').trim() : '';
  if (!text.startsWith('{')) return Object.fromEntries(new URLSearchParams(text));
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
};

/**
 * `POST /hooks/live/{secret}/events|publish|play`, where a media server reports and asks. Outside the contract: its bodies aren't signed, and its
 * answers are a status. Who knows the secret isn't limited, since each viewer of a show makes the server ask.
 */
export const registerLiveHooks = async (
  server: FastifyInstance,
  { encryption }: Pick<Platform, 'encryption'>,
  hooks: LiveHooks,
): Promise<void> => {
  const secret = hookSecretOf(encryption);
  const strangers = new RateLimiterMemory({ points: WRONG_SECRETS, duration: 60 });
  const assertSecret = async (given: string, ip: string): Promise<void> => {
    if (secretsMatch(given, secret)) return;
    await strangers.consume(networkOf(ip)).catch(() => {
      throw new CodedError('RATE_LIMITED');
    });
    throw new CodedError('NOT_FOUND');
  };
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY }, (_request, body, done) => done(null, body));
    scope.addHook('onClose', async () => hooks.close());
    scope.post<{ Params: { secret: string; use: string } }>('/hooks/live/:secret/:use', async ({ params, ip, body }, reply) => {
      await assertSecret(params.secret, ip);
      const { use } = params;
      void reply.header('cache-control', 'no-store');
      if (use === 'events') {
        hooks.hint(fieldsOf(body));
        return reply.code(200).send();
      }
      if (use !== 'publish' && use !== 'play') throw new CodedError('NOT_FOUND');
      return reply.code((await hooks.mayUse(use, fieldsOf(body))) ? 200 : 403).send();
    });
  });
};
