import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Markup } from './html.ts';

/** Parameters of a query or a form: names with one value each. */
export type Fields = Record<string, string>;

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'";

/** Reads parameters. A name that occurs twice has its last value. */
export const readFields = (text: string): Fields => Object.fromEntries(new URLSearchParams(text));

/** The parameters in the query of a request, decoded. */
export const queryOf = (request: FastifyRequest): Fields => {
  const at = request.raw.url?.indexOf('?') ?? -1;
  return at < 0 ? {} : readFields(request.raw.url?.slice(at + 1) ?? '');
};

/** The parameters of a posted form. */
export const formOf = (request: FastifyRequest): Fields => (typeof request.body === 'string' ? readFields(request.body) : {});

/** The value of one part of a request's path. */
export const partOf = (request: FastifyRequest, name: string): string => {
  const { params } = request;
  const value: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, name) : undefined;
  return typeof value === 'string' ? value : '';
};

export const sendPage = (reply: FastifyReply, page: Markup, status = 200): FastifyReply =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', POLICY)
    .header('cache-control', 'no-store')
    .send(`<!doctype html>${page.text}`);

/** A server on loopback. */
export interface DoubleServer {
  app: FastifyInstance;
  /** The server's address. @throws Error before `listen` */
  readonly url: string;
  listen(port?: number): Promise<string>;
  close(): Promise<void>;
  /** Never answers a call, and ends its connection after a while. */
  staySilent(reply: FastifyReply, ms: number): FastifyReply;
}

/** Creates the server that a double's pages and calls are added to. It logs nothing, so no card number is written anywhere. */
export const createDoubleServer = (): DoubleServer => {
  const app = fastify({ logger: false, forceCloseConnections: true });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  let url: string | undefined;
  return {
    app,
    get url() {
      if (!url) throw new Error('The double doesn’t listen yet: call listen() first.');
      return url;
    },
    listen: async (port = 0) => {
      url = await app.listen({ host: '127.0.0.1', port });
      return url;
    },
    close: () => app.close(),
    staySilent: (reply, ms) => {
      reply.hijack();
      setTimeout(() => reply.raw.destroy(), ms).unref();
      return reply;
    },
  };
};
