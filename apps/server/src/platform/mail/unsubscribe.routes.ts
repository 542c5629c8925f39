import type { FastifyInstance } from 'fastify';

/** Largest body of such a request: one word. */
const MAX_BODY = 1024;

/**
 * The request that mail programs send when their button is pressed (RFC 8058): a form to the address of `List-Unsubscribe`, without cookies. The
 * same address opened in a browser is a page of the web, so that whoever only follows the links of a mail ends nothing.
 *
 * @param end ends the mails that the token is for; throws a CodedError for a token that isn't valid
 */
export const registerUnsubscribe = async (
  server: FastifyInstance,
  path: string,
  end: (token: string) => Promise<unknown>,
): Promise<void> => {
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY }, (_request, _body, done) => done(null, undefined));
    scope.post<{ Querystring: { token?: unknown } }>(path, async (request, reply) => {
      const { token } = request.query;
      await end(typeof token === 'string' ? token : '');
      return reply.header('cache-control', 'no-store').code(204).send();
    });
  });
};
