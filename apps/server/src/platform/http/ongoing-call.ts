import type { Locale } from '@stagedoor/contract/texts/text';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Idempotency } from '../database/database.ts';
import { type Admitted, DEVICE_COOKIE, SESSION_COOKIE } from './admission.ts';
import { AGE_CHECK_COOKIE, ageCheckCookie } from '../auth/age-cookies.ts';
import type { Call } from './call.ts';

/** As long as browsers store a cookie, in seconds. */
const DEVICE_COOKIE_SECONDS = 400 * 86_400;

/** The context of one call, with what its handler set for the response. */
export interface OngoingCall extends Call {
  /** A download is saved as this file. */
  savedAs: string | undefined;
}

/** The parts of a call that earlier steps found out. */
interface CallParts {
  admitted: Admitted;
  locale: Locale;
  idempotency: Idempotency | undefined;
  savedAs: string | undefined;
  /** The site is served by https: cookies are sent over it alone. */
  secureCookies: boolean;
}

/** Creates the context that the endpoint's function is called with. */
export const createCall = (
  request: FastifyRequest,
  reply: FastifyReply,
  { admitted: { viewer, country, verifiedVisitor }, locale, idempotency, savedAs, secureCookies: secure }: CallParts,
): OngoingCall => {
  const call: OngoingCall = {
    viewer,
    locale,
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    country,
    idempotency,
    log: request.log as Call['log'],
    setSessionCookie: (token, maxAge) =>
      void reply.setCookie(SESSION_COOKIE, token, {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure,
        ...(maxAge ? { maxAge } : {}),
      }),
    clearSessionCookie: () => void reply.clearCookie(SESSION_COOKIE, { path: '/', httpOnly: true, sameSite: 'lax', secure }),
    deviceCookie: request.cookies[DEVICE_COOKIE],
    setDeviceCookie: (value) =>
      void reply.setCookie(DEVICE_COOKIE, value, {
        path: '/api/auth',
        httpOnly: true,
        sameSite: 'lax',
        secure,
        maxAge: DEVICE_COOKIE_SECONDS,
      }),
    verifiedVisitor,
    setAgeCheckCookie: (value) => void reply.setCookie(AGE_CHECK_COOKIE, value, ageCheckCookie(secure)),
    savedAs,
    saveAs: (name) => {
      call.savedAs = name;
    },
  };
  return call;
};
