import { AGE_RETURN_PATH } from '@stagedoor/contract/age.values';
import { AGE_VERIFIED_COOKIE } from '@stagedoor/contract/web';
import type { FastifyInstance } from 'fastify';
import { endCheck } from '../modules/age/index.ts';
import type { Admit } from '../platform/http/admission.ts';
import { AGE_CHECK_COOKIE, ageCheckCookie, ageVerifiedCookie } from '../platform/auth/age-cookies.ts';
import type { Platform } from '../platform/platform.ts';

/**
 * `GET /age/return`, where providers of age checks send the browser back to. Outside the contract: a browser opens it, and it answers with a
 * redirect in every case, to the page that the person came from.
 */
export const registerAgeReturn = (server: FastifyInstance, platform: Platform, admit: Admit): void => {
  const secure = platform.config.publicUrl.startsWith('https:');
  server.get(AGE_RETURN_PATH, { exposeHeadRoute: false }, async (request, reply) => {
    const { viewer } = await admit(request, { who: 'public', open: 'always', limit: 'lookup' });
    const mark = request.url.indexOf('?');
    const query = mark < 0 ? '' : request.url.slice(mark);
    const { location, verified } = await endCheck(platform, viewer, request.cookies[AGE_CHECK_COOKIE], query);
    reply.clearCookie(AGE_CHECK_COOKIE, { ...ageCheckCookie(secure), maxAge: 0 });
    if (verified) reply.setCookie(AGE_VERIFIED_COOKIE, platform.ageCookies.sign(verified), ageVerifiedCookie(secure, verified.until));
    // The address holds the provider's code.
    return reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(location, 303);
  });
};
