import type { Method } from '@stagedoor/contract/endpoint';
import type { CurrentUser } from '@stagedoor/contract/users';
import { AGE_COOKIE, AGE_VERIFIED_COOKIE, type ApiReply } from '@stagedoor/contract/web';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SESSION_COOKIE } from '../http/admission.ts';

/** A caller of the API: the headers and the address that its calls carry. */
export interface ApiCaller {
  headers: Record<string, string>;
  ip: string;
}

/** Calls the API in this process. */
export const callApi = async (
  app: FastifyInstance,
  { headers, ip }: ApiCaller,
  method: Method,
  path: string,
  body?: unknown,
): Promise<ApiReply> => {
  const answer = await app.inject({
    method,
    url: `/api${path}`,
    headers,
    remoteAddress: ip,
    ...(body === undefined ? {} : { payload: body as object }),
  });
  const isJson = String(answer.headers['content-type'] ?? '').includes('json');
  return { status: answer.statusCode, body: isJson ? answer.json() : undefined };
};

/** The caller of a page, as whom the API is called during rendering: with its session, or as any visitor whose age was confirmed or verified, or wasn't. */
export const callerOf = (request: FastifyRequest, publicUrl: string, withSession: boolean): ApiCaller => {
  const { [AGE_COOKIE]: confirmed, [AGE_VERIFIED_COOKIE]: verified } = request.cookies;
  const age = [
    ...(confirmed === 'yes' ? [`${AGE_COOKIE}=yes`] : []),
    ...(verified && /^[\w.-]{1,200}$/.test(verified) ? [`${AGE_VERIFIED_COOKIE}=${verified}`] : []),
  ].join('; ');
  const cookie = withSession ? request.headers.cookie : age;
  const headers = { 'user-agent': request.headers['user-agent'] ?? '', ...(cookie ? { cookie, origin: publicUrl } : {}) };
  return { headers, ip: request.ip };
};

/** The session of the request's cookie; `isDead` is set only if the API doesn't know it: a closed or busy site says nothing about it. */
export const sessionOf = async (
  app: FastifyInstance,
  request: FastifyRequest,
  publicUrl: string,
): Promise<{ session: CurrentUser | null; isDead: boolean }> => {
  if (!request.cookies[SESSION_COOKIE]) return { session: null, isDead: false };
  const { status, body } = await callApi(app, callerOf(request, publicUrl, true), 'GET', '/users/me');
  return { session: status === 200 ? (body as { data: CurrentUser }).data : null, isDead: status === 401 };
};
